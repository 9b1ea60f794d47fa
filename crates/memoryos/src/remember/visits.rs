//! What a recall warmed: visits are recorded by whoever asked, and may make a segment due to be learned from.

use crate::{
    error::MemoryError,
    memory::Memory,
    ports::{Change, JobKind},
    tiers::mid_term::due,
    types::{Owner, Segment, SegmentId, SegmentStats},
};

impl Memory {
    /// Counts one visit to each of these segments, those of a [`Recall`](crate::recall::Recall). Segments that are
    /// gone are passed over; archived ones are counted and stay archived.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn record_visits(&self, owner: &Owner, visits: &[SegmentId]) -> Result<(), MemoryError> {
        if visits.is_empty() {
            return Ok(());
        }
        let now = self.now();
        self.transact(owner, |view| {
            let visited: Vec<Segment> = visits
                .iter()
                .filter_map(|id| view.state.segment(*id))
                .map(|s| Segment {
                    visits: s.visits.saturating_add(1),
                    last_visit: s.last_visit.max(now),
                    ..s.clone()
                })
                .collect();
            let warmed: Vec<SegmentStats> =
                visited.iter().filter(|s| s.archived_at.is_none()).map(|s| view.state.stats(s)).collect();
            let is_due = !due(&warmed, self.heat_threshold(), now, &self.config.heat).is_empty();
            let mut changes: Vec<Change> = visited.into_iter().map(Change::PutSegment).collect();
            changes.extend(is_due.then(|| self.new_job(owner, JobKind::Learn, now)));
            Ok((changes, ()))
        })
        .await
    }
}
