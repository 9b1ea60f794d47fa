//! Times as sources write them.

use jiff::civil;
use serde_json::Value;

use crate::types::Moment;

/// As in the `LoCoMo` data set: `1:56 pm on 8 May, 2023`.
const SPOKEN_FORMAT: &str = "%I:%M %p on %d %B, %Y";
/// As in the BEAM data set: `March-03-2024`.
const MONTH_FIRST_FORMAT: &str = "%B-%d-%Y";

/// The moment a JSON string or number stands for; `None` for anything else. Without a zone it is read as UTC.
pub(super) fn moment(value: &Value) -> Option<Moment> {
    match value {
        Value::String(text) => moment_in(text.trim()),
        Value::Number(number) => Moment::parse(&number.to_string()).ok(),
        _ => None,
    }
}

fn moment_in(text: &str) -> Option<Moment> {
    let names_a_number = text.parse::<f64>().is_ok_and(|number| !number.is_finite());
    if names_a_number {
        return None; // `nan` and `inf` are words, not the year 1970.
    }
    let spoken = || civil::DateTime::strptime(SPOKEN_FORMAT, text).ok();
    let month_first = || civil::Date::strptime(MONTH_FIRST_FORMAT, text).ok().map(|date| date.at(0, 0, 0, 0));
    Moment::parse(text).ok().or_else(|| Moment::from_civil(spoken().or_else(month_first)?).ok())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check(value: &Value, expected: Option<&str>) {
        assert_eq!(moment(value).map(|moment| moment.at.to_string()).as_deref(), expected, "{value}");
    }

    #[test]
    fn every_way_to_write_a_time_is_read() {
        check(&json!("1:56 pm on 8 May, 2023"), Some("2023-05-08T13:56:00Z"));
        check(&json!("12:09 am on 13 September, 2023"), Some("2023-09-13T00:09:00Z"));
        check(&json!("11:01 AM on 17 December, 2022"), Some("2022-12-17T11:01:00Z"));
        check(&json!("March-03-2024"), Some("2024-03-03T00:00:00Z"));
        check(&json!("2026-02-03 10:00:00"), Some("2026-02-03T10:00:00Z"));
        check(&json!("2026-02-03T10:00:00+02:00"), Some("2026-02-03T08:00:00Z"));
        check(&json!(1_770_112_800), Some("2026-02-03T10:00:00Z"));
        check(&json!(1_770_112_800.5), Some("2026-02-03T10:00:00.5Z"));
    }

    #[test]
    fn what_is_no_time_is_none() {
        for wrong in
            [json!("not a date"), json!(""), json!("nan"), json!("Infinity"), json!(null), json!(["2026"])]
        {
            check(&wrong, None);
        }
    }
}
