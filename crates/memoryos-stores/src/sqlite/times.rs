//! Times as columns.

use jiff::Timestamp;
use memoryos::ports::BoxError;

/// A time that SQL compares: whole nanoseconds since 1970. Exact from 1677 to 2262, beyond which it stands still;
/// only the times of jobs and calls are kept so, and those come from a clock.
pub(super) fn to_nanos(time: Timestamp) -> i64 {
    let nanos = time.as_nanosecond();
    i64::try_from(nanos).unwrap_or(if nanos < 0 { i64::MIN } else { i64::MAX })
}

/// The time again.
pub(super) fn from_nanos(nanos: i64) -> Timestamp {
    Timestamp::from_nanosecond(nanos.into())
        .expect("64 bits of nanoseconds lie within the years a timestamp has")
}

/// A time that is only kept: ISO 8601, exact for every year.
pub(super) fn from_text(text: &str) -> Result<Timestamp, BoxError> {
    Ok(text.parse()?)
}
