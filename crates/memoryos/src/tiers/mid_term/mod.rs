//! Mid-term memory: pages settle into segments, which grow hot or cold.

mod eviction;
mod heat;
mod joining;
mod likeness;
mod promotion;
mod summary;

pub use eviction::coldest;
pub use heat::{Heat, HeatParts, heat};
pub use joining::{Candidate, Home, fitness, home};
pub use likeness::{WordCounts, likeness, trust};
pub use promotion::due;
pub use summary::{merge_keywords, merge_summaries};
