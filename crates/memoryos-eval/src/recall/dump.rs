//! A recall as a line of a file, to be scored by others.

use memoryos::recall::{Limit, Recall};
use serde::Serialize;

use super::finding::{Sought, as_said};
use crate::datasets::{Evaluated, Question};

/// What came of one question.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DumpLine {
    /// The conversation.
    pub conv: String,
    /// Its place among all questions of the conversation, from 0.
    pub i: usize,
    /// The context, the lines of its messages as they were said.
    pub context: String,
    /// The ids of the messages that stand whole in it.
    pub dia: Vec<String>,
    /// Tokens of the context.
    pub tokens: usize,
    /// Milliseconds the recall took, the embedding of the question included.
    pub ms: f64,
}

impl DumpLine {
    pub(super) fn new(
        evaluated: &Evaluated,
        question: &Question,
        sought: &Sought<'_>,
        recall: &Recall,
        limit: Limit,
        ms: f64,
    ) -> Self {
        let found = sought.found(recall, limit, sought.ids());
        Self {
            conv: evaluated.conversation.id.clone(),
            i: question.index,
            context: as_said(&recall.context),
            dia: found.into_iter().map(str::to_owned).collect(),
            tokens: recall.tokens,
            ms,
        }
    }
}
