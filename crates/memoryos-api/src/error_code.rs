//! What went wrong, as a word that programs can act on.

use memoryos::{
    MemoryError,
    ports::{DistillError, LlmError, StoreError},
};

/// The word for an error: the same in a problem document, a tool's error and a report. Words are added, never
/// renamed.
pub fn error_code(error: &MemoryError) -> &'static str {
    match error {
        MemoryError::BlankQuery => "blank_query",
        MemoryError::NoSuchSegment(_) => "no_such_segment",
        MemoryError::Overtaken { .. } => "overtaken",
        MemoryError::Config(_) => "configuration",
        MemoryError::Store(StoreError::Backend { transient: true, .. }) => "store_busy",
        MemoryError::Store(_) => "store",
        MemoryError::Embed(_) => "embedder",
        MemoryError::Llm(LlmError::NotConfigured)
        | MemoryError::Distill(DistillError::Llm(LlmError::NotConfigured)) => "no_model",
        MemoryError::Llm(_) | MemoryError::Distill(_) => "model",
        _ => "internal",
    }
}
