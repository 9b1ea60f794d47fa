//! A report as GitHub's Markdown: lists and tables. Plots are left out, as their figures stand in tables.

use std::fmt::Write as _;

use super::{Part, Report, Table};

/// The report as a Markdown document that begins with its title as a first-level heading.
pub fn markdown(report: &Report) -> String {
    let mut blocks = vec![format!("# {}\n", escaped(&report.title))];
    blocks.push(list(report.circumstances.iter().map(|(name, value)| format!("**{name}**: {value}"))));
    blocks.extend(report.parts.iter().filter_map(|part| match part {
        Part::Table(table) => Some(one_table(table)),
        Part::Plot(_) => None,
    }));
    if !report.caveats.is_empty() {
        blocks.push("## What the numbers cannot say\n".to_owned());
        blocks.push(list(report.caveats.iter().cloned()));
    }
    blocks.retain(|block| !block.is_empty());
    blocks.join("\n")
}

fn list(entries: impl Iterator<Item = String>) -> String {
    entries.map(|entry| format!("- {}\n", escaped(&entry))).collect::<Vec<_>>().concat()
}

fn one_table(table: &Table) -> String {
    let mut text = format!("## {}\n\n", escaped(&table.title));
    text.push_str(&row(&table.columns));
    let rule = |nth: usize| if table.holds_words(nth) { ":--|" } else { "--:|" };
    writeln!(text, "|{}", (0..table.columns.len()).map(rule).collect::<String>())
        .expect("a text takes what is written to it");
    table.rows.iter().for_each(|cells| text.push_str(&row(cells)));
    text
}

fn row(cells: &[String]) -> String {
    let mut text = "|".to_owned();
    for cell in cells {
        write!(text, " {} |", escaped(cell)).expect("a text takes what is written to it");
    }
    text.push('\n');
    text
}

/// On one line, with bars that end no cell and angle brackets that open no tag.
fn escaped(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    line.replace('|', "\\|").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::{super::samples, *};

    #[test]
    fn a_report_is_a_heading_lists_and_tables_with_figures_to_the_right() {
        let expected = "\
# Recall &lt;img onerror=alert(1)>

- **data**: LoCoMo | five conversations
- **machine**: 2 cores

## Share of the evidence, %

| system | 500 | 1,000 |
|:--|--:|--:|
| words \\| only | 61.5 | 67.9 |
| 全部上下文 | 7.2 | 14.1 |

## What the numbers cannot say

- Some labels are wrong.
"
        .replace("LoCoMo |", "LoCoMo \\|");
        assert_eq!(markdown(&samples::small()), expected);
    }

    #[test]
    fn a_report_of_nothing_is_its_title() {
        assert_eq!(markdown(&Report { title: "Tiers".to_owned(), ..Report::default() }), "# Tiers\n");
    }
}
