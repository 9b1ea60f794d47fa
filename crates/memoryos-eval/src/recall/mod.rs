//! Does the evidence come back? Every conversation is told to a memory, every question is asked, and what is
//! recalled is searched for the messages that hold the answer.

mod asking;
mod dump;
mod embedding;
mod figures;
mod finding;
mod parts;
mod tables;
mod telling;
mod vector_file;
mod vectors;
mod whole;

use std::sync::Arc;

use anyhow::{Context, Result};
use memoryos::{
    Config,
    config::RecallConfig,
    ports::{Embedder, TextRole},
    recall::Limit,
};

use crate::datasets::{Dataset, Evaluated, Question};
use asking::ask_all;
pub use dump::DumpLine;
pub use embedding::Remembering;
pub use figures::{ArmFigures, CategoryFigures, Figures, LimitFigures, Outcome, Whole};
pub use parts::{Arm, Part, baselines, parts};
pub(crate) use tables::left_out;
pub use tables::report;
use telling::Told;
pub use whole::WholeContext;
use whole::whole_contexts;

/// What is to be compared.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The configurations; the first is the one that the others are compared with.
    pub arms: Vec<Arm>,
    /// How much may be recalled.
    pub limits: Vec<Limit>,
    /// Whether conversations settle before they are asked about.
    pub settles: bool,
    /// At which limit contexts of the first arm are kept, if they are.
    pub dump_at: Option<Limit>,
}

/// What came of a question in one arm at one limit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answered {
    /// The share of the evidence that stands in the context, 0 to 1; 0 where none is asked for.
    pub share: f64,
    /// Tokens of the context.
    pub tokens: usize,
    /// How sure the recall was, 0 to 1.
    pub confidence: f64,
    /// Milliseconds the recall took, the embedding of the question included.
    pub millis: f64,
}

/// Everything that was measured.
pub struct Measured {
    /// For each arm, for each limit, for each question of the set in its order.
    pub answers: Vec<Vec<Vec<Answered>>>,
    /// The whole conversation as context, for each question.
    pub whole: Vec<WholeContext>,
    /// The contexts that were to be kept.
    pub dump: Vec<DumpLine>,
}

/// Told how many conversations are done.
pub type Watch<'a> = dyn Fn(u64) + 'a;

/// Tells every conversation of `set` to a memory and asks its questions, in every arm and at every limit.
///
/// One after the other: nothing else runs while a recall is timed. Each question is embedded once, and that time
/// is part of every recall of it.
///
/// # Errors
/// When the embedder fails, or a conversation cannot be told.
pub async fn measure(
    set: &Dataset,
    embedder: &Arc<Remembering>,
    plan: &Plan,
    watch: &Watch<'_>,
) -> Result<Measured> {
    // A recall goes on by words when its embedder fails; an evaluation must not.
    embedder.embed(&["Is it there?"], TextRole::Query).await.context("the embedder does not work")?;
    let nothing = vec![vec![Vec::new(); plan.limits.len()]; plan.arms.len()];
    let mut measured = Measured { answers: nothing, whole: Vec::new(), dump: Vec::new() };
    for (done, evaluated) in (0..).zip(&set.conversations) {
        watch(done);
        let told = tell(evaluated, embedder, plan).await?;
        ask_all(evaluated, embedder, plan, &told, &mut measured).await?;
        measured.whole.extend(whole_contexts(evaluated));
        embedder.end_conversation()?;
    }
    Ok(measured)
}

/// The conversation as told to each arm; arms that only recall in another way share one telling.
async fn tell(evaluated: &Evaluated, embedder: &Arc<Remembering>, plan: &Plan) -> Result<Vec<Arc<Told>>> {
    let mut by_config: Vec<(Config, Arc<Told>)> = Vec::new();
    let mut by_arm = Vec::new();
    for arm in &plan.arms {
        let config = Config { recall: RecallConfig::default(), ..arm.config.clone() };
        let known = by_config.iter().find(|(known, _)| *known == config).map(|(_, told)| Arc::clone(told));
        let told = match known {
            Some(told) => told,
            None => Arc::new(Told::new(evaluated, Arc::clone(embedder) as _, &config, plan.settles).await?),
        };
        by_config.push((config, Arc::clone(&told)));
        by_arm.push(told);
    }
    Ok(by_arm)
}

/// Positions of the questions for which evidence recall is asked.
fn scored<'a>(questions: &'a [&Question]) -> impl Iterator<Item = usize> + 'a {
    questions.iter().enumerate().filter(|(_, question)| question.is_scored()).map(|(position, _)| position)
}

#[cfg(test)]
mod tests;
