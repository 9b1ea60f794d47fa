//! `demo`: the memory at work, offline, in a folder that is thrown away.

use anyhow::Result;
use clap::Args;

use crate::{arguments::Common, demo, failure::Exit};

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Keep the folder, and say where it is
    #[arg(long)]
    keep: bool,
}

pub(crate) async fn run(common: &Common, arguments: &Arguments) -> Result<Exit> {
    demo::run(common.json, arguments.keep).await
}
