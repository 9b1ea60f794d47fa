//! Both paths: Chinese days of a month without the month, and stretches that end on one.

use super::{Match, Spoken, WEEK_NAMES, number, weekday};
use crate::text::dates::{
    calendar::{Days, Unit},
    tense::Tense,
};

/// What stands between the first and the last day.
const JOINERS: &[char] = &['到', '至', '-', '–', '—', '~', '～'];
/// After 号: the number names a thing instead of a day.
const NUMBERED: &[&str] = &[
    "线", "楼", "店", "门", "院", "电池", "码", "字", "房", "车", "馆", "公路", "桌", "机", "选手", "公寓",
    "病", "出口", "仓", "令", "地铁", "球", "厅", "台", "室",
];

/// 15号: the next such day, or the last when the sentence looks back.
pub(super) fn day_of_month(rest: &str, spoken: Spoken) -> Option<Match> {
    let (length, day) = number(rest).filter(|(_, day)| (1..=31).contains(day))?;
    let after = rest[length..].strip_prefix('号')?;
    if NUMBERED.iter().any(|thing| after.starts_with(thing)) {
        return None;
    }
    let in_month = |months: i32| {
        let month = Days::unit(spoken.on, Unit::Month, months)?.from;
        Days::ymd(month.year().into(), month.month().into(), day)
    };
    // A day may be missing from a month, never from two that follow each other.
    let days = if spoken.tense == Tense::Past {
        [0, -1, -2].into_iter().filter_map(in_month).find(|days| days.from <= spoken.on)
    } else {
        [0, 1, 2].into_iter().filter_map(in_month).find(|days| days.from >= spoken.on)
    };
    Some((rest.len() - after.len(), days?))
}

/// The date with what goes on about it: 5月8日到10日, 5月8-10日, 5月8日星期五.
pub(super) fn through(rest: &str, (taken, days): Match) -> Match {
    let after = &rest[taken..];
    last_day(after, days)
        .or_else(|| named_day(after, days))
        .map_or((taken, days), |(more, days)| (taken + more, days))
}

/// 到10日 after a day, 8-10日 after a month.
fn last_day(after: &str, days: Days) -> Option<Match> {
    let is_day = days.from.tomorrow().ok()? == days.until;
    let is_month = days.from.day() == 1
        && days.from.first_of_month() == days.until.yesterday().ok()?.first_of_month()
        && !is_day;
    let (start_length, first) = match number(after) {
        Some((length, first)) if is_month => (length, first),
        None if is_day => (0, days.from.day().into()),
        _ => return None,
    };
    let rest = after[start_length..].strip_prefix(JOINERS)?;
    let (length, last) = number(rest).filter(|(_, last)| (first + 1..=31).contains(last))?;
    let end = rest[length..].strip_prefix(['日', '号'])?;
    let (year, month) = (days.from.year().into(), days.from.month().into());
    let stretch =
        Days { from: Days::ymd(year, month, first)?.from, until: Days::ymd(year, month, last)?.until };
    Some((after.len() - end.len(), stretch))
}

/// 星期五, （周五） right after a day: it names the same day.
fn named_day(after: &str, days: Days) -> Option<Match> {
    (days.from.tomorrow().ok()? == days.until).then_some(())?;
    let opened = after.trim_start_matches(['（', '(', ' ']);
    let rest = WEEK_NAMES.iter().find_map(|name| opened.strip_prefix(name))?;
    (weekday(rest)? == days.from.weekday()).then_some(())?;
    let end = &rest['一'.len_utf8()..];
    let is_open = opened.len() < after.trim_start().len();
    let end = if is_open { end.trim_start_matches(['）', ')']) } else { end };
    Some((after.len() - end.len(), days))
}
