//! Both paths: Chinese date expressions, read character by character. Like the English ones a table of small rules;
//! a rule says how many bytes it took and which days it means.

use std::ops::Range;

use jiff::civil::Weekday;

use super::{
    Days, Spoken,
    calendar::{Season, Unit, Which, plus, yearly},
    tense::Tense,
};

mod ranges;

use ranges::day_of_month;

/// How many bytes a rule took, and which days it means.
type Match = (usize, Days);
type Rule = fn(&str, Spoken) -> Option<Match>;

/// Every rule, in the order they are tried.
const RULES: [Rule; 8] =
    [near_day, full_date, near_year, near_month, near_week, away, month_and_day, day_of_month];

const NEAR_DAYS: &[(&str, i32)] = &[
    ("大前天", -3),
    ("大后天", 3),
    ("前天", -2),
    ("前晚", -2),
    ("昨天", -1),
    ("昨日", -1),
    ("昨晚", -1),
    ("昨夜", -1),
    ("今天", 0),
    ("今日", 0),
    ("今晚", 0),
    ("今早", 0),
    ("今晨", 0),
    ("明天", 1),
    ("明日", 1),
    ("明早", 1),
    ("明晚", 1),
    ("后天", 2),
];
const NEAR_YEARS: &[(&str, i32)] =
    &[("今年", 0), ("去年", -1), ("前年", -2), ("明年", 1), ("后年", 2), ("本年", 0)];
const STEPS: &[(&str, i32)] =
    &[("上上", -2), ("下下", 2), ("上", -1), ("这", 0), ("本", 0), ("下", 1), ("当", 0)];
const SEASONS: &[(&str, Season)] =
    &[("春", Season::Spring), ("夏", Season::Summer), ("秋", Season::Autumn), ("冬", Season::Winter)];
const WEEK_NAMES: &[&str] = &["星期", "礼拜", "周"];
const UNITS: &[(&str, Unit)] = &[
    ("天", Unit::Day),
    ("周", Unit::Week),
    ("个星期", Unit::Week),
    ("个礼拜", Unit::Week),
    ("个月", Unit::Month),
    ("年", Unit::Year),
    ("日", Unit::Day),
];
/// What 几 may stand for.
const SEVERAL: (i32, i32) = (2, 9);

/// The date expressions of one sentence with their byte ranges.
pub(super) fn dates(sentence: &str, spoken: Spoken) -> Vec<(Range<usize>, Days)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(c) = sentence[at..].chars().next() {
        let rest = &sentence[at..];
        let matched =
            RULES.iter().find_map(|rule| rule(rest, spoken)).filter(|_| stands_free(&sentence[..at], rest));
        let matched = matched.map(|found| ranges::through(rest, found));
        match matched {
            Some((taken, days)) => {
                found.push((at..at + taken, days));
                at += taken;
            }
            None => at += c.len_utf8(),
        }
    }
    found
}

/// Whether a number may begin here: not in the middle of another (2023年 is not 023年), nor an ordinal (第三天).
fn stands_free(before: &str, rest: &str) -> bool {
    let begins_with_number = number(rest).is_some();
    !(begins_with_number
        && before.ends_with(|c: char| c.is_ascii_digit() || "第一二三四五六七八九十百".contains(c)))
}

/// 昨天, 大后天.
fn near_day(rest: &str, spoken: Spoken) -> Option<Match> {
    let (name, offset) = starting(rest, NEAR_DAYS)?;
    Some((name.len(), Days::day(plus(spoken.on, offset)?)?))
}

/// 2023年, 2023年5月, 2023年5月7日.
fn full_date(rest: &str, _: Spoken) -> Option<Match> {
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    (digits == 4).then_some(())?;
    let year: i32 = rest[..digits].parse().ok()?;
    let after = rest[digits..].strip_prefix('年')?;
    let (taken, days) = within_year(after, year)?;
    Some((rest.len() - after.len() + taken, days))
}

/// 今年, 去年三月, 明年夏天.
fn near_year(rest: &str, spoken: Spoken) -> Option<Match> {
    let (name, offset) = starting(rest, NEAR_YEARS)?;
    let (taken, days) = within_year(&rest[name.len()..], i32::from(spoken.on.year()) + offset)?;
    Some((name.len() + taken, days))
}

/// What follows a year: a month, a day, a season, or nothing.
fn within_year(after: &str, year: i32) -> Option<Match> {
    if let Some((taken, month, day)) = month_day(after.strip_prefix('的').unwrap_or(after)) {
        let days = day.map_or_else(|| Days::month(year, month), |day| Days::ymd(year, month, day));
        return Some((taken + after.len() - after.strip_prefix('的').unwrap_or(after).len(), days?));
    }
    if let Some((name, season)) = starting(after, SEASONS) {
        let heaven = if after[name.len()..].starts_with('天') { '天'.len_utf8() } else { 0 };
        return Some((name.len() + heaven, Days::season(year, season)?));
    }
    Some((0, Days::years(year, 1)?))
}

/// 上个月, 这个月15号, 下月.
fn near_month(rest: &str, spoken: Spoken) -> Option<Match> {
    let (name, offset) = starting(rest, STEPS)?;
    let after = rest[name.len()..].strip_prefix('个').unwrap_or(&rest[name.len()..]).strip_prefix('月')?;
    let days = Days::unit(spoken.on, Unit::Month, offset)?;
    let taken = rest.len() - after.len();
    match number(after).filter(|(length, _)| after[*length..].starts_with(['日', '号'])) {
        Some((length, day)) => {
            let days = Days::ymd(days.from.year().into(), days.from.month().into(), day)?;
            Some((taken + length + '日'.len_utf8(), days))
        }
        None => Some((taken, days)),
    }
}

