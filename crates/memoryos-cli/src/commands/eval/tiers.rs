//! `eval tiers`: does each tier do its part?

use anyhow::Result;
use clap::Args;
use memoryos_eval::tiers::{report, run as play};

use super::{common::Written, places};
use crate::{
    failure::{Exit, Misused},
    session::Session,
    ui,
};

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    written: Written,
    /// List every check, not only those that fail
    #[arg(long)]
    all: bool,
    /// Distil with the configured language model instead of by rules
    #[arg(long)]
    llm: bool,
}

pub(crate) async fn run(session: &Session, arguments: &Arguments) -> Result<Exit> {
    places::check(&[], &arguments.written.paths().collect::<Vec<_>>())?;
    let settings = &session.settings;
    let model = if arguments.llm { memoryos_host::language_model(settings)? } else { None };
    if arguments.llm && model.is_none() {
        return Err(Misused("no language model is set: llm.url and llm.model say which".to_owned()).into());
    }
    let distiller = if arguments.llm { settings.llm.model.as_str() } else { "rules" };
    let outcomes = play(model.as_ref()).await?;
    arguments.written.show(session, &outcomes, &report(&outcomes, distiller, arguments.all))?;
    let failed = outcomes.iter().filter(|outcome| !outcome.passed).count();
    if failed == 0 {
        return Ok(Exit::Done);
    }
    ui::note(&format!("{failed} of {} checks failed", outcomes.len()));
    Ok(Exit::Failed)
}
