//! Tables and lists of fields that line up, Chinese and emoji too.

use std::fmt::Write as _;

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::{
    bold, dim,
    paint::{is_bar, warm},
    width,
};

/// The head of a column and how its cells stand.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Column<'a> {
    /// Words.
    Left(&'a str),
    /// Numbers.
    Right(&'a str),
}

/// A table as wide as the terminal at most; long cells are wrapped. Ends with a line break.
pub(crate) fn table(columns: &[Column<'_>], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
    table.set_width(u16::try_from(width()).unwrap_or(u16::MAX));
    table.set_header(columns.iter().map(|column| match column {
        Column::Left(head) | Column::Right(head) => *head,
    }));
    table.add_rows(rows);
    for (index, column) in columns.iter().enumerate() {
        if let (Column::Right(_), Some(column)) = (column, table.column_mut(index)) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let mut text = String::new();
    for (number, line) in table.lines().enumerate() {
        let line = line.trim_end();
        let line = if number == 0 { bold(line) } else { with_warm_bars(line) };
        text.push_str(&line);
        text.push('\n');
    }
    text
}

/// Colour is laid on after the table is set, since it would be counted as width before.
fn with_warm_bars(line: &str) -> String {
    let Some(start) = line.find(is_bar) else { return line.to_owned() };
    let end = start + line[start..].find(|c| !is_bar(c)).unwrap_or(line.len() - start);
    format!("{}{}{}", &line[..start], warm(&line[start..end]), &line[end..])
}

/// Labels in one column, values in the next; empty values are left out. Ends with a line break.
pub(crate) fn fields(rows: &[(&str, String)]) -> String {
    let widest = rows.iter().map(|(label, _)| label.width()).max().unwrap_or(0);
    let mut text = String::new();
    for (label, value) in rows.iter().filter(|(_, value)| !value.is_empty()) {
        let gap = " ".repeat(widest - label.width() + 3);
        let value = value.replace('\n', &format!("\n{}", " ".repeat(widest + 4)));
        writeln!(text, " {}{gap}{value}", dim(label)).expect("a text takes what is written to it");
    }
    text
}

/// A text broken into lines that fit the terminal, each after `indent` blanks. Breaks between words, and anywhere
/// in scripts that have no blanks. Ends with a line break.
pub(crate) fn wrapped(text: &str, indent: usize) -> String {
    let room = width().saturating_sub(indent).max(20);
    let mut out = String::new();
    for line in text.lines() {
        for piece in broken(line, room) {
            out.push_str(&" ".repeat(indent));
            out.push_str(piece.trim());
            out.push('\n');
        }
    }
    out
}

fn broken(mut line: &str, room: usize) -> Vec<&str> {
    let mut pieces = Vec::new();
    while line.width() > room {
        let mut used = 0;
        let fits = line.char_indices().find(|(_, c)| {
            used += c.width().unwrap_or(0);
            used > room
        });
        // A blank at the end takes no room.
        let end = fits.map_or(line.len(), |(at, c)| if c == ' ' { at + 1 } else { at });
        // After the last blank, or after the last wide character: between those one may break anywhere.
        let blank = line[..end].rfind(' ').map_or(0, |at| at + 1);
        let wide = line[..end].char_indices().rfind(|(_, c)| c.width() == Some(2));
        let wide = wide.map_or(0, |(at, c)| at + c.len_utf8());
        let cut = Some(blank.max(wide)).filter(|cut| *cut > 0).unwrap_or(end);
        pieces.push(&line[..cut]);
        line = &line[cut..];
    }
    pieces.push(line);
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words_and_anywhere_in_chinese() {
        assert_eq!(broken("green tea in the morning", 12), ["green tea in ", "the morning"]);
        assert_eq!(broken("我对花生过敏", 8), ["我对花生", "过敏"]);
        assert_eq!(broken("", 8), [""]);
        assert_eq!(broken("unbreakable", 4), ["unbr", "eaka", "ble"]);
    }
}
