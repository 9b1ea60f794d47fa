//! Why the gateway itself does not answer, in the shape that OpenAI's clients read.

use axum::{
    Json,
    extract::rejection::BytesRejection,
    http::{HeaderValue, StatusCode},
    response::{IntoResponse, Response},
};
use memoryos_api::Refusal;
use serde_json::json;

/// Tells OpenAI's clients that trying again is no use, where they would by the status alone.
const SHOULD_RETRY: &str = "x-should-retry";

/// An error of ours. Holds neither secrets nor words of a chat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Refused {
    status: StatusCode,
    code: &'static str,
    message: String,
}

impl Refused {
    pub(super) fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        Self { status, code, message: message.into() }
    }

    /// The request is not what it must be.
    pub(super) fn request(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "invalid_request", message)
    }
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Self {
        Self::new(StatusCode::FORBIDDEN, "forbidden", refusal.to_string())
    }
}

impl From<BytesRejection> for Refused {
    fn from(rejection: BytesRejection) -> Self {
        Self::new(rejection.status(), "unreadable_body", rejection.body_text())
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let kind = if self.status.is_client_error() { "invalid_request_error" } else { "upstream_error" };
        let error = json!({"message": self.message, "type": kind, "param": null, "code": self.code});
        let mut response = (self.status, Json(json!({"error": error}))).into_response();
        if self.status == StatusCode::NOT_IMPLEMENTED {
            response.headers_mut().insert(SHOULD_RETRY, HeaderValue::from_static("false"));
        }
        response
    }
}
