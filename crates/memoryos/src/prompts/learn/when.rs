//! Dates as the learn prompt asks for them.

use jiff::{
    Span,
    civil::{Date, DateTime},
    tz::Offset,
};

use crate::types::TimeRange;

/// The stretch of time a date names: `2024`, `2024-05`, `2024-05-07` (a time of day after it is left out), or two
/// of them with `/` between. In the zone of `offset`, or in UTC. `None` when it is no such date.
pub(super) fn range(text: &str, offset: Option<Offset>) -> Option<TimeRange> {
    let (first, last) = match text.split_once('/') {
        Some((first, last)) => (stretch(first)?, stretch(last)?),
        None => (stretch(text)?, stretch(text)?),
    };
    let instant = |date: Date| {
        let midnight: DateTime = date.to_datetime(jiff::civil::Time::midnight());
        offset.unwrap_or(Offset::UTC).to_timestamp(midnight).ok()
    };
    let range = TimeRange { from: instant(first.0)?, until: instant(last.1)? };
    (range.from < range.until).then_some(range)
}

/// The first day, and the first day after.
fn stretch(text: &str) -> Option<(Date, Date)> {
    let text = text.trim();
    let day = text.split(['T', ' ']).next()?;
    let mut parts = day.split('-');
    let year: i16 = parts.next().filter(|year| year.len() == 4)?.parse().ok()?;
    let mut number = || -> Option<Option<i8>> {
        match parts.next() {
            None => Some(None),
            Some(part) => part.parse().ok().map(Some),
        }
    };
    let (month, day) = (number()?, number()?);
    let from = Date::new(year, month.unwrap_or(1), day.unwrap_or(1)).ok()?;
    let length = match (month, day) {
        (None, _) => Span::new().years(1),
        (Some(_), None) => Span::new().months(1),
        (Some(_), Some(_)) => Span::new().days(1),
    };
    Some((from, from.checked_add(length).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_names_a_stretch_of_time() {
        for (text, from, until) in [
            ("2024", "2024-01-01T00:00:00Z", "2025-01-01T00:00:00Z"),
            ("2024-12", "2024-12-01T00:00:00Z", "2025-01-01T00:00:00Z"),
            ("2024-02-29", "2024-02-29T00:00:00Z", "2024-03-01T00:00:00Z"),
            ("2024-05-07T10:00", "2024-05-07T00:00:00Z", "2024-05-08T00:00:00Z"),
            ("2024-05/2024-06-03", "2024-05-01T00:00:00Z", "2024-06-04T00:00:00Z"),
        ] {
            let range = range(text, None).expect(text);
            assert_eq!(
                (range.from.to_string(), range.until.to_string()),
                (from.to_owned(), until.to_owned())
            );
        }
        for wrong in ["last week", "", "24-05", "2024-13", "2024-05-32", "2024-06/2024-05", "9999"] {
            assert_eq!(range(wrong, None), None, "{wrong}");
        }
    }

    #[test]
    fn a_day_begins_where_it_was_said() {
        let range = range("2024-05-07", Some(jiff::tz::offset(2))).expect("a day");
        assert_eq!(range.from.to_string(), "2024-05-06T22:00:00Z");
    }
}
