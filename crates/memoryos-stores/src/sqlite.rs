//! The default store: one SQLite file for all owners.
//!
//! A commit is whole or not at all, and on the disk before it returns; commits that are asked for at the same time
//! share one wait for the disk. Any number of processes may share the file;
//! readers never wait for the writer. Blocking work runs on the runtime's blocking threads.

use std::{path::Path, sync::Arc, time::Duration};

use async_trait::async_trait;
use jiff::Timestamp;
use memoryos::{
    ports::{Call, Change, Delta, Job, LeasedJob, OwnerStatus, Revision, Spend, Store, StoreError},
    types::Owner,
};
use rusqlite::Connection;

mod commit;
mod connections;
mod failure;
mod jobs;
mod ledger;
mod opening;
mod owners;
mod pages;
mod reading;
mod records;
#[cfg(test)]
mod tests;
mod times;
mod together;
mod vectors;

use connections::Connections;
use failure::corrupt;

/// What SQLite answers when it finds nothing wrong with a file.
const SOUND: &str = "ok";

/// Keeps every owner in one SQLite file. Clones are handles on the same connections.
#[derive(Clone)]
pub struct SqliteStore {
    connections: Arc<Connections>,
}

impl SqliteStore {
    /// Opens the file at `path`. Where it is missing it is made, with the folders above it, readable by their
    /// owner alone; where it is of an older format it is brought to the present one. Blocks for milliseconds.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] when the file is damaged or not ours, [`StoreError::TooNew`] when a newer program
    /// wrote it, [`StoreError::Backend`] when it cannot be opened. The file is then as it was.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, StoreError> {
        const OPERATION: &str = "opening the file";
        let path = path.as_ref();
        // Absolute, so that connections opened later find the same file from wherever the process is then.
        let absolute = std::path::absolute(path)
            .map_err(|error| failure::Failure::from(error).during(OPERATION, path))?;
        let connections =
            Connections::to_file(&absolute).map_err(|error| error.during(OPERATION, &absolute))?;
        Ok(Self { connections: Arc::new(connections) })
    }

    /// A store that keeps nothing on disk and ends with its last handle.
    ///
    /// # Errors
    /// [`StoreError::Backend`] when there is no memory for it.
    pub fn in_memory() -> Result<Self, StoreError> {
        let opened = Connections::to_memory();
        let connections = opened.map_err(|error| error.during("opening", Path::new(":memory:")))?;
        Ok(Self { connections: Arc::new(connections) })
    }

    /// Reads the whole file and checks that nothing in it is damaged. Takes about as long as reading it.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] with what SQLite found.
    pub async fn check(&self) -> Result<(), StoreError> {
        let found = self.connections.read("checking the file", |connection| {
            Ok(connection.query_row("PRAGMA integrity_check(1)", (), |row| row.get::<_, String>(0))?)
        });
        match found.await? {
            sound if sound == SOUND => Ok(()),
            damage => Err(corrupt("database", damage)),
        }
    }

    /// Writes a copy of everything, as it is at one moment, to a new file at `target`; others may go on writing
    /// meanwhile.
    ///
    /// # Errors
    /// [`StoreError::Backend`] when `target` exists already or cannot be written.
    pub async fn back_up(&self, target: impl AsRef<Path>) -> Result<(), StoreError> {
        let target = target.as_ref().to_owned();
        self.connections.read("backing up", move |connection| opening::copy(connection, &target)).await
    }
}

#[async_trait]
impl Store for SqliteStore {
    async fn owners(&self) -> Result<Vec<Owner>, StoreError> {
        self.connections.read("listing owners", |connection| owners::with_pages(connection)).await
    }

    async fn revision(&self, owner: &Owner) -> Result<Revision, StoreError> {
        let owner = owner.clone();
        let read = move |connection: &mut Connection| owners::find(connection, &owner);
        Ok(self
            .connections
            .read("reading the revision", read)
            .await?
            .map_or(Revision(0), |found| found.revision))
    }

    async fn changes_since(
        &self,
        owner: &Owner,
        since: Revision,
        model_id: &str,
    ) -> Result<Delta, StoreError> {
        let (owner, model_id) = (owner.clone(), model_id.to_owned());
        let read = move |connection: &mut Connection| reading::delta(connection, &owner, since, &model_id);
        self.connections.read("reading a memory", read).await
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
        let (owner, changes) = (owner.clone(), changes.to_vec());
        let write = move |connection: &Connection| commit::commit(connection, &owner, base, &changes);
        self.connections.transact("committing changes", write).await
    }

    async fn status(&self, owner: &Owner) -> Result<OwnerStatus, StoreError> {
        let owner = owner.clone();
        let read = move |connection: &mut Connection| reading::status(connection, &owner);
        self.connections.read("counting", read).await
    }

    async fn lease_job(
        &self,
        of: Option<&Owner>,
        now: Timestamp,
        lease: Duration,
    ) -> Result<Option<LeasedJob>, StoreError> {
        let of = of.cloned();
        let write = move |connection: &Connection| jobs::lease(connection, of.as_ref(), now, lease);
        self.connections.transact("leasing a job", write).await
    }

    async fn return_job(
        &self,
        job: &LeasedJob,
        not_before: Timestamp,
        error: &str,
    ) -> Result<(), StoreError> {
        let (job, error) = (job.clone(), error.to_owned());
        let write = move |connection: &Connection| jobs::give_back(connection, &job, not_before, &error);
        self.connections.transact("returning a job", write).await
    }

    async fn jobs(&self, of: Option<&Owner>) -> Result<Vec<Job>, StoreError> {
        let of = of.cloned();
        self.connections.read("listing jobs", move |connection| jobs::all(connection, of.as_ref())).await
    }

    async fn record_calls(&self, owner: &Owner, calls: &[Call]) -> Result<(), StoreError> {
        let (owner, calls) = (owner.clone(), calls.to_vec());
        let write = move |connection: &Connection| ledger::record(connection, &owner, &calls);
        self.connections.transact("recording model calls", write).await
    }

    async fn spend(&self, owner: &Owner, since: Timestamp) -> Result<Vec<Spend>, StoreError> {
        let owner = owner.clone();
        let read = move |connection: &mut Connection| match owners::find(connection, &owner)? {
            Some(found) => ledger::spend(connection, found.row, since),
            None => Ok(Vec::new()),
        };
        self.connections.read("adding up model calls", read).await
    }

    /// The file and its log.
    async fn bytes_on_disk(&self) -> Result<u64, StoreError> {
        if !self.connections.is_on_disk() {
            return Ok(0);
        }
        let path = self.connections.path().to_owned();
        self.connections.read("measuring the file", move |_| opening::bytes(&path)).await
    }
}
