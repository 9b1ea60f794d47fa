//! What people already have.

use std::{convert::Infallible, sync::Arc};

use axum::{
    Json,
    body::Bytes,
    extract::{FromRequest, Multipart, Request, State},
    http::{HeaderMap, StatusCode, header},
    response::{
        IntoResponse, Response,
        sse::{Event, KeepAlive, Sse},
    },
};
use futures::stream;
use memoryos::{
    Memory, MemoryError,
    import::{Format, SourceFile, detect, read},
    ports::Clock,
    types::{Moment, Owner},
};
use memoryos_api::{ImportShape, Share, deal, import_shape, take_batch};
use memoryos_host::SystemClock;
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;
use utoipa::{IntoParams, ToSchema};

use super::answer::event;
use crate::{
    App, Problem, Problems,
    extract::{Asked, AssistantQuery, UserPath, Writable, wants_events},
};

/// How it is taken.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct How {
    /// The format, as `locomo` or `openai-messages`; known by its keys where it is not named.
    format: Option<String>,
    /// Show what would be taken, and take nothing [default: false].
    dry_run: Option<bool>,
    /// Consolidate and learn before the reply [default: false, the background does it].
    settle: Option<bool>,
}

/// What the parts of a form are called.
const PART: &str = "file";

/// Files of an import.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only the document reads it")]
pub(crate) struct Files {
    /// One part for each file.
    #[schema(format = Binary, content_media_type = "application/octet-stream")]
    file: Vec<String>,
}

/// How far an import is.
#[derive(Debug, Serialize)]
struct Progress {
    done: usize,
    whole: usize,
}

/// Imports conversations of any known format, as one JSON body or as the files of a form. All of it goes to this user.
///
/// Importing the same again changes nothing. Asked for `text/event-stream`, it sends `progress` events and then a
/// `report`, or a `problem`.
#[utoipa::path(
    post, path = "/v1/users/{user}/import", tag = "move", params(UserPath, AssistantQuery, How),
    request_body(content(
        (serde_json::Value = "application/json", example = json!([
            {"role": "user", "content": "My goat is called Berta."}, {"role": "assistant", "content": "A fine name."}
        ])),
        (Files = "multipart/form-data")
    )),
    responses((status = 200, content((ImportShape = "application/json"), (serde_json::Value = "text/event-stream"))), Problems)
)]
pub(crate) async fn import(
    State(app): State<Arc<App>>,
    Writable(owner): Writable,
    Asked(how): Asked<How>,
    headers: HeaderMap,
    request: Request,
) -> Result<Response, Problem> {
    let format = how.format.as_deref().map(str::parse).transpose();
    let format = format.map_err(|error: memoryos::import::UnknownFormat| unreadable(error.to_string()))?;
    let files = files(request, &app).await?;
    let dry_run = how.dry_run.unwrap_or(false);
    // Reading a large export is work for a thread of its own.
    let reading = tokio::task::spawn_blocking(move || dealt(&files, format, &owner, dry_run));
    let broke = |error| {
        tracing::error!(%error, "reading an import broke down");
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", "the import could not be read")
    };
    let (report, shares) = reading.await.map_err(broke)??;
    if dry_run {
        return Ok(Json(report).into_response());
    }
    let taking =
        Taking { memory: Arc::clone(&app.memory), report, shares, settles: how.settle.unwrap_or(false) };
    if wants_events(&headers) {
        return Ok(Sse::new(events(taking)).keep_alive(KeepAlive::default()).into_response());
    }
    Ok(Json(taking.take(|_| {}).await?).into_response())
}

async fn files(request: Request, app: &Arc<App>) -> Result<Vec<(String, Bytes)>, Problem> {
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    if !kind.is_some_and(|kind| kind.starts_with("multipart/form-data")) {
        let body = Bytes::from_request(request, app).await;
        let body = body.map_err(|error| Problem::new(error.status(), "invalid_body", error.body_text()))?;
        return Ok(vec![("body".to_owned(), body)]);
    }
    let broken = |status, detail| Problem::new(status, "invalid_body", detail);
    let form = Multipart::from_request(request, app).await;
    let mut form = form.map_err(|error| broken(error.status(), error.body_text()))?;
    let mut files = Vec::new();
    while let Some(field) =
        form.next_field().await.map_err(|error| broken(error.status(), error.body_text()))?
    {
        if field.name() != Some(PART) {
            let detail = format!("{:?} is no part of this form: each file is a {PART:?}", field.name());
            return Err(broken(StatusCode::BAD_REQUEST, detail));
        }
        let name = field.file_name().unwrap_or(PART).to_owned();
        let bytes = field.bytes().await.map_err(|error| broken(error.status(), error.body_text()))?;
        files.push((name, bytes));
    }
    Ok(files)
}

fn dealt(
    files: &[(String, Bytes)],
    format: Option<Format>,
    owner: &Owner,
    dry_run: bool,
) -> Result<(ImportShape, Vec<Share>), Problem> {
    let source: Vec<SourceFile<'_>> = files.iter().map(|(path, bytes)| SourceFile { path, bytes }).collect();
    let format = match format {
        Some(format) => format,
        None => detect(&source).map_err(|error| unreadable(error.to_string()))?,
    };
    let import = read(format, &source, Moment::utc(SystemClock.now()));
    let import = import.map_err(|error| unreadable(error.to_string()))?;
    let report = import.report.clone();
    let shares = deal(import, owner, false).map_err(|error| unreadable(error.to_string()))?;
    Ok((import_shape(format, dry_run, &report, &shares), shares.shares))
}

/// An import that was read and is to be remembered.
struct Taking {
    memory: Arc<Memory>,
    report: ImportShape,
    shares: Vec<Share>,
    settles: bool,
}

impl Taking {
    /// Remembers all of it, and tells how far it is.
    async fn take(mut self, tell: impl Fn(Progress)) -> Result<ImportShape, MemoryError> {
        for (share, told) in self.shares.iter_mut().zip(&mut self.report.owners) {
            let mut turns = share.take_turns();
            let whole = turns.len();
            while turns.len() > 0 {
                tell(Progress { done: whole - turns.len(), whole });
                told.added += take_batch(&self.memory, &share.owner, &mut turns).await?;
            }
            tell(Progress { done: whole, whole });
            if self.settles {
                self.report.waiting_jobs += self.memory.settle(&share.owner).await?.waiting.len();
            }
        }
        Ok(self.report)
    }
}

/// `progress`, and in the end a `report` or a `problem`. The import goes on when nobody listens any more: half of one
/// is of no use, and the rest would have to be sent again.
fn events(taking: Taking) -> impl stream::Stream<Item = Result<Event, Infallible>> {
    let (sender, receiver) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        let tell = |told: Event| drop(sender.send(told));
        let taken = taking.take(|progress| tell(event("progress", &progress))).await;
        tell(match taken {
            Ok(report) => event("report", &report),
            Err(error) => event("problem", &Problem::from(error)),
        });
    });
    stream::unfold(receiver, async |mut receiver| Some((Ok(receiver.recv().await?), receiver)))
}

fn unreadable(detail: String) -> Problem {
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "unreadable_import", detail)
}
