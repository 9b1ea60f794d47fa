//! A clock that stands still until somebody moves it or sleeps.

use std::{
    sync::{Mutex, PoisonError},
    time::Duration,
};

use async_trait::async_trait;
use jiff::Timestamp;
use memoryos::ports::Clock;

/// Tells the time it was set to; whoever sleeps moves it on. Share it in an `Arc` with whatever is under test.
#[derive(Debug)]
pub struct ManualClock {
    now: Mutex<Timestamp>,
}

impl ManualClock {
    /// A clock that stands at this time, such as `2026-03-01T09:00:00Z`.
    ///
    /// # Panics
    /// When `text` is no time.
    pub fn at(text: &str) -> Self {
        Self::standing(text.parse().expect("a test names a time"))
    }

    /// A clock that stands at `now`.
    pub const fn standing(now: Timestamp) -> Self {
        Self { now: Mutex::new(now) }
    }

    /// Moves the clock on.
    ///
    /// # Panics
    /// When the time would lie beyond the year 9999.
    pub fn advance(&self, by: Duration) {
        let next = self.now().checked_add(by).expect("a test stays within the years a timestamp has");
        self.set(next);
    }

    /// Sets the clock, backwards too.
    pub fn set(&self, now: Timestamp) {
        *self.now.lock().unwrap_or_else(PoisonError::into_inner) = now;
    }
}

impl Default for ManualClock {
    /// Stands where [`samples::instant(0)`](crate::samples::instant) is.
    fn default() -> Self {
        Self::standing(crate::samples::instant(0))
    }
}

#[async_trait]
impl Clock for ManualClock {
    fn now(&self) -> Timestamp {
        *self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets others run once, then moves the clock on by `duration`: no test waits for a back-off.
    async fn sleep(&self, duration: Duration) {
        tokio::task::yield_now().await;
        self.advance(duration);
    }
}
