//! The page that shows a memory live. It speaks the REST interface like any other client; here are its files, and the
//! few numbers it computes with.

use std::sync::Arc;

use axum::{
    Extension, Json, Router,
    extract::{Path, State},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{Html, IntoResponse, Response},
    routing::get,
};
use memoryos::config::{HeatConfig, Strategy};
use memoryos_api::{Access, OwnerShape, Scope, Users};
use serde::Serialize;

use crate::{App, documents::page_headers};

/// A file of the page.
struct File {
    /// Below the page's folder.
    path: &'static str,
    bytes: &'static [u8],
}

// `FILES`: what `cargo xtask web` built, as it was when this crate was compiled; empty where it was not.
include!(concat!(env!("OUT_DIR"), "/playground_files.rs"));

/// Nothing on the page may come from elsewhere, nothing be run but its own script, and no other page may frame it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Files under `assets` are named after what they hold, and never change.
const FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// What to do where the page was not built.
const NOT_BUILT: &str = include_str!("documents/unbuilt.html");

/// What the page begins with.
#[derive(Debug, Serialize)]
struct Parameters {
    /// Whose memory it shows unless another is asked for.
    owner: OwnerShape,
    /// The weights of heat.
    heat: HeatConfig,
    /// The heat from which a segment is learned from.
    heat_threshold: f64,
    /// How many segments mid-term memory holds.
    mid_term_capacity: usize,
    /// How many tokens a recall brings back.
    budget_tokens: usize,
    /// How memories are ranked.
    strategy: Strategy,
    /// The version of the program.
    version: &'static str,
}

/// The files, which hold nothing of anybody's memory.
pub(crate) fn files<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new().route("/", get(index)).route("/icon.svg", get(|| async { named("icon.svg") })).route(
        "/assets/{*path}",
        get(|Path(path): Path<String>| async move { named(&format!("assets/{path}")) }),
    )
}

/// What only the page asks for.
pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new().route("/playground/parameters", get(parameters))
}

async fn index() -> Response {
    if FILES.is_empty() {
        return (page_headers(), Html(NOT_BUILT)).into_response();
    }
    named("index.html")
}

fn named(path: &str) -> Response {
    let Some(file) = FILES.iter().find(|file| file.path == path) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    (headers(file), file.bytes).into_response()
}

fn headers(file: &File) -> HeaderMap {
    let mut headers = page_headers();
    let kept = if file.path.starts_with("assets/") { FOR_EVER } else { HeaderValue::from_static("no-cache") };
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind(file.path)));
    headers.insert(header::CACHE_CONTROL, kept);
    headers
}

fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json") => "application/json",
        _ => "application/octet-stream",
    }
}

async fn parameters(State(app): State<Arc<App>>, Extension(access): Extension<Access>) -> Json<Parameters> {
    let config = app.memory.config();
    // As the library has it: where rules distil, a lesson is free.
    let heat_threshold = match app.chosen.llm {
        Some(_) => config.promotion.heat_threshold,
        None => config.promotion.unmetered_heat_threshold,
    };
    Json(Parameters {
        owner: OwnerShape { user: first_user(&app, &access), assistant: app.settings.assistant.clone() },
        heat: config.heat.clone(),
        heat_threshold,
        mid_term_capacity: config.mid_term.capacity,
        budget_tokens: config.recall.budget_tokens,
        strategy: config.recall.strategy,
        version: env!("CARGO_PKG_VERSION"),
    })
}

/// The configured user where the key opens that memory, else the first it opens.
fn first_user(app: &App, access: &Access) -> String {
    let configured = &app.settings.user;
    let first = match &access.users {
        Users::Only(users) if access.allows(configured, Scope::Read).is_err() => users.first(),
        _ => None,
    };
    first.unwrap_or(configured).clone()
}
