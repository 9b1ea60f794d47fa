//! Does each tier do its part? Scripted conversations in English and Chinese are lived through by a memory of their
//! own, and what stands beside their turns is checked: what is recent, which topics found each other and how hot
//! they are, what is known, and whether what has changed takes over.
//!
//! The four dimensions are those of the Python original's test. Without a model every run is the same.

mod checks;
mod report;
mod script;
mod stage;

use std::sync::Arc;

use memoryos::{MemoryError, ports::Llm};
use serde::Serialize;

pub use report::report;
pub use script::{Dimension, Language};
use script::{Script, Step, scripts};
use stage::Stage;

/// What came of one check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// What was tried.
    pub dimension: Dimension,
    /// In which language was spoken.
    pub language: Language,
    /// The conversation it belongs to.
    pub conversation: String,
    /// What should hold, in a sentence.
    pub check: String,
    /// Whether it does.
    pub passed: bool,
    /// What was expected.
    pub expected: String,
    /// What was seen.
    pub seen: String,
}

/// Lives through every conversation and checks it, with the model as distiller, or by rules where there is none.
///
/// # Errors
/// When a memory fails; a check that fails is an outcome.
pub async fn run(model: Option<&Arc<dyn Llm>>) -> Result<Vec<Outcome>, MemoryError> {
    let mut outcomes = Vec::new();
    for script in scripts() {
        outcomes.extend(play(&script, model).await?);
    }
    Ok(outcomes)
}

async fn play(script: &Script, model: Option<&Arc<dyn Llm>>) -> Result<Vec<Outcome>, MemoryError> {
    let mut stage = Stage::new(script, model.cloned())?;
    let mut outcomes = Vec::new();
    for step in &script.conversation.steps {
        match step {
            Step::At(at) => stage.wait_until(at),
            Step::Turn(turn) => stage.remember(turn).await?,
            Step::Settle => stage.settle().await?,
            Step::Visit(turn) => stage.visit(turn).await?,
            Step::Restore(turn) => stage.restore(turn).await?,
            Step::Check(check) => {
                let finding = checks::finding(&stage, &check.expectation).await?;
                outcomes.push(Outcome {
                    dimension: script.dimension,
                    language: script.language,
                    conversation: script.conversation.name.clone(),
                    check: check.what.clone(),
                    passed: finding.passed,
                    expected: finding.expected,
                    seen: finding.seen,
                });
            }
        }
    }
    Ok(outcomes)
}

#[cfg(test)]
mod tests;
