//! `memory_status`: what the tiers hold, what waits, what models cost.

use memoryos::types::Owner;
use memoryos_api::{Scope, StatusShape, status_shape};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Effect, MemoryTool};
use crate::{
    call::{Call, now},
    error::ToolError,
};

pub(super) struct MemoryStatus;

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Arguments {
    /// Whose memory, if not that of the configured user.
    user: Option<String>,
    /// Which assistant's memory, if not that of the configured one.
    assistant: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Reply {
    /// The memory in numbers.
    #[serde(flatten)]
    status: StatusShape,
    /// Whose memories there are and are open to you; twenty at most.
    known_users: Vec<String>,
}

impl MemoryTool for MemoryStatus {
    const NAME: &'static str = "memory_status";
    const TITLE: &'static str = "State of the memory";
    const DESCRIPTION: &'static str = "Show what the user's memory holds in each tier, which background jobs wait or \
        failed, which models are in use and what they cost, and whose memories there are. Call this when the user asks \
        about the memory itself, or when recall finds less than it should: a misspelt user name, or jobs that fail, \
        show here. It tells nothing of what was said.";
    const EFFECT: Effect = Effect::Looks;
    type Arguments = Arguments;
    type Reply = Reply;

    async fn call(call: Call, arguments: Arguments) -> Result<Reply, ToolError> {
        let (user, assistant) = (arguments.user.as_deref(), arguments.assistant.as_deref());
        let owner = call.owner(user, assistant, Scope::Read)?;
        Ok(Reply { status: status(&call, &owner).await?, known_users: call.known_users().await? })
    }
}

/// One owner's memory in numbers. Where it lies and how large the files of all are is shown to those who may see
/// what concerns all users.
///
/// # Errors
/// When the store fails.
pub(crate) async fn status(call: &Call, owner: &Owner) -> Result<StatusShape, ToolError> {
    let (served, memory) = (&call.served, &call.served.memory);
    let status = memory.status(owner).await?;
    let (embedder, llm) = (served.chosen.embedder.as_str(), served.chosen.llm.clone());
    let mut shape = status_shape(owner, &status, memory.config(), embedder, llm, now());
    if call.access.allows_all().is_ok() {
        shape.data_folder = Some(served.settings.data.display().to_string());
        shape.store_bytes = Some(status.store_bytes);
        shape.index_bytes = Some(status.index_bytes);
    }
    Ok(shape)
}
