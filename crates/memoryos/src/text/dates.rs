//! Both paths: when a sentence says that something happens, as days of the calendar.

use std::ops::Range;

use jiff::civil::Date;

use super::sentences::sentences;

mod calendar;
mod chinese;
mod english;
mod tense;

use calendar::Days;
use tense::{Tense, tense};

/// What stands between the first and the last day of a stretch.
const JOINERS: &[&str] = &["to", "until", "till", "through", "-", "–", "—", "到", "至", "~", "～"];

/// A date expression in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DateMention {
    /// Where it stands, in bytes.
    pub span: Range<usize>,
    /// The first day it can mean.
    pub from: Date,
    /// The first day after that.
    pub until: Date,
}

/// The date expressions of an English or Chinese text that was said on `said_on`, in order, none overlapping.
///
/// "yesterday" is a day, "last week" a week from Monday, "in June" a month, "a few years ago" several years. A
/// month or weekday without more lies behind or before the speaker as the sentence's tense has it; without any hint
/// a month lies behind and a weekday before. Seasons are those of the northern hemisphere.
pub fn date_mentions(text: &str, said_on: Date) -> Vec<DateMention> {
    let mut mentions = Vec::new();
    for sentence in sentences(text) {
        let words = &text[sentence.clone()];
        let spoken = Spoken { on: said_on, tense: tense(words) };
        let found = english::dates(words, spoken).into_iter().chain(chinese::dates(words, spoken));
        let mut found: Vec<_> = found.collect();
        found.sort_by_key(|(span, _)| span.start);
        mentions.extend(joined(words, found).into_iter().map(|(span, days)| DateMention {
            span: sentence.start + span.start..sentence.start + span.end,
            from: days.from,
            until: days.until,
        }));
    }
    mentions
}

/// Dates of a sentence, where two joined by "to" are one: "28 April to 3 May", 5月28日到6月3日.
fn joined(sentence: &str, dates: Vec<(Range<usize>, Days)>) -> Vec<(Range<usize>, Days)> {
    let mut found: Vec<(Range<usize>, Days)> = Vec::new();
    for (span, days) in dates {
        match found.last_mut() {
            // "in 2023年5月": both languages see a date, the longer one holds.
            Some(last) if span.start < last.0.end => {
                if span.len() > last.0.len() {
                    *last = (span, days);
                }
            }
            Some((before, first))
                if JOINERS.contains(&sentence[before.end..span.start].trim()) && first.until <= days.from =>
            {
                before.end = span.end;
                first.until = days.until;
            }
            _ => found.push((span, days)),
        }
    }
    found
}

/// When and in which tense a sentence was said.
#[derive(Clone, Copy, Debug)]
struct Spoken {
    on: Date,
    tense: Tense,
}

#[cfg(test)]
mod tests;
