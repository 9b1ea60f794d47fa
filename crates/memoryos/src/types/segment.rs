//! Segments: pages of one topic.

use jiff::Timestamp;

use super::SegmentId;

/// Pages of one topic. Which pages these are is told by the pages themselves.
#[derive(Clone, Debug, PartialEq)]
pub struct Segment {
    /// Its id.
    pub id: SegmentId,
    /// What its pages are about; follows the pages as they join.
    pub summary: String,
    /// Lower-case words and phrases, most telling first, no repeats.
    pub keywords: Vec<String>,
    /// How often a recall delivered one of its pages.
    pub visits: u32,
    /// When a page was last delivered or said.
    pub last_visit: Timestamp,
    /// When it was founded.
    pub founded_at: Timestamp,
    /// When it was evicted into the archive; `None` while it is in mid-term memory.
    pub archived_at: Option<Timestamp>,
}

/// What heat is computed from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SegmentStats {
    /// Which segment.
    pub id: SegmentId,
    /// How often a recall delivered one of its pages.
    pub visits: u32,
    /// Pages not yet learned from.
    pub unread_pages: u32,
    /// When a page was last delivered or said.
    pub last_visit: Timestamp,
}
