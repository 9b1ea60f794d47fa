//! A memory in numbers.

use std::sync::Arc;

use axum::{
    Extension, Json,
    extract::State,
    http::HeaderMap,
    response::{
        IntoResponse, Response,
        sse::{KeepAlive, Sse},
    },
};
use memoryos::ports::{Clock, Revision};
use memoryos_api::{StatusShape, status_shape};
use memoryos_host::SystemClock;
use tokio_util::sync::CancellationToken;

use super::watch::changes;
use crate::{
    App, Problem, Problems,
    extract::{AssistantQuery, Of, UserPath, wants_events},
};

/// What the tiers hold, what waits, what models cost. Sizes are shown to keys that open all memories.
///
/// Asked for `text/event-stream`, it sends a `status` event at once and whenever the numbers have changed.
#[utoipa::path(
    get, path = "/v1/users/{user}/status", tag = "status", params(UserPath, AssistantQuery),
    responses((status = 200, content((StatusShape = "application/json"), (serde_json::Value = "text/event-stream"))), Problems)
)]
pub(crate) async fn status(
    State(app): State<Arc<App>>,
    Extension(closing): Extension<CancellationToken>,
    of: Of,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    if wants_events(&headers) {
        return Ok(Sse::new(changes(app, of, closing)).keep_alive(KeepAlive::default()).into_response());
    }
    let (_, shape) = shape(&app, &of).await?;
    Ok(Json(shape).into_response())
}

/// The numbers as the caller may see them, with the revision they were counted at.
pub(super) async fn shape(app: &App, of: &Of) -> Result<(Revision, StatusShape), Problem> {
    let status = app.memory.status(&of.owner).await?;
    let (embedder, llm) = (app.chosen.embedder.as_str(), app.chosen.llm.clone());
    let mut shape = status_shape(&of.owner, &status, app.memory.config(), embedder, llm, SystemClock.now());
    if of.may_see_all() {
        shape.data_folder = Some(app.settings.data.display().to_string());
        shape.store_bytes = Some(status.store_bytes);
        shape.index_bytes = Some(status.index_bytes);
    } else {
        // Where the model is reached is not the business of each user.
        shape.llm.iter_mut().for_each(|llm| llm.url.clear());
    }
    Ok((status.counts.revision, shape))
}
