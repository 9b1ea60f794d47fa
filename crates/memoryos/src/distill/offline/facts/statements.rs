//! A turn comes in: the parts of a message that can state something. Quoted lines, code, questions and what only
//! might be are no statements.

use std::ops::Range;

use crate::text::sentences::{sentences, trimmed};

/// Words between which a sentence falls into clauses; the clause begins with the second part.
const CLAUSE_STARTS: &[&str] = &[
    " and i ",
    " and i'm ",
    " and i've ",
    " and my ",
    " but ",
    ", so i ",
    ", so we ",
    " because ",
    " 'cause ",
    " cause ",
    ", which ",
    ", i ",
    ", i'm ",
    ", i've ",
    ", my ",
    " and we ",
    " and it ",
    " and it's ",
    ", it ",
    ", it's ",
    " so i ",
    " so i'll ",
    " so they ",
    ":我",
];

/// Signs between which a sentence falls into clauses.
const CLAUSE_SIGNS: &[&str] = &[";", " - ", " – ", " — ", "--", "(", ")", "，", "；", ": ", "："];

/// Before a colon: what follows is an example or a text to work on, whoever says it.
const NOT_ONES_OWN: &[&str] = &[
    "translate",
    "translation",
    "example",
    "rewrite",
    "rephrase",
    "proofread",
    "lyrics",
    "翻译",
    "例如",
    "比如",
    "例句",
    "造句",
    "改写",
    "润色",
    "歌词",
];
/// Before a colon: someone speaks, though not always the speaker.
const SPEAKS: &[&str] = &[
    "said",
    "says",
    "say",
    "told me",
    "asked",
    "asks",
    "wrote",
    "writes",
    "replied",
    "replies",
    "answered",
    "说",
    "问",
    "道",
    "写",
    "告诉我",
    "回答",
    "回复",
];
/// Beginnings of a lead-in whose words are the speaker's own.
const SPEAKS_ONESELF: &[&str] = &["i ", "i'm ", "let me ", "i'd ", "i'll ", "as i "];
/// Where 我 is the one spoken to.
const SPOKEN_TO: &[&str] = &["对我", "跟我", "和我", "问我", "给我", "告诉我", "向我", "让我"];

/// Words that make a sentence a supposition.
const SUPPOSITIONS: &[&str] = &[
    "if i ",
    "if we ",
    "if my ",
    "i wish",
    "imagine ",
    "suppose ",
    "let's say",
    "pretend ",
    "would",
    "could",
    "might ",
    "i'd ",
    "for example",
    "such as if",
    "如果",
    "要是",
    "假如",
    "假设",
    "希望",
    "也许",
    "可能",
    "比如",
];

/// A clause of a message, and the sentence it stands in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Statement<'a> {
    message: &'a str,
    sentence: Range<usize>,
    clause: Range<usize>,
}

impl<'a> Statement<'a> {
    /// The words of the clause.
    pub(super) fn text(&self) -> &'a str {
        &self.message[self.clause.clone()]
    }

    /// The sentence around it.
    pub(super) fn sentence(&self) -> &'a str {
        &self.message[self.sentence.clone()]
    }

    /// Whether the sentence begins with this clause.
    pub(super) fn opens_sentence(&self) -> bool {
        self.sentence.start == self.clause.start
    }

    /// The whole sentence as one statement.
    pub(super) fn whole_sentence(&self) -> Self {
        Self { clause: self.sentence.clone(), ..self.clone() }
    }
}

/// The clauses of `message` that state something, in order.
pub(super) fn statements(message: &str) -> Vec<Statement<'_>> {
    let ranges = sentences(message);
    let mut found = Vec::new();
    let mut in_code = false;
    for sentence in ranges {
        let words = &message[sentence.clone()];
        if words.starts_with("```") {
            in_code = !in_code;
        }
        let line_start = message[..sentence.start].rfind('\n').map_or(0, |at| at + 1);
        let is_quoted = message[line_start..].trim_start().starts_with(['>', '＞', '|']);
        if in_code || is_quoted || is_question(words) {
            continue;
        }
        let clauses = clauses(words).into_iter();
        found.extend(
            clauses.filter(|range| !is_supposed(words, range) && !is_quoted_after_colon(words, range)).map(
                |range| {
                    let clause = sentence.start + range.start..sentence.start + range.end;
                    Statement { message, sentence: sentence.clone(), clause }
                },
            ),
        );
    }
    found
}

fn is_question(sentence: &str) -> bool {
    let end = sentence.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '?' && c != '？');
    end.ends_with(['?', '？'])
        || end.ends_with(['吗', '呢'])
        || sentence.contains('？')
        || sentence.contains('?')
}

/// Whether the clause, or what leads to it, only supposes.
fn is_supposed(sentence: &str, clause: &Range<usize>) -> bool {
    let lower = sentence[clause.clone()].to_lowercase().replace('’', "'");
    let starts_with_if = sentence.to_lowercase().starts_with("if ") || sentence.starts_with("如果");
    starts_with_if || SUPPOSITIONS.iter().any(|word| lower.contains(word))
}

/// Whether the clause stands after a colon as someone else's words or as an example: "She said: I live in Rome".
fn is_quoted_after_colon(sentence: &str, clause: &Range<usize>) -> bool {
    let Some(colon) = sentence[..clause.start].rfind([':', '：']) else { return false };
    let lead = sentence[..colon].to_lowercase().replace('’', "'");
    let lead = lead.rsplit(['，', ',', ';', '；']).next().unwrap_or_default().trim();
    let is_speech = SPEAKS.iter().any(|word| lead.ends_with(word));
    let is_own = SPEAKS_ONESELF.iter().any(|start| lead.starts_with(start))
        || lead.contains('我') && !SPOKEN_TO.iter().any(|word| lead.contains(word));
    NOT_ONES_OWN.iter().any(|word| lead.contains(word)) || is_speech && !is_own
}

/// Whether a colon stands between digits: 14：30.
fn is_clock(sentence: &str, colon: Range<usize>) -> bool {
    sentence[..colon.start].ends_with(|c: char| c.is_ascii_digit())
        && sentence[colon.end..].starts_with(|c: char| c.is_ascii_digit())
}

/// A sentence cut into clauses, as byte ranges without white space or joining signs at their ends.
fn clauses(sentence: &str) -> Vec<Range<usize>> {
    // Lower-casing ASCII keeps every byte where it was.
    let lower = sentence.to_ascii_lowercase();
    let mut cuts: Vec<(usize, usize)> = Vec::new();
    for words in CLAUSE_STARTS {
        cuts.extend(lower.match_indices(words).map(|(at, _)| (at, at + 1)));
    }
    for sign in CLAUSE_SIGNS {
        let parts = |(at, _): &(usize, &str)| *sign != "：" || !is_clock(sentence, *at..*at + sign.len());
        cuts.extend(lower.match_indices(sign).filter(parts).map(|(at, _)| (at, at + sign.len())));
    }
    cuts.sort_unstable();
    let mut ranges = Vec::new();
    let mut start = 0;
    for (end, next) in cuts {
        if end >= start {
            ranges.push(start..end);
            start = next;
        }
    }
    ranges.push(start..sentence.len());
    ranges.into_iter().filter_map(|range| trimmed(sentence, range)).collect()
}
