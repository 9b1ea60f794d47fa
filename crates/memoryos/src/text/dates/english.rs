//! Both paths: English date expressions. A table of small rules, tried in order at each word; a rule says how many
//! words it took and which days it means.

use std::ops::Range;

use super::{Days, Spoken, calendar::Unit};

mod names;
mod ranges;
mod rules;

use rules::RULES;

/// The date expressions of one sentence with their byte ranges.
pub(super) fn dates(sentence: &str, spoken: Spoken) -> Vec<(Range<usize>, Days)> {
    let tokens = tokens(sentence);
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let reader = Reader { tokens: &tokens, at, spoken };
        match RULES.iter().find_map(|rule| rule(reader)) {
            Some((taken, days)) => {
                found.push((tokens[at].span.start..tokens[at + taken - 1].span.end, days));
                at += taken;
            }
            None => at += 1,
        }
    }
    found
}

/// A word or number of a sentence.
#[derive(Clone, Debug)]
struct Token {
    lower: String,
    is_capital: bool,
    /// Whether nothing but a dash stands before it.
    is_after_dash: bool,
    span: Range<usize>,
}

/// Letters and digits, with `-` and `/` between digits (2023-05-07).
fn tokens(sentence: &str) -> Vec<Token> {
    let bytes = sentence.as_bytes();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let belongs = |at: usize| {
        bytes[at].is_ascii_alphanumeric()
            || matches!(bytes[at], b'-' | b'/') && at > 0 && is_digit(at - 1) && is_digit(at + 1)
    };
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        while at < bytes.len() && belongs(at) {
            at += 1;
        }
        if at > start {
            let word = &sentence[start..at];
            let is_capital = word.starts_with(|c: char| c.is_ascii_uppercase());
            let gap = tokens.last().map_or("", |last: &Token| &sentence[last.span.end..start]);
            let is_after_dash = matches!(gap.trim(), "-" | "–" | "—" | "~");
            tokens.push(Token {
                lower: word.to_ascii_lowercase(),
                is_capital,
                is_after_dash,
                span: start..at,
            });
        } else {
            at += 1;
        }
    }
    tokens
}

/// How many words a rule took, and which days it means.
type Match = (usize, Days);

/// A sentence from one of its words on.
#[derive(Clone, Copy)]
struct Reader<'a> {
    tokens: &'a [Token],
    at: usize,
    spoken: Spoken,
}

impl<'a> Reader<'a> {
    /// The word `offset` words on; empty beyond the end.
    fn word(self, offset: usize) -> &'a str {
        self.tokens.get(self.at + offset).map_or("", |token| &token.lower)
    }

    /// The word before; empty at the start.
    fn before(self) -> &'a str {
        self.at.checked_sub(1).map_or("", |at| &self.tokens[at].lower)
    }

    /// Whether nothing but a dash stands before the word `offset` words on.
    fn is_after_dash(self, offset: usize) -> bool {
        self.tokens.get(self.at + offset).is_some_and(|token| token.is_after_dash)
    }

    fn is_capital(self) -> bool {
        self.tokens[self.at].is_capital
    }

    /// The same sentence from `offset` words on, if there are any.
    fn skip(self, offset: usize) -> Option<Self> {
        (self.at + offset < self.tokens.len()).then_some(Self { at: self.at + offset, ..self })
    }

    /// The first rule that fits here.
    fn any(self, rules: &[fn(Reader<'_>) -> Option<Match>]) -> Option<Match> {
        rules.iter().find_map(|rule| rule(self))
    }
}
