//! A turn comes in: an English clause as words.

use std::ops::Range;

use jiff::civil::date;

use crate::text::dates::date_mentions;

/// A word, number or sign. Contractions are two: `I'm` is `i` and `am`.
#[derive(Clone, Debug)]
pub(super) struct Word {
    /// Lower case, contractions written out.
    pub(super) plain: String,
    pub(super) span: Range<usize>,
}

/// Words that may stand before the subject without changing what is stated.
const LEADS: &[&str] = &[
    "hey",
    "hi",
    "hello",
    "oh",
    "wow",
    "yeah",
    "yes",
    "yep",
    "ok",
    "okay",
    "well",
    "so",
    "and",
    "also",
    "btw",
    "by",
    "the",
    "way",
    "actually",
    "recently",
    "lately",
    "today",
    "yesterday",
    "last",
    "this",
    "next",
    "night",
    "week",
    "weekend",
    "month",
    "year",
    "morning",
    "evening",
    "afternoon",
    "friday",
    "saturday",
    "sunday",
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "haha",
    "thanks",
    "sure",
    "no",
    "guess",
    "what",
    "ago",
    "two",
    "three",
    "few",
    "days",
    "weeks",
    "months",
    "years",
    "personally",
    "for",
    "me",
    "honestly",
    "currently",
    "now",
    "in",
    "on",
    "at",
    "first",
    "then",
];

/// Words between subject and verb, or in a pattern, that are passed over.
const ADVERBS: &[&str] = &[
    "really",
    "also",
    "just",
    "always",
    "usually",
    "absolutely",
    "totally",
    "still",
    "actually",
    "recently",
    "often",
    "finally",
    "sometimes",
    "even",
    "already",
    "only",
    "definitely",
    "mostly",
    "truly",
    "currently",
    "now",
    "especially",
    "particularly",
    "quite",
    "very",
    "super",
    "so",
    "pretty",
    "both",
    "officially",
    "mainly",
    "simply",
    "generally",
    "normally",
    "personally",
    "kinda",
    "once",
    "first",
    "originally",
    "lately",
    "too",
    "all",
];

/// How many words a `*` in a pattern stands for, at most.
const A_FEW_WORDS: usize = 4;

/// Whether a word may stand between subject and verb without changing what is stated.
pub(super) fn is_adverb(word: &str) -> bool {
    ADVERBS.contains(&word)
}

/// A clause, taken apart.
pub(super) struct Clause<'a> {
    pub(super) text: &'a str,
    pub(super) parts: Vec<Word>,
}

