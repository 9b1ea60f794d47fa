//! An owner's memory as a process holds it: records and index at one revision, and the cache of them.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard},
};

use crate::{
    index::Index,
    ports::{Change, Delta, Revision},
    state::OwnerState,
    types::Owner,
};

/// Records and index of one owner at one revision.
#[derive(Debug)]
pub struct View {
    /// The records.
    pub state: OwnerState,
    /// What makes them searchable.
    pub index: Index,
}

impl View {
    /// A view of nothing.
    pub fn new(dimensions: usize, passage_tokens: usize) -> Self {
        Self { state: OwnerState::default(), index: Index::new(dimensions, passage_tokens) }
    }

    /// Follows what was read from the store since this revision or an earlier one. One that tells nothing new is
    /// passed over: while it was being read, somebody else may have caught up further.
    pub fn apply_delta(&mut self, delta: &Delta, dimensions: usize, passage_tokens: usize) {
        if delta.revision <= self.state.revision() {
            return;
        }
        self.state.apply_delta(delta);
        if delta.is_complete {
            self.index = Index::build(&self.state, &delta.vectors, dimensions, passage_tokens);
        } else {
            self.index.follow(&self.state, &delta.vectors);
        }
    }

    /// Follows changes that were committed on top of this revision.
    pub fn apply_changes(&mut self, changes: &[Change], revision: Revision) {
        self.state.apply_changes(changes, revision);
        self.index.follow_changes(&self.state, changes);
    }

    /// Bytes it takes in memory, about.
    pub fn bytes(&self) -> usize {
        self.state.bytes() + self.index.bytes()
    }
}

/// One owner's view, shared by whoever works on it. Readers hold the lock only while they compute, never while
/// they wait.
#[derive(Debug)]
pub(crate) struct Slot {
    view: RwLock<View>,
    /// Held from reading the base to following the commit, so that this process does not overtake itself.
    pub(crate) writing: tokio::sync::Mutex<()>,
}

impl Slot {
    pub(crate) fn read(&self) -> RwLockReadGuard<'_, View> {
        // A panic while following a commit leaves a view that the next refresh or rebuild mends.
        self.view.read().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn write(&self) -> RwLockWriteGuard<'_, View> {
        self.view.write().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a view of nothing takes, about; so that owners nobody has heard of count as well.
const EMPTY_VIEW_BYTES: usize = 2_048;

/// The views of the owners used last, within a budget of bytes.
#[derive(Debug)]
pub(crate) struct Views {
    budget_bytes: usize,
    slots: Mutex<Slots>,
}

#[derive(Debug, Default)]
struct Slots {
    by_owner: HashMap<Owner, Entry>,
    uses: u64,
}

#[derive(Debug)]
struct Entry {
    slot: Arc<Slot>,
    bytes: usize,
    last_use: u64,
}

impl Views {
    pub(crate) fn new(budget_bytes: usize) -> Self {
        Self { budget_bytes, slots: Mutex::default() }
    }

    /// The owner's slot; `fresh` makes an empty view where there is none.
    pub(crate) fn slot(&self, owner: &Owner, fresh: impl FnOnce() -> View) -> Arc<Slot> {
        let mut slots = self.lock();
        slots.uses += 1;
        let last_use = slots.uses;
        let entry = slots.by_owner.entry(owner.clone()).or_insert_with(|| Entry {
            slot: Arc::new(Slot { view: RwLock::new(fresh()), writing: tokio::sync::Mutex::new(()) }),
            bytes: EMPTY_VIEW_BYTES,
            last_use,
        });
        entry.last_use = last_use;
        Arc::clone(&entry.slot)
    }

    /// Notes how large an owner's view has become, and drops those longest unused while all together are over
    /// the budget. The one just used stays, however large.
    pub(crate) fn settle_size(&self, owner: &Owner, bytes: usize) {
        let mut slots = self.lock();
        if let Some(entry) = slots.by_owner.get_mut(owner) {
            entry.bytes = bytes + EMPTY_VIEW_BYTES;
        }
        while slots.by_owner.len() > 1 && slots.bytes() > self.budget_bytes {
            let idle = slots.by_owner.iter().filter(|(o, _)| *o != owner).min_by_key(|(_, e)| e.last_use);
            let Some(idle) = idle.map(|(o, _)| o.clone()) else { break };
            slots.by_owner.remove(&idle);
        }
    }

    /// Bytes of all views together, about.
    pub(crate) fn bytes(&self) -> usize {
        self.lock().bytes()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Slots> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Slots {
    fn bytes(&self) -> usize {
        self.by_owner.values().map(|e| e.bytes).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_unused_owner_leaves_when_the_budget_is_full() {
        let views = Views::new(3 * EMPTY_VIEW_BYTES);
        let owner = |name: &str| Owner::new(name, "assistant").expect("a name");
        for name in ["ana", "bo", "cy"] {
            views.slot(&owner(name), || View::new(2, 100));
            views.settle_size(&owner(name), EMPTY_VIEW_BYTES / 4);
        }
        let mut is_fresh = false;
        views.slot(&owner("ana"), || {
            is_fresh = true;
            View::new(2, 100)
        });
        assert!(is_fresh, "ana's view was dropped");
    }
}
