//! Every error as a problem document (RFC 9457).

use axum::{
    Json,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use memoryos::MemoryError;
use memoryos_api::{Refusal, error_code};
use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::{
    IntoResponses, ToSchema,
    openapi::{Content, RefOr, Response as Document, ResponseBuilder, schema::Ref},
};

/// What went wrong, for people and programs. Never holds secrets, nor the words of a memory.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Problem {
    /// `urn:memoryos:problem:` and the code.
    #[serde(rename = "type")]
    pub kind: String,
    /// The HTTP status.
    pub status: u16,
    /// What is wrong with every request of this kind.
    pub title: String,
    /// What is wrong with this one.
    pub detail: String,
    /// A word that programs can act on.
    pub code: &'static str,
    /// Seconds after which to try again, in `Retry-After`.
    #[serde(skip)]
    retry_after: Option<u64>,
}

impl Problem {
    /// A problem of this status and code.
    pub fn new(status: StatusCode, code: &'static str, detail: impl Into<String>) -> Self {
        Self {
            kind: format!("urn:memoryos:problem:{code}"),
            status: status.as_u16(),
            title: status.canonical_reason().unwrap_or("Error").to_owned(),
            detail: detail.into(),
            code,
            retry_after: None,
        }
    }

    /// The same, with the seconds after which to try again.
    #[must_use]
    pub fn retry_after(mut self, secs: u64) -> Self {
        self.retry_after = Some(secs);
        self
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        Self::new(StatusCode::FORBIDDEN, "forbidden", refusal.to_string())
    }
}

impl From<MemoryError> for Problem {
    fn from(error: MemoryError) -> Self {
        let code = error_code(&error);
        let status = match code {
            "blank_query" => StatusCode::UNPROCESSABLE_ENTITY,
            "no_such_segment" => StatusCode::NOT_FOUND,
            "no_model" => StatusCode::CONFLICT,
            "overtaken" | "store_busy" => StatusCode::SERVICE_UNAVAILABLE,
            "model" | "embedder" => StatusCode::BAD_GATEWAY,
            _ => StatusCode::INTERNAL_SERVER_ERROR,
        };
        if status.is_server_error() {
            // Causes may name addresses and paths: they are for the log.
            tracing::error!(error = &error as &dyn std::error::Error, code, "a request failed");
        }
        Self::new(status, code, error.to_string())
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let retry_after = self.retry_after;
        let kind = [(header::CONTENT_TYPE, "application/problem+json")];
        let mut response = (status, kind, Json(self)).into_response();
        if let Some(secs) = retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, secs.into());
        }
        if status == StatusCode::UNAUTHORIZED {
            response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}

/// What every route can end in, for its document.
pub(crate) struct Problems;

impl IntoResponses for Problems {
    fn responses() -> BTreeMap<String, RefOr<Document>> {
        let problem = Content::new(Some(Ref::from_schema_name(Problem::name())));
        let response = ResponseBuilder::new().description("It was not done, and why");
        let response = response.content("application/problem+json", problem).build();
        ["4XX", "5XX"].map(|status| (status.to_owned(), RefOr::T(response.clone()))).into()
    }
}
