//! Which pages share a segment, and which segments are in mid-term memory.

use std::collections::BTreeSet;

use memoryos::{View, types::SegmentId};

use super::{Finding, listed};
use crate::tiers::stage::Stage;

/// These turns share a segment.
pub(super) fn together(stage: &Stage, view: &View, turns: &[String]) -> Finding {
    let homes = homes(stage, view, turns);
    let passed = homes.iter().all(|home| home.is_some() && *home == homes[0]);
    Finding::new(passed, format!("one segment of {}", listed(turns)), grouping(stage, view))
}

/// Each of these turns is in a segment without the others.
pub(super) fn apart(stage: &Stage, view: &View, turns: &[String]) -> Finding {
    let homes = homes(stage, view, turns);
    let distinct: BTreeSet<_> = homes.iter().flatten().collect();
    Finding::new(distinct.len() == turns.len(), format!("{} apart", listed(turns)), grouping(stage, view))
}

/// So many segments are in mid-term memory.
pub(super) fn count(stage: &Stage, view: &View, count: usize) -> Finding {
    let active = view.state.active_segments().count();
    Finding::new(
        active == count,
        format!("{count} segments"),
        format!("{active} segments: {}", grouping(stage, view)),
    )
}

/// The segments of these turns are in the archive, or in mid-term memory.
pub(super) fn archived(stage: &Stage, view: &View, turns: &[String], is_archived: bool) -> Finding {
    let is_there = |turn: &String| {
        stage.segment(view, turn).is_some_and(|segment| segment.archived_at.is_some() == is_archived)
    };
    let place = if is_archived { "in the archive" } else { "in mid-term memory" };
    Finding::new(turns.iter().all(is_there), format!("{} {place}", listed(turns)), grouping(stage, view))
}

fn homes(stage: &Stage, view: &View, turns: &[String]) -> Vec<Option<SegmentId>> {
    turns.iter().map(|turn| stage.segment(view, turn).map(|segment| segment.id)).collect()
}

/// Every segment as the turns in it: `[a, b] [c, archived]`.
fn grouping(stage: &Stage, view: &View) -> String {
    let segments: Vec<String> = view
        .state
        .segments()
        .map(|segment| {
            let names = listed(view.state.pages_in(segment.id).map(|page| stage.name(page.id)));
            let archived = if segment.archived_at.is_some() { ", archived" } else { "" };
            format!("[{names}{archived}]")
        })
        .collect();
    if segments.is_empty() { "no segments".to_owned() } else { segments.join(" ") }
}
