//! A segment and its heat.

use memoryos::{
    tiers::mid_term::HeatParts,
    types::{PageId, Segment},
};
use schemars::JsonSchema;
use serde::Serialize;
use utoipa::ToSchema;

/// Pages of one topic.
#[derive(Clone, Debug, Serialize, ToSchema, JsonSchema)]
pub struct SegmentShape {
    /// Its id.
    pub id: String,
    /// What its pages are about.
    pub summary: String,
    /// Most telling first.
    pub keywords: Vec<String>,
    /// How often a recall delivered one of its pages.
    pub visits: u32,
    /// When a page was last delivered or said.
    pub last_visit: String,
    /// When it was founded.
    pub founded_at: String,
    /// When it went into the archive; `null` while it is in mid-term memory.
    pub archived_at: Option<String>,
    /// Its pages, oldest first.
    pub pages: Vec<String>,
}

/// How alive a segment is at a moment, unitless; the total is the sum of the parts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema, JsonSchema)]
pub struct HeatShape {
    /// The sum of the parts.
    pub total: f64,
    /// α·visits.
    pub visits: f64,
    /// β·pages since last learned.
    pub unread_pages: f64,
    /// γ·exp(−Δt/µ).
    pub recency: f64,
}

/// A segment as JSON, with its pages, oldest first.
pub fn segment(segment: &Segment, pages: impl IntoIterator<Item = PageId>) -> SegmentShape {
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

/// A heat as JSON.
pub fn heat_shape(parts: &HeatParts) -> HeatShape {
    let HeatParts { visits, pages, recency } = *parts;
    HeatShape { total: parts.total().0, visits, unread_pages: pages, recency }
}
