//! A segment and its heat.

use jiff::Timestamp;
use memoryos::{
    View,
    config::HeatConfig,
    tiers::mid_term::{HeatParts, heat},
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

/// A segment with its heat.
#[derive(Clone, Debug, Serialize, ToSchema, JsonSchema)]
pub struct WarmSegmentShape {
    /// The segment.
    #[serde(flatten)]
    pub segment: SegmentShape,
    /// How alive it is at the moment it was asked for.
    pub heat: HeatShape,
}

/// Segments in mid-term memory, or those of the archive, with their heat at one moment, hottest first; among equals
/// the younger.
pub fn hottest<'v>(
    view: &'v View,
    archived: bool,
    at: Timestamp,
    weights: &HeatConfig,
) -> Vec<(HeatParts, &'v Segment)> {
    let wanted = view.state.segments().filter(|segment| segment.archived_at.is_some() == archived);
    let mut warm: Vec<(HeatParts, &Segment)> =
        wanted.map(|segment| (heat(&view.state.stats(segment), at, weights), segment)).collect();
    warm.sort_by(|(a, one), (b, other)| b.total().0.total_cmp(&a.total().0).then(other.id.cmp(&one.id)));
    warm
}

/// A segment of this view as JSON, with its heat.
pub fn warm_segment(view: &View, kept: &Segment, heat: &HeatParts) -> WarmSegmentShape {
    let pages = view.state.pages_in(kept.id).map(|page| page.id);
    WarmSegmentShape { segment: segment(kept, pages), heat: heat_shape(heat) }
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
