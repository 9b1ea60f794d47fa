//! A store that lives as long as the process: for tests, trials and evaluations.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use async_trait::async_trait;
use jiff::Timestamp;
use memoryos::{
    ports::{Call, Change, Delta, Job, LeasedJob, OwnerStatus, Revision, Spend, Store, StoreError},
    types::Owner,
};

mod jobs;
mod memory;
mod reading;

use memory::OwnerMemory;

/// Keeps everything in maps behind one lock. Clones share what is kept, as two handles on one file would.
#[derive(Clone, Debug, Default)]
pub struct MapStore {
    owners: Arc<Mutex<Owners>>,
}

type Owners = BTreeMap<Owner, OwnerMemory>;

impl MapStore {
    /// A store that holds nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The lock is never held across an await, and a panic under it cannot leave half a change: changes are made
    /// on a copy. So a poisoned lock is as good as a whole one.
    fn lock(&self) -> MutexGuard<'_, Owners> {
        self.owners.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn read<T: Default>(&self, owner: &Owner, read: impl FnOnce(&OwnerMemory) -> T) -> T {
        self.lock().get(owner).map(read).unwrap_or_default()
    }
}

#[async_trait]
impl Store for MapStore {
    async fn owners(&self) -> Result<Vec<Owner>, StoreError> {
        Ok(self
            .lock()
            .iter()
            .filter(|(_, memory)| memory.has_pages())
            .map(|(owner, _)| owner.clone())
            .collect())
    }

    async fn revision(&self, owner: &Owner) -> Result<Revision, StoreError> {
        Ok(self.read(owner, |memory| memory.revision))
    }

    async fn changes_since(
        &self,
        owner: &Owner,
        since: Revision,
        model_id: &str,
    ) -> Result<Delta, StoreError> {
        let nobody = OwnerMemory::default();
        Ok(reading::delta(self.lock().get(owner).unwrap_or(&nobody), since, model_id))
    }

    async fn commit(
        &self,
        owner: &Owner,
        base: Revision,
        changes: &[Change],
    ) -> Result<Revision, StoreError> {
        if changes.is_empty() {
            return Ok(base);
        }
        let mut owners = self.lock();
        let mut next = owners.get(owner).cloned().unwrap_or_default();
        next.apply(owner, base, changes)?;
        let revision = next.revision;
        owners.insert(owner.clone(), next);
        Ok(revision)
    }

    async fn status(&self, owner: &Owner) -> Result<OwnerStatus, StoreError> {
        Ok(self.read(owner, reading::status))
    }

    async fn lease_job(
        &self,
        of: Option<&Owner>,
        now: Timestamp,
        lease: Duration,
    ) -> Result<Option<LeasedJob>, StoreError> {
        let mut owners = self.lock();
        let of_those = owners.iter_mut().filter(|(owner, _)| of.is_none_or(|of| of == *owner));
        Ok(jobs::lease(of_those.map(|(_, memory)| &mut memory.jobs), now, lease))
    }

    async fn return_job(
        &self,
        job: &LeasedJob,
        not_before: Timestamp,
        error: &str,
    ) -> Result<(), StoreError> {
        if let Some(memory) = self.lock().get_mut(&job.job.owner) {
            memory.jobs.give_back(job, not_before, error);
        }
        Ok(())
    }

    async fn jobs(&self, of: Option<&Owner>) -> Result<Vec<Job>, StoreError> {
        let owners = self.lock();
        let of_those = owners.iter().filter(|(owner, _)| of.is_none_or(|of| of == *owner));
        let mut jobs: Vec<Job> = of_those.flat_map(|(_, memory)| memory.jobs.all()).collect();
        jobs.sort_by_key(|job| (job.created_at, job.id));
        Ok(jobs)
    }

    async fn record_calls(&self, owner: &Owner, calls: &[Call]) -> Result<(), StoreError> {
        self.lock().entry(owner.clone()).or_default().record_calls(calls);
        Ok(())
    }

    async fn spend(&self, owner: &Owner, since: Timestamp) -> Result<Vec<Spend>, StoreError> {
        Ok(self.read(owner, |memory| reading::spend(memory, since)))
    }

    async fn bytes_on_disk(&self) -> Result<u64, StoreError> {
        Ok(0)
    }
}
