//! Does jobs behind the scenes, in programs that stay.

use std::{sync::Arc, time::Duration};

use memoryos::Memory;
use tokio::{sync::watch, task::JoinHandle};

/// How long a worker rests when no job is due. Half of what a person notices, and four look-ups a second cost
/// nothing.
pub const DEFAULT_IDLE: Duration = Duration::from_millis(250);

/// How long it rests after a job that failed, or a store that did: whatever is wrong is not mended in a moment.
const AFTER_FAILURE: Duration = Duration::from_secs(2);

/// Whether a worker shall stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stop {
    Not,
    AfterJob,
    Now,
}

/// Runs the jobs of all owners, one after the other, until it is stopped. Dropping it stops it too, without
/// waiting for the job in hand.
#[derive(Debug)]
pub struct Worker {
    stop: watch::Sender<Stop>,
    task: JoinHandle<()>,
}

impl Worker {
    /// Starts working; must be called within a tokio runtime. `idle` is the rest between looks for a job.
    pub fn start(memory: Arc<Memory>, idle: Duration) -> Self {
        let (stop, stopped) = watch::channel(Stop::Not);
        let task = tokio::spawn(work(memory, idle, stopped));
        Self { stop, task }
    }

    /// Finishes the job in hand, begins no other, and returns.
    pub async fn stop(self) {
        self.stop.send_replace(Stop::AfterJob);
        self.end().await;
    }

    /// The same, but a job that is not done within `limit` is given back, for another worker or another day.
    pub async fn stop_within(mut self, limit: Duration) {
        self.stop.send_replace(Stop::AfterJob);
        if tokio::time::timeout(limit, &mut self.task).await.is_err() {
            self.stop.send_replace(Stop::Now);
            self.end().await;
        }
    }

    async fn end(self) {
        if let Err(error) = self.task.await {
            tracing::error!(%error, "the worker broke down");
        }
    }
}

async fn work(memory: Arc<Memory>, idle: Duration, mut stopped: watch::Receiver<Stop>) {
    while *stopped.borrow() == Stop::Not {
        let mut now = stopped.clone();
        // An error means that the worker was dropped, which drops this task as well.
        let stop_now = async move { drop(now.wait_for(|stop| *stop == Stop::Now).await) };
        let rest = match memory.run_job_until(None, stop_now).await {
            Ok(Some(report)) if report.done.is_some() => continue,
            Ok(Some(_)) => AFTER_FAILURE.max(idle),
            Ok(None) => idle,
            Err(error) => {
                tracing::warn!(%error, "no job could be taken");
                AFTER_FAILURE.max(idle)
            }
        };
        // An error means that the worker was dropped: then there is nobody left to work for.
        if let Ok(Err(_)) = tokio::time::timeout(rest, stopped.changed()).await {
            return;
        }
    }
}
