//! How many requests a caller may make: a bucket that fills with time.

use std::collections::HashMap;

use jiff::Timestamp;

/// Callers that are kept in mind. More than that many at once, and the fullest buckets are forgotten: a forgotten
/// bucket is a full one.
const CALLERS: usize = 10_000;

/// What each caller has left.
#[derive(Debug)]
pub(super) struct Buckets {
    per_minute: u32,
    left: HashMap<String, (f64, Timestamp)>,
}

impl Buckets {
    /// Buckets that hold the requests of a minute; 0 for no limit.
    pub(super) fn new(per_minute: u32) -> Self {
        Self { per_minute, left: HashMap::new() }
    }

    /// Takes one request from the caller's bucket; when it is empty, the seconds until it is not.
    pub(super) fn take(&mut self, caller: &str, now: Timestamp) -> Result<(), u64> {
        if self.per_minute == 0 {
            return Ok(());
        }
        let (most, rate) = (f64::from(self.per_minute), f64::from(self.per_minute) / 60.0);
        let filled = |(left, at): (f64, Timestamp)| {
            let waited = now.duration_since(at).as_secs_f64().max(0.0);
            (left + waited * rate).min(most)
        };
        if self.left.len() >= CALLERS && !self.left.contains_key(caller) {
            self.left.retain(|_, bucket| filled(*bucket) < most);
        }
        let left = self.left.get(caller).map_or(most, |bucket| filled(*bucket));
        let enough = left >= 1.0;
        self.left.insert(caller.to_owned(), (if enough { left - 1.0 } else { left }, now));
        if enough { Ok(()) } else { Err(((1.0 - left) / rate).ceil() as u64) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_empties_with_requests_and_fills_with_time() {
        let at = |second: i64| Timestamp::from_second(second).expect("a time");
        let mut buckets = Buckets::new(2);
        assert_eq!(buckets.take("ann", at(0)), Ok(()));
        assert_eq!(buckets.take("ann", at(0)), Ok(()));
        assert_eq!(buckets.take("ann", at(0)), Err(30));
        assert_eq!(buckets.take("bob", at(0)), Ok(()), "each has a bucket");
        assert_eq!(buckets.take("ann", at(30)), Ok(()));
        assert_eq!(buckets.take("ann", at(20)), Err(30), "a clock that goes back fills nothing");
        assert_eq!(Buckets::new(0).take("ann", at(0)), Ok(()), "no limit");
    }
}
