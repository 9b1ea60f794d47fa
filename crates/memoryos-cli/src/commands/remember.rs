//! `remember`: one turn comes in.

use std::io::{self, IsTerminal, Read};

use anyhow::{Context, Result};
use clap::Args;
use memoryos::{
    ports::Clock,
    types::{Message, Moment, Turn, TurnKey},
};
use memoryos_host::SystemClock;
use serde::Serialize;

use crate::{
    arguments::moment,
    failure::{Exit, Misused, note_failure},
    session::Session,
    settling::do_free_jobs,
    ui,
};

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// What the user said; `-` or nothing reads it from standard input
    text: Option<String>,
    /// What the assistant replied
    reply: Option<String>,
    /// When it was said [default: now]
    #[arg(long, value_name = "TIME", value_parser = moment)]
    at: Option<Moment>,
    /// Remember at most one turn under this key
    #[arg(long)]
    key: Option<String>,
    /// Name of who speaks on the user's side
    #[arg(long, value_name = "NAME")]
    speaker: Option<String>,
    /// Name of who speaks on the assistant's side
    #[arg(long, value_name = "NAME")]
    reply_speaker: Option<String>,
    /// Return once it is on disk; leave the rest for later
    #[arg(long)]
    no_wait: bool,
}

/// What became of the turn.
#[derive(Debug, Serialize)]
struct Shape {
    /// The page that keeps it.
    page: String,
    /// Whether it was there already; then nothing was added.
    already: bool,
}

pub(crate) async fn run(session: &Session, arguments: Arguments) -> Result<Exit> {
    let no_wait = arguments.no_wait;
    let turn = turn(arguments)?;
    let opened = session.open().await?;
    let remembered = opened.memory.remember(&opened.owner, turn).await?;
    let shape = Shape { page: remembered.page.to_string(), already: remembered.already };
    session.show(&shape, || shape.page.clone())?;
    if remembered.already {
        ui::note("it was remembered already");
    }
    if !no_wait {
        // The turn is on disk, whatever becomes of the rest.
        note_failure("it is kept, but has yet to settle", do_free_jobs(&opened, &opened.owner).await);
    }
    Ok(Exit::Done)
}

fn turn(arguments: Arguments) -> Result<Turn> {
    let Arguments { text, reply, at, key, speaker, reply_speaker, no_wait: _ } = arguments;
    let text = match text.as_deref() {
        None | Some("-") => from_stdin()?,
        Some(_) => text.unwrap_or_default(),
    };
    let at = at.unwrap_or_else(|| Moment::utc(SystemClock.now()));
    let user = Message { speaker, text };
    let assistant = Message { speaker: reply_speaker, text: reply.unwrap_or_default() };
    let turn = Turn::new(user, assistant, at)?;
    Ok(match key {
        Some(key) => turn.with_key(TurnKey::new(key)?),
        None => turn,
    })
}

fn from_stdin() -> Result<String> {
    let mut stdin = io::stdin().lock();
    if stdin.is_terminal() {
        return Err(Misused("what shall be remembered? give a text, or pipe one in".to_owned()).into());
    }
    let mut bytes = Vec::new();
    stdin.read_to_end(&mut bytes).context("standard input cannot be read")?;
    let text =
        String::from_utf8(bytes).map_err(|_| Misused("standard input is not UTF-8 text".to_owned()))?;
    Ok(text.trim_end_matches(['\n', '\r']).to_owned())
}
