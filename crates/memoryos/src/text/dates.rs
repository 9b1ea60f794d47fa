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
        mentions.extend(found.map(|(span, days)| DateMention {
            span: sentence.start + span.start..sentence.start + span.end,
            from: days.from,
            until: days.until,
        }));
    }
    mentions.sort_by_key(|mention| mention.span.start);
    mentions
}

/// When and in which tense a sentence was said.
#[derive(Clone, Copy, Debug)]
struct Spoken {
    on: Date,
    tense: Tense,
}

#[cfg(test)]
mod tests;
