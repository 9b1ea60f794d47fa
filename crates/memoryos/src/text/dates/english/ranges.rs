//! Both paths: English stretches of days within one month.

use super::{
    Match, Reader,
    names::{day, month},
    rules::on_day,
};
use crate::text::dates::calendar::Days;

/// `8 to 10 May`, `8–10 May 2026`, `8th and 10th of May` after "between".
pub(super) fn days_of_month(reader: Reader<'_>) -> Option<Match> {
    let (taken, first, last) = two_days(reader, 0)?;
    let of = usize::from(reader.word(taken) == "of");
    let month = month(reader.word(taken + of))?;
    stretch(reader, month, first, last, taken + of + 1)
}

/// `May 8–10`, `May 8 to 10, 2026`. Numbers joined by "to" are days only after "from": "on May 8 to 10 guests".
pub(super) fn month_days(reader: Reader<'_>) -> Option<Match> {
    let month = month(reader.word(0))?;
    let (taken, first, last) = two_days(reader, 1)?;
    let is_dashed = taken == 1 || reader.is_after_dash(2);
    (is_dashed || matches!(reader.before(), "from" | "between")).then_some(())?;
    stretch(reader, month, first, last, 1 + taken)
}

/// Two days of a month from the word `at` on: how many words they take, the first and the last.
fn two_days(reader: Reader<'_>, at: usize) -> Option<(usize, i32, i32)> {
    if let Some((first, last)) = reader.word(at).split_once('-') {
        return Some((1, day(first)?, day(last)?));
    }
    let first = day(reader.word(at))?;
    if reader.is_after_dash(at + 1) {
        return Some((2, first, day(reader.word(at + 1))?));
    }
    let joins = match reader.word(at + 1) {
        "to" | "until" | "till" | "through" => true,
        "and" => at.checked_sub(1).map_or_else(|| reader.before(), |at| reader.word(at)) == "between",
        _ => false,
    };
    Some((3, first, day(reader.word(at + 2)).filter(|_| joins)?))
}

fn stretch(reader: Reader<'_>, month: i32, first: i32, last: i32, taken: usize) -> Option<Match> {
    (first < last).then_some(())?;
    let (taken, end) = on_day(reader, month, last, taken)?;
    let start = Days::ymd(end.from.year().into(), month, first)?;
    Some((taken, Days { from: start.from, until: end.until }))
}
