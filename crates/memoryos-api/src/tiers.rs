//! What the tiers hold.

use memoryos::{Config, Status};
use schemars::JsonSchema;
use serde::Serialize;
use utoipa::ToSchema;

/// What each tier holds.
#[derive(Clone, Copy, Debug, Serialize, ToSchema, JsonSchema)]
pub struct TiersShape {
    /// Pages in short-term memory.
    pub short_term_pages: u64,
    /// How many it holds.
    pub short_term_capacity: usize,
    /// Pages that wait to be consolidated.
    pub pending_pages: u64,
    /// Segments in mid-term memory.
    pub mid_term_segments: u64,
    /// How many it holds.
    pub mid_term_capacity: usize,
    /// Pages in these segments.
    pub mid_term_pages: u64,
    /// Segments in the archive.
    pub archived_segments: u64,
    /// Pages in these.
    pub archived_pages: u64,
    /// Facts about the user.
    pub user_facts: u64,
    /// How many are kept.
    pub user_facts_capacity: usize,
    /// Facts about the assistant.
    pub assistant_facts: u64,
    /// How many are kept.
    pub assistant_facts_capacity: usize,
    /// Versions of the profile.
    pub profile_versions: u64,
}

/// What each tier holds, beside what it can.
pub fn tiers(status: &Status, config: &Config) -> TiersShape {
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
