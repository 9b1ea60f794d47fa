//! `ask`: an answer from memory, or the evidence for one.

use anyhow::Result;
use clap::Args;
use futures::StreamExt;
use memoryos::{
    MemoryError,
    answer::{AnswerStream, Evidence, Question, evidence},
    ports::LlmError,
    recall::{Query, Recall},
};
use memoryos_host::Opened;
use serde::Serialize;

use super::recall::{How, visit};
use crate::{
    failure::{Exit, connect_a_model, report},
    session::Session,
    ui,
};
use memoryos_api::{EvidenceShape, RecallShape, evidence_shape, recall_shape};

/// How many sentences stand for an answer where there is no model.
pub(crate) const EVIDENCE: usize = 5;

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The question
    question: String,
    #[command(flatten)]
    how: How,
    /// Language of the answer [default: that of the question]
    #[arg(long, value_name = "NAME")]
    language: Option<String>,
    /// How to answer: a tone, a role, a length
    #[arg(long, value_name = "WORDS")]
    style: Option<String>,
}

/// An answer, or the evidence for one.
#[derive(Debug, Serialize)]
struct Shape {
    /// The model's words; `null` without a model.
    answer: Option<String>,
    /// The recalled sentences that answer best, best first.
    evidence: Vec<EvidenceShape>,
    recall: RecallShape,
}

pub(crate) async fn run(session: &Session, arguments: &Arguments) -> Result<Exit> {
    if !session.has_memory() {
        session.show(&shape(None, &[], &Recall::default()), String::new)?;
        return Ok(session.no_memory());
    }
    let opened = session.open().await?;
    let query = arguments.how.query(&arguments.question);
    let (language, style) = (arguments.language.clone(), arguments.style.clone());
    let question = Question { query, language, style };
    let (recall, exit) = match opened.memory.answer_stream(&opened.owner, &question).await {
        Ok(answer) => answered(session, &question, answer).await?,
        Err(MemoryError::Llm(LlmError::NotConfigured)) => {
            without_model(session, &opened, &question.query).await?
        }
        Err(error @ MemoryError::Llm(_)) => {
            let (recall, _) = without_model(session, &opened, &question.query).await?;
            (recall, report(&error.into()))
        }
        Err(error) => return Err(error.into()),
    };
    if !arguments.how.no_visits {
        visit(&opened, &recall).await;
    }
    Ok(exit)
}

/// Shows the answer as it is written, then where it comes from.
async fn answered(
    session: &Session,
    question: &Question,
    mut answer: AnswerStream,
) -> Result<(Recall, Exit)> {
    let reply = match read_reply(&mut answer, !session.json).await? {
        Ok(reply) => reply,
        Err(error) => {
            let exit = report(&error.into());
            return Ok((answer.recall, exit));
        }
    };
    let found = evidence(&question.query.text, &answer.recall, EVIDENCE);
    if session.json {
        session.show(&shape(Some(reply), &found, &answer.recall), String::new)?;
    } else {
        tell_sources(&found);
    }
    Ok((answer.recall, Exit::Done))
}

/// The whole reply; shown piece by piece when `show`.
///
/// # Errors
/// When standard output cannot be written. What goes wrong with the model is within.
pub(crate) async fn read_reply(answer: &mut AnswerStream, show: bool) -> Result<Result<String, LlmError>> {
    let mut reply = String::new();
    let mut failure = None;
    while let Some(piece) = answer.reply.next().await {
        match piece {
            Ok(piece) => {
                if show {
                    ui::piece(&piece)?;
                }
                reply.push_str(&piece);
            }
            Err(error) => failure = Some(error),
        }
    }
    if show && !reply.is_empty() {
        ui::piece("\n")?;
    }
    Ok(failure.map_or(Ok(reply), Err))
}

async fn without_model(session: &Session, opened: &Opened, query: &Query) -> Result<(Recall, Exit)> {
    let recall = opened.memory.recall(&opened.owner, query).await?;
    let found = evidence(&query.text, &recall, EVIDENCE);
    session.show(&shape(None, &found, &recall), || evidence_text(&found))?;
    if found.is_empty() {
        ui::note("nothing found");
        return Ok((recall, Exit::NothingFound));
    }
    if opened.chosen.llm.is_none() {
        ui::note("no language model is connected, so this is the evidence, word for word");
        ui::hint(&connect_a_model());
    }
    Ok((recall, Exit::Done))
}

fn shape(answer: Option<String>, found: &[Evidence], recall: &Recall) -> Shape {
    Shape { answer, evidence: found.iter().map(evidence_shape).collect(), recall: recall_shape(recall) }
}

/// The sentences with their times.
pub(crate) fn evidence_text(found: &[Evidence]) -> String {
    let line = |found: &Evidence| {
        let words = ui::wrapped(&found.text, 2);
        let sources: Vec<String> = found.sources.iter().map(ui::short).collect();
        let about = format!("    {} · from {}\n", ui::moment(found.at), sources.join(", "));
        format!("{}{}", words.replacen("  ", "• ", 1), ui::dim(about.trim_end()) + "\n")
    };
    found.iter().map(line).collect()
}

fn tell_sources(found: &[Evidence]) {
    for found in found.iter().take(3) {
        let sources: Vec<String> = found.sources.iter().map(ui::short).collect();
        ui::note(&format!("  from {} ({}): {}", sources.join(", "), ui::moment(found.at), found.text));
    }
}
