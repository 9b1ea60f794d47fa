//! First step of a recall: what the question itself says about where to look, whose words and of which days.

use jiff::civil::Date;

use super::Prepared;
use crate::{
    index::Passage,
    text::{
        dates::{DateMention, date_mentions},
        questions::{query_terms, spoken_of},
        script::is_cjk,
        words::is_stop_word,
    },
    types::{Moment, Page, Side},
    view::View,
};

/// Names that are roles: a question that has such a word seldom means the speaker.
const ROLES: &[&str] = &["user", "assistant"];

/// Words before a name.
const TITLES: &[&str] = &["the", "dr", "mr", "mrs", "ms", "miss", "prof", "professor", "doctor"];

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
    /// The terms it searches by: without the words of its days, which few messages of those days repeat and many of
    /// other days have.
    pub(super) terms: Vec<String>,
}

impl Asked {
    /// Reads the question. Days are those around its own time; where nothing was said on them, those around the
    /// time of the last talk: "in June", asked of a memory that ends in July, is that June.
    pub(super) fn read(view: &View, query: &Prepared) -> Self {
        let whose = whose(&query.text, view.index.passages().speakers());
        // Askers mean the days of their own zone, which the last page may tell.
        let offset = view.state.pages().last().and_then(|page| page.turn.at().offset);
        let asked_on = Moment { at: query.at, offset }.civil().date();
        let terms = query.terms.clone();
        let named = named_days(&query.text, asked_on);
        if named.is_empty() {
            return Self { whose, days: Vec::new(), terms };
        }
        let said_on: Vec<Date> =
            view.state.pages().iter().map(said_on).filter(|day| *day <= asked_on).collect();
        let named_then = said_on.iter().max().map(|last| named_days(&query.text, *last));
        let was_talk = |days: &Vec<Days>| said_on.iter().any(|day| days.iter().any(|d| d.has(*day)));
        match std::iter::once(named).chain(named_then).find(was_talk) {
            Some(days) => Self { whose, days, terms: terms_without_days(&query.text, asked_on) },
            None => Self { whose, days: Vec::new(), terms },
        }
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

fn terms_without_days(question: &str, asked_on: Date) -> Vec<String> {
    let mut rest = question.to_owned();
    for mention in date_mentions(question, asked_on).into_iter().rev() {
        rest.replace_range(mention.span, " ");
    }
    query_terms(&rest)
}

/// The one speaker a question names, else the side its pronouns mean.
fn whose(question: &str, speakers: &[Box<str>]) -> Option<Whose> {
    let named: Vec<usize> = (0..speakers.len()).filter(|place| names(&speakers[*place], question)).collect();
    match named[..] {
        [one] => return u16::try_from(one).ok().map(Whose::Speaker),
        [] => {}
        _ => return None,
    }
    spoken_of(question).map(Whose::Side)
}

/// Whether a question has a speaker's name: the first word of it that is one, or of a Chinese name the whole or its
/// last two characters, by which people are called.
fn names(speaker: &str, question: &str) -> bool {
    let is_written_small = question.chars().all(|c| !c.is_uppercase());
    let is_name = |word: &&str| {
        let lower = word.to_lowercase();
        !ROLES.contains(&&*lower) && !TITLES.contains(&&*lower)
    };
    let mut parts = speaker.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let Some(name) = parts.find(is_name) else { return false };
    let characters: Vec<char> = name.chars().collect();
    if characters.iter().any(|c| is_cjk(*c)) {
        let called: String = characters[characters.len().saturating_sub(2)..].iter().collect();
        return question.contains(&called) && characters.len() > 1;
    }
    // "Will" is a name and "will" is not, unless nothing is written with capitals.
    let mut asked = question.split(|c: char| !c.is_alphanumeric());
    let small = name.to_lowercase();
    if is_written_small {
        !is_stop_word(&small) && asked.any(|word| word == small)
    } else {
        asked.any(|word| word == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_about_the_words_of_whom_it_names() {
        let speakers: Vec<Box<str>> =
            ["Ada Byron", "Jo", "李小雷", "assistant", "Will", "Dr. Grey", "The Boss"].map(Into::into).into();
        let check = |question: &str, expected: Option<Whose>| {
            assert_eq!(whose(question, &speakers), expected, "{question}");
        };
        check("What did Ada paint?", Some(Whose::Speaker(0)));
        check("What is Jo's dog called?", Some(Whose::Speaker(1)));
        check("What do Ada and Jo share?", None);
        check("what did ada paint?", Some(Whose::Speaker(0)));
        check("李小雷喜欢什么？", Some(Whose::Speaker(2)));
        check("小雷喜欢什么？", Some(Whose::Speaker(2)));
        check("What will Jo do?", Some(Whose::Speaker(1)));
        check("What did Will buy?", Some(Whose::Speaker(4)));
        check("How is the patient of Dr. Grey?", Some(Whose::Speaker(5)));
        check("What is the budget?", None);
        check("Where do I live?", Some(Whose::Side(Side::User)));
        check("Which assistant manager was it?", None);
    }
}
