//! What stands where an embedder must and none can be had: words alone then find what is sought.

use std::{error::Error, time::Duration};

use async_trait::async_trait;
use memoryos::{
    ports::{EmbedError, Embedder, EmbedderSpec, Languages, TextRole},
    types::Embedding,
};

/// An embedder without vectors: its id owns none, so none are read from the store, and every call fails.
#[derive(Debug)]
pub(crate) struct NoEmbedder {
    spec: EmbedderSpec,
    reason: String,
    transient: bool,
    retry_after: Option<Duration>,
}

impl NoEmbedder {
    /// For a memory that is opened for looking only.
    pub(crate) fn for_looking() -> Self {
        let reason = "this memory was opened for looking only".to_owned();
        Self { spec: spec("none".to_owned()), reason, transient: false, retry_after: None }
    }

    /// In place of `model`, whose server failed with `error` when it was asked for its dimensions; every call
    /// fails the same way. Vectors of the model cannot be read either: how long they are is not known.
    pub(crate) fn in_place_of(model: &str, error: &EmbedError) -> Self {
        let (transient, retry_after) = match error {
            EmbedError::Backend { transient, retry_after, .. } => (*transient, *retry_after),
            _ => (false, None),
        };
        Self { spec: spec(format!("openai/{model}")), reason: causes(error), transient, retry_after }
    }

    /// Why there are no vectors.
    pub(crate) fn reason(&self) -> &str {
        &self.reason
    }
}

/// One number a vector is the least an index can be made for.
fn spec(model_id: String) -> EmbedderSpec {
    EmbedderSpec { model_id, dimensions: 1, max_tokens: usize::MAX, languages: Languages::English }
}

/// What caused the error, in one line.
fn causes(error: &EmbedError) -> String {
    let causes = std::iter::successors(error.source(), |&cause| cause.source());
    let lines: Vec<String> = causes.map(ToString::to_string).collect();
    if lines.is_empty() { error.to_string() } else { lines.join(": ") }
}

#[async_trait]
impl Embedder for NoEmbedder {
    fn spec(&self) -> &EmbedderSpec {
        &self.spec
    }

    async fn embed(&self, texts: &[&str], _role: TextRole) -> Result<Vec<Embedding>, EmbedError> {
        if texts.is_empty() {
            return Ok(Vec::new());
        }
        Err(EmbedError::Backend {
            model: self.spec.model_id.clone(),
            transient: self.transient,
            retry_after: self.retry_after,
            source: self.reason.clone().into(),
        })
    }
}
