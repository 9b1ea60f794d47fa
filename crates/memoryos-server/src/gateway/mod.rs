//! The OpenAI-compatible gateway: a chat passes through on its way to another model, and is remembered around.
//!
//! In order: [`request`] is read, [`owner`] named, memory [`gather`]ed for the [`conversation`] and [`inject`]ed, the
//! request [`forward`]ed; the answer comes back whole ([`reply`]) or as a [`stream`], the turn is [`remember`]ed, and a
//! [`report`] goes beside it. Whatever happens to the memory, the chat goes on.

mod conversation;
mod forward;
mod gather;
mod inject;
mod object;
mod owner;
mod refused;
mod remember;
mod reply;
mod report;
mod request;
mod stream;

use std::sync::{Arc, OnceLock};

use axum::{
    Extension, Router,
    body::{Body, Bytes},
    extract::{DefaultBodyLimit, Path, State, rejection::BytesRejection},
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    response::Response,
    routing::{get, post},
};
use memoryos::types::Owner;
use memoryos_api::{Access, Scope, error_code};
use memoryos_host::Settings;

use crate::App;
use conversation::Conversation;
use forward::{Upstream, headers_of};
use gather::{Gathered, NotGathered, gather};
use refused::Refused;
use remember::Remembering;
use reply::Outcome;
use report::Report;
use request::{ChatRequest, Wanted};

/// The upstream, made when it is first asked for.
#[derive(Default)]
struct Gateway(OnceLock<Result<Option<Upstream>, ()>>);

impl Gateway {
    fn upstream(&self, settings: &Settings) -> Result<&Upstream, Refused> {
        let made = self.0.get_or_init(|| {
            Upstream::of(settings)
                .map_err(|error| tracing::error!(error = &error as &dyn std::error::Error, "no upstream"))
        });
        let refused = |code, message| Refused::new(StatusCode::NOT_IMPLEMENTED, code, message);
        match made {
            Ok(Some(upstream)) => Ok(upstream),
            Ok(None) => Err(refused("no_upstream", "no upstream is set: see gateway.url and llm.url")),
            Err(()) => {
                Err(refused("unusable_upstream", "the settings of the upstream are not usable; see the log"))
            }
        }
    }
}

/// `/v1/chat/completions` and `/v1/models`. Their contract is OpenAI's, so that our own document leaves them out.
/// Bodies may be `body_limit_bytes` long.
pub(crate) fn routes(body_limit_bytes: usize) -> Router<Arc<App>> {
    Router::new()
        .route("/v1/chat/completions", post(chat))
        .route("/v1/models", get(models))
        .route("/v1/models/{*model}", get(model))
        .layer(DefaultBodyLimit::max(body_limit_bytes))
        .layer(Extension(Arc::new(Gateway::default())))
}

async fn chat(
    State(app): State<Arc<App>>,
    Extension(gateway): Extension<Arc<Gateway>>,
    Extension(access): Extension<Access>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, Refused> {
    let upstream = gateway.upstream(&app.settings)?;
    let mut request = ChatRequest::read(&body?)?;
    let wanted = Wanted::of(&headers, &request.extension)?;
    let owner = owner::owner(&headers, &request, &access, &app.settings)?;
    let may_remember = access.allows(owner.user.as_str(), Scope::Write).is_ok();
    let conversation = Conversation::of(&request.messages);
    let mut report = Report::default();
    // Where the user says nothing, nobody asks a memory.
    let wanted = Wanted { recall: wanted.recall && conversation.query().is_some(), ..wanted };
    let gathered = recall(&app, &owner, &conversation, wanted, &mut report).await;
    if wanted.recall {
        gathered.injected.put_into(&mut request.messages);
        report.tell(&gathered);
    }
    let remembering = if wanted.remember && may_remember {
        Remembering::new(app.memory.clone(), owner, &conversation, &headers, gathered.visits)
    } else {
        None
    };
    let body = request.write(&app.settings.gateway.model);
    let answer = upstream.send(Method::POST, &["chat", "completions"], &headers, Some(body)).await?;
    answered(upstream, answer, remembering, report, wanted).await
}

/// What goes into the chat; nothing but the rules when the memory fails, which the report then tells.
async fn recall(
    app: &App,
    owner: &Owner,
    conversation: &Conversation,
    wanted: Wanted,
    report: &mut Report,
) -> Gathered {
    if !wanted.recall {
        return Gathered::default();
    }
    let configured = match app.settings.gateway.budget_tokens {
        0 => app.memory.config().recall.budget_tokens,
        tokens => tokens,
    };
    let budget_tokens = wanted.budget_tokens.unwrap_or(configured);
    gather(&app.memory, owner, conversation, budget_tokens).await.unwrap_or_else(|error| {
        tracing::warn!(error = &error as &dyn std::error::Error, "a chat goes on without its memory");
        let code = match &error {
            NotGathered::Memory(error) => error_code(error),
            NotGathered::TooLong => "too_long",
        };
        report.error = Some(format!("recall: {code}"));
        Gathered::default()
    })
}

/// The answer for the client: a stream as it comes, anything else as a whole.
async fn answered(
    upstream: &Upstream,
    answer: reqwest::Response,
    remembering: Option<Remembering>,
    mut report: Report,
    wanted: Wanted,
) -> Result<Response, Refused> {
    let (status, mut headers) = (answer.status(), headers_of(&answer));
    let kind = headers.get(header::CONTENT_TYPE).map(HeaderValue::as_bytes).unwrap_or_default();
    let body = if status.is_success() && kind.starts_with(b"text/event-stream") {
        report.put_into(&mut headers);
        stream::passed_on(answer, upstream.silence, remembering, report, wanted.report)
    } else {
        let body = upstream.whole(answer).await?;
        let outcome = if status.is_success() { reply::outcome(&body) } else { Outcome::Failed };
        let failed = outcome == Outcome::Failed;
        report.settle(match (outcome, remembering) {
            (Outcome::Said(reply), Some(turn)) => turn.remember(reply).await.map(|()| true),
            _ => Ok(false),
        });
        report.put_into(&mut headers);
        let told = if failed { None } else { report.within(&body) };
        told.map_or_else(|| Body::from(body), Body::from)
    };
    Ok(response(status, headers, body))
}

async fn models(
    State(app): State<Arc<App>>,
    Extension(gateway): Extension<Arc<Gateway>>,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    listed(gateway.upstream(&app.settings)?, &["models"], &headers).await
}

async fn model(
    State(app): State<Arc<App>>,
    Extension(gateway): Extension<Arc<Gateway>>,
    Path(model): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    // Some models have a slash in their name; none leads out of the list.
    let mut path = vec!["models"];
    path.extend(model.split('/').filter(|segment| !matches!(*segment, "" | "." | "..")));
    listed(gateway.upstream(&app.settings)?, &path, &headers).await
}

async fn listed(upstream: &Upstream, path: &[&str], headers: &HeaderMap) -> Result<Response, Refused> {
    let answer = upstream.send(Method::GET, path, headers, None).await?;
    let (status, headers) = (answer.status(), headers_of(&answer));
    Ok(response(status, headers, upstream.whole(answer).await?.into()))
}

fn response(status: StatusCode, headers: HeaderMap, body: Body) -> Response {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    *response.headers_mut() = headers;
    response
}
