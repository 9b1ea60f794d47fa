//! What an evaluation found, as tables and plots, and the ways to show it: a page for a browser, Markdown for a
//! repository. A terminal draws a report with its own tables.

mod html;
mod markdown;
#[cfg(test)]
mod samples;

pub use html::html;
pub use markdown::markdown;

/// A finished evaluation, ready to be shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// What was evaluated, as a heading.
    pub title: String,
    /// What it was run on and with: name and value (data, configuration, commit, machine).
    pub circumstances: Vec<(String, String)>,
    /// The results, in the order in which they should be read.
    pub parts: Vec<Part>,
    /// What the numbers cannot say.
    pub caveats: Vec<String>,
}

/// One result.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// Figures to be read.
    Table(Table),
    /// Figures to be looked at. A terminal and Markdown leave plots out; every plot's figures stand in a table too.
    Plot(Plot),
}

/// Rows of figures.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// What is shown.
    pub title: String,
    /// Headings; the first column holds names and is set to the left, the others to the right unless they hold
    /// words.
    pub columns: Vec<String>,
    /// Each as long as `columns`.
    pub rows: Vec<Vec<String>>,
}

/// A column with a longer cell, in characters, holds words, whatever its place.
const LONGEST_FIGURE: usize = 24;

impl Table {
    /// Whether a column holds words, which are set to the left, and not figures.
    pub fn holds_words(&self, column: usize) -> bool {
        let is_long =
            |row: &Vec<String>| row.get(column).is_some_and(|cell| cell.chars().count() > LONGEST_FIGURE);
        column == 0 || self.rows.iter().any(is_long)
    }
}

/// How points are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marks {
    /// Joined by a line, `x` as a number.
    Lines,
    /// A bar for each, grouped by `label`.
    Bars,
}

/// Series over a common axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// What is shown.
    pub title: String,
    /// Name and unit of the horizontal axis.
    pub x_axis: String,
    /// Name and unit of the vertical axis.
    pub y_axis: String,
    /// How points are drawn.
    pub marks: Marks,
    /// Drawn in this order.
    pub series: Vec<Series>,
}

/// One line, or the bars of one colour.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// Its name in the legend.
    pub name: String,
    /// In order of `x`.
    pub points: Vec<Point>,
}

/// One figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// Where on the horizontal axis, for lines.
    pub x: f64,
    /// Its name on the horizontal axis, for bars.
    pub label: String,
    /// The figure.
    pub y: f64,
    /// Its 95 % interval, where known.
    pub interval: Option<(f64, f64)>,
}
