//! A segment and its heat.

use memoryos::{
    tiers::mid_term::HeatParts,
    types::{PageId, Segment},
};
use serde::Serialize;

/// Pages of one topic.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct SegmentShape {
    pub(crate) id: String,
    pub(crate) summary: String,
    pub(crate) keywords: Vec<String>,
    /// How often a recall delivered one of its pages.
    pub(crate) visits: u32,
    pub(crate) last_visit: String,
    pub(crate) founded_at: String,
    /// When it went into the archive; `null` while it is in mid-term memory.
    pub(crate) archived_at: Option<String>,
    /// Its pages, oldest first.
    pub(crate) pages: Vec<String>,
}

/// How alive a segment is at a moment, unitless; the total is the sum of the parts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct HeatShape {
    pub(crate) total: f64,
    pub(crate) visits: f64,
    pub(crate) unread_pages: f64,
    pub(crate) recency: f64,
}

pub(crate) fn segment(segment: &Segment, pages: impl IntoIterator<Item = PageId>) -> SegmentShape {
    SegmentShape {
        id: segment.id.to_string(),
        summary: segment.summary.clone(),
        keywords: segment.keywords.clone(),
        visits: segment.visits,
        last_visit: segment.last_visit.to_string(),
        founded_at: segment.founded_at.to_string(),
        archived_at: segment.archived_at.map(|at| at.to_string()),
        pages: pages.into_iter().map(|id| id.to_string()).collect(),
    }
}

pub(crate) fn heat_shape(parts: &HeatParts) -> HeatShape {
    let HeatParts { visits, pages, recency } = *parts;
    HeatShape { total: parts.total().0, visits, unread_pages: pages, recency }
}
