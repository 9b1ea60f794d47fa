//! What recall is held against: the whole conversation as context.

use std::collections::HashMap;

use jiff::Timestamp;
use memoryos::{
    text::tokens::count_tokens,
    types::{Side, Turn},
};

use super::finding::{Sought, share};
use crate::datasets::{Evaluated, Question};

/// What the whole conversation holds for a question, and what it takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WholeContext {
    /// Tokens of what was said until the question is asked.
    pub tokens: usize,
    /// The share of the evidence that stands in it, 0 to 1; 0 where none is asked for.
    pub share: f64,
}

/// A conversation as a context would show it: times, speakers, words.
#[derive(Default)]
struct Transcript {
    text: String,
    tokens: usize,
}

/// What of it is needed for every question that is asked at the same time.
struct Told {
    until: Option<Timestamp>,
    /// Its words without names and blanks: an id may stand for both messages of a turn.
    bare: String,
    tokens: usize,
}

/// For each question of the conversation, in order.
pub(super) fn whole_contexts(evaluated: &Evaluated) -> Vec<WholeContext> {
    // Only what a message says is looked for, and that needs no pages.
    let no_pages = HashMap::new();
    let sought = Sought::new(evaluated, &no_pages);
    let mut told: Vec<Told> = Vec::new();
    let context = |question: &Question| {
        let known = told.iter().position(|told| told.until == question.at);
        let place = known.unwrap_or_else(|| {
            let Transcript { text, tokens } = Transcript::until(question.at, &evaluated.conversation.turns);
            told.push(Told { until: question.at, bare: sought.bare_words(&text), tokens });
            told.len() - 1
        });
        let Told { bare, tokens, .. } = &told[place];
        let needed = question.needed.iter().flatten().map(String::as_str);
        let share = if question.is_scored() { share(question, &sought.found_in(bare, needed)) } else { 0.0 };
        WholeContext { tokens: *tokens, share }
    };
    evaluated.questions.iter().map(context).collect()
}

impl Transcript {
    /// What was said no later than `at`; everything where there is no such time.
    fn until(at: Option<Timestamp>, turns: &[Turn]) -> Self {
        let mut last_header = String::new();
        let mut transcript = Self::default();
        for turn in turns.iter().filter(|turn| at.is_none_or(|at| turn.at().at <= at)) {
            let header = format!("[{}]\n", turn.at());
            if header != last_header {
                transcript.add(&header);
                last_header = header;
            }
            for (side, name) in [(Side::User, "User"), (Side::Assistant, "Assistant")] {
                let message = turn.message(side);
                if !message.text.is_empty() {
                    let speaker = message.speaker.as_deref().unwrap_or(name);
                    transcript.add(&format!("{speaker}: {}\n", message.text));
                }
            }
        }
        transcript
    }

    fn add(&mut self, piece: &str) {
        self.tokens += count_tokens(piece);
        self.text.push_str(piece);
    }
}
