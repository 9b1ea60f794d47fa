//! What every route works with.

use std::sync::Arc;

use memoryos::Memory;
use memoryos_host::{Chosen, Settings};

/// What every route works with. Shared behind an `Arc`.
pub struct App {
    /// The memory.
    pub memory: Arc<Memory>,
    /// What was set.
    pub settings: Settings,
    /// The models that were chosen.
    pub chosen: Chosen,
}
