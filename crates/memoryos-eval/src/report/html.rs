//! A report as one page for a browser: style and plots within, no script, nothing fetched. It follows the reader's
//! light or dark setting and fits a phone.

use std::fmt::Write as _;

use super::{Part, Plot, Report, Table};

mod axis;
mod bars;
mod lines;
mod svg;

use svg::{Width, escaped};

/// Colours, sizes, and which of a plot's two drawings is shown.
const STYLE: &str = include_str!("html/style.css");

/// The report as a whole HTML document.
pub fn html(report: &Report) -> String {
    let title = escaped(&report.title);
    let parts: String = report.parts.iter().enumerate().map(|(nth, part)| one_part(part, nth)).collect();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n\
         </head>\n<body>\n<main>\n<h1>{title}</h1>\n{}{parts}{}</main>\n</body>\n</html>\n",
        circumstances(report),
        caveats(report),
    )
}

fn circumstances(report: &Report) -> String {
    let row = |(name, value): &(String, String)| {
        format!("<div><dt>{}</dt><dd>{}</dd></div>\n", escaped(name), escaped(value))
    };
    let rows: Vec<String> = report.circumstances.iter().map(row).collect();
    if rows.is_empty() { String::new() } else { format!("<dl>\n{}</dl>\n", rows.concat()) }
}

fn caveats(report: &Report) -> String {
    let entries: Vec<String> =
        report.caveats.iter().map(|caveat| format!("<li>{}</li>\n", escaped(caveat))).collect();
    if entries.is_empty() {
        return String::new();
    }
    let entries = entries.concat();
    format!("<section>\n<h2>What the numbers cannot say</h2>\n<ul>\n{entries}</ul>\n</section>\n")
}

fn one_part(part: &Part, nth: usize) -> String {
    match part {
        Part::Table(table) => one_table(table),
        Part::Plot(plot) => one_plot(plot, nth),
    }
}

/// A table that scrolls sideways by itself where it is wider than the page.
fn one_table(table: &Table) -> String {
    let class = |nth: usize| if table.holds_words(nth) { " class=\"words\"" } else { "" };
    let row = |cells: &[String], open: [&str; 2], close: [&str; 2]| -> String {
        let cell = |(nth, cell): (usize, &String)| {
            let kind = nth.min(1);
            format!("<{}{}>{}</{}>", open[kind], class(nth), escaped(cell), close[kind])
        };
        let cells: Vec<String> = cells.iter().enumerate().map(cell).collect();
        format!("<tr>{}</tr>\n", cells.concat())
    };
    let head = row(&table.columns, ["th scope=\"col\""; 2], ["th"; 2]);
    let body = table.rows.iter().map(|cells| row(cells, ["th scope=\"row\"", "td"], ["th", "td"]));
    format!(
        "<div class=\"scroll\" tabindex=\"0\">\n<table>\n<caption><span>{}</span></caption>\n\
         <thead>\n{head}</thead>\n<tbody>\n{}</tbody>\n</table>\n</div>\n",
        escaped(&table.title),
        body.collect::<Vec<_>>().concat()
    )
}

/// A plot drawn twice, for wide and for narrow pages: scaling one drawing would make its words too small to read on
/// a phone. The style shows one of them.
fn one_plot(plot: &Plot, nth: usize) -> String {
    let drawings: String = [Width::Wide, Width::Narrow].map(|width| svg::drawing(plot, width, nth)).concat();
    format!(
        "<figure>\n<figcaption>{}</figcaption>\n{}{drawings}</figure>\n",
        escaped(&plot.title),
        legend(plot)
    )
}

/// The names of the series, each after a sample of how it is drawn.
fn legend(plot: &Plot) -> String {
    if plot.series.len() < 2 {
        return String::new();
    }
    let mut entries = String::new();
    for (nth, series) in plot.series.iter().enumerate() {
        let sample = svg::sample(plot.marks, nth);
        writeln!(entries, "<li>{sample}{}</li>", escaped(&series.name))
            .expect("a text takes what is written to it");
    }
    format!("<ul class=\"legend\">\n{entries}</ul>\n")
}

#[cfg(test)]
mod tests;
