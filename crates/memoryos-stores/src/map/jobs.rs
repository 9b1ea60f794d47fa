//! One owner's jobs: who has which, until when.

use std::{collections::BTreeMap, time::Duration};

use jiff::Timestamp;
use memoryos::{
    ports::{Job, LeasedJob, StoreError},
    types::{JobId, Owner},
};

/// Another job has this id already.
pub(super) struct TakenId;

/// A job and how often it was leased, which is the token of its latest lease.
#[derive(Clone, Debug)]
struct Queued {
    job: Job,
    token: u64,
}

/// The jobs of one owner that are not done.
#[derive(Clone, Debug, Default)]
pub(super) struct JobQueue(BTreeMap<JobId, Queued>);

impl JobQueue {
    pub(super) fn all(&self) -> impl Iterator<Item = Job> {
        self.0.values().map(|queued| queued.job.clone())
    }

    /// The job is the committing owner's, whatever it says itself.
    pub(super) fn add(&mut self, owner: &Owner, job: &Job) -> Result<(), TakenId> {
        let mut waiting = self.0.values_mut().map(|queued| &mut queued.job);
        if let Some(same) = waiting.find(|waits| waits.kind == job.kind && waits.leased_until.is_none()) {
            if same.attempts == 0 {
                same.not_before = same.not_before.min(job.not_before);
            }
            return Ok(());
        }
        if self.0.contains_key(&job.id) {
            return Err(TakenId);
        }
        self.0.insert(job.id, Queued { job: Job { owner: owner.clone(), ..job.clone() }, token: 0 });
        Ok(())
    }

    pub(super) fn hasten(&mut self, due: Timestamp) {
        for Queued { job, .. } in self.0.values_mut() {
            job.not_before = job.not_before.min(due);
        }
    }

    pub(super) fn finish(&mut self, leased: &LeasedJob) -> Result<(), StoreError> {
        self.held(leased).ok_or(StoreError::LeaseLost)?;
        self.0.remove(&leased.job.id);
        Ok(())
    }

    pub(super) fn give_back(&mut self, leased: &LeasedJob, not_before: Timestamp, error: &str) {
        if let Some(Queued { job, .. }) = self.held(leased) {
            job.leased_until = None;
            job.not_before = not_before;
            job.attempts += 1;
            job.last_error = Some(error.to_owned());
        }
    }

    /// The job, while the lease with this token is the latest and was not given back.
    fn held(&mut self, leased: &LeasedJob) -> Option<&mut Queued> {
        let queued = self.0.get_mut(&leased.job.id)?;
        (queued.token == leased.token && queued.job.leased_until.is_some()).then_some(queued)
    }

    /// The job that has been due the longest at `now`, unless one of the owner's is being done.
    fn due(&mut self, now: Timestamp) -> Option<&mut Queued> {
        if self.0.values().any(|queued| queued.job.leased_until.is_some_and(|until| until > now)) {
            return None;
        }
        self.0.values_mut().filter(|queued| queued.job.not_before <= now).min_by_key(|queued| queued.rank())
    }
}

impl Queued {
    /// What comes first is done first.
    fn rank(&self) -> (Timestamp, JobId) {
        (self.job.not_before, self.job.id)
    }
}

/// Leases the job that has been due the longest.
pub(super) fn lease<'a>(
    queues: impl Iterator<Item = &'a mut JobQueue>,
    now: Timestamp,
    lease: Duration,
) -> Option<LeasedJob> {
    let next = queues.filter_map(|queue| queue.due(now)).min_by_key(|due| due.rank())?;
    next.token += 1;
    next.job.leased_until = Some(now.checked_add(lease).unwrap_or(Timestamp::MAX));
    Some(LeasedJob { job: next.job.clone(), token: next.token })
}
