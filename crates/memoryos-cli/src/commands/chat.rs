//! `chat`: a conversation in which every turn is remembered.

use std::io::{self, IsTerminal};

use anyhow::Result;
use clap::Args;
use memoryos::{
    MemoryError,
    answer::{Question, evidence},
    ports::{Clock, LlmError},
    recall::{Query, Recall},
    types::{Message, Moment, Turn},
};
use memoryos_host::{DEFAULT_IDLE, Opened, SystemClock, Worker};

use super::{
    ask::{EVIDENCE, evidence_text, read_reply},
    recall::{shown, visit},
};
use crate::{
    failure::{Exit, connect_a_model, report},
    session::Session,
    settling::unless_interrupted,
    ui,
};

const HELP: &str = "\
/memory   what came back for the last message, and why
/help     this
/quit     leave (also Ctrl-D)";

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// How to answer: a tone, a role, a length
    #[arg(long, value_name = "WORDS")]
    style: Option<String>,
    /// Do not remember this conversation
    #[arg(long)]
    no_memory: bool,
}

pub(crate) async fn run(session: &Session, arguments: &Arguments) -> Result<Exit> {
    let opened = session.open().await?;
    // Settles what is said while the conversation goes on.
    let worker = Worker::start(opened.memory.clone(), DEFAULT_IDLE);
    greet(&opened);
    let talked = talk(&opened, arguments).await;
    // Whoever will not wait for the job in hand leaves it to the next program.
    unless_interrupted(worker.stop()).await;
    talked.map(|()| Exit::Done)
}

fn greet(opened: &Opened) {
    if let Some((url, model)) = &opened.chosen.llm {
        ui::note(&format!("{model} at {url} · /help for commands"));
    } else {
        ui::note("no language model is connected: you will see what the memory holds · /help for commands");
        ui::hint(&connect_a_model());
    }
}

async fn talk(opened: &Opened, arguments: &Arguments) -> Result<()> {
    let mut last = Recall::default();
    while let Some(line) = next_line().await? {
        match line.trim() {
            "" => {}
            "/quit" | "/exit" => break,
            "/help" => ui::out(HELP)?,
            "/memory" => show_memory(&last)?,
            command if command.starts_with('/') => ui::hint("/help lists the commands"),
            said => last = exchange(opened, arguments, said).await?,
        }
    }
    Ok(())
}

/// One message and its reply. Whatever fails on the way, and when the person will not wait for the reply: the
/// message is kept all the same.
async fn exchange(opened: &Opened, arguments: &Arguments, said: &str) -> Result<Recall> {
    let at = Moment::utc(SystemClock.now());
    let mut recall = Recall::default();
    let replied = unless_interrupted(replied(opened, arguments, said, &mut recall)).await;
    let replied = replied.unwrap_or_else(|| {
        // Half an answer is nobody's word: it is not kept.
        ui::note("\ninterrupted; of the reply nothing is kept");
        Ok(String::new())
    });
    let (reply, failure) = match replied {
        Ok(reply) => (reply, None),
        Err(error) => (String::new(), Some(error)),
    };
    if !arguments.no_memory {
        match Turn::new(Message::new(said), Message::new(reply), at) {
            Ok(turn) => drop(opened.memory.remember(&opened.owner, turn).await?),
            Err(error) => drop(report(&error.into())),
        }
        visit(opened, &recall).await;
    }
    failure.map_or(Ok(recall), Err)
}

/// The reply: empty where there is none that anyone said. What was recalled for it goes into `recalled` as soon as
/// it is known.
async fn replied(
    opened: &Opened,
    arguments: &Arguments,
    said: &str,
    recalled: &mut Recall,
) -> Result<String> {
    let question = Question { style: arguments.style.clone(), ..Question::new(said) };
    let mut answer = match opened.memory.answer_stream(&opened.owner, &question).await {
        Ok(answer) => answer,
        Err(MemoryError::Llm(error)) => {
            if !matches!(error, LlmError::NotConfigured) {
                report(&error.into());
            }
            *recalled = show_evidence(opened, &question.query).await?;
            return Ok(String::new());
        }
        Err(error) => return Err(error.into()),
    };
    recalled.clone_from(&answer.recall);
    Ok(read_reply(&mut answer, true).await?.unwrap_or_else(|error| {
        report(&error.into());
        String::new()
    }))
}

async fn show_evidence(opened: &Opened, query: &Query) -> Result<Recall> {
    let recall = opened.memory.recall(&opened.owner, query).await?;
    let found = evidence(&query.text, &recall, EVIDENCE);
    if found.is_empty() {
        ui::note("noted; nothing about it so far");
    } else {
        ui::out(evidence_text(&found).trim_end())?;
    }
    Ok(recall)
}

fn show_memory(recall: &Recall) -> Result<()> {
    if recall.items.is_empty() {
        ui::note("nothing came back");
    }
    for (index, item) in recall.items.iter().enumerate() {
        ui::out(shown(index + 1, item, true).trim_end())?;
    }
    Ok(())
}

/// The next line that was typed; `None` at the end, or after Ctrl-C.
async fn next_line() -> Result<Option<String>> {
    if io::stdin().is_terminal() {
        ui::piece(&ui::accent("› "))?;
    }
    // Waiting for a key must not hold up the jobs, which share the thread.
    let reading = tokio::task::spawn_blocking(|| {
        let mut line = String::new();
        io::stdin().read_line(&mut line).map(|n_bytes| (n_bytes > 0).then_some(line))
    });
    let line = match unless_interrupted(reading).await {
        Some(line) => line??,
        None => None,
    };
    if line.is_none() && io::stdin().is_terminal() {
        ui::piece("\n")?;
    }
    Ok(line)
}
