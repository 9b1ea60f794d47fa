//! Colours: few, and each for one thing.

use anstyle::{AnsiColor, Style};

/// Cells of a heat bar.
const BAR_CELLS: f64 = 8.0;

/// Parts of a cell, an eighth more each.
const PARTS: [char; 7] = ['▏', '▎', '▍', '▌', '▋', '▊', '▉'];

pub(super) fn painted(text: &str, style: Style) -> String {
    format!("{style}{text}{style:#}")
}

/// Headings.
pub(crate) fn bold(text: &str) -> String {
    painted(text, Style::new().bold())
}

/// What may be overlooked.
pub(crate) fn dim(text: &str) -> String {
    painted(text, Style::new().dimmed())
}

/// Names and ids that one may want to type.
pub(crate) fn accent(text: &str) -> String {
    painted(text, AnsiColor::Cyan.on_default())
}

/// What is as it should be.
pub(crate) fn good(text: &str) -> String {
    painted(text, AnsiColor::Green.on_default())
}

/// What is hot, or wants attention.
pub(crate) fn warm(text: &str) -> String {
    painted(text, AnsiColor::Yellow.on_default())
}

/// What is wrong.
pub(crate) fn wrong(text: &str) -> String {
    painted(text, AnsiColor::Red.on_default().bold())
}

/// A bar of eight cells for `part` of `whole`, padded with blanks, without colour.
pub(crate) fn heat_bar(part: f64, whole: f64) -> String {
    let share = if whole > 0.0 { (part / whole).clamp(0.0, 1.0) } else { 0.0 };
    let eighths = (share * BAR_CELLS * 8.0).round() as usize;
    let mut bar = "█".repeat(eighths / 8);
    bar.extend((eighths % 8).checked_sub(1).map(|part| PARTS[part]));
    let blanks = BAR_CELLS as usize - bar.chars().count();
    bar + &" ".repeat(blanks)
}

/// Whether a character belongs to a bar.
pub(super) fn is_bar(c: char) -> bool {
    c == '█' || PARTS.contains(&c)
}
