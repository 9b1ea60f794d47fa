//! A store that counts what it is asked, and fails when told.

use std::{
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

use async_trait::async_trait;
use jiff::Timestamp;
use memoryos::{
    ports::{Call, Change, Delta, Job, LeasedJob, OwnerStatus, Revision, Spend, Store, StoreError},
    types::Owner,
};

/// When a commit fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailAt {
    /// Before it happened, as when the disk is full: nothing was written.
    Before,
    /// After it happened, as when the answer is lost: everything was written, and the caller is told it failed.
    After,
}

/// Calls counted, by kind. A commit of an empty list counts too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Calls of `commit`.
    pub commits: u64,
    /// Calls of `changes_since`.
    pub deltas: u64,
    /// Calls that take, give back or list jobs.
    pub job_calls: u64,
    /// All other calls that read.
    pub other_reads: u64,
    /// Calls of `record_calls`.
    pub ledger_writes: u64,
}

/// Passes every call on to `inner`.
#[derive(Debug)]
pub struct FailingStore<S> {
    inner: S,
    counts: Mutex<Counts>,
    commits_left: AtomicU64,
    fail_at: Mutex<Option<FailAt>>,
    fails_reads: AtomicBool,
}

impl<S: Store> FailingStore<S> {
    /// Fails nothing yet.
    pub fn new(inner: S) -> Self {
        Self {
            inner,
            counts: Mutex::default(),
            commits_left: AtomicU64::new(0),
            fail_at: Mutex::new(None),
            fails_reads: AtomicBool::new(false),
        }
    }

    /// Lets the `nth` commit from now on fail, 1 being the next, and none after it.
    pub fn fail_commit(&self, nth: u64, at: FailAt) {
        self.commits_left.store(nth, Ordering::SeqCst);
        *self.fail_at.lock().unwrap_or_else(PoisonError::into_inner) = Some(at);
    }

    /// Lets every look at an owner's memory fail from now on, or none.
    pub fn fail_reads(&self, fails: bool) {
        self.fails_reads.store(fails, Ordering::SeqCst);
    }

    /// What was asked so far.
    pub fn counts(&self) -> Counts {
        *self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The store behind it.
    pub fn inner(&self) -> &S {
        &self.inner
    }

    fn count(&self, which: impl FnOnce(&mut Counts) -> &mut u64) {
        *which(&mut self.counts.lock().unwrap_or_else(PoisonError::into_inner)) += 1;
    }

    /// How this commit fails, if it is the one.
    fn failure_due(&self) -> Option<FailAt> {
        let left =
            self.commits_left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1));
        if left == Ok(1) { self.fail_at.lock().unwrap_or_else(PoisonError::into_inner).take() } else { None }
    }
}

fn injected(operation: &'static str) -> StoreError {
    let source = "a failure the test asked for".into();
    StoreError::Backend { backend: "failing", operation, transient: true, source }
}

#[async_trait]
impl<S: Store> Store for FailingStore<S> {
    async fn owners(&self) -> Result<Vec<Owner>, StoreError> {
        self.count(|counts| &mut counts.other_reads);
        self.inner.owners().await
    }

    async fn revision(&self, owner: &Owner) -> Result<Revision, StoreError> {
        self.count(|counts| &mut counts.other_reads);
        if self.fails_reads.load(Ordering::SeqCst) {
            return Err(injected("reading"));
        }
        self.inner.revision(owner).await
    }

    async fn changes_since(
        &self,
        owner: &Owner,
        since: Revision,
        model_id: &str,
    ) -> Result<Delta, StoreError> {
        self.count(|counts| &mut counts.deltas);
        self.inner.changes_since(owner, since, model_id).await
    }

    async fn commit(
        &self,
        owner: &Owner,
        base: Revision,
        changes: &[Change],
    ) -> Result<Revision, StoreError> {
        self.count(|counts| &mut counts.commits);
        match self.failure_due() {
            None => self.inner.commit(owner, base, changes).await,
            Some(FailAt::Before) => Err(injected("committing changes")),
            Some(FailAt::After) => {
                self.inner.commit(owner, base, changes).await.and(Err(injected("committing changes")))
            }
        }
    }

    async fn status(&self, owner: &Owner) -> Result<OwnerStatus, StoreError> {
        self.count(|counts| &mut counts.other_reads);
        self.inner.status(owner).await
    }

    async fn lease_job(
        &self,
        of: Option<&Owner>,
        now: Timestamp,
        lease: Duration,
    ) -> Result<Option<LeasedJob>, StoreError> {
        self.count(|counts| &mut counts.job_calls);
        self.inner.lease_job(of, now, lease).await
    }

    async fn return_job(
        &self,
        job: &LeasedJob,
        not_before: Timestamp,
        error: &str,
    ) -> Result<(), StoreError> {
        self.count(|counts| &mut counts.job_calls);
        self.inner.return_job(job, not_before, error).await
    }

    async fn jobs(&self, of: Option<&Owner>) -> Result<Vec<Job>, StoreError> {
        self.count(|counts| &mut counts.job_calls);
        self.inner.jobs(of).await
    }

    async fn record_calls(&self, owner: &Owner, calls: &[Call]) -> Result<(), StoreError> {
        self.count(|counts| &mut counts.ledger_writes);
        self.inner.record_calls(owner, calls).await
    }

    async fn spend(&self, owner: &Owner, since: Timestamp) -> Result<Vec<Spend>, StoreError> {
        self.count(|counts| &mut counts.other_reads);
        self.inner.spend(owner, since).await
    }

    async fn bytes_on_disk(&self) -> Result<u64, StoreError> {
        self.count(|counts| &mut counts.other_reads);
        self.inner.bytes_on_disk().await
    }
}