impl<'a> Clause<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        Self { text, parts: parts(text) }
    }

    /// The plain words in order.
    pub(super) fn words(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().map(|part| part.plain.as_str())
    }

    /// The plain word at a position; empty beyond the end.
    pub(super) fn word(&self, at: usize) -> &str {
        self.parts.get(at).map_or("", |part| &part.plain)
    }

    /// The characters at a position as they stand in the text; empty beyond the end.
    pub(super) fn raw(&self, at: usize) -> &'a str {
        self.parts.get(at).map_or("", |part| &self.text[part.span.clone()])
    }

    /// Whether the word at a position begins with a capital.
    pub(super) fn is_capital(&self, at: usize) -> bool {
        self.raw(at).starts_with(char::is_uppercase)
    }

    /// Where `I` or `we` is the subject: after nothing but greetings, names called, adverbs and times.
    pub(super) fn subject(&self) -> Option<usize> {
        let at = self.parts.iter().position(|part| matches!(part.plain.as_str(), "i" | "we"))?;
        let leads = |index: usize| {
            let word = self.word(index);
            let is_sign = !word.starts_with(char::is_alphanumeric);
            let is_called =
                self.is_capital(index) && !self.word(index + 1).starts_with(char::is_alphanumeric);
            is_sign || is_called || LEADS.contains(&word) || ADVERBS.contains(&word)
        };
        // A name within the clause, not called but told of, has its own verb: "Ana said I …".
        (0..at).all(leads).then_some(at)
    }

    /// Whether the words of `phrase` stand at a position.
    pub(super) fn stands_at(&self, at: usize, phrase: &str) -> bool {
        phrase.split(' ').enumerate().all(|(offset, word)| self.word(at + offset) == word)
    }

    /// The position after the adverbs that begin at a position.
    pub(super) fn after_adverbs(&self, at: usize) -> usize {
        at + (at..self.parts.len()).take_while(|at| is_adverb(self.word(*at))).count()
    }

    /// The position after `pattern` when it follows `from`, adverbs aside. A `*` stands for a few words.
    pub(super) fn follows(&self, from: usize, pattern: &str) -> Option<usize> {
        let mut at = from + 1;
        let mut words = pattern.split(' ').peekable();
        while let Some(expected) = words.next() {
            if expected == "*" {
                let next = words.peek()?;
                at = (at + 1..=at + A_FEW_WORDS).find(|at| self.word(*at) == *next)?;
                continue;
            }
            while self.word(at) != expected && ADVERBS.contains(&self.word(at)) {
                at += 1;
            }
            (self.word(at) == expected).then_some(())?;
            at += 1;
        }
        Some(at)
    }

    /// Whether the clause names a date; which one does not matter here.
    pub(super) fn has_date(&self) -> bool {
        !self.date_starts().is_empty()
    }

    /// Where its dates begin, in bytes.
    pub(super) fn date_starts(&self) -> Vec<usize> {
        date_mentions(self.text, date(2000, 1, 1)).into_iter().map(|mention| mention.span.start).collect()
    }
}

fn parts(text: &str) -> Vec<Word> {
    let mut parts = Vec::new();
    let mut chars = text.char_indices().peekable();
    while let Some((start, c)) = chars.next() {
        if c.is_whitespace() {
            continue;
        }
        let mut end = start + c.len_utf8();
        if c.is_alphanumeric() {
            while let Some(&(at, next)) = chars.peek() {
                let joins = matches!(next, '\'' | '’' | '-' | '.' | '&' | '/')
                    && text[at + next.len_utf8()..].starts_with(char::is_alphanumeric);
                if !next.is_alphanumeric() && !joins {
                    break;
                }
                end = at + next.len_utf8();
                chars.next();
            }
        }
        push(text, start..end, &mut parts);
    }
    parts
}

/// Adds a word, a contraction as two.
fn push(text: &str, span: Range<usize>, parts: &mut Vec<Word>) {
    let lower = text[span.clone()].to_lowercase().replace('’', "'");
    let endings = [
        ("n't", "not"),
        ("'m", "am"),
        ("'ve", "have"),
        ("'ll", "will"),
        ("'re", "are"),
        ("'s", "'s"),
        ("'d", "would"),
    ];
    let split = endings.iter().find_map(|(ending, plain)| Some((lower.strip_suffix(ending)?, *plain)));
    let Some((base, ending)) = split.filter(|(base, _)| !base.is_empty()) else {
        let plain = if lower == "im" { "i'm".to_owned() } else { lower };
        parts.push(Word { plain, span });
        return;
    };
    let base_plain = match base {
        "ca" => "can",
        "wo" => "will",
        other => other,
    };
    // Lower-casing may change lengths, so the cut is found from the end of the text itself.
    let letters = if ending == "not" {
        3
    } else {
        1 + text[span.clone()].chars().rev().take_while(|c| !matches!(c, '\'' | '’')).count()
    };
    let tail: usize = text[span.clone()].chars().rev().take(letters).map(char::len_utf8).sum();
    let cut = span.end - tail;
    parts.push(Word { plain: base_plain.to_owned(), span: span.start..cut });
    parts.push(Word { plain: ending.to_owned(), span: cut..span.end });
}
