//! The commands, one file each.

pub(crate) mod ask;
pub(crate) mod chat;
pub(crate) mod completions;
pub(crate) mod config;
pub(crate) mod demo;
pub(crate) mod doctor;
pub(crate) mod eval;
pub(crate) mod export;
pub(crate) mod facts;
pub(crate) mod import;
pub(crate) mod keys;
pub(crate) mod mcp;
pub(crate) mod model;
pub(crate) mod owners;
pub(crate) mod playground;
pub(crate) mod profile;
pub(crate) mod recall;
pub(crate) mod remember;
pub(crate) mod segments;
pub(crate) mod serve;
pub(crate) mod settle;
pub(crate) mod status;

use anyhow::Result;

use crate::{
    arguments::{Cli, Command},
    failure::Exit,
    session::Session,
};

/// Does what was asked for.
///
/// # Errors
/// When it cannot be done.
pub(crate) async fn run(cli: Cli) -> Result<Exit> {
    // These two ask for no settings, and work however wrong those are.
    match &cli.command {
        Command::Completions(arguments) => return completions::run(arguments),
        Command::Demo(arguments) => return demo::run(&cli.common, arguments).await,
        _ => {}
    }
    let session = Session::new(&cli.common)?;
    match cli.command {
        Command::Remember(arguments) => remember::run(&session, arguments).await,
        Command::Recall(arguments) => recall::run(&session, &arguments).await,
        Command::Ask(arguments) => ask::run(&session, &arguments).await,
        Command::Chat(arguments) => chat::run(&session, &arguments).await,
        Command::Import(arguments) => import::run(&session, &arguments).await,
        Command::Status(arguments) => status::run(&session, &arguments).await,
        Command::Segments(arguments) => segments::run(&session, &arguments).await,
        Command::Profile(arguments) => profile::run(&session, &arguments).await,
        Command::Facts(arguments) => facts::run(&session, &arguments).await,
        Command::Settle(arguments) => settle::run(&session, &arguments).await,
        Command::Export(arguments) => export::run(&session, &arguments).await,
        Command::Owners(arguments) => owners::run(&session, &arguments).await,
        Command::Serve(arguments) => serve::run(&session, &arguments).await,
        Command::Playground(arguments) => playground::run(&session, &arguments).await,
        Command::Keys(arguments) => keys::run(&session, arguments),
        Command::Config(arguments) => config::run(&session, &arguments),
        Command::Model(arguments) => model::run(&session, &arguments).await,
        Command::Mcp(arguments) => mcp::run(&session, &cli.common, &arguments).await,
        Command::Doctor(arguments) => doctor::run(&session, &arguments).await,
        Command::Eval(arguments) => eval::run(&session, &arguments).await,
        Command::Demo(_) | Command::Completions(_) => unreachable!("done above"),
    }
}
