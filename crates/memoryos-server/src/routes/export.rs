//! Everything of one memory, a JSON object a line.

use std::sync::Arc;

use axum::{
    body::{Body, Bytes},
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};
use futures::stream;
use memoryos::ports::Clock;
use memoryos_api::{Line, header as first_line, lines, owner};
use memoryos_host::SystemClock;

use crate::{
    App, Problem, Problems,
    extract::{AssistantQuery, Of, UserPath},
};

/// Everything of one memory, a JSON object a line.
#[utoipa::path(
    get, path = "/v1/users/{user}/export", tag = "move", params(UserPath, AssistantQuery),
    responses((status = 200, body = String, content_type = "application/x-ndjson"), Problems)
)]
pub(crate) async fn export(State(app): State<Arc<App>>, of: Of) -> Result<Response, Problem> {
    let kept = app.memory.look(&of.owner, lines).await?;
    let all = [first_line(SystemClock.now()), Line::Owner(owner(&of.owner))].into_iter().chain(kept);
    let written = all.map(|line| {
        let mut bytes = serde_json::to_vec(&line)?;
        bytes.push(b'\n');
        Ok::<_, serde_json::Error>(Bytes::from(bytes))
    });
    let headers = [
        (header::CONTENT_TYPE, "application/x-ndjson"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"memory.jsonl\""),
    ];
    Ok((headers, Body::from_stream(stream::iter(written))).into_response())
}
