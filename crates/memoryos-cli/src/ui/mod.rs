//! How things look on a terminal, and plainly elsewhere.

mod paint;
mod progress;
mod report;
mod table;
mod tiers;
mod words;

use std::io::{self, IsTerminal, Write};

use anstyle::AnsiColor;

pub(crate) use paint::{accent, bold, dim, good, heat_bar, warm, wrong};
pub(crate) use progress::{bytes_bar, count_bar};
pub(crate) use report::report;
pub(crate) use table::{Column, fields, table, wrapped};
pub(crate) use tiers::tier_fields;
pub(crate) use words::{ago, bytes, count, day_range, heat, moment, plural, short, stamp};

/// Columns where the terminal does not tell, as in a pipe.
const DEFAULT_WIDTH: usize = 100;

/// The widest that text is still pleasant to read, in columns.
const WIDEST: usize = 140;

/// Columns there are.
pub(crate) fn width() -> usize {
    let told = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    // Narrower than this nothing lines up any more.
    told.map_or(DEFAULT_WIDTH, |width| width.clamp(40, WIDEST))
}

/// A line of data, on standard output. Colours are dropped where they are not wanted.
///
/// # Errors
/// When it cannot be written.
pub(crate) fn out(text: &str) -> io::Result<()> {
    writeln!(anstream::stdout(), "{text}")
}

/// A piece of a line, shown at once.
///
/// # Errors
/// When it cannot be written.
pub(crate) fn piece(text: &str) -> io::Result<()> {
    let mut out = anstream::stdout();
    write!(out, "{text}")?;
    out.flush()
}

/// A line beside the data, on standard error. A closed standard error is no reason to fail.
pub(crate) fn note(text: &str) {
    let text = if is_watched() { wrapped(text, 0) } else { format!("{text}\n") };
    text.lines().for_each(|line| drop(writeln!(anstream::stderr(), "{}", dim(line))));
}

/// A line that says what went wrong.
pub(crate) fn error(text: &str) {
    drop(writeln!(anstream::stderr(), "{} {text}", wrong("error:")));
}

/// A line that says what to do about it.
pub(crate) fn hint(text: &str) {
    let hint = paint::painted("hint:", AnsiColor::Cyan.on_default());
    // As far in as the text of an error, so that the two line up.
    let text = if is_watched() { wrapped(text, 7) } else { text.to_owned() };
    drop(writeln!(anstream::stderr(), " {hint} {}", text.trim()));
}

/// Whether a person sees standard error.
pub(crate) fn is_watched() -> bool {
    io::stderr().is_terminal()
}

/// Whether colours are wanted on standard error.
pub(crate) fn stderr_has_colour() -> bool {
    anstream::AutoStream::choice(&io::stderr()) != anstream::ColorChoice::Never
}
