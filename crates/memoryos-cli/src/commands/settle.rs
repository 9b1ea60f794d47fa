//! `settle`: finishes everything that waits.

use anyhow::Result;
use clap::Args;
use memoryos::{Memory, types::Owner};
use memoryos_api::job_kind_name;
use serde::Serialize;

use crate::{
    failure::Exit,
    session::Session,
    settling::{settle, tell_interrupted, tell_waiting, unless_interrupted},
    ui,
};

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Settle everyone's memory, not only one
    #[arg(long)]
    all: bool,
}

/// What was done and what is left.
#[derive(Debug, Default, Serialize)]
struct Shape {
    /// Jobs done.
    done: usize,
    /// Jobs that failed and wait for their next try.
    waiting: Vec<WaitingShape>,
}

/// A job that waits.
#[derive(Debug, Serialize)]
struct WaitingShape {
    user: String,
    assistant: String,
    /// `consolidate`, `learn` or `embed`.
    kind: &'static str,
    attempts: u32,
    not_before: String,
    last_error: Option<String>,
}

pub(crate) async fn run(session: &Session, arguments: &Arguments) -> Result<Exit> {
    let opened = session.open().await?;
    let owners = if arguments.all { opened.memory.owners().await? } else { vec![opened.owner.clone()] };
    let mut shape = Shape::default();
    let settled = unless_interrupted(settle_each(&opened.memory, &owners, &mut shape)).await;
    let Some(settled) = settled else {
        tell_interrupted(&opened.memory, owners.iter()).await?;
        return Ok(Exit::Interrupted);
    };
    settled?;
    session.show(&shape, || {
        format!("{} done, {} waiting", ui::plural(shape.done, "job"), shape.waiting.len())
    })?;
    Ok(if shape.waiting.is_empty() { Exit::Done } else { Exit::Failed })
}

/// One owner after the other, what came of each added to `shape`.
async fn settle_each(memory: &Memory, owners: &[Owner], shape: &mut Shape) -> Result<()> {
    for owner in owners {
        let settled = settle(memory, owner).await?;
        tell_waiting(&settled);
        shape.done += settled.done;
        shape.waiting.extend(settled.waiting.into_iter().map(|job| WaitingShape {
            user: job.owner.user.to_string(),
            assistant: job.owner.assistant.to_string(),
            kind: job_kind_name(job.kind),
            attempts: job.attempts,
            not_before: job.not_before.to_string(),
            last_error: job.last_error,
        }));
    }
    Ok(())
}
