//! Where memories rest.

use std::time::Duration;

use async_trait::async_trait;
use jiff::Timestamp;

use super::{BoxError, Purpose, Usage};
use crate::types::{
    Chain, Embedding, Fact, ItemId, JobId, Owner, Page, PageId, PageState, ProfileVersion, Segment,
};

/// How often an owner's memory has changed. 0 for an owner nobody has heard of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Revision(pub u64);

/// Vectors of one item under one embedding model.
#[derive(Clone, Debug, PartialEq)]
pub struct Vectors {
    /// What they stand for.
    pub item: ItemId,
    /// The model that made them; see [`EmbedderSpec::model_id`](super::EmbedderSpec).
    pub model_id: String,
    /// One for each passage of a page, in order; one for a fact. All of the same dimensions.
    pub embeddings: Vec<Embedding>,
}

/// One step of a commit. Each is put whole; putting again replaces.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// A new page. Refused as [`StoreError::Conflict`] when its id, order or turn key is taken.
    AddPage(Page),
    /// A page moves on.
    SetPageState(PageId, PageState),
    /// A chain, new or changed.
    PutChain(Chain),
    /// A segment, new or changed.
    PutSegment(Segment),
    /// A fact, new or changed.
    PutFact(Fact),
    /// The next version of the profile.
    PutProfile(ProfileVersion),
    /// Vectors of an item, in place of those it has under the same model.
    PutVectors(Vectors),
    /// A job to be done. Where the owner already has a waiting, unleased job of this kind, that one serves for
    /// both, from the earlier of their two times on; but one that has failed keeps its time: its pause is meant.
    AddJob(Job),
    /// Every job of the owner falls due at this time at the latest, failed ones too: somebody asked for it.
    HastenJobs(Timestamp),
    /// The job is done. Refused as [`StoreError::LeaseLost`] when the lease is no longer held.
    FinishJob(LeasedJob),
}

/// What changed for an owner after a revision: whole records, in no promised order but pages by `order`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Delta {
    /// The revision the records are read at, all at once.
    pub revision: Revision,
    /// When set, the reader must drop what it held: something was removed, or the base was not known. The
    /// delta then holds everything.
    pub is_complete: bool,
    /// Pages new or moved.
    pub pages: Vec<Page>,
    /// Chains new or changed.
    pub chains: Vec<Chain>,
    /// Segments new or changed.
    pub segments: Vec<Segment>,
    /// Facts new or changed.
    pub facts: Vec<Fact>,
    /// Profile versions, oldest first.
    pub profiles: Vec<ProfileVersion>,
    /// Vectors of the model asked for, new or changed.
    pub vectors: Vec<Vectors>,
}

/// What kinds of work wait for later. An owner's jobs run one at a time, in the order in which they fall due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum JobKind {
    /// Group pending pages into segments.
    Consolidate,
    /// Learn from segments that are due.
    Learn,
    /// Give vectors to items that lack them under the present model.
    Embed,
}

/// A step that is still to be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// Its id.
    pub id: JobId,
    /// Whose memory it is about.
    pub owner: Owner,
    /// What is to be done.
    pub kind: JobKind,
    /// When it was asked for.
    pub created_at: Timestamp,
    /// Not to be started before.
    pub not_before: Timestamp,
    /// How often it was started and failed.
    pub attempts: u32,
    /// Until when a worker has it; `None` while it waits.
    pub leased_until: Option<Timestamp>,
    /// Why it failed last time.
    pub last_error: Option<String>,
}

/// A job that this worker has, until the lease ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeasedJob {
    /// The job.
    pub job: Job,
    /// Proves the lease; a later lease of the same job has another.
    pub token: u64,
}

/// How a model call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CallOutcome {
    /// With a usable reply.
    Ok,
    /// With an error.
    Failed,
}

/// One model call, for the ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// When it began.
    pub at: Timestamp,
    /// What it was for.
    pub purpose: Purpose,
    /// The model.
    pub model: String,
    /// Tokens; zero for a call without a reply.
    pub usage: Usage,
    /// How long it took.
    pub latency: Duration,
    /// How it ended.
    pub outcome: CallOutcome,
}

/// Calls added up, for one purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spend {
    /// What the calls were for.
    pub purpose: Purpose,
    /// How many.
    pub calls: u64,
    /// How many of them failed.
    pub failed: u64,
    /// Their tokens.
    pub usage: Usage,
    /// Their time, added up.
    pub latency: Duration,
}

