//! One prompt a file: typed in, typed out. What does not parse is an error with the reply in it; nothing unparsed
//! reaches a tier. The library builds prompts here and nowhere else.

pub mod answer;
pub mod consolidate;
mod fields;
pub mod injected;
pub mod learn;
pub mod quote;
pub mod reply;
#[cfg(test)]
mod samples;

use crate::ports::{ChatMessage, ChatRole, LlmError};

/// What a reply says, as far as it goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed<T> {
    /// What was read.
    pub value: T,
    /// Whether the reply was whole; otherwise `value` holds the items that were complete before it broke off.
    pub complete: bool,
}

/// A reply that is not what was asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the reply is not {expected}: {reply:.200}")]
pub struct UnexpectedReply {
    /// What was asked for.
    pub expected: &'static str,
    /// What came.
    pub reply: String,
}

impl From<UnexpectedReply> for LlmError {
    fn from(error: UnexpectedReply) -> Self {
        Self::Unexpected { expected: error.expected, reply: error.reply }
    }
}

fn system(content: impl Into<String>) -> ChatMessage {
    ChatMessage { role: ChatRole::System, content: content.into() }
}

fn user(content: impl Into<String>) -> ChatMessage {
    ChatMessage { role: ChatRole::User, content: content.into() }
}