/// 上周, 下周五, 这周末, 周三, 周末.
fn near_week(rest: &str, spoken: Spoken) -> Option<Match> {
    let (step, offset) = starting(rest, STEPS).map_or(("", None), |(name, offset)| (name, Some(offset)));
    let after_step = &rest[step.len()..];
    let after_step =
        if offset.is_some() { after_step.strip_prefix('个').unwrap_or(after_step) } else { after_step };
    if let Some(after) = after_step.strip_prefix("周末") {
        return Some((rest.len() - after.len(), weekend(offset, spoken)?));
    }
    let after = WEEK_NAMES.iter().find_map(|name| after_step.strip_prefix(name))?;
    let taken = rest.len() - after.len();
    match (weekday(after), offset) {
        (Some(day), Some(offset)) => {
            Some((taken + '一'.len_utf8(), Days::weekday_in_week(spoken.on, offset, day)?))
        }
        (Some(day), None) => Some((taken + '一'.len_utf8(), lone_weekday(spoken, day)?)),
        (None, Some(offset)) => Some((taken, Days::week(spoken.on, offset)?)),
        (None, None) => None,
    }
}

fn weekend(offset: Option<i32>, spoken: Spoken) -> Option<Days> {
    let this = Days::weekend(spoken.on, 0)?;
    match offset {
        Some(offset) => Days::weekend(spoken.on, offset),
        None if spoken.tense == Tense::Past && this.from > spoken.on => Days::weekend(spoken.on, -1),
        None => Some(this),
    }
}

fn lone_weekday(spoken: Spoken, weekday: Weekday) -> Option<Days> {
    match spoken.tense {
        Tense::Past => Days::weekday_before(spoken.on, weekday),
        Tense::Open | Tense::Future => Days::weekday_after(spoken.on, weekday),
    }
}

/// 三年前, 两个月后, 几天前, 半年前.
fn away(rest: &str, spoken: Spoken) -> Option<Match> {
    if let Some(after) = rest.strip_prefix("半年") {
        let (taken, sign) = direction(after)?;
        return Some(("半年".len() + taken, Days::unit(spoken.on, Unit::Month, 6 * sign)?));
    }
    let (length, least, most) = match rest.strip_prefix('几') {
        Some(_) => ('几'.len_utf8(), SEVERAL.0, SEVERAL.1),
        None => number(rest).map(|(length, n)| (length, n, n))?,
    };
    let (unit_name, unit) = starting(&rest[length..], UNITS)?;
    let (taken, sign) = direction(&rest[length + unit_name.len()..])?;
    let days = Days::between(spoken.on, unit, sign.checked_mul(least)?, sign.checked_mul(most)?)?;
    Some((length + unit_name.len() + taken, days))
}

/// 前 and 后 in their forms: bytes taken, −1 or 1.
fn direction(rest: &str) -> Option<(usize, i32)> {
    let forms = [("以前", -1), ("之前", -1), ("前", -1), ("以后", 1), ("之后", 1), ("后", 1)];
    starting(rest, &forms).map(|(name, sign)| (name.len(), sign))
}

/// 5月7日, 三月.
fn month_and_day(rest: &str, spoken: Spoken) -> Option<Match> {
    let (taken, month, day) = month_day(rest)?;
    let days = match day {
        Some(day) => yearly(spoken.on, Which::day_by(spoken.tense), |year| Days::ymd(year, month, day)),
        None => yearly(spoken.on, Which::by(spoken.tense), |year| Days::month(year, month)),
    };
    Some((taken, days?))
}

/// A month and perhaps a day of it: bytes taken, month, day.
fn month_day(rest: &str) -> Option<(usize, i32, Option<i32>)> {
    let (length, month) = number(rest).filter(|(_, month)| (1..=12).contains(month))?;
    let after = rest[length..].strip_prefix('月')?;
    let month_end = rest.len() - after.len();
    let day = number(after)
        .filter(|(length, day)| (1..=31).contains(day) && after[*length..].starts_with(['日', '号']));
    Some(match day {
        Some((length, day)) => (month_end + length + '日'.len_utf8(), month, Some(day)),
        None => (month_end + after.strip_prefix('份').map_or(0, |_| '份'.len_utf8()), month, None),
    })
}

fn weekday(rest: &str) -> Option<Weekday> {
    let offset = match rest.chars().next()? {
        '日' | '天' => 6,
        c => "一二三四五六".chars().position(|name| name == c)?,
    };
    Weekday::from_monday_zero_offset(i8::try_from(offset).ok()?).ok()
}

/// A number below a thousand in digits or below a hundred in characters: bytes taken, value.
fn number(rest: &str) -> Option<(usize, i32)> {
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    if digits > 0 {
        return (digits <= 3).then(|| rest[..digits].parse().ok()).flatten().map(|n| (digits, n));
    }
    let (mut taken, mut total, mut last) = (0, 0, None);
    for c in rest.chars() {
        if c == '十' {
            total += last.take().unwrap_or(1) * 10;
        } else if let Some(digit) = digit(c).filter(|_| last.is_none()) {
            last = Some(digit);
        } else {
            break;
        }
        taken += c.len_utf8();
    }
    (taken > 0).then_some((taken, total + last.unwrap_or(0)))
}

fn digit(c: char) -> Option<i32> {
    if c == '两' {
        return Some(2);
    }
    "零一二三四五六七八九".chars().position(|name| name == c).and_then(|n| i32::try_from(n).ok())
}

/// The first entry whose name `text` begins with.
fn starting<'a, T: Copy>(text: &str, table: &[(&'a str, T)]) -> Option<(&'a str, T)> {
    table.iter().find(|(name, _)| text.starts_with(name)).copied()
}
