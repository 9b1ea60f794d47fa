//! `playground`: `serve`, with the page that shows the memory live in a browser.

use std::{
    io,
    process::{Command, Stdio},
};

use anyhow::Result;
use clap::Args;

use super::serve::serve_at;
use crate::{failure::Exit, session::Session, ui};

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Address and port to listen at [default: `server.bind`]
    #[arg(long, value_name = "ADDRESS:PORT")]
    bind: Option<String>,
    /// Open no browser, only say where the page is
    #[arg(long)]
    no_open: bool,
}

pub(crate) async fn run(session: &Session, arguments: &Arguments) -> Result<Exit> {
    let listening = |address: &str| {
        if !arguments.no_open && open(address).is_err() {
            ui::hint("no browser could be opened; go there with one");
        }
    };
    serve_at(session, arguments.bind.as_deref(), listening).await
}

/// Lets the desktop open an address with what it opens such with.
fn open(address: &str) -> io::Result<()> {
    let mut command = if cfg!(target_os = "macos") {
        Command::new("open")
    } else if cfg!(windows) {
        Command::new("explorer")
    } else {
        Command::new("xdg-open")
    };
    // Whatever a browser says is not for this terminal, and it may stay open longer than we do.
    command.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().map(drop)
}
