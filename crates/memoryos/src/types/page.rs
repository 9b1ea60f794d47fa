//! Pages: kept turns, the places they can be in, and the chains they form.

use jiff::Timestamp;

use super::{ChainId, PageId, SegmentId, Turn};

/// A kept turn. Its words never change; only its state moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// Its id.
    pub id: PageId,
    /// Its position in the owner's history: 1 for the first page, without gaps or repeats.
    pub order: u64,
    /// What was said.
    pub turn: Turn,
    /// When it was remembered; `turn.at()` is when it was said.
    pub recorded_at: Timestamp,
    /// Where it is now.
    pub state: PageState,
}

/// The part of a page that changes as it settles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageState {
    /// The one place it is in.
    pub place: Place,
    /// The chain it belongs to, once consolidated.
    pub chain: Option<ChainId>,
    /// Whether profile and knowledge have been learned from it.
    pub learned: bool,
}

/// Where a page is: always exactly one of these. A page is archived when its segment is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// Among the last few turns.
    ShortTerm,
    /// Pushed out of short-term memory, waiting to be consolidated.
    Pending,
    /// Among pages of its topic.
    Segment(SegmentId),
}

/// Pages that continue one another, with what they are about so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// Its id.
    pub id: ChainId,
    /// The running summary, written once for the whole chain.
    pub summary: String,
    /// The page the next one would continue.
    pub last_page: PageId,
}
