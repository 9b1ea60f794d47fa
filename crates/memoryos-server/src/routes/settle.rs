//! Bringing a memory to rest.

use std::sync::Arc;

use axum::{Json, extract::State};
use memoryos::ports::Clock;
use memoryos_api::{JobShape, job};
use memoryos_host::SystemClock;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    App, Problem, Problems,
    extract::{AssistantQuery, UserPath, Writable},
};

/// What settling did and left.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SettledShape {
    /// How many jobs were done.
    done: usize,
    /// Jobs that failed and wait to be tried again; empty when everything is settled.
    waiting: Vec<JobShape>,
}

/// Consolidates and learns what is pending now, instead of in the background. Doing it again changes nothing.
#[utoipa::path(
    post, path = "/v1/users/{user}/settle", tag = "status", params(UserPath, AssistantQuery),
    responses((status = 200, body = SettledShape), Problems)
)]
pub(crate) async fn settle(
    State(app): State<Arc<App>>,
    Writable(owner): Writable,
) -> Result<Json<SettledShape>, Problem> {
    let settled = app.memory.settle(&owner).await?;
    let now = SystemClock.now();
    let waiting = settled.waiting.iter().map(|waiting| job(waiting, now)).collect();
    Ok(Json(SettledShape { done: settled.done, waiting }))
}
