//! Pages and facts in the shapes that the tools of the Python original give them.

use memoryos::{
    state::OwnerState,
    types::{Fact, Page},
};
use memoryos_api::rfc3339;
use schemars::JsonSchema;
use serde::Serialize;

/// A turn that was remembered.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct PageReply {
    /// What the user said; may be empty.
    user_input: String,
    /// What the assistant replied; may be empty.
    agent_response: String,
    /// When it was said, RFC 3339.
    timestamp: String,
    /// What the conversation around it was about, where that is known.
    meta_info: String,
    /// Name of who spoke on the user's side, where it is known.
    user_name: Option<String>,
    /// Name of who spoke on the assistant's side, where it is known.
    assistant_name: Option<String>,
    /// Id of the page that keeps it.
    page_id: String,
}

/// Something known.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct KnowledgeReply {
    /// One sentence.
    knowledge: String,
    /// When it was first said, RFC 3339.
    timestamp: String,
    /// Ids of the pages it was learned from.
    sources: Vec<String>,
}

pub(super) fn page_reply(state: &OwnerState, page: &Page) -> PageReply {
    let chain = page.state.chain.and_then(|id| state.chain(id));
    PageReply {
        user_input: page.turn.user().text.clone(),
        agent_response: page.turn.assistant().text.clone(),
        timestamp: rfc3339(page.turn.at()),
        meta_info: chain.map(|chain| chain.summary.clone()).unwrap_or_default(),
        user_name: page.turn.user().speaker.clone(),
        assistant_name: page.turn.assistant().speaker.clone(),
        page_id: page.id.to_string(),
    }
}

pub(super) fn knowledge_reply(fact: &Fact) -> KnowledgeReply {
    KnowledgeReply {
        knowledge: fact.text.clone(),
        timestamp: fact.said_at.to_string(),
        sources: fact.sources.iter().map(|source| source.page.to_string()).collect(),
    }
}
