//! One owner's memory in maps, and how a commit changes it.

use std::{collections::BTreeMap, sync::Arc};

use memoryos::{
    ports::{Call, Change, Revision, StoreError, Vectors},
    types::{
        Chain, ChainId, Fact, FactId, ItemId, Owner, Page, PageId, PageState, ProfileVersion, Segment,
        SegmentId, TurnKey,
    },
};

use super::jobs::JobQueue;

/// A record and the revision it was last changed at. Shared, so that copying a memory copies no texts.
#[derive(Clone, Debug)]
pub(super) struct Versioned<T> {
    pub(super) revision: Revision,
    pub(super) record: Arc<T>,
}

/// Records under their keys.
pub(super) type Table<K, T> = BTreeMap<K, Versioned<T>>;

/// Everything kept for one owner.
#[derive(Clone, Debug, Default)]
pub(super) struct OwnerMemory {
    pub(super) revision: Revision,
    pub(super) pages: Table<u64, Page>,
    orders: BTreeMap<PageId, u64>,
    keys: BTreeMap<TurnKey, PageId>,
    pub(super) chains: Table<ChainId, Chain>,
    pub(super) segments: Table<SegmentId, Segment>,
    pub(super) facts: Table<FactId, Fact>,
    pub(super) profiles: Table<u32, ProfileVersion>,
    pub(super) vectors: Table<(ItemId, String), Vectors>,
    pub(super) jobs: JobQueue,
    pub(super) calls: Arc<Vec<Call>>,
}

impl OwnerMemory {
    pub(super) fn has_pages(&self) -> bool {
        !self.pages.is_empty()
    }

    pub(super) fn record_calls(&mut self, calls: &[Call]) {
        Arc::make_mut(&mut self.calls).extend_from_slice(calls);
    }

    /// Makes all `changes`, or errs having made some of them: the caller works on a copy.
    pub(super) fn apply(
        &mut self,
        owner: &Owner,
        base: Revision,
        changes: &[Change],
    ) -> Result<(), StoreError> {
        if self.revision != base {
            return Err(self.conflict(base));
        }
        self.revision = Revision(base.0 + 1);
        changes.iter().try_for_each(|change| self.apply_one(owner, base, change))
    }

    fn apply_one(&mut self, owner: &Owner, base: Revision, change: &Change) -> Result<(), StoreError> {
        let revision = self.revision;
        match change {
            Change::AddPage(page) => return self.add_page(base, page),
            Change::SetPageState(id, state) => return self.set_page_state(base, *id, *state),
            Change::PutChain(chain) => put(&mut self.chains, chain.id, chain, revision),
            Change::PutSegment(segment) => put(&mut self.segments, segment.id, segment, revision),
            Change::PutFact(fact) => put(&mut self.facts, fact.id, fact, revision),
            Change::PutProfile(version) => put(&mut self.profiles, version.version, version, revision),
            Change::PutVectors(vectors) => {
                put(&mut self.vectors, (vectors.item, vectors.model_id.clone()), vectors, revision);
            }
            Change::AddJob(job) => return self.jobs.add(owner, job).map_err(|_| conflict(base, base)),
            Change::HastenJobs(due) => self.jobs.hasten(*due),
            Change::FinishJob(job) => return self.jobs.finish(job),
        }
        Ok(())
    }

    fn add_page(&mut self, base: Revision, page: &Page) -> Result<(), StoreError> {
        let key_is_taken = page.turn.key().is_some_and(|key| self.keys.contains_key(key));
        if key_is_taken || self.orders.contains_key(&page.id) || self.pages.contains_key(&page.order) {
            return Err(conflict(base, base));
        }
        self.orders.insert(page.id, page.order);
        if let Some(key) = page.turn.key() {
            self.keys.insert(key.clone(), page.id);
        }
        put(&mut self.pages, page.order, page, self.revision);
        Ok(())
    }

    fn set_page_state(&mut self, base: Revision, id: PageId, state: PageState) -> Result<(), StoreError> {
        let page = self.orders.get(&id).and_then(|order| self.pages.get_mut(order));
        let page = page.ok_or_else(|| conflict(base, base))?;
        page.revision = self.revision;
        Arc::make_mut(&mut page.record).state = state;
        Ok(())
    }

    fn conflict(&self, base: Revision) -> StoreError {
        conflict(base, self.revision)
    }
}

fn conflict(base: Revision, found: Revision) -> StoreError {
    StoreError::Conflict { base, found }
}

fn put<K: Ord, T: Clone>(table: &mut Table<K, T>, key: K, record: &T, revision: Revision) {
    table.insert(key, Versioned { revision, record: Arc::new(record.clone()) });
}
