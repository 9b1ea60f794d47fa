//! An evaluation's report on a terminal: its tables, without its plots.

use memoryos_eval::report::{Part, Report, Table};

use super::{Column, bold, fields, table, wrapped};

/// The report as text. Ends with a line break.
pub(crate) fn report(report: &Report) -> String {
    let circumstances: Vec<(&str, String)> =
        report.circumstances.iter().map(|(name, value)| (name.as_str(), value.clone())).collect();
    let mut blocks = vec![format!("{}\n", bold(&report.title)), fields(&circumstances)];
    blocks.extend(report.parts.iter().filter_map(|part| match part {
        Part::Table(table) => Some(one_table(table)),
        Part::Plot(_) => None,
    }));
    blocks.push(report.caveats.iter().map(|caveat| bullet(caveat)).collect());
    blocks.retain(|block| !block.is_empty());
    blocks.join("\n")
}

fn one_table(shown: &Table) -> String {
    let heads = shown.columns.iter().enumerate();
    let columns: Vec<Column<'_>> = heads
        .map(|(nth, head)| if shown.holds_words(nth) { Column::Left(head) } else { Column::Right(head) })
        .collect();
    format!("{}\n{}", bold(&shown.title), table(&columns, shown.rows.clone()))
}

/// A line that begins with a dot; what does not fit goes under its words.
fn bullet(text: &str) -> String {
    let lines = wrapped(text, 3);
    format!(" ·{}", &lines[2..])
}

#[cfg(test)]
mod tests {
    use memoryos_eval::report::Marks;

    use super::*;

    fn cells(cells: &[&str]) -> Vec<String> {
        cells.iter().map(|cell| (*cell).to_owned()).collect()
    }

    #[test]
    fn tables_stand_under_their_titles_with_figures_to_the_right_and_wide_characters_in_line() {
        let shown = Report {
            title: "Recall".to_owned(),
            circumstances: vec![
                ("data".to_owned(), "gvd".to_owned()),
                ("machine".to_owned(), "2 cores".to_owned()),
            ],
            parts: vec![
                Part::Plot(memoryos_eval::report::Plot {
                    title: "not on a terminal".to_owned(),
                    x_axis: String::new(),
                    y_axis: String::new(),
                    marks: Marks::Bars,
                    series: Vec::new(),
                }),
                Part::Table(Table {
                    title: "Share of the evidence".to_owned(),
                    columns: cells(&["system", "500", "1,000"]),
                    rows: vec![
                        cells(&["words only", "61.5", "67.9"]),
                        cells(&["全部上下文", "7.25", "100.0"]),
                    ],
                }),
            ],
            caveats: vec!["Five conversations only.".to_owned()],
        };
        let plain = anstream::adapter::strip_str(&report(&shown)).to_string();
        let expected = "\
Recall

 data      gvd
 machine   2 cores

Share of the evidence
 system       500  1,000
 words only  61.5   67.9
 全部上下文  7.25  100.0

 · Five conversations only.
";
        assert_eq!(plain, expected);
    }
}
