//! First step of a recall: what the question itself says about where to look, whose words and of which days.

use jiff::civil::Date;

use super::Prepared;
use crate::{
    index::Passage,
    text::{
        dates::{DateMention, date_mentions},
        questions::spoken_of,
        script::is_cjk,
        words::{fold, words},
    },
    types::{Moment, Page, Side},
    view::View,
};

/// Names that are roles: a question that has such a word seldom means the speaker.
const ROLES: &[&str] = &["user", "assistant"];

/// Whose words a question is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whose {
    /// The speaker of this place among [`Passages::speakers`](crate::index::Passages::speakers).
    Speaker(u16),
    /// Whoever speaks on this side.
    Side(Side),
}

/// Days from the first up to but without the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Days {
    from: Date,
    until: Date,
}

impl Days {
    fn has(self, day: Date) -> bool {
        self.from <= day && day < self.until
    }

    fn overlaps(self, mention: &DateMention) -> bool {
        self.from < mention.until && mention.from < self.until
    }
}

/// What a question says about where to look.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Asked {
    /// Whose words, if it names one alone.
    pub(super) whose: Option<Whose>,
    /// Of which days; empty when it names none.
    days: Vec<Days>,
}

impl Asked {
    /// Reads the question. Days are those around its own time; where nothing was said on them, those around the
    /// time of the last talk: "in June", asked of a memory that ends in July, is that June.
    pub(super) fn read(view: &View, query: &Prepared) -> Self {
        let whose = whose(&query.text, view.index.passages().speakers());
        let said_on: Vec<Date> = view.state.pages().iter().map(said_on).collect();
        let asked_on = Moment::utc(query.at).civil().date();
        let bases =
            std::iter::once(asked_on).chain(said_on.iter().filter(|day| **day <= asked_on).max().copied());
        let days = bases.map(|base| named_days(&query.text, base));
        let days = days.into_iter().find(|days| said_on.iter().any(|day| days.iter().any(|d| d.has(*day))));
        Self { whose, days: days.unwrap_or_default() }
    }

    /// Whether a passage is of the speaker asked about; `None` when the question names none.
    pub(super) fn is_theirs(&self, passage: &Passage) -> Option<bool> {
        self.whose.map(|whose| match whose {
            Whose::Speaker(speaker) => passage.speaker == Some(speaker),
            Whose::Side(side) => passage.side == side,
        })
    }

    /// Whether a page is of the days asked about; `None` when the question names none.
    pub(super) fn is_of_the_days(&self, page: &Page) -> Option<bool> {
        (!self.days.is_empty()).then(|| self.days.iter().any(|days| days.has(said_on(page))))
    }

    /// Whether words said on another day speak of the days asked about.
    pub(super) fn speaks_of_the_days(&self, page: &Page, text: &str) -> bool {
        let mentions = date_mentions(text, said_on(page));
        mentions.iter().any(|mention| self.days.iter().any(|days| days.overlaps(mention)))
    }
}

fn said_on(page: &Page) -> Date {
    page.turn.at().civil().date()
}

fn named_days(question: &str, asked_on: Date) -> Vec<Days> {
    let mentions = date_mentions(question, asked_on).into_iter();
    mentions.map(|mention| Days { from: mention.from, until: mention.until }).collect()
}

/// The one speaker a question names, else the side its pronouns mean.
fn whose(question: &str, speakers: &[Box<str>]) -> Option<Whose> {
    let folded = fold(question);
    let asked = words(&folded);
    let named: Vec<usize> =
        (0..speakers.len()).filter(|place| names(&speakers[*place], &folded, &asked)).collect();
    match named[..] {
        [one] => return u16::try_from(one).ok().map(Whose::Speaker),
        [] => {}
        _ => return None,
    }
    spoken_of(question).map(Whose::Side)
}

/// Whether a question has a speaker's first name, or the whole of one written without spaces.
fn names(speaker: &str, question: &str, asked: &[String]) -> bool {
    let speaker = fold(speaker);
    let Some(first) = words(&speaker).into_iter().next() else { return false };
    if ROLES.contains(&&*first) {
        return false;
    }
    if first.chars().any(is_cjk) { question.contains(&first) } else { asked.contains(&first) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_about_the_words_of_whom_it_names() {
        let speakers: Vec<Box<str>> = ["Ada Byron", "Jo", "李雷", "assistant"].map(Into::into).into();
        let check = |question: &str, expected: Option<Whose>| {
            assert_eq!(whose(question, &speakers), expected, "{question}");
        };
        check("What did Ada paint?", Some(Whose::Speaker(0)));
        check("What is Jo's dog called?", Some(Whose::Speaker(1)));
        check("What do Ada and Jo share?", None);
        check("李雷喜欢什么？", Some(Whose::Speaker(2)));
        check("Where do I live?", Some(Whose::Side(Side::User)));
        check("Which assistant manager was it?", None);
    }
}
