//! Heat: how alive a segment is at a moment.

use std::cmp::Ordering;

use jiff::Timestamp;

use crate::{config::HeatConfig, types::SegmentStats};

/// How alive a segment is, unitless, from 0 up. Ordered by `total_cmp`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Heat(pub f64);

impl Heat {
    /// A total order.
    pub fn total_cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

/// A heat with the three terms it is the sum of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeatParts {
    /// α·visits.
    pub visits: f64,
    /// β·unread pages.
    pub pages: f64,
    /// γ·exp(−Δt/µ).
    pub recency: f64,
}

impl HeatParts {
    /// The heat.
    pub fn total(&self) -> Heat {
        Heat(self.visits + self.pages + self.recency)
    }
}

/// Heat of a segment at `now`: `α·visits + β·pages + γ·exp(−Δt/µ)`, with pages those not yet learned from and Δt
/// the time since its last visit. A clock that went backwards counts as Δt = 0.
///
/// Source: Memory OS of AI Agent, §3.3, eq. 4; that learning takes the pages out of the sum is §3.4.
pub fn heat(segment: &SegmentStats, now: Timestamp, weights: &HeatConfig) -> HeatParts {
    let idle_secs = now.duration_since(segment.last_visit).as_secs_f64().max(0.0);
    HeatParts {
        visits: weights.visit * f64::from(segment.visits),
        pages: weights.page * f64::from(segment.unread_pages),
        // `Config::validate` refuses µ = 0, so this is finite.
        recency: weights.recency * (-idle_secs / weights.time_constant_secs).exp(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::types::SegmentId;

    const YEAR_SECS: i64 = 31_557_600;

    fn segment(visits: u32, unread_pages: u32) -> SegmentStats {
        SegmentStats { id: SegmentId::from_bits(1), visits, unread_pages, last_visit: Timestamp::UNIX_EPOCH }
    }

    fn heat_at(stats: &SegmentStats, secs: i64) -> f64 {
        heat(stats, Timestamp::from_second(secs).expect("within range"), &HeatConfig::default()).total().0
    }

    #[test]
    fn a_segment_left_for_one_time_constant_keeps_a_third_of_its_recency() {
        let stats = segment(3, 2);
        assert!((heat_at(&stats, 0) - 6.0).abs() < 1e-12);
        assert!((heat_at(&stats, 10_000_000) - (5.0 + (-1.0_f64).exp())).abs() < 1e-12);
    }

    #[test]
    fn a_visit_in_the_future_is_no_hotter_than_one_now() {
        assert!((heat_at(&segment(0, 0), -YEAR_SECS) - 1.0).abs() < 1e-12);
    }

    proptest! {
        #[test]
        fn heat_never_rises_while_a_segment_is_left_alone(
            visits in 0..1000_u32, pages in 0..1000_u32, t in 0..YEAR_SECS, wait in 0..YEAR_SECS,
        ) {
            let stats = segment(visits, pages);
            prop_assert!(heat_at(&stats, t + wait) <= heat_at(&stats, t));
        }
    }
}