/// Counts of what an owner has, without reading it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OwnerStatus {
    /// The revision counted at.
    pub revision: Revision,
    /// Pages in short-term memory.
    pub short_term_pages: u64,
    /// Pages waiting to be consolidated.
    pub pending_pages: u64,
    /// Pages in segments of mid-term memory.
    pub mid_term_pages: u64,
    /// Segments in mid-term memory.
    pub segments: u64,
    /// Pages in archived segments.
    pub archived_pages: u64,
    /// Archived segments.
    pub archived_segments: u64,
    /// Facts about the user, not archived.
    pub user_facts: u64,
    /// Facts about the assistant, not archived.
    pub assistant_facts: u64,
    /// Profile versions.
    pub profile_versions: u64,
}

/// Why a store could not do what was asked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The memory changed since it was read. Nothing was written; read again and decide anew.
    #[error("the memory changed while it was being written (at revision {found:?}, expected {base:?})")]
    Conflict {
        /// The revision the changes were made for.
        base: Revision,
        /// The revision found.
        found: Revision,
    },
    /// Another worker has the job, or it is done. Nothing was written.
    #[error("the lease on a job was lost")]
    LeaseLost,
    /// Bytes that are no record of ours. Nothing was changed; do not write over them.
    #[error("a record of {what} does not decode")]
    Corrupt {
        /// Which kind of record.
        what: &'static str,
        /// What was wrong with it.
        #[source]
        source: BoxError,
    },
    /// The data were written by a newer version of this program.
    #[error("the data are of format {found}, this program knows up to {known}")]
    TooNew {
        /// The format found.
        found: u32,
        /// The newest format known.
        known: u32,
    },
    /// The backend failed; `transient` tells whether trying again can help.
    #[error("{operation} failed in the {backend} store")]
    Backend {
        /// Which store.
        backend: &'static str,
        /// What was being done.
        operation: &'static str,
        /// Whether trying again can help.
        transient: bool,
        /// What went wrong.
        #[source]
        source: BoxError,
    },
}

/// Where memories rest. The system of record: everything else is computed from it.
///
/// Promises: a call is about one owner and never shows another's; a commit happens whole or not at all and is
/// durable once it returns; commits on one owner are as if one after the other, whoever makes them; reads write
/// nothing; texts and ids come back byte for byte.
#[async_trait]
pub trait Store: Send + Sync {
    /// Every owner with at least one page, in order.
    async fn owners(&self) -> Result<Vec<Owner>, StoreError>;

    /// The owner's revision.
    async fn revision(&self, owner: &Owner) -> Result<Revision, StoreError>;

    /// What changed after `since`, with the vectors of `model_id`. `Revision(0)` asks for everything.
    async fn changes_since(
        &self,
        owner: &Owner,
        since: Revision,
        model_id: &str,
    ) -> Result<Delta, StoreError>;

    /// Makes `changes` in their order, all or none, if the owner is still at `base`. Returns the new revision:
    /// `base` + 1. An empty list changes nothing and returns `base`.
    async fn commit(&self, owner: &Owner, base: Revision, changes: &[Change])
    -> Result<Revision, StoreError>;

    /// Counts of what the owner has.
    async fn status(&self, owner: &Owner) -> Result<OwnerStatus, StoreError>;

    /// Takes the job that has been due the longest at `now` (least `not_before`, then least id), for `lease`. An
    /// owner one of whose jobs is leased beyond `now` has none to give. `of` limits the choice to one owner.
    async fn lease_job(
        &self,
        of: Option<&Owner>,
        now: Timestamp,
        lease: Duration,
    ) -> Result<Option<LeasedJob>, StoreError>;

    /// Gives a job back after a failure, to be tried from `not_before` on; counts the attempt. A lost lease is no
    /// error: then another worker has it already.
    async fn return_job(&self, job: &LeasedJob, not_before: Timestamp, error: &str)
    -> Result<(), StoreError>;

    /// Jobs that are not done, oldest first; of all owners or of one.
    async fn jobs(&self, of: Option<&Owner>) -> Result<Vec<Job>, StoreError>;

    /// Writes model calls to the owner's ledger.
    async fn record_calls(&self, owner: &Owner, calls: &[Call]) -> Result<(), StoreError>;

    /// The owner's calls from `since` on, added up by purpose, in order of purpose.
    async fn spend(&self, owner: &Owner, since: Timestamp) -> Result<Vec<Spend>, StoreError>;

    /// Bytes the store takes on disk, for all owners together; 0 for one that keeps nothing there.
    async fn bytes_on_disk(&self) -> Result<u64, StoreError>;
}
