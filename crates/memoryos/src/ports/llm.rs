//! Chat with a large language model.

use std::{pin::Pin, time::Duration};

use async_trait::async_trait;
use futures::Stream;

use super::BoxError;
use crate::types::Owner;

/// Who says a message to the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChatRole {
    /// Instructions.
    System,
    /// The person.
    User,
    /// The model.
    Assistant,
}

/// One message of a chat.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ChatMessage {
    /// Who says it.
    pub role: ChatRole,
    /// The words.
    pub content: String,
}

/// What a call is for; the ledger counts by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Purpose {
    /// Grouping pages by topic.
    Consolidate,
    /// Learning profile and knowledge.
    Learn,
    /// Answering the user.
    Answer,
    /// Judging an answer in an evaluation.
    Judge,
}

/// What the model is asked.
#[derive(Clone, Debug, PartialEq)]
pub struct ChatRequest {
    /// Whose memory the call serves; never sent, the ledger counts by it.
    pub owner: Owner,
    /// What the call is for; never sent.
    pub purpose: Purpose,
    /// The chat so far, system first.
    pub messages: Vec<ChatMessage>,
    /// A JSON schema the reply must follow, where the server can enforce one.
    pub schema: Option<serde_json::Value>,
    /// The longest reply, in tokens, reasoning not counted where the server tells them apart.
    pub max_tokens: u32,
    /// 0 for the likeliest reply.
    pub temperature: f32,
}

/// Tokens of one call, as the server counted them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Tokens of the request.
    pub prompt_tokens: u64,
    /// Tokens of the reply, reasoning included.
    pub completion_tokens: u64,
}

/// What the model replied.
#[derive(Clone, Debug, PartialEq)]
pub struct Chat {
    /// The reply without its reasoning; never blank.
    pub text: String,
    /// Tokens, where the server told; estimated otherwise.
    pub usage: Usage,
    /// Whether the reply was cut at `max_tokens`.
    pub truncated: bool,
}

/// Why there is no reply. Never a text that could be taken for one.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LlmError {
    /// The server could not be reached.
    #[error("the model server at {url} cannot be reached")]
    Connect {
        /// Where it was sought, without credentials.
        url: String,
        /// What went wrong.
        #[source]
        source: BoxError,
    },
    /// The server refused the key.
    #[error("the model server refused the API key (HTTP {status})")]
    Auth {
        /// 401 or 403.
        status: u16,
    },
    /// Too many requests, also after waiting as told.
    #[error("the model server is over its rate limit")]
    RateLimited {
        /// How long the server asked to wait.
        retry_after: Option<Duration>,
    },
    /// The server failed, or refused the request.
    #[error("the model server answered HTTP {status}: {message}")]
    Status {
        /// The HTTP status.
        status: u16,
        /// The server's own words, shortened.
        message: String,
    },
    /// No whole reply in time.
    #[error("no reply from the model within {0:?}")]
    Timeout(Duration),
    /// The reply broke off.
    #[error("the reply broke off")]
    Interrupted(#[source] BoxError),
    /// The reply has no text: empty, null, reasoning only, or a tool call nobody asked for.
    #[error("the model replied without any text")]
    Empty,
    /// The model declined.
    #[error("the model declined to answer")]
    Refused,
    /// The reply is not what was asked for.
    #[error("the reply is not {expected}: {reply:.200}")]
    Unexpected {
        /// What was asked for.
        expected: &'static str,
        /// What came.
        reply: String,
    },
    /// The owner's budget is spent.
    #[error("the budget of {limit_tokens} tokens a day is spent")]
    OverBudget {
        /// The budget, tokens a day.
        limit_tokens: u64,
    },
    /// No model is configured.
    #[error("no language model is configured")]
    NotConfigured,
}

impl LlmError {
    /// Whether trying again later can help.
    pub fn is_transient(&self) -> bool {
        match self {
            Self::Connect { .. }
            | Self::RateLimited { .. }
            | Self::Timeout(_)
            | Self::Interrupted(_)
            | Self::Empty
            | Self::Unexpected { .. }
            | Self::OverBudget { .. } => true,
            Self::Status { status, .. } => *status >= 500 || *status == 408,
            Self::Auth { .. } | Self::Refused | Self::NotConfigured => false,
        }
    }
}

/// A reply as it is being written: pieces of text in order, without reasoning. An error ends it.
pub type ChatStream = Pin<Box<dyn Stream<Item = Result<String, LlmError>> + Send>>;

/// A chat model.
///
/// Promises: a reply is text without reasoning, or an error; nothing is remembered between calls; dropping the
/// future ends the call.
#[async_trait]
pub trait Llm: Send + Sync {
    /// Names the model, as the server knows it.
    fn model(&self) -> &str;

    /// The whole reply.
    async fn chat(&self, request: &ChatRequest) -> Result<Chat, LlmError>;

    /// The reply as it is written. The stream ends with an error when the reply breaks off or has no text.
    async fn stream(&self, request: &ChatRequest) -> Result<ChatStream, LlmError>;
}
