//! Both paths: English names of months, days, seasons, units and numbers. Words are given in lower case.

use jiff::civil::Weekday;

use super::Unit;
use crate::text::dates::calendar::Season;

const MONTHS: &[&str] = &[
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];
const WEEKDAYS: &[(&str, Weekday)] = &[
    ("monday", Weekday::Monday),
    ("tuesday", Weekday::Tuesday),
    ("wednesday", Weekday::Wednesday),
    ("thursday", Weekday::Thursday),
    ("friday", Weekday::Friday),
    ("saturday", Weekday::Saturday),
    ("sunday", Weekday::Sunday),
    ("tue", Weekday::Tuesday),
    ("tues", Weekday::Tuesday),
    ("thu", Weekday::Thursday),
    ("fri", Weekday::Friday),
    ("thurs", Weekday::Thursday),
];
const NUMBERS: &[&str] = &[
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
];
/// Years that a bare number may mean.
const YEARS: std::ops::RangeInclusive<i32> = 1900..=2100;

/// 1 to 12; three-letter forms count, "sept" too.
pub(super) fn month(word: &str) -> Option<i32> {
    let full = || MONTHS.iter().position(|name| *name == word);
    let short = || MONTHS.iter().position(|name| word.len() == 3 && name.starts_with(word));
    let index = full().or_else(short).or_else(|| (word == "sept").then_some(8))?;
    i32::try_from(index + 1).ok()
}

pub(super) fn weekday(word: &str) -> Option<Weekday> {
    WEEKDAYS.iter().find(|(name, _)| *name == word).map(|(_, weekday)| *weekday)
}

pub(super) fn season(word: &str) -> Option<Season> {
    Some(match word {
        "spring" => Season::Spring,
        "summer" => Season::Summer,
        "autumn" | "fall" => Season::Autumn,
        "winter" => Season::Winter,
        _ => return None,
    })
}

pub(super) fn unit(word: &str) -> Option<Unit> {
    Some(match word {
        "day" | "days" => Unit::Day,
        "week" | "weeks" => Unit::Week,
        "month" | "months" => Unit::Month,
        "year" | "years" | "yrs" => Unit::Year,
        _ => return None,
    })
}

/// A number in words up to twelve or in up to three digits; "a" and "an" are one.
pub(super) fn count(word: &str) -> Option<i32> {
    if matches!(word, "a" | "an") {
        return Some(1);
    }
    let named = NUMBERS.iter().position(|name| *name == word).and_then(|n| i32::try_from(n).ok());
    named.or_else(|| (word.len() <= 3).then(|| word.parse().ok()).flatten())
}

/// 1 to 31, with or without st, nd, rd, th.
pub(super) fn day(word: &str) -> Option<i32> {
    let digits = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let ending = &word[digits.len()..];
    let number: i32 = digits.parse().ok()?;
    (matches!(ending, "" | "st" | "nd" | "rd" | "th") && (1..=31).contains(&number)).then_some(number)
}

/// A year of four digits.
pub(super) fn year(word: &str) -> Option<i32> {
    (word.len() == 4).then(|| word.parse().ok()).flatten().filter(|year| YEARS.contains(year))
}
