//! Why a verb could not do what was asked.

use crate::{
    config::InvalidConfig,
    ports::{DistillError, EmbedError, LlmError, StoreError},
};

/// Why a verb could not do what was asked. Nothing was changed, unless the variant says so.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MemoryError {
    /// A setting is out of its bounds.
    #[error(transparent)]
    Config(#[from] InvalidConfig),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The embedder failed where there is no going on without it.
    #[error(transparent)]
    Embed(#[from] EmbedError),
    /// The language model failed.
    #[error(transparent)]
    Llm(#[from] LlmError),
    /// The distiller failed; the job stays queued.
    #[error(transparent)]
    Distill(#[from] DistillError),
    /// Others kept changing the memory first.
    #[error("gave up after being overtaken {attempts} times by other writers")]
    Overtaken {
        /// How often.
        attempts: u32,
    },
    /// A query without words.
    #[error("a query must not be blank")]
    BlankQuery,
    /// There is no such segment.
    #[error("there is no segment {0}")]
    NoSuchSegment(crate::types::SegmentId),
}

impl MemoryError {
    /// Whether trying again later can help.
    pub fn is_transient(&self) -> bool {
        match self {
            Self::Store(StoreError::Backend { transient, .. })
            | Self::Embed(EmbedError::Backend { transient, .. }) => *transient,
            Self::Llm(llm) | Self::Distill(DistillError::Llm(llm)) => llm.is_transient(),
            Self::Overtaken { .. } => true,
            _ => false,
        }
    }
}
