//! `completions`: what a shell needs to complete our commands.

use anyhow::Result;
use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::{arguments::Cli, failure::Exit, ui};

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Which shell
    shell: Shell,
}

pub(crate) fn run(arguments: &Arguments) -> Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Cli::command(), "memoryos", &mut script);
    ui::out(String::from_utf8_lossy(&script).trim_end())?;
    Ok(Exit::Done)
}
