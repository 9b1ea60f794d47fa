//! Eviction: a full tier lets go of the coldest.

use jiff::Timestamp;

use super::heat;
use crate::{
    config::HeatConfig,
    types::{SegmentId, SegmentStats},
};

/// The segments to let go of so that `capacity` remain, coldest first; among equals the older (lower id) goes.
/// Those in `newcomers` stay as long as there is any other: what was just written must not go before it was read.
pub fn coldest(
    segments: &[SegmentStats],
    newcomers: &[SegmentId],
    capacity: usize,
    now: Timestamp,
    weights: &HeatConfig,
) -> Vec<SegmentId> {
    let surplus = segments.len().saturating_sub(capacity);
    let mut ranked: Vec<_> =
        segments.iter().map(|s| (newcomers.contains(&s.id), heat(s, now, weights).total(), s.id)).collect();
    ranked.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2)));
    ranked.into_iter().take(surplus).map(|(.., id)| id).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stats(id: u128, visits: u32) -> SegmentStats {
        SegmentStats {
            id: SegmentId::from_bits(id),
            visits,
            unread_pages: 0,
            last_visit: Timestamp::UNIX_EPOCH,
        }
    }

    #[test]
    fn the_coldest_goes_and_never_the_newcomer() {
        let segments = [stats(1, 1), stats(2, 5), stats(3, 1), stats(4, 0)];
        let newcomer = [SegmentId::from_bits(4)];
        let gone = coldest(&segments, &newcomer, 3, Timestamp::UNIX_EPOCH, &HeatConfig::default());
        assert_eq!(gone, [SegmentId::from_bits(1)]);
        assert_eq!(coldest(&segments, &newcomer, 4, Timestamp::UNIX_EPOCH, &HeatConfig::default()), []);
    }
}
