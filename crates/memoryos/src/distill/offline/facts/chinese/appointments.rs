//! A turn comes in: what is fixed for a day, told by its own name: 我的牙医预约在下周三.

use jiff::civil::Date;

use super::{
    super::{Kind, Reading, Voice},
    rules::APPOINTMENTS,
    subject_name,
};
use crate::text::dates::date_mentions;

/// The longest name of an appointment, in characters.
const MAX_NAME: usize = 10;

/// 我的面试定在下周三; `rest` follows 我.
pub(super) fn fixed_for_a_day(rest: &str, voice: Voice<'_>, said_on: Date) -> Option<Reading> {
    let (name_end, told) = APPOINTMENTS
        .iter()
        .filter_map(|name| rest.find(name).map(|at| at + name.len()))
        .min()
        .map(|end| (end, &rest[end..]))?;
    let day =
        ["定在", "安排在", "改到", "推迟到", "在", "是"].iter().find_map(|verb| told.strip_prefix(verb))?;
    let is_dated = date_mentions(day, said_on).first().is_some_and(|mention| mention.span.start == 0);
    let is_named = rest[..name_end].chars().count() <= MAX_NAME;
    (is_dated && is_named && !voice.is_program())
        .then(|| Reading::new(Kind::Plan, format!("{}{rest}", subject_name(voice))))
}

/// The bytes of a time of day at the start of `text`: 三点半, 14:30, 两点.
pub(super) fn clock(text: &str) -> Option<usize> {
    let is_number = |c: char| c.is_ascii_digit() || "一二三四五六七八九十两".contains(c);
    let hour = text.find(|c| !is_number(c)).filter(|end| *end > 0)?;
    let sign = ["点钟", "点半", "点", ":", "："].iter().find(|sign| text[hour..].starts_with(**sign))?;
    let after = &text[hour + sign.len()..];
    let minutes = after.find(|c| !is_number(c)).unwrap_or(after.len());
    let unit = if after[minutes..].starts_with('分') { '分'.len_utf8() } else { 0 };
    // 两点建议 are two points, not two o'clock, and 14:3 is no time.
    let is_time = *sign != "点" || minutes > 0 || !after.starts_with(['建', '意', '想', '原', '要', '理']);
    is_time.then_some(hour + sign.len() + minutes + unit)
}
