//! The clock of the demonstration: it shows the time of the conversation, not of the person who watches.

use std::{
    sync::{Mutex, PoisonError},
    time::Duration,
};

use async_trait::async_trait;
use jiff::Timestamp;
use memoryos::ports::Clock;

/// Stands still until it is set.
#[derive(Debug)]
pub(super) struct ToldClock(Mutex<Timestamp>);

impl ToldClock {
    pub(super) fn new(at: Timestamp) -> Self {
        Self(Mutex::new(at))
    }

    pub(super) fn set(&self, at: Timestamp) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = at;
    }
}

#[async_trait]
impl Clock for ToldClock {
    fn now(&self) -> Timestamp {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the others, and lets the time pass.
    async fn sleep(&self, duration: Duration) {
        tokio::task::yield_now().await;
        self.set(self.now().saturating_add(duration).unwrap_or(Timestamp::MAX));
    }
}
