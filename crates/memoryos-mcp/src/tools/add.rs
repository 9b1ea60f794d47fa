//! `add_memory`: a turn comes in.

use std::sync::Arc;

use memoryos::types::{Message, Moment, Turn, TurnKey};
use memoryos_api::{Scope, rfc3339};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Effect, MemoryTool};
use crate::{
    call::{Call, now},
    error::ToolError,
    prompts::without_recalled,
};

pub(super) struct AddMemory;

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Arguments {
    /// What the user said, word for word. May be empty when only the assistant's side matters.
    user_input: String,
    /// What the assistant replied, word for word. May be empty when only the user's side matters.
    agent_response: String,
    /// When it was said, as 2026-02-03T10:00:00+01:00. Leave out for now.
    timestamp: Option<String>,
    /// A name for this call that no other call has. A retry with the same one stores nothing twice.
    request_id: Option<String>,
    /// Whose memory, if not that of the configured user.
    user: Option<String>,
    /// Which assistant's memory, if not that of the configured one.
    assistant: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Reply {
    /// What happened, in a sentence.
    message: String,
    /// When it was said, as it is stored, RFC 3339.
    timestamp: String,
    /// Id of the page that keeps the turn.
    page_id: String,
    /// Whether a turn with this request id was there already; then nothing was added.
    already_stored: bool,
    /// How much was taken.
    details: Details,
}

/// How much was taken.
#[derive(Debug, Serialize, JsonSchema)]
struct Details {
    /// Characters of what the user said.
    user_input_length: usize,
    /// Characters of what the assistant replied.
    agent_response_length: usize,
}

impl MemoryTool for AddMemory {
    const NAME: &'static str = "add_memory";
    const TITLE: &'static str = "Remember this turn";
    const DESCRIPTION: &'static str = "Store one turn of the conversation, what the user said and what you replied, in \
        the user's long-term memory. Call this after each reply in which the user told something worth knowing in a \
        later conversation: facts about themselves or people around them, preferences, plans, decisions, corrections of \
        what you believed. Pass both sides word for word, and do not summarise: topics and facts are drawn from them \
        later, in the background. Do not store what retrieve_memory gave back. The turn is on disk and can be found as \
        soon as this returns.";
    const EFFECT: Effect = Effect::Adds { idempotent: false };
    type Arguments = Arguments;
    type Reply = Reply;

    async fn call(call: Call, arguments: Arguments) -> Result<Reply, ToolError> {
        let (user, assistant) = (arguments.user.as_deref(), arguments.assistant.as_deref());
        let owner = call.owner(user, assistant, Scope::Write)?;
        let details = Details {
            user_input_length: arguments.user_input.chars().count(),
            agent_response_length: arguments.agent_response.chars().count(),
        };
        let turn = turn(arguments)?;
        let memory = Arc::clone(&call.served.memory);
        // Whoever gave up waiting will try again: what is half done here must be whole by then.
        let work = async move {
            let remembered = memory.remember(&owner, turn).await?;
            let at = memory.look(&owner, |view| view.state.page(remembered.page).map(|page| page.turn.at()));
            Ok((remembered, at.await?))
        };
        let (remembered, at) = call.to_the_end(work).await?;
        let message = if remembered.already {
            "This request was stored before; nothing was added."
        } else {
            "The turn is remembered."
        };
        Ok(Reply {
            message: message.to_owned(),
            timestamp: at.map(rfc3339).unwrap_or_default(),
            page_id: remembered.page.to_string(),
            already_stored: remembered.already,
            details,
        })
    }
}

fn turn(arguments: Arguments) -> Result<Turn, ToolError> {
    let at = match &arguments.timestamp {
        Some(text) => Moment::parse(text)?,
        None => Moment::utc(now()),
    };
    let said = |text: &str| Message::new(without_recalled(text));
    let (user, assistant) = (said(&arguments.user_input), said(&arguments.agent_response));
    let turn = Turn::new(user, assistant, at)?;
    Ok(match arguments.request_id {
        Some(key) => turn.with_key(TurnKey::new(key)?),
        None => turn,
    })
}
