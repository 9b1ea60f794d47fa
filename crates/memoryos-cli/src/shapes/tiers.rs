//! What the tiers hold.

use memoryos::{Config, Status};
use serde::Serialize;

use crate::ui;

/// What each tier holds.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct TiersShape {
    pub(crate) short_term_pages: u64,
    pub(crate) short_term_capacity: usize,
    pub(crate) pending_pages: u64,
    pub(crate) mid_term_segments: u64,
    pub(crate) mid_term_capacity: usize,
    pub(crate) mid_term_pages: u64,
    pub(crate) archived_segments: u64,
    pub(crate) archived_pages: u64,
    pub(crate) user_facts: u64,
    pub(crate) user_facts_capacity: usize,
    pub(crate) assistant_facts: u64,
    pub(crate) assistant_facts_capacity: usize,
    pub(crate) profile_versions: u64,
}

/// What each tier holds, beside what it can.
pub(crate) fn tiers(status: &Status, config: &Config) -> TiersShape {
    let counts = &status.counts;
    TiersShape {
        short_term_pages: counts.short_term_pages,
        short_term_capacity: config.short_term.capacity,
        pending_pages: counts.pending_pages,
        mid_term_segments: counts.segments,
        mid_term_capacity: config.mid_term.capacity,
        mid_term_pages: counts.mid_term_pages,
        archived_segments: counts.archived_segments,
        archived_pages: counts.archived_pages,
        user_facts: counts.user_facts,
        user_facts_capacity: config.long_term.user_facts,
        assistant_facts: counts.assistant_facts,
        assistant_facts_capacity: config.long_term.assistant_facts,
        profile_versions: counts.profile_versions,
    }
}

/// The tiers, a line each.
pub(crate) fn tier_fields(tiers: &TiersShape) -> [(&'static str, String); 5] {
    let of = |n: u64, capacity: usize| format!("{} of {}", ui::count(n), ui::count(capacity as u64));
    let pending = match tiers.pending_pages {
        0 => String::new(),
        n => format!(" · {} pending", ui::count(n)),
    };
    let archive = match tiers.archived_segments {
        0 => "empty".to_owned(),
        n => format!("{} with {}", ui::plural(n, "segment"), ui::plural(tiers.archived_pages, "page")),
    };
    let (segments, pages) = (of(tiers.mid_term_segments, tiers.mid_term_capacity), tiers.mid_term_pages);
    let facts = [
        format!("{} about the user", of(tiers.user_facts, tiers.user_facts_capacity)),
        format!("{} about the assistant", of(tiers.assistant_facts, tiers.assistant_facts_capacity)),
    ];
    let profile = match tiers.profile_versions {
        0 => "none yet".to_owned(),
        n => format!("version {n}"),
    };
    [
        ("short-term", format!("{} pages{pending}", of(tiers.short_term_pages, tiers.short_term_capacity))),
        ("mid-term", format!("{segments} segments with {}", ui::plural(pages, "page"))),
        ("long-term", format!("facts: {}", facts.join(", "))),
        ("profile", profile),
        ("archive", archive),
    ]
}
