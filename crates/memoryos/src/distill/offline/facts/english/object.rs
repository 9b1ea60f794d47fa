//! A turn comes in: what follows the verb of an English clause.

use jiff::civil::date;

use super::{super::Kind, clause::Clause, kin};
use crate::text::{dates::date_mentions, words::is_stop_word};

mod words;

use words::{
    EMPTY_VERBS, ENDS_HEAD, OTHERS, PLACE_ENDS, POINTERS, STARTS_ANEW, TIMES, VALUE_END_PHRASES, VALUE_ENDS,
};

/// The longest object kept, in words and signs; what follows is rarely part of the fact.
const MAX_PARTS: usize = 24;

/// How far into an object its noun can stand: "a very good vegetarian cook".
const HEAD_WORDS: usize = 4;

/// A stretch of a clause from a position on.
pub(super) struct Object<'c, 'a> {
    clause: &'c Clause<'a>,
    start: usize,
    end: usize,
}

impl<'c, 'a> Object<'c, 'a> {
    /// What stands from `start` to the end of the clause; `None` when nothing does.
    pub(super) fn new(clause: &'c Clause<'a>, start: usize) -> Option<Self> {
        let limit = clause.parts.len().min(start + MAX_PARTS);
        let splice = (start + 1..limit)
            .find(|at| clause.word(*at) == "," && STARTS_ANEW.contains(&clause.word(at + 1)));
        let mut end = splice.unwrap_or(limit);
        while end > start
            && !clause.word(end - 1).starts_with(char::is_alphanumeric)
            && !matches!(clause.raw(end - 1), "\"" | "”" | "'s")
        {
            end -= 1;
        }
        // Cut short, it must not end in the middle of a phrase.
        let was_cut = limit < clause.parts.len() && end == limit;
        while end > start + 1
            && (matches!(clause.word(end - 1), "and" | "or" | "but" | "so" | "the" | "a" | "an")
                || was_cut && is_stop_word(clause.word(end - 1)))
        {
            end -= 1;
        }
        (end > start).then_some(Self { clause, start, end })
    }

    /// The position after its last word.
    pub(super) fn end(&self) -> usize {
        self.end
    }

    /// Whether it names any one of its kind: a company, not the company.
    pub(super) fn is_indefinite(&self) -> bool {
        matches!(self.clause.word(self.start), "a" | "an")
    }

