//! Texts to vectors.

use std::time::Duration;

use async_trait::async_trait;

use super::BoxError;
use crate::types::Embedding;

/// What a text is embedded for; some models want to be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextRole {
    /// Something that is searched for.
    Query,
    /// Something that is kept.
    Passage,
}

/// Which texts a model's vectors can be trusted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Languages {
    /// English only: vectors of texts in other scripts mislead.
    English,
    /// Many languages.
    Many,
}

/// What an embedder is, known without loading it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmbedderSpec {
    /// Names the model and everything that changes its vectors; vectors of different ids are never compared.
    pub model_id: String,
    /// How many numbers a vector has.
    pub dimensions: usize,
    /// The longest text it reads whole, in its own tokens. Callers cut longer texts into passages.
    pub max_tokens: usize,
    /// Which texts it understands.
    pub languages: Languages,
}

/// Why there are no vectors.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EmbedError {
    /// The model is not on this machine; the hint names the command that installs it.
    #[error("the embedding model {model} is not installed; run `{hint}`")]
    Missing {
        /// Which model.
        model: String,
        /// The one command that installs it.
        hint: String,
    },
    /// The model's files are damaged or not what they claim to be.
    #[error("the embedding model {model} cannot be loaded")]
    Broken {
        /// Which model.
        model: String,
        /// What was wrong with it.
        #[source]
        source: BoxError,
    },
    /// A remote model could not be reached or answered wrongly; `transient` tells whether trying again can help.
    #[error("embedding with {model} failed")]
    Backend {
        /// Which model.
        model: String,
        /// Whether trying again can help.
        transient: bool,
        /// How long the server asked to wait.
        retry_after: Option<Duration>,
        /// What went wrong.
        #[source]
        source: BoxError,
    },
}

/// Turns texts into vectors.
///
/// Promises: as many vectors as texts, in their order; each of `spec().dimensions` numbers and of length 1, or 0
/// for a text without words it knows; the same text in the same role gives the same vector, alone or in a batch;
/// an empty batch gives no vectors and no work; a text of any length or content gives a vector, not an error.
#[async_trait]
pub trait Embedder: Send + Sync {
    /// What it is; cheap, loads nothing.
    fn spec(&self) -> &EmbedderSpec;

    /// Vectors for `texts`, `[texts.len()]`.
    async fn embed(&self, texts: &[&str], role: TextRole) -> Result<Vec<Embedding>, EmbedError>;
}
