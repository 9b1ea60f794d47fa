//! Jobs: the steps after the first, done when they fall due by whoever has the time.

use std::{pin::pin, time::Duration};

use futures::future::{Either, select};
use jiff::Timestamp;

use crate::{
    config::OnFailure,
    error::MemoryError,
    memory::Memory,
    ports::{Change, DistillError, Distiller, EmbedError, Job, JobKind, LeasedJob, LlmError, StoreError},
    tiers::mid_term::due,
    types::Owner,
    view::View,
};

/// How long `settle` waits between looks at a job that another worker has.
const LEASED_ELSEWHERE: Duration = Duration::from_millis(50);

/// What became of one job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobReport {
    /// Whose memory it was about.
    pub owner: Owner,
    /// What was to be done.
    pub kind: JobKind,
    /// How many pages or facts it dealt with; `None` when it failed and was given back.
    pub done: Option<usize>,
    /// Why it failed.
    pub error: Option<String>,
}

/// What `settle` did and left.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settled {
    /// How many jobs were done.
    pub done: usize,
    /// Jobs that failed and wait to be tried again. Empty when everything is settled.
    pub waiting: Vec<Job>,
}

impl Memory {
    /// Does the next job that is due, of all owners or of one. `None` when there is none.
    ///
    /// A job that fails is given back to be tried later; that is a report, not an error.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn run_job(&self, of: Option<&Owner>) -> Result<Option<JobReport>, MemoryError> {
        self.run_job_until(of, std::future::pending()).await
    }

    /// The same, unless `stop` is ready first: then the job is given back as it was, for whoever comes next.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn run_job_until(
        &self,
        of: Option<&Owner>,
        stop: impl Future<Output = ()>,
    ) -> Result<Option<JobReport>, MemoryError> {
        let config = &self.config.jobs;
        let lease = if self.distiller.is_metered() { config.lease_secs } else { config.unmetered_lease_secs };
        let lease = Duration::from_secs(u64::from(lease));
        let Some(job) = self.store.lease_job(of, self.now(), lease).await? else { return Ok(None) };
        let outcome = match select(pin!(self.work(&job)), pin!(stop)).await {
            Either::Left((outcome, _)) => outcome,
            Either::Right(_) => return self.put_back(&job).await.map(Some),
        };
        let (owner, kind) = (job.job.owner.clone(), job.job.kind);
        match outcome {
            Ok(done) => Ok(Some(JobReport { owner, kind, done: Some(done), error: None })),
            // Someone else has it, or has done it. Our work was not committed; theirs is.
            Err(MemoryError::Store(StoreError::LeaseLost)) => {
                Ok(Some(JobReport { owner, kind, done: Some(0), error: None }))
            }
            Err(error) => {
                let reason = with_causes(&error);
                tracing::warn!(?kind, attempts = job.job.attempts + 1, %reason, "a job failed and waits");
                self.store.return_job(&job, self.retry_time(&job, &error), &reason).await?;
                Ok(Some(JobReport { owner, kind, done: None, error: Some(reason) }))
            }
        }
    }

    async fn put_back(&self, job: &LeasedJob) -> Result<JobReport, MemoryError> {
        let error = "stopped before it was done";
        self.store.return_job(job, self.now(), error).await?;
        Ok(JobReport {
            owner: job.job.owner.clone(),
            kind: job.job.kind,
            done: None,
            error: Some(error.to_owned()),
        })
    }

    /// Brings the owner's memory to rest: consolidates what is pending though the batch is not full, learns from
    /// every segment that is due, embeds what lacks vectors. Returns when all is done, or when what is left has
    /// failed and waits for its next try.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn settle(&self, owner: &Owner) -> Result<Settled, MemoryError> {
        let mut settled = Settled::default();
        let mut failed: Vec<JobKind> = Vec::new();
        while self.call_for_jobs(owner, &failed).await? {
            while let Some(report) = self.run_job(Some(owner)).await? {
                match report.done {
                    Some(_) => settled.done += 1,
                    None => failed.push(report.kind),
                }
            }
        }
        settled.waiting = self.store.jobs(Some(owner)).await?;
        Ok(settled)
    }

    /// Whether a segment is due to be learned from.
    pub(super) fn is_learning_due(&self, view: &View) -> bool {
        !due(&view.state.active_stats(), self.heat_threshold(), self.now(), &self.config.heat).is_empty()
    }

    /// The heat from which a segment is learned from, given what a lesson costs.
    pub(super) fn heat_threshold(&self) -> f64 {
        let promotion = &self.config.promotion;
        if self.distiller.is_metered() {
            promotion.heat_threshold
        } else {
            promotion.unmetered_heat_threshold
        }
    }

    /// Who does the distiller's work after `error`, if failures are met by rules.
    ///
    /// Pages that the model will not or cannot deal with, however often it is asked, are always met by rules in the
    /// end: otherwise they would hold up all that come after them.
    pub(super) fn stand_in(&self, job: &LeasedJob, error: &DistillError) -> Option<&dyn Distiller> {
        let hopeless = matches!(
            error,
            DistillError::Incomplete { .. }
                | DistillError::Llm(LlmError::Refused | LlmError::Unexpected { .. })
        );
        let given_up = hopeless && job.job.attempts >= self.config.jobs.hopeless_attempts;
        let wanted = given_up || self.config.distiller.on_failure == OnFailure::Offline;
        (wanted && self.distiller.is_metered()).then(|| {
            tracing::warn!(%error, "the model failed; rules do its work");
            &self.offline as &dyn Distiller
        })
    }

    /// The job that consolidates `n_pending` pages: a full batch at once; fewer wait for more, but not for ever.
    pub(super) fn consolidation_job(&self, owner: &Owner, n_pending: usize) -> Change {
        let config = &self.config.mid_term;
        let now = self.now();
        let wait = if n_pending >= config.batch_pages { 0 } else { config.idle_secs };
        let not_before = now.checked_add(Duration::from_secs(u64::from(wait))).unwrap_or(now);
        self.new_job(owner, JobKind::Consolidate, not_before)
    }

    /// Finishes a job that found nothing to do.
    pub(super) async fn finish_idle(&self, job: &LeasedJob) -> Result<usize, MemoryError> {
        self.transact(&job.job.owner, |_| Ok((vec![Change::FinishJob(job.clone())], 0))).await
    }

    async fn work(&self, job: &LeasedJob) -> Result<usize, MemoryError> {
        match job.job.kind {
            JobKind::Consolidate => self.consolidate(job).await,
            JobKind::Learn => self.learn(job).await,
            JobKind::Embed => self.embed_missing(job).await,
        }
    }

    /// Makes every step that has something to do due now, but for those that have `failed`; waits while another
    /// worker has one. False when there is nothing left to do.
    async fn call_for_jobs(&self, owner: &Owner, failed: &[JobKind]) -> Result<bool, MemoryError> {
        let jobs = loop {
            let jobs = self.store.jobs(Some(owner)).await?;
            let now = self.now();
            if !jobs.iter().any(|j| j.leased_until.is_some_and(|until| until > now)) {
                break jobs;
            }
            self.clock.sleep(LEASED_ELSEWHERE).await;
        };
        self.refreshed_transact(owner, |view| {
            let kinds = [JobKind::Consolidate, JobKind::Learn, JobKind::Embed].into_iter().filter(|kind| {
                !failed.contains(kind) && (self.has_work(view, *kind) || jobs.iter().any(|j| j.kind == *kind))
            });
            let mut changes: Vec<Change> = kinds.map(|kind| self.new_job(owner, kind, self.now())).collect();
            let called = !changes.is_empty();
            if called && failed.is_empty() {
                changes.push(Change::HastenJobs(self.now()));
            }
            Ok((changes, called))
        })
        .await
    }

    fn has_work(&self, view: &View, kind: JobKind) -> bool {
        match kind {
            JobKind::Consolidate => view.state.pending().len() > 0,
            JobKind::Learn => self.is_learning_due(view),
            JobKind::Embed => view.index.lacks_vectors(),
        }
    }

    /// When a failed job is tried again: as the server asked, or after a pause that doubles with each failure;
    /// the longest pause at once for what only a person can mend.
    fn retry_time(&self, job: &LeasedJob, error: &MemoryError) -> Timestamp {
        let config = &self.config.jobs;
        let longest = u64::from(config.retry_max_secs);
        let doubled = Duration::from_secs(u64::from(config.retry_secs) << job.job.attempts.min(20));
        let pause = match asked_to_wait(error) {
            // A server that asks for no pause at all does not know what it asks for.
            Some(asked) => asked.max(doubled),
            None if error.is_transient() => doubled,
            None => Duration::from_secs(longest),
        };
        self.now().checked_add(pause.min(Duration::from_secs(longest))).unwrap_or(Timestamp::MAX)
    }
}

fn asked_to_wait(error: &MemoryError) -> Option<Duration> {
    match error {
        MemoryError::Embed(EmbedError::Backend { retry_after, .. })
        | MemoryError::Llm(LlmError::RateLimited { retry_after })
        | MemoryError::Distill(DistillError::Llm(LlmError::RateLimited { retry_after })) => *retry_after,
        _ => None,
    }
}

/// The error and what caused it, in one line.
fn with_causes(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let line = error.to_string();
        if !text.ends_with(&line) {
            text = format!("{text}: {line}");
        }
        cause = error.source();
    }
    text
}
