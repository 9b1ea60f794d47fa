//! What handlers take from a request; whatever does not fit becomes a problem document.

use std::sync::Arc;

use axum::{
    Json,
    extract::{FromRequest, FromRequestParts, Path, Query, RawPathParams, Request, rejection::JsonRejection},
    http::{HeaderMap, StatusCode, header, request::Parts},
};
use memoryos::types::Owner;
use memoryos_api::{Access, Scope};
use serde::{Deserialize, de::DeserializeOwned};
use utoipa::IntoParams;

use crate::{App, Problem};

/// Whose memory.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
#[expect(dead_code, reason = "the document reads it; the path itself is read by `Of`")]
pub(crate) struct UserPath {
    /// Who is remembered. Compared exactly.
    #[param(min_length = 1, pattern = r"^[^\x00]+$")]
    user: String,
}

/// Which assistant's memory.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct AssistantQuery {
    /// Who remembers, if not the configured assistant.
    #[param(min_length = 1, pattern = r"^[^\x00]+$")]
    assistant: Option<String>,
}

/// The owner that path and query name, with what the caller may do.
pub(crate) struct Of {
    pub(crate) owner: Owner,
    access: Access,
}

impl Of {
    /// Whether the caller may do more than look.
    pub(crate) fn may_write(&self) -> bool {
        self.access.allows(self.owner.user.as_str(), Scope::Write).is_ok()
    }

    /// Whether the caller may see what concerns all users.
    pub(crate) fn may_see_all(&self) -> bool {
        self.access.allows_all().is_ok()
    }
}

impl FromRequestParts<Arc<App>> for Of {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Problem> {
        let refused = |detail: String| Problem::new(StatusCode::BAD_REQUEST, "invalid_owner", detail);
        let params = RawPathParams::from_request_parts(parts, app).await;
        let params = params.map_err(|error| refused(error.to_string()))?;
        let user = params.iter().find(|(name, _)| *name == "user").map(|(_, user)| user.to_owned());
        let user = user.ok_or_else(|| refused("the path names no user".to_owned()))?;
        let Asked(AssistantQuery { assistant }) = Asked::from_request_parts(parts, app).await?;
        let access = parts.extensions.get::<Access>().cloned();
        let access = access
            .ok_or_else(|| Problem::new(StatusCode::UNAUTHORIZED, "unauthorised", "a key is needed"))?;
        access.allows(&user, Scope::Read)?;
        let assistant = assistant.unwrap_or_else(|| app.settings.assistant.clone());
        let owner = Owner::new(user, assistant).map_err(|error| refused(error.to_string()))?;
        Ok(Self { owner, access })
    }
}

/// The owner that path and query name, for those who may do more than look. Whoever may not learns nothing of what
/// the rest of the request should have been.
pub(crate) struct Writable(pub(crate) Owner);

impl FromRequestParts<Arc<App>> for Writable {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Problem> {
        let Of { owner, access } = Of::from_request_parts(parts, app).await?;
        access.allows(owner.user.as_str(), Scope::Write)?;
        Ok(Self(owner))
    }
}

/// The query of an address.
pub(crate) struct Asked<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequestParts<Arc<App>> for Asked<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Problem> {
        let Query(query) = Query::from_request_parts(parts, app)
            .await
            .map_err(|error| Problem::new(error.status(), "invalid_query", error.body_text()))?;
        Ok(Self(query))
    }
}

/// An id in the path, after the user.
pub(crate) struct Id<T>(pub(crate) T);

impl<T: std::str::FromStr> FromRequestParts<Arc<App>> for Id<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Problem> {
        let Path((_, id)): Path<(String, String)> = Path::from_request_parts(parts, app)
            .await
            .map_err(|error| Problem::new(error.status(), "invalid_path", error.body_text()))?;
        let no_id = |_| Problem::new(StatusCode::NOT_FOUND, "not_found", format!("{id:?} is no id"));
        id.parse().map(Self).map_err(no_id)
    }
}

/// A JSON body.
pub(crate) struct Given<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<Arc<App>> for Given<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, Problem> {
        let Json(body) = Json::from_request(request, app).await.map_err(|error: JsonRejection| {
            Problem::new(error.status(), "invalid_body", error.body_text())
        })?;
        Ok(Self(body))
    }
}

/// What makes a request safe to repeat.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Header)]
#[expect(dead_code, reason = "the document reads it; the header itself is read by `IdempotencyKey`")]
pub(crate) struct RepeatHeader {
    /// Repeats of a request have the same.
    #[param(rename = "Idempotency-Key", pattern = r"^[!-~]([ -~]*[!-~])?$")]
    idempotency_key: Option<String>,
}

/// The key under which a client repeats a request, if it sent one.
pub(crate) struct IdempotencyKey(pub(crate) Option<String>);

impl FromRequestParts<Arc<App>> for IdempotencyKey {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &Arc<App>) -> Result<Self, Problem> {
        let Some(value) = parts.headers.get("idempotency-key") else { return Ok(Self(None)) };
        let text = value.to_str().ok().filter(|text| !text.is_empty());
        let refused = || {
            Problem::new(
                StatusCode::BAD_REQUEST,
                "invalid_header",
                "an Idempotency-Key must be visible ASCII",
            )
        };
        text.map(|text| Self(Some(text.to_owned()))).ok_or_else(refused)
    }
}

/// Whether the client asks for events as they happen.
pub(crate) fn wants_events(headers: &HeaderMap) -> bool {
    let accept = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    accept.is_some_and(|accept| accept.contains("text/event-stream"))
}