    /// Its plain words.
    pub(super) fn words(&self) -> impl Iterator<Item = &'c str> {
        self.clause.parts[self.start..self.end].iter().map(|part| part.plain.as_str())
    }

    /// Whether it means something by itself.
    pub(super) fn is_telling(&self, kind: Kind) -> bool {
        let mut words = self.words();
        let Some(first) = words.next() else { return false };
        let article = matches!(first, "a" | "an" | "the" | "to");
        let head = if article { words.next().unwrap_or_default() } else { first };
        if first == "a"
            && matches!(
                head,
                "lot"
                    | "bit"
                    | "few"
                    | "great"
                    | "blast"
                    | "good"
                    | "ton"
                    | "bunch"
                    | "look"
                    | "break"
                    | "chance"
                    | "seat"
            )
        {
            return false;
        }
        if POINTERS.contains(&first) || article && POINTERS.contains(&head) {
            return false;
        }
        if first == "to" && EMPTY_VERBS.contains(&head) || kind == Kind::Plan && EMPTY_VERBS.contains(&first)
        {
            return false;
        }
        let is_time = |at: usize| {
            let word = self.clause.word(at);
            word == "days" || TIMES.contains(&word.strip_suffix('s').unwrap_or(word))
        };
        let needs_context = (self.start..self.end)
            .take(HEAD_WORDS)
            .any(|at| OTHERS.contains(&self.clause.word(at)) && !is_time(at + 1));
        let points_at = |at: usize| match self.clause.word(at) {
            "this" => !is_time(at + 1),
            "that" => matches!(
                self.clause.word(at - 1),
                "to" | "of" | "in" | "on" | "at" | "with" | "for" | "about"
            ),
            _ => false,
        };
        let is_manner = kind == Kind::Like && first.ends_with("ly") && first != "family";
        !needs_context
            && !is_manner
            && !(self.start..self.end).any(points_at)
            && self
                .words()
                .any(|word| word.starts_with(char::is_alphabetic) && word.len() > 2 && !is_stop_word(word))
    }

    /// Whether every "he", "her" or "their" in it stands for someone it has named before.
    pub(super) fn names_whom_it_means(&self) -> bool {
        let mut has_person = false;
        let mut has_many = false;
        for at in self.start..self.end {
            let word = self.clause.word(at);
            let is_clear = match word {
                "he" | "him" | "his" | "she" | "her" | "hers" => has_person,
                "they" | "them" | "their" | "theirs" => has_person || has_many,
                _ => true,
            };
            if !is_clear {
                return false;
            }
            has_person |= self.clause.is_capital(at) && word != "i" && !is_time_name(self.clause.raw(at))
                || kin::is_someone(word);
            // "A shelter and they": after a list or a place told of, "they" are its people.
            has_many |= word.len() > 3 && word.ends_with('s') && !word.ends_with("ss")
                || matches!(word, "people" | "children" | "and" | ",");
        }
        true
    }

    /// Whether one of its first words is in `list`, singular or plural.
    pub(super) fn has_any(&self, list: &[&str]) -> bool {
        let head: Vec<&str> =
            self.words().take(HEAD_WORDS).take_while(|word| !ENDS_HEAD.contains(word)).collect();
        let found = head.iter().position(|word| {
            list.contains(word) || word.strip_suffix('s').is_some_and(|word| list.contains(&word))
        });
        found.is_some_and(|at| {
            let verbs_before = head[..at].iter().any(|word| word.ends_with("ing") || word.ends_with("ed"));
            !verbs_before && !self.clause.word(self.start + at + 1).starts_with(['\'', '’'])
        })
    }

    /// The value for a slot: as it stands, without its article and what tells when or why; a place or an employer
    /// ends at the next preposition, too.
    pub(super) fn value(&self, is_place: bool) -> String {
        let text = self.clause.text;
        let skip = usize::from(
            matches!(self.clause.word(self.start), "a" | "an" | "the" | "on") && self.end > self.start + 1,
        );
        let first = self.start + skip;
        let date_start = date_mentions(text, date(2000, 1, 1)).first().map(|mention| mention.span.start);
        // An object that is a date is its own value.
        let date_start = date_start.filter(|start| *start > self.clause.parts[first].span.start);
        let mut end = first + 1;
        while end < self.end {
            let word = self.clause.word(end);
            let at_date = date_start.is_some_and(|start| self.clause.parts[end].span.end > start)
                || date_start.is_some()
                    && matches!(word, "in" | "on" | "at" | "the" | "this")
                    && self.date_follows(end, date_start);
            let stops = VALUE_ENDS.contains(&word)
                || word == "anymore"
                || VALUE_END_PHRASES.iter().any(|phrase| self.clause.stands_at(end, phrase))
                || is_place && (PLACE_ENDS.contains(&word) || word == "in");
            if at_date || stops || matches!(word, "." | "!" | "…") {
                break;
            }
            end += 1;
        }
        while end > first + 1
            && !self.clause.word(end - 1).starts_with(|c: char| c.is_alphanumeric() || is_quote(c))
        {
            end -= 1;
        }
        let ends_within_quotes =
            self.words().take(end - self.start).filter(|word| word.starts_with(is_quote)).count() % 2 == 1;
        if ends_within_quotes && self.clause.word(end).starts_with(is_quote) {
            end += 1;
        }
        text[self.clause.parts[first].span.start..self.clause.parts[end - 1].span.end].to_owned()
    }

    /// Whether the date begins within the next words.
    fn date_follows(&self, at: usize, date_start: Option<usize>) -> bool {
        (at + 1..at + 3)
            .any(|next| self.clause.parts.get(next).is_some_and(|part| Some(part.span.start) == date_start))
    }
}

/// Whether a value speaks of someone it does not name.
pub(super) fn points_at_someone(value: &str) -> bool {
    let pointers = ["he", "him", "his", "she", "her", "hers", "they", "them", "their", "theirs"];
    value.split_whitespace().any(|word| pointers.contains(&word.to_lowercase().as_str()))
}

/// Whether a capitalised word names a day or month, so no one.
fn is_time_name(word: &str) -> bool {
    !date_mentions(&format!("in {word}"), date(2000, 1, 1)).is_empty()
}

fn is_quote(c: char) -> bool {
    matches!(c, '"' | '“' | '”' | '《' | '》')
}
