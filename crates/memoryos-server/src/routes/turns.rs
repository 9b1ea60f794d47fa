//! Turns come in.

use std::sync::Arc;

use axum::{Json, extract::State, http::StatusCode};
use memoryos::{
    ports::Clock,
    remember::Remembered,
    types::{InvalidTurn, Message, Moment, Turn, TurnKey},
};
use memoryos_host::SystemClock;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    App, Problem, Problems,
    extract::{AssistantQuery, Given, IdempotencyKey, RepeatHeader, UserPath, Writable},
};

/// Turns that are remembered at once, at most.
const BATCH: usize = 1_000;

/// One side of a turn.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Side {
    /// The words.
    text: String,
    /// The speaker's name, where it is known.
    #[serde(default)]
    speaker: Option<String>,
}

/// What was said and answered. At least one side has words.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TurnBody {
    /// What the user said.
    #[serde(default)]
    user: Side,
    /// What the assistant replied.
    #[serde(default)]
    assistant: Side,
    /// When it was said, ISO 8601 [default: now].
    #[serde(default)]
    #[schema(format = DateTime)]
    at: Option<String>,
    /// Remember at most one turn under this key.
    #[serde(default)]
    #[schema(min_length = 1)]
    key: Option<String>,
}

/// Turns in their order.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BatchBody {
    /// All are remembered, or none.
    #[schema(max_items = 1000)]
    turns: Vec<TurnBody>,
}

/// What became of a turn.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RememberedShape {
    /// The page that keeps it.
    page: String,
    /// Whether it was there already; then nothing was added.
    already: bool,
}

/// What became of turns, in their order.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BatchShape {
    remembered: Vec<RememberedShape>,
}

/// Remembers a turn. It is on disk and can be recalled when this returns.
///
/// A repeated request with the same `Idempotency-Key`, or the same `key`, adds nothing.
#[utoipa::path(
    post, path = "/v1/users/{user}/turns", tag = "turns",
    params(UserPath, AssistantQuery, RepeatHeader),
    request_body(content = TurnBody, example = json!({
        "user": {"text": "My goat is called Berta."}, "assistant": {"text": "A fine name."}, "at": "2026-02-03T10:00:00Z"
    })),
    responses((status = 201, body = RememberedShape), (status = 200, description = "It was there already", body = RememberedShape), Problems)
)]
pub(crate) async fn remember(
    State(app): State<Arc<App>>,
    Writable(owner): Writable,
    IdempotencyKey(repeated): IdempotencyKey,
    Given(body): Given<TurnBody>,
) -> Result<(StatusCode, Json<RememberedShape>), Problem> {
    let turn = body.turn(repeated)?;
    let remembered = app.memory.remember(&owner, turn).await?;
    let status = if remembered.already { StatusCode::OK } else { StatusCode::CREATED };
    Ok((status, Json(shape(remembered))))
}

/// Remembers turns, all or none.
///
/// With an `Idempotency-Key`, a repeated request adds nothing: each turn's key is made of it and its place.
#[utoipa::path(
    post, path = "/v1/users/{user}/turns/batch", tag = "turns",
    params(UserPath, AssistantQuery, RepeatHeader),
    request_body(content = BatchBody, example = json!({
        "turns": [{"user": {"text": "My goat is called Berta."}}, {"user": {"text": "She is grey."}}]
    })),
    responses((status = 200, body = BatchShape), Problems)
)]
pub(crate) async fn remember_all(
    State(app): State<Arc<App>>,
    Writable(owner): Writable,
    IdempotencyKey(repeated): IdempotencyKey,
    Given(BatchBody { turns }): Given<BatchBody>,
) -> Result<Json<BatchShape>, Problem> {
    if turns.len() > BATCH {
        return Err(invalid(format!("{} turns at once; {BATCH} are the most", turns.len())));
    }
    let key = |index: usize| repeated.as_ref().map(|key| format!("{key}#{index}"));
    let turns = turns.into_iter().enumerate().map(|(index, turn)| {
        turn.turn(key(index)).map_err(|problem| invalid(format!("turn {index}: {}", problem.detail)))
    });
    let turns = turns.collect::<Result<Vec<_>, _>>()?;
    let remembered = app.memory.remember_all(&owner, turns).await?;
    Ok(Json(BatchShape { remembered: remembered.into_iter().map(shape).collect() }))
}

impl TurnBody {
    fn turn(self, repeated: Option<String>) -> Result<Turn, Problem> {
        let at = match &self.at {
            Some(text) => Moment::parse(text).map_err(|error| invalid(error.to_string()))?,
            None => Moment::utc(SystemClock.now()),
        };
        let refused = |error: InvalidTurn| invalid(error.to_string());
        let message = |Side { text, speaker }| Message { speaker, text };
        let turn = Turn::new(message(self.user), message(self.assistant), at).map_err(refused)?;
        // A key in the body is the turn's own; one in the header is that of the request.
        let key = self.key.or_else(|| repeated.map(|key| format!("request:{key}")));
        Ok(match key {
            Some(key) => turn.with_key(TurnKey::new(key).map_err(refused)?),
            None => turn,
        })
    }
}

fn invalid(detail: String) -> Problem {
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "invalid_turn", detail)
}

fn shape(remembered: Remembered) -> RememberedShape {
    RememberedShape { page: remembered.page.to_string(), already: remembered.already }
}
