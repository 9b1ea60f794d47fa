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
struct Transcript {
    text: String,
    tokens: usize,
}

/// For each question of the conversation, in order.
pub(super) fn whole_contexts(evaluated: &Evaluated) -> Vec<WholeContext> {
    // Only what a message says is looked for, and that needs no pages.
    let no_pages = HashMap::new();
    let sought = Sought::new(evaluated, &no_pages);
    let mut told: Vec<(Option<Timestamp>, Transcript)> = Vec::new();
    let context = |question: &Question| {
        let known = told.iter().position(|(at, _)| *at == question.at);
        let place = known.unwrap_or_else(|| {
            told.push((question.at, Transcript::until(question.at, &evaluated.conversation.turns)));
            told.len() - 1
        });
        let Transcript { text, tokens } = &told[place].1;
        let needed = question.needed.iter().flatten().map(String::as_str);
        let share = if question.is_scored() { share(question, &sought.found_in(text, needed)) } else { 0.0 };
        WholeContext { tokens: *tokens, share }
    };
    evaluated.questions.iter().map(context).collect()
}

impl Transcript {
    /// What was said no later than `at`; everything where there is no such time.
    fn until(at: Option<Timestamp>, turns: &[Turn]) -> Self {
        let mut last_header = String::new();
        let mut transcript = Self { text: String::new(), tokens: 0 };
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
