//! Promotion: which segments are due to be learned from.

use jiff::Timestamp;

use super::heat;
use crate::{
    config::HeatConfig,
    types::{SegmentId, SegmentStats},
};

/// Every segment with unread pages and a heat of at least `threshold`, hottest first, equals in order of id.
pub fn due(
    segments: &[SegmentStats],
    threshold: f64,
    now: Timestamp,
    weights: &HeatConfig,
) -> Vec<SegmentId> {
    let mut hot: Vec<_> = segments
        .iter()
        .filter(|s| s.unread_pages > 0)
        .map(|s| (heat(s, now, weights).total(), s.id))
        .filter(|(heat, _)| heat.0 >= threshold)
        .collect();
    hot.sort_by(|(a, a_id), (b, b_id)| b.total_cmp(a).then(a_id.cmp(b_id)));
    hot.into_iter().map(|(_, id)| id).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hotter_segment_without_unread_pages_does_not_block_the_others() {
        let stats = |id, visits, unread_pages| SegmentStats {
            id: SegmentId::from_bits(id),
            visits,
            unread_pages,
            last_visit: Timestamp::UNIX_EPOCH,
        };
        let segments = [stats(1, 50, 0), stats(2, 1, 3), stats(3, 4, 6), stats(4, 0, 3)];
        let due = due(&segments, 5.0, Timestamp::UNIX_EPOCH, &HeatConfig::default());
        assert_eq!(due, [SegmentId::from_bits(3), SegmentId::from_bits(2)]);
    }
}
