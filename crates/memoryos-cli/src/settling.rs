//! Finishing what waits, with a bar that shows how far it is.

use std::{pin::pin, time::Duration};

use anyhow::Result;
use jiff::Timestamp;
use memoryos::{
    Memory,
    ports::{Clock, Job},
    remember::Settled,
    types::Owner,
};
use memoryos_api::job_kind_name;
use memoryos_host::{Opened, SystemClock};

use crate::ui;

/// How often the bar moves.
const TICK: Duration = Duration::from_millis(200);

/// Brings one owner's memory to rest; shows how many pages are still pending meanwhile, and says so when it has to
/// wait for another program first.
///
/// # Errors
/// When the store fails.
pub(crate) async fn settle(memory: &Memory, owner: &Owner) -> Result<Settled> {
    let status = memory.status(owner).await?;
    let pending = status.counts.pending_pages;
    // Nothing is leased to us yet: whatever is leased is another's.
    if let Some((job, until)) = held(&status.jobs) {
        let (kind, until) = (job_kind_name(job.kind), ui::stamp(until));
        ui::note(&format!(
            "another program is at work on this memory ({kind}); waiting until it is done, or until {until} UTC \
             if it was ended · Ctrl-C leaves"
        ));
    }
    let bar = ui::count_bar("settling", pending);
    let mut settling = pin!(memory.settle(owner));
    loop {
        match tokio::time::timeout(TICK, settling.as_mut()).await {
            Ok(settled) => return Ok(settled?),
            Err(_) => bar.reach(pending.saturating_sub(memory.status(owner).await?.counts.pending_pages)),
        }
    }
}

/// What `work` gives; `None` when Ctrl-C comes first, which drops the work where it stands.
pub(crate) async fn unless_interrupted<T>(work: impl Future<Output = T>) -> Option<T> {
    tokio::select! {
        // Listens before the work begins. Where no signal can be heard, none is waited for.
        biased;
        Ok(()) = tokio::signal::ctrl_c() => None,
        done = work => Some(done),
    }
}

/// Says what an interrupted settling leaves, on standard error.
///
/// # Errors
/// When the store fails.
pub(crate) async fn tell_interrupted(memory: &Memory, owners: impl Iterator<Item = &Owner>) -> Result<()> {
    let mut jobs = Vec::new();
    for owner in owners {
        jobs.extend(memory.status(owner).await?.jobs);
    }
    let later = match held(&jobs) {
        Some((_, until)) => format!("; what is in hand can be taken up again after {} UTC", ui::stamp(until)),
        None => String::new(),
    };
    ui::note(&format!("interrupted; nothing is lost, {} waiting{later}", ui::plural(jobs.len(), "job")));
    Ok(())
}

/// The job that is leased the longest, and until when.
fn held(jobs: &[Job]) -> Option<(&Job, Timestamp)> {
    let now = SystemClock.now();
    let leased = jobs.iter().filter_map(|job| Some((job, job.leased_until.filter(|until| *until > now)?)));
    leased.max_by_key(|(_, until)| *until)
}

/// Does the jobs that are due, where they cost nothing: with a language model they wait for `settle`, or for a
/// program that stays. Returns how many pages or facts they dealt with.
///
/// # Errors
/// When the store fails.
pub(crate) async fn do_free_jobs(opened: &Opened, owner: &Owner) -> Result<usize> {
    let mut dealt_with = 0;
    if opened.chosen.llm.is_some() {
        return Ok(dealt_with);
    }
    while let Some(report) = opened.memory.run_job(Some(owner)).await? {
        dealt_with += report.done.unwrap_or(0);
    }
    Ok(dealt_with)
}

/// Says what waits and why, on standard error.
pub(crate) fn tell_waiting(settled: &Settled) {
    for job in &settled.waiting {
        let reason = job.last_error.as_deref().unwrap_or("another program has it");
        ui::error(&format!(
            "{} waits ({}): {reason}",
            job_kind_name(job.kind),
            ui::plural(job.attempts, "attempt")
        ));
    }
}
