//! Both paths: stretches of whole days around a given one. Everything returns `None` beyond the calendar's end.

use jiff::{
    ToSpan,
    civil::{Date, Weekday},
};

use super::tense::Tense;

/// Months in a year.
const MONTHS: i32 = 12;

/// A unit of the calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    Day,
    Week,
    Month,
    Year,
}

/// Three months, of the northern hemisphere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Season {
    Spring,
    Summer,
    Autumn,
    Winter,
}

/// A stretch of days, from the first up to but without `until`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Days {
    pub(super) from: Date,
    pub(super) until: Date,
}

/// `date` moved by `days`.
pub(super) fn plus(date: Date, days: i32) -> Option<Date> {
    date.checked_add(days.days()).ok()
}

impl Days {
    /// `count` days from `from` on.
    pub(super) fn starting(from: Date, count: i32) -> Option<Self> {
        Some(Self { from, until: plus(from, count)? })
    }

    /// One day.
    pub(super) fn day(day: Date) -> Option<Self> {
        Self::starting(day, 1)
    }

    /// A day of the calendar, if there is one.
    pub(super) fn ymd(year: i32, month: i32, day: i32) -> Option<Self> {
        Self::day(ymd(year, month, day)?)
    }

    /// A whole month; months beyond 1 to 12 run into other years.
    pub(super) fn month(year: i32, month: i32) -> Option<Self> {
        Self::months(year, month, 1)
    }

    /// `count` months from this one on.
    pub(super) fn months(year: i32, month: i32, count: i32) -> Option<Self> {
        let first =
            |month: i32| ymd(year + (month - 1).div_euclid(MONTHS), (month - 1).rem_euclid(MONTHS) + 1, 1);
        Some(Self { from: first(month)?, until: first(month + count)? })
    }

    /// `count` years from this one on.
    pub(super) fn years(year: i32, count: i32) -> Option<Self> {
        Self::months(year, 1, MONTHS * count)
    }

    /// The week of `date`, moved by `weeks`; it begins on Monday.
    pub(super) fn week(date: Date, weeks: i32) -> Option<Self> {
        Self::starting(plus(date, weeks * 7 - monday_offset(date))?, 7)
    }

    /// Saturday and Sunday of the week of `date`, moved by `weeks`.
    pub(super) fn weekend(date: Date, weeks: i32) -> Option<Self> {
        Self::starting(plus(Self::week(date, weeks)?.from, 5)?, 2)
    }

    /// A weekday in the week of `date`, moved by `weeks`.
    pub(super) fn weekday_in_week(date: Date, weeks: i32, weekday: Weekday) -> Option<Self> {
        let offset = i32::from(weekday.to_monday_zero_offset());
        Self::day(plus(Self::week(date, weeks)?.from, offset)?)
    }

    /// The last such weekday before `date`.
    pub(super) fn weekday_before(date: Date, weekday: Weekday) -> Option<Self> {
        let back = (monday_offset(date) - i32::from(weekday.to_monday_zero_offset())).rem_euclid(7);
        Self::day(plus(date, -if back == 0 { 7 } else { back })?)
    }

    /// The first such weekday after `date`.
    pub(super) fn weekday_after(date: Date, weekday: Weekday) -> Option<Self> {
        let ahead = (i32::from(weekday.to_monday_zero_offset()) - monday_offset(date)).rem_euclid(7);
        Self::day(plus(date, if ahead == 0 { 7 } else { ahead })?)
    }

    /// The unit of the calendar that holds `date`, moved by `count` such units.
    pub(super) fn unit(date: Date, unit: Unit, count: i32) -> Option<Self> {
        let (year, month) = (i32::from(date.year()), i32::from(date.month()));
        match unit {
            Unit::Day => Self::day(plus(date, count)?),
            Unit::Week => Self::week(date, count),
            Unit::Month => Self::month(year, month.checked_add(count)?),
            Unit::Year => Self::years(year.checked_add(count)?, 1),
        }
    }

    /// About `count` units away: the day, a week around it, the month, the year.
    pub(super) fn away(date: Date, unit: Unit, count: i32) -> Option<Self> {
        match unit {
            Unit::Week => Self::starting(plus(date, count.checked_mul(7)?.checked_sub(3)?)?, 7),
            _ => Self::unit(date, unit, count),
        }
    }

    /// From `least` to `most` units away; both negative for the past.
    pub(super) fn between(date: Date, unit: Unit, least: i32, most: i32) -> Option<Self> {
        let (a, b) = (Self::away(date, unit, least)?, Self::away(date, unit, most)?);
        Some(Self { from: a.from.min(b.from), until: a.until.max(b.until) })
    }

    /// A season; winter is that of the year in which it begins.
    pub(super) fn season(year: i32, season: Season) -> Option<Self> {
        let first_month = match season {
            Season::Spring => 3,
            Season::Summer => 6,
            Season::Autumn => 9,
            Season::Winter => 12,
        };
        Self::months(year, first_month, 3)
    }
}

/// What recurs every year, in the year that fits: over by `on`, holding or nearest, or still to come.
pub(super) fn yearly(on: Date, which: Which, of_year: impl Fn(i32) -> Option<Days>) -> Option<Days> {
    let year = i32::from(on.year());
    let mut candidates = (year - 1..=year + 1).filter_map(&of_year);
    match which {
        Which::Last => (year - 2..=year).filter_map(&of_year).rfind(|days| days.until <= on),
        Which::Behind => (year - 2..=year).filter_map(&of_year).rfind(|days| days.from <= on),
        Which::This => of_year(year),
        Which::Ahead => candidates.find(|days| days.until > on),
        Which::Next => candidates.find(|days| days.from > on),
        Which::Nearest => candidates.min_by_key(|days| on.duration_until(days.from).abs()),
    }
}

/// Which of the yearly returns of a day, month or season is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Which {
    /// The last that is over.
    Last,
    /// The last that has begun.
    Behind,
    /// That of the running year.
    This,
    /// The first that is not over.
    Ahead,
    /// The first that has not begun.
    Next,
    /// The one that begins nearest.
    Nearest,
}

impl Which {
    /// The one a month or season without more means.
    pub(super) fn by(tense: Tense) -> Self {
        if tense == Tense::Future { Self::Ahead } else { Self::Behind }
    }

    /// The one a day of the year without more means.
    pub(super) fn day_by(tense: Tense) -> Self {
        match tense {
            Tense::Past => Self::Behind,
            Tense::Open => Self::Nearest,
            Tense::Future => Self::Ahead,
        }
    }
}

fn ymd(year: i32, month: i32, day: i32) -> Option<Date> {
    Date::new(year.try_into().ok()?, month.try_into().ok()?, day.try_into().ok()?).ok()
}

fn monday_offset(date: Date) -> i32 {
    i32::from(date.weekday().to_monday_zero_offset())
}
