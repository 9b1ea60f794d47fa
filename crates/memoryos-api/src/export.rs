//! The lines of an export, a JSON object each.
//!
//! Each line has a `type`. `export` comes first, with the version of this layout. `owner` opens a memory, and the
//! lines up to the next `owner` belong to it: `page` (oldest first), `chain`, `segment`, `fact`, `profile` (every
//! version, oldest first). Vectors and jobs are left out: they are made anew.

use jiff::Timestamp;
use memoryos::{View, types::Chain};
use serde::Serialize;

use crate::{FactShape, OwnerShape, PageShape, ProfileShape, SegmentShape, fact, page, profile, segment};

/// The version of the layout; it rises when a reader of the former one would be misled.
const LAYOUT: u32 = 1;

/// A line of an export.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Line {
    /// The first line.
    Export {
        /// The version of the layout.
        layout: u32,
        /// The version of the program.
        program: &'static str,
        /// When it was written.
        exported_at: String,
    },
    /// Opens a memory.
    Owner(OwnerShape),
    /// A page.
    Page(PageShape),
    /// Pages that continue one another.
    Chain {
        /// Its id.
        id: String,
        /// What it is about so far.
        summary: String,
        /// The page the next one would continue.
        last_page: String,
    },
    /// A segment.
    Segment(SegmentShape),
    /// A fact.
    Fact(FactShape),
    /// A version of the profile.
    Profile(ProfileShape),
}

/// The first line of an export made at `now`.
pub fn header(now: Timestamp) -> Line {
    Line::Export { layout: LAYOUT, program: env!("CARGO_PKG_VERSION"), exported_at: now.to_string() }
}

/// The lines of one memory, after its `owner`.
pub fn lines(view: &View) -> Vec<Line> {
    let state = &view.state;
    let pages = state.pages().iter().map(|kept| Line::Page(page(kept)));
    let mut chain_ids: Vec<_> = state.pages().iter().filter_map(|page| page.state.chain).collect();
    chain_ids.dedup();
    let chains = chain_ids.iter().filter_map(|id| state.chain(*id)).map(|chain: &Chain| Line::Chain {
        id: chain.id.to_string(),
        summary: chain.summary.clone(),
        last_page: chain.last_page.to_string(),
    });
    let segments = state
        .segments()
        .map(|kept| Line::Segment(segment(kept, state.pages_in(kept.id).map(|page| page.id))));
    let facts = state.facts().map(|known| Line::Fact(fact(known)));
    let profiles = state.profiles().iter().map(|version| Line::Profile(profile(version)));
    pages.chain(chains).chain(segments).chain(facts).chain(profiles).collect()
}
