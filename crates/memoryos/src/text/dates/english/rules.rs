//! Both paths: the rules for English dates, the more telling ones first.

use super::{
    Match, Reader,
    names::{count, day, month, season, unit, weekday, year},
    ranges::{days_of_month, month_days},
};
use crate::text::dates::{
    calendar::{Days, Unit, Which, plus, yearly},
    tense::Tense,
};

type Rule = fn(Reader<'_>) -> Option<Match>;

/// Dates that need no other date.
const ANCHORS: [Rule; 14] = [
    weekday_and_day,
    days_of_month,
    month_days,
    iso,
    day_month,
    month_day,
    month_year,
    season_year,
    near_day,
    relative,
    ago,
    ahead,
    lone_month,
    lone_year,
];

/// Every rule, in the order they are tried.
pub(super) const RULES: [Rule; 3] = [beside_a_date, |reader| reader.any(&ANCHORS), lone_weekday];

/// `2023-05-07`, `2023/5/7`.
fn iso(reader: Reader<'_>) -> Option<Match> {
    let mut parts = reader.word(0).split(['-', '/']);
    let (y, m, d) = (parts.next()?, parts.next()?, parts.next()?);
    let is_last = parts.next().is_none();
    Some((1, Days::ymd(year(y).filter(|_| is_last)?, m.parse().ok()?, d.parse().ok()?)?))
}

/// `7 May 2023`, `the 7th of May`.
fn day_month(reader: Reader<'_>) -> Option<Match> {
    let of = usize::from(reader.word(1) == "of");
    let (d, m) = (day(reader.word(0))?, month(reader.word(1 + of))?);
    on_day(reader, m, d, 2 + of)
}

/// `May 7th, 2023`, `March 3`.
fn month_day(reader: Reader<'_>) -> Option<Match> {
    let (m, d) = (month(reader.word(0))?, day(reader.word(1))?);
    on_day(reader, m, d, 2)
}

/// `Thursday 23 April`, `Thursday, April 23`, `Thursday the 23rd of April`: the day counts, not the weekday.
fn weekday_and_day(reader: Reader<'_>) -> Option<Match> {
    weekday(reader.word(0))?;
    let lead = 1 + usize::from(reader.word(1) == "the");
    let (taken, days) = reader.skip(lead)?.any(&[days_of_month, month_days, iso, day_month, month_day])?;
    Some((lead + taken, days))
}

pub(super) fn on_day(reader: Reader<'_>, month: i32, day: i32, taken: usize) -> Option<Match> {
    if let Some(year) = year(reader.word(taken)) {
        return Some((taken + 1, Days::ymd(year, month, day)?));
    }
    let which = Which::day_by(reader.spoken.tense);
    Some((taken, yearly(reader.spoken.on, which, |year| Days::ymd(year, month, day))?))
}

/// `June 2022`, `June of 2022`.
fn month_year(reader: Reader<'_>) -> Option<Match> {
    let of = usize::from(reader.word(1) == "of");
    Some((2 + of, Days::month(year(reader.word(1 + of))?, month(reader.word(0))?)?))
}

/// `summer 2022`, `the summer of 2022`.
fn season_year(reader: Reader<'_>) -> Option<Match> {
    let of = usize::from(reader.word(1) == "of");
    Some((2 + of, Days::season(year(reader.word(1 + of))?, season(reader.word(0))?)?))
}

/// `today`, `last night`, `the day after tomorrow`.
fn near_day(reader: Reader<'_>) -> Option<Match> {
    let words = [reader.word(0), reader.word(1), reader.word(2)];
    let (taken, offset) = match words {
        ["day", "before", "yesterday"] => (3, -2),
        ["day", "after", "tomorrow"] => (3, 2),
        ["last", "night", _] => (2, -1),
        ["this", "morning" | "afternoon" | "evening", _] => (2, 0),
        ["today" | "tonight", ..] => (1, 0),
        ["yesterday", ..] => (1, -1),
        ["tomorrow", ..] => (1, 1),
        _ => return None,
    };
    Some((taken, Days::day(plus(reader.spoken.on, offset)?)?))
}

/// `last week`, `this weekend`, `next Friday`, `last summer`, `next March`.
fn relative(reader: Reader<'_>) -> Option<Match> {
    let on = reader.spoken.on;
    let (count, which) = match reader.word(0) {
        "last" | "past" | "previous" => (-1, Which::Last),
        "this" => (0, Which::This),
        "next" | "coming" => (1, Which::Next),
        _ => return None,
    };
    let what = reader.word(1);
    let days = if let Some(unit) = unit(what).filter(|unit| *unit != Unit::Day) {
        Days::unit(on, unit, count)?
    } else if what == "weekend" {
        Days::weekend(on, count)?
    } else if let Some(weekday) = weekday(what) {
        match which {
            Which::Last => Days::weekday_before(on, weekday)?,
            Which::Next => Days::weekday_after(on, weekday)?,
            _ => Days::weekday_in_week(on, 0, weekday)?,
        }
    } else if let Some(season) = season(what) {
        yearly(on, which, |year| Days::season(year, season))?
    } else {
        let month = month(what)?;
        yearly(on, which, |year| Days::month(year, month))?
    };
    Some((2, days))
}

/// `two weeks ago`, `a couple of days ago`, `a few years ago`.
fn ago(reader: Reader<'_>) -> Option<Match> {
    if let ("weekend" | "weekends", "ago", Some(weekends)) =
        (reader.word(1), reader.word(2), count(reader.word(0)))
    {
        return Some((3, Days::weekend(reader.spoken.on, -weekends)?));
    }
    let (taken, unit, least, most) = amount(reader)?;
    (reader.word(taken) == "ago").then_some(())?;
    Some((taken + 1, Days::between(reader.spoken.on, unit, -least, -most)?))
}

/// `in three days`, `two weeks from now`.
fn ahead(reader: Reader<'_>) -> Option<Match> {
    let (start, end) = if reader.word(0) == "in" { (1, 0) } else { (0, 2) };
    let (taken, unit, least, most) = amount(reader.skip(start)?)?;
    let is_ahead =
        start == 1 || (reader.word(taken) == "from" && matches!(reader.word(taken + 1), "now" | "today"));
    // "in five years of teaching" counts years, it does not point ahead; nor does "in a week" in a tale of the past.
    let points =
        is_ahead && reader.word(start + taken) != "of" && (start == 0 || reader.spoken.tense != Tense::Past);
    points.then_some(())?;
    Some((start + taken + end, Days::between(reader.spoken.on, unit, least, most)?))
}

/// A number and a unit: how many words they take, the unit, the least and the most that may be meant.
fn amount(reader: Reader<'_>) -> Option<(usize, Unit, i32, i32)> {
    let article = usize::from(reader.word(0) == "a");
    let (taken, least, most) = match (reader.word(article), reader.word(article + 1)) {
        ("couple", "of") => (article + 2, 2, 2),
        ("couple", _) => (article + 1, 2, 2),
        ("few" | "several", _) => (article + 1, 2, 5),
        _ => {
            let n = count(reader.word(0))?;
            (1, n, n)
        }
    };
    Some((taken + 1, unit(reader.word(taken))?, least, most))
}

/// `the week before 9 June 2023`, `the Friday after 3 May`, `the weekend before last Tuesday`.
fn beside_a_date(reader: Reader<'_>) -> Option<Match> {
    let is_before = match reader.word(1) {
        "before" => true,
        "after" => false,
        _ => return None,
    };
    let what = reader.word(0);
    (matches!(what, "day" | "week" | "weekend") || weekday(what).is_some()).then_some(())?;
    let (taken, anchor) = reader.skip(2)?.any(&ANCHORS)?;
    let (first, after) = (anchor.from, anchor.until);
    let days = match what {
        "day" if is_before => Days::day(plus(first, -1)?)?,
        "day" => Days::day(after)?,
        "week" if is_before => Days::starting(plus(first, -7)?, 7)?,
        "week" => Days::starting(after, 7)?,
        "weekend" if is_before => {
            let saturday = Days::weekday_before(plus(first, -1)?, weekday("saturday")?)?;
            Days::starting(saturday.from, 2)?
        }
        "weekend" => Days::starting(Days::weekday_after(plus(after, -1)?, weekday("saturday")?)?.from, 2)?,
        name if is_before => Days::weekday_before(first, weekday(name)?)?,
        name => Days::weekday_after(plus(after, -1)?, weekday(name)?)?,
    };
    Some((2 + taken, days))
}

/// `in June`, `since March`; a name that is a common word too (may, march) needs such a word before it.
fn lone_month(reader: Reader<'_>) -> Option<Match> {
    let word = reader.word(0);
    let month = month(word)?;
    let is_led = matches!(
        reader.before(),
        "in" | "since" | "during" | "until" | "till" | "by" | "early" | "late" | "mid" | "of"
    );
    let is_name = reader.is_capital()
        && word.len() > 3
        && !matches!(word, "may" | "march" | "june" | "april" | "august");
    (is_led && reader.is_capital() || is_name).then_some(())?;
    let which = Which::by(reader.spoken.tense);
    Some((1, yearly(reader.spoken.on, which, |year| Days::month(year, month))?))
}

/// `in 2019`, `since 2019`, `the 1990s`.
fn lone_year(reader: Reader<'_>) -> Option<Match> {
    if let Some(decade) = reader.word(0).strip_suffix('s').and_then(year).filter(|year| year % 10 == 0) {
        return Some((1, Days::years(decade, 10)?));
    }
    let is_led = matches!(
        reader.before(),
        "in" | "since"
            | "during"
            | "until"
            | "till"
            | "by"
            | "from"
            | "early"
            | "late"
            | "mid"
            | "of"
            | "year"
            | "before"
            | "after"
    );
    let year = year(reader.word(0)).filter(|_| is_led)?;
    Some((1, Days::years(year, 1)?))
}

/// `on Tuesday`, `Friday`: the last when the sentence looks back, else the next. Not `on Tuesdays`.
fn lone_weekday(reader: Reader<'_>) -> Option<Match> {
    let weekday = weekday(reader.word(0)).filter(|_| !matches!(reader.before(), "every" | "each"))?;
    let days = match reader.spoken.tense {
        Tense::Past => Days::weekday_before(reader.spoken.on, weekday)?,
        Tense::Open | Tense::Future => Days::weekday_after(reader.spoken.on, weekday)?,
    };
    Some((1, days))
}
