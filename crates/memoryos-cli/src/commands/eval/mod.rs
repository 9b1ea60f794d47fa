//! `eval`: how good the memory is, measured on data sets that anyone can run again.

mod ablate;
mod answer;
mod common;
mod places;
mod recall;
mod tiers;

use anyhow::Result;
use clap::{Args, Subcommand};

use crate::{failure::Exit, session::Session};

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Does the evidence come back? Without a language model
    Recall(recall::Arguments),
    /// Does a language model answer with it?
    Answer(answer::Arguments),
    /// Does each tier do its part?
    Tiers(tiers::Arguments),
    /// What is each part of the recall worth?
    Ablate(ablate::Arguments),
}

pub(crate) async fn run(session: &Session, arguments: &Arguments) -> Result<Exit> {
    match &arguments.what {
        What::Recall(arguments) => recall::run(session, arguments).await,
        What::Answer(arguments) => answer::run(session, arguments).await,
        What::Tiers(arguments) => tiers::run(session, arguments).await,
        What::Ablate(arguments) => ablate::run(session, arguments).await,
    }
}
