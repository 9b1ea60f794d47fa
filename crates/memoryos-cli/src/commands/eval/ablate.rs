//! `eval ablate`: what is each part of the recall worth?

use anyhow::Result;
use clap::Args;
use memoryos_eval::{
    ablate::{ablate, report},
    settings::overlaid,
};

use super::common::{Sets, Written};
use crate::{failure::Exit, session::Session, ui};

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    sets: Sets,
    #[command(flatten)]
    written: Written,
}

pub(crate) async fn run(session: &Session, arguments: &Arguments) -> Result<Exit> {
    let config = overlaid(&session.settings.memory, &arguments.sets.set)?;
    let sets = arguments.sets.open(&arguments.written, None)?;
    let embedder = arguments.sets.embedder(session).await?;
    let mut ablations = Vec::new();
    for set in &sets {
        // Every conversation is told twice: for the parts, and for the sweep.
        let bar = ui::count_bar(&set.name, 2 * set.conversations.len() as u64);
        let watch = |done| bar.reach(done);
        ablations.push(ablate(set, &embedder, &config, !arguments.sets.no_settle, &watch).await?);
    }
    arguments.written.show(session, &ablations, &report(&ablations, Vec::new()))?;
    Ok(Exit::Done)
}
