//! Ids that a test can foretell.

use std::sync::atomic::{AtomicU64, Ordering};

use memoryos::ports::IdSource;

/// Gives 1, 2, 3…
#[derive(Debug)]
pub struct SequentialIds {
    next: AtomicU64,
}

impl SequentialIds {
    /// Begins with `first`; several sources in one test begin far apart.
    pub const fn from(first: u64) -> Self {
        Self { next: AtomicU64::new(first) }
    }
}

impl Default for SequentialIds {
    fn default() -> Self {
        Self::from(1)
    }
}

impl IdSource for SequentialIds {
    fn fresh(&self) -> u128 {
        self.next.fetch_add(1, Ordering::Relaxed).into()
    }
}
