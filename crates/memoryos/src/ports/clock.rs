//! What time it is, and waiting.

use std::time::Duration;

use async_trait::async_trait;
use jiff::Timestamp;

/// Tells the time and lets it pass. The library never asks anyone else.
#[async_trait]
pub trait Clock: Send + Sync {
    /// The present instant. It may stand still or go backwards; nobody relies on it not to.
    fn now(&self) -> Timestamp;

    /// Returns once `duration` has passed on this clock.
    async fn sleep(&self, duration: Duration);
}
