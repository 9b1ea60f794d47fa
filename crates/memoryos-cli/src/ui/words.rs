//! Times, sizes and ids as people read them.

use jiff::{SignedDuration, Timestamp, tz::Offset};
use memoryos::{
    tiers::mid_term::HeatParts,
    types::{Moment, TimeRange},
};

/// How much of an id is shown: its last characters, which are random, are told apart first.
const SHORT_ID: usize = 6;

/// Bytes in a step of units.
const STEP: f64 = 1000.0;

/// The end of an id, enough to name it among one's own.
#[expect(clippy::needless_pass_by_value, reason = "ids are small, and some come by reference")]
pub(crate) fn short(id: impl ToString) -> String {
    let id = id.to_string();
    id[id.len().saturating_sub(SHORT_ID)..].to_owned()
}

/// `2026-02-03 10:00`, where it was said.
pub(crate) fn moment(moment: Moment) -> String {
    moment.to_string()
}

/// `2026-02-03 10:00`, in UTC.
pub(crate) fn stamp(at: Timestamp) -> String {
    Moment::utc(at).to_string()
}

/// `2026-03-01 to 2026-03-31`, or one day, as a calendar at this offset has them; both days are within.
pub(crate) fn day_range(range: TimeRange, offset: Offset) -> String {
    let day = |at: Timestamp| offset.to_datetime(at).date();
    // The range ends before its last instant, which is often the midnight of the next day.
    let last = range.until.checked_sub(SignedDuration::from_nanos(1)).unwrap_or(range.until);
    let (first, last) = (day(range.from), day(last.max(range.from)));
    if first == last { first.to_string() } else { format!("{first} to {last}") }
}

/// `3 h ago`, `in 4 min`.
pub(crate) fn ago(at: Timestamp, now: Timestamp) -> String {
    let secs = now.duration_since(at).as_secs();
    let steps = [(86_400, "d"), (3_600, "h"), (60, "min"), (1, "s")];
    let step = steps.into_iter().find(|(size, _)| secs.abs() >= *size);
    match step {
        None => "now".to_owned(),
        Some((size, unit)) if secs > 0 => format!("{} {unit} ago", secs / size),
        Some((size, unit)) => format!("in {} {unit}", -secs / size),
    }
}

/// `1.2 MB`.
pub(crate) fn bytes(bytes: u64) -> String {
    let mut size = bytes as f64;
    for unit in ["B", "kB", "MB"] {
        if size < STEP {
            return if unit == "B" { format!("{size} B") } else { format!("{size:.1} {unit}") };
        }
        size /= STEP;
    }
    format!("{size:.1} GB")
}

/// `12,345`.
pub(crate) fn count(n: impl TryInto<u64>) -> String {
    let digits = n.try_into().unwrap_or(u64::MAX).to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1 page`, `2 pages`.
pub(crate) fn plural(n: impl TryInto<u64>, one: &str) -> String {
    let n = n.try_into().unwrap_or(u64::MAX);
    format!("{} {one}{}", count(n), if n == 1 { "" } else { "s" })
}

/// `3.9 = 2 visits + 1 unread + 0.9 recency`.
pub(crate) fn heat(parts: &HeatParts) -> String {
    let HeatParts { visits, pages, recency } = parts;
    format!("{:.2} = {visits} visits + {pages} unread + {recency:.2} recency", parts.total().0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_as_people_write_them() {
        assert_eq!([count(7_u64), count(1234_u64), count(1_234_567_u64)], ["7", "1,234", "1,234,567"]);
        assert_eq!([bytes(999), bytes(1500), bytes(2_340_000)], ["999 B", "1.5 kB", "2.3 MB"]);
        assert_eq!([plural(1_u64, "page"), plural(0_u64, "page")], ["1 page", "0 pages"]);
    }

    #[test]
    fn a_day_is_one_day_and_a_month_ends_on_its_last() {
        let range = |from: &str, until: &str| TimeRange {
            from: from.parse().expect("a time"),
            until: until.parse().expect("a time"),
        };
        let day = range("2026-04-23T00:00:00Z", "2026-04-24T00:00:00Z");
        assert_eq!(day_range(day, Offset::UTC), "2026-04-23");
        let month = range("2026-02-28T23:00:00Z", "2026-03-31T23:00:00Z");
        assert_eq!(day_range(month, Offset::constant(1)), "2026-03-01 to 2026-03-31");
    }
}
