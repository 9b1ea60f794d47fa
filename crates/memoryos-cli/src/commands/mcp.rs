//! `mcp`: the memory as an MCP server on the standard streams, and the configuration that makes a client start it.

use std::path::Path;

use anyhow::{Context, Result};
use clap::Args;
use memoryos_host::settings::Origin;
use memoryos_mcp::clients::{Client, UnknownClient};

use crate::{arguments::Common, failure::Exit, session::Session, ui};

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Print the configuration for a client and end: claude-desktop, claude-code, cursor, cline or vscode
    #[arg(long, value_name = "CLIENT", value_parser = client)]
    print_config: Option<Client>,
}

fn client(name: &str) -> Result<Client, UnknownClient> {
    name.parse()
}

pub(crate) async fn run(session: &Session, common: &Common, arguments: &Arguments) -> Result<Exit> {
    if let Some(client) = arguments.print_config {
        return print_config(session, common, client);
    }
    // People look for their data when a client starts this for them.
    ui::note(&format!("the memory is in {}", session.settings.data.display()));
    memoryos_mcp::stdio::serve(session.settings.clone()).await?;
    Ok(Exit::Done)
}

fn print_config(session: &Session, common: &Common, client: Client) -> Result<Exit> {
    let program = std::env::current_exe().context("this program cannot tell where it lies")?;
    let config = client.config(&program, &start_arguments(session, common)?);
    ui::out(&serde_json::to_string_pretty(&config)?)?;
    ui::note(client.place());
    Ok(Exit::Done)
}

/// What the client starts the program with: whatever was chosen here and would not be found again there. Clients start
/// programs in folders and environments of their own.
fn start_arguments(session: &Session, common: &Common) -> Result<Vec<String>> {
    let mut arguments = vec!["mcp".to_owned()];
    let mut give = |flag: &str, value: String| arguments.extend([flag.to_owned(), value]);
    if matches!(session.settings.origin("data"), Some(Origin::Flag | Origin::Environment(_))) {
        give("--data", absolute(&session.settings.data)?);
    }
    if let Some(config) = &common.config {
        give("--config", absolute(config)?);
    }
    for (flag, value) in [("--user", &common.user), ("--assistant", &common.assistant)] {
        if let Some(value) = value {
            give(flag, value.clone());
        }
    }
    Ok(arguments)
}

fn absolute(path: &Path) -> Result<String> {
    let path = std::path::absolute(path).with_context(|| format!("{} is no path", path.display()))?;
    Ok(path.display().to_string())
}
