//! Conformance suites for the ports of `memoryos`, one test for each promise, and stand-ins for what a test must
//! hold in its hand: the clock, ids, models, and stores that fail on demand.

pub mod embedder;
pub mod hash_embedder;
pub mod llm;
pub mod plausible_llm;
pub mod scripted_llm;

pub mod client;
pub mod clock;
pub mod failing_store;
pub mod ids;
pub mod loopback;
pub mod peers;
pub mod process;
pub mod samples;
pub mod seed;
pub mod served;
pub mod store;

pub use clock::ManualClock;
pub use failing_store::{FailAt, FailingStore};
pub use hash_embedder::HashEmbedder;
pub use ids::SequentialIds;
pub use seed::Seed;
