//! Why a tool could not do what was asked, for the model that asked and for programs.

use std::borrow::Cow;

use memoryos::{
    MemoryError,
    import::{ImportError, UnknownFormat},
    types::{InvalidId, InvalidMoment, InvalidTurn},
};
use memoryos_api::{Refusal, error_code};
use rmcp::{ErrorData, model::ErrorCode};
use serde_json::{Value, json};

/// What went wrong. Never holds secrets, nor the words of a memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ToolError {
    /// A word that programs can act on.
    pub(crate) code: &'static str,
    /// A sentence that a model can act on.
    pub(crate) message: Cow<'static, str>,
}

impl ToolError {
    pub(crate) fn new(code: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        Self { code, message: message.into() }
    }

    /// Arguments that do not fit the tool's schema.
    pub(crate) fn argument(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new("invalid_argument", message)
    }

    /// As the structured content of a failed call. `status` stands where the tools of the Python original have it.
    pub(crate) fn to_json(&self) -> Value {
        json!({"status": "error", "code": self.code, "message": self.message})
    }

    /// As a protocol error, for requests that have no other way to fail.
    pub(crate) fn into_protocol(self) -> ErrorData {
        let code = match self.code {
            "invalid_argument" | "invalid_id" | "blank_query" => ErrorCode::INVALID_PARAMS,
            "forbidden" => ErrorCode::INVALID_REQUEST,
            _ => ErrorCode::INTERNAL_ERROR,
        };
        ErrorData::new(code, self.message, Some(json!({"code": self.code})))
    }
}

impl From<MemoryError> for ToolError {
    fn from(error: MemoryError) -> Self {
        let code = error_code(&error);
        if !matches!(code, "blank_query" | "no_such_segment") {
            // Causes may name addresses and paths: they are for the log.
            tracing::error!(error = &error as &dyn std::error::Error, code, "a tool failed");
        }
        Self::new(code, error.to_string())
    }
}

impl From<Refusal> for ToolError {
    fn from(refusal: Refusal) -> Self {
        Self::new("forbidden", refusal.to_string())
    }
}

impl From<InvalidId> for ToolError {
    fn from(error: InvalidId) -> Self {
        Self::new("invalid_id", format!("no memory can belong to this user or assistant: {error}"))
    }
}

impl From<InvalidMoment> for ToolError {
    fn from(error: InvalidMoment) -> Self {
        Self::new("invalid_timestamp", error.to_string())
    }
}

impl From<InvalidTurn> for ToolError {
    fn from(error: InvalidTurn) -> Self {
        Self::new("invalid_turn", error.to_string())
    }
}

impl From<UnknownFormat> for ToolError {
    fn from(error: UnknownFormat) -> Self {
        Self::new("unknown_format", error.to_string())
    }
}

impl From<ImportError> for ToolError {
    fn from(error: ImportError) -> Self {
        Self::new("unknown_format", error.to_string())
    }
}
