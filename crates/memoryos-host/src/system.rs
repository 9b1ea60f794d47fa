//! What the machine gives: the time, and ids that nobody had before.

use std::{
    sync::{Mutex, PoisonError},
    time::Duration,
};

use async_trait::async_trait;
use jiff::Timestamp;
use memoryos::ports::{Clock, IdSource};

/// The machine's clock. Must be used within a tokio runtime to sleep.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

#[async_trait]
impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        now()
    }

    async fn sleep(&self, duration: Duration) {
        tokio::time::sleep(duration).await;
    }
}

#[expect(clippy::disallowed_methods, reason = "this is the clock that everyone else takes")]
fn now() -> Timestamp {
    Timestamp::now()
}

/// Bits of an id that are random; the 48 above them are the milliseconds since 1970.
const RANDOM_BITS: u32 = 80;

/// 128-bit ids, time first, so that they sort by when they were made. Within a process each is greater than the
/// one before, also when the clock stands still or goes back.
#[derive(Debug, Default)]
pub struct RandomIds {
    last: Mutex<u128>,
}

impl IdSource for RandomIds {
    /// # Panics
    /// When the system has no random numbers to give.
    fn fresh(&self) -> u128 {
        let mut random = [0_u8; 16];
        getrandom::fill(&mut random[6..]).expect("the system gives random numbers");
        let millis = u128::try_from(now().as_millisecond()).unwrap_or(0);
        let id = (millis << RANDOM_BITS) | u128::from_be_bytes(random);
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        *last = id.max(last.wrapping_add(1));
        *last
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_id_is_greater_than_the_one_before() {
        let ids = RandomIds::default();
        let made: Vec<u128> = (0..1000).map(|_| ids.fresh()).collect();
        assert!(made.is_sorted_by(|a, b| a < b));
    }

    #[test]
    fn two_sources_give_different_ids() {
        assert_ne!(RandomIds::default().fresh(), RandomIds::default().fresh());
    }
}
