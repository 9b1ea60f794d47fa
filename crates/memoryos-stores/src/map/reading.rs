//! What is read from one owner's memory: changes since a revision, counts, model calls added up.

use std::{collections::BTreeMap, time::Duration};

use jiff::Timestamp;
use memoryos::{
    ports::{CallOutcome, Delta, OwnerStatus, Purpose, Revision, Spend, Usage},
    types::{About, Place, SegmentId},
};

use super::memory::{OwnerMemory, Table};

/// A base of 0, or one this memory never had, is answered with everything.
pub(super) fn delta(memory: &OwnerMemory, since: Revision, model_id: &str) -> Delta {
    let is_complete = since == Revision(0) || since > memory.revision;
    let since = if is_complete { Revision(0) } else { since };
    let mut vectors = later(&memory.vectors, since);
    vectors.retain(|v| v.model_id == model_id);
    Delta {
        revision: memory.revision,
        is_complete,
        pages: later(&memory.pages, since),
        chains: later(&memory.chains, since),
        segments: later(&memory.segments, since),
        facts: later(&memory.facts, since),
        profiles: later(&memory.profiles, since),
        vectors,
    }
}

fn later<K, T: Clone>(table: &Table<K, T>, since: Revision) -> Vec<T> {
    table.values().filter(|row| row.revision > since).map(|row| T::clone(&row.record)).collect()
}

pub(super) fn status(memory: &OwnerMemory) -> OwnerStatus {
    let is_archived =
        |id: SegmentId| memory.segments.get(&id).is_some_and(|s| s.record.archived_at.is_some());
    let pages =
        |wanted: &dyn Fn(Place) -> bool| count(memory.pages.values(), |page| wanted(page.record.state.place));
    let facts = |about| {
        count(memory.facts.values(), |fact| fact.record.about == about && fact.record.archived_at.is_none())
    };
    OwnerStatus {
        revision: memory.revision,
        short_term_pages: pages(&|place| place == Place::ShortTerm),
        pending_pages: pages(&|place| place == Place::Pending),
        mid_term_pages: pages(&|place| matches!(place, Place::Segment(id) if !is_archived(id))),
        segments: count(memory.segments.keys(), |id| !is_archived(**id)),
        archived_pages: pages(&|place| matches!(place, Place::Segment(id) if is_archived(id))),
        archived_segments: count(memory.segments.keys(), |id| is_archived(**id)),
        user_facts: facts(About::User),
        assistant_facts: facts(About::Assistant),
        profile_versions: memory.profiles.len() as u64,
    }
}

fn count<T>(items: impl Iterator<Item = T>, is_wanted: impl Fn(&T) -> bool) -> u64 {
    items.filter(is_wanted).count() as u64
}

pub(super) fn spend(memory: &OwnerMemory, since: Timestamp) -> Vec<Spend> {
    let mut by_purpose = BTreeMap::new();
    for call in memory.calls.iter().filter(|call| call.at >= since) {
        let sum = by_purpose.entry(call.purpose).or_insert_with(|| nothing_spent(call.purpose));
        sum.calls += 1;
        sum.failed += u64::from(call.outcome == CallOutcome::Failed);
        sum.usage.prompt_tokens += call.usage.prompt_tokens;
        sum.usage.completion_tokens += call.usage.completion_tokens;
        sum.latency += call.latency;
    }
    by_purpose.into_values().collect()
}

fn nothing_spent(purpose: Purpose) -> Spend {
    Spend { purpose, calls: 0, failed: 0, usage: Usage::default(), latency: Duration::ZERO }
}
