//! The seams: what the library asks of the outside. Each trait is a list of promises, each promise a test in
//! `memoryos-testkit`.

mod clock;
mod distiller;
mod embedder;
mod ids;
mod llm;
mod store;

pub use clock::Clock;
pub use distiller::{Batch, BatchPage, Consolidation, DistillError, Distiller, Lesson, Lessons, Topic};
pub use embedder::{EmbedError, Embedder, EmbedderSpec, Languages, TextRole};
pub use ids::IdSource;
pub use llm::{Chat, ChatMessage, ChatRequest, ChatRole, ChatStream, Llm, LlmError, Purpose, Usage};
pub use store::{
    Call, CallOutcome, Change, Delta, Job, JobKind, LeasedJob, OwnerStatus, Revision, Spend, Store,
    StoreError, Vectors,
};

/// Any error, as the cause of another.
pub type BoxError = Box<dyn std::error::Error + Send + Sync>;
