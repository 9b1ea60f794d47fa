//! The tiers, for people.

use memoryos_api::TiersShape;

use super::{count, plural};

/// The tiers, a line each.
pub(crate) fn tier_fields(tiers: &TiersShape) -> [(&'static str, String); 5] {
    let of = |n: u64, capacity: usize| format!("{} of {}", count(n), count(capacity as u64));
    let pending = match tiers.pending_pages {
        0 => String::new(),
        n => format!(" · {} pending", count(n)),
    };
    let archive = match tiers.archived_segments {
        0 => "empty".to_owned(),
        n => format!("{} with {}", plural(n, "segment"), plural(tiers.archived_pages, "page")),
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
        ("mid-term", format!("{segments} segments with {}", plural(pages, "page"))),
        ("long-term", format!("facts: {}", facts.join(", "))),
        ("profile", profile),
        ("archive", archive),
    ]
}
