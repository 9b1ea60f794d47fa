//! What the server says of itself: its document, a page that shows it, and whether it is well.

use std::sync::Arc;

use axum::{
    Json, Router,
    extract::State,
    http::{HeaderMap, HeaderName, HeaderValue, header},
    response::{Html, IntoResponse},
    routing::get,
};
use serde::Serialize;
use utoipa::{
    OpenApi, ToSchema,
    openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme},
};

use crate::{App, Problem, Problems, metrics::nobody};

/// Nothing on the page may come from elsewhere, and nothing in it be run but its own script.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'none'";

/// The document of the REST interface, to which each route adds itself.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "MemoryOS",
        description = "A memory for AI agents over HTTP. Besides what is described here, the server speaks OpenAI's \
                       protocol at /v1/chat/completions and MCP at /mcp."
    ),
    components(schemas(Problem)),
    security(("key" = [])),
    modifiers(&Keys)
)]
pub(crate) struct Document;

/// How a key is sent.
struct Keys;

impl utoipa::Modify for Keys {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build();
        let components = document.components.get_or_insert_default();
        components.add_security_scheme("key", SecurityScheme::Http(bearer));
    }
}

/// That the server is there.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Health {
    /// `ok`.
    status: &'static str,
}

/// Whether the program runs.
#[utoipa::path(get, path = "/healthz", tag = "health", security(()), responses((status = 200, body = Health)))]
pub(crate) async fn healthz() -> Json<Health> {
    Json(Health { status: "ok" })
}

/// Whether the store answers.
#[utoipa::path(get, path = "/readyz", tag = "health", security(()), responses((status = 200, body = Health), Problems))]
pub(crate) async fn readyz(State(app): State<Arc<App>>) -> Result<Json<Health>, Problem> {
    app.memory.status(&nobody()).await?;
    Ok(Json(Health { status: "ok" }))
}

/// The document, and a page that shows it.
pub(crate) fn routes<S: Clone + Send + Sync + 'static>(document: &utoipa::openapi::OpenApi) -> Router<S> {
    let json = document.to_json().expect("the document is JSON");
    let script = |text: &'static str, kind: &'static str| {
        move || async move { ([(header::CONTENT_TYPE, kind)], text) }
    };
    Router::new()
        .route(
            "/openapi.json",
            get(move || async move { ([(header::CONTENT_TYPE, "application/json")], json) }),
        )
        .route("/docs", get(|| async { (page_headers(), Html(include_str!("documents/page.html"))) }))
        .route("/docs/page.js", get(script(include_str!("documents/page.js"), "text/javascript")))
        .route("/docs/page.css", get(script(include_str!("documents/page.css"), "text/css")))
}

/// What keeps a page of ours from doing what it was not made for.
pub(crate) fn page_headers() -> HeaderMap {
    let headers: [(HeaderName, &str); 3] = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
    ];
    headers.into_iter().map(|(name, value)| (name, HeaderValue::from_static(value))).collect()
}

/// What is not there.
pub(crate) async fn nothing_here() -> impl IntoResponse {
    Problem::new(
        axum::http::StatusCode::NOT_FOUND,
        "not_found",
        "there is nothing at that address; see /docs",
    )
}

/// What cannot be done there.
pub(crate) async fn not_that_way() -> impl IntoResponse {
    let status = axum::http::StatusCode::METHOD_NOT_ALLOWED;
    Problem::new(status, "method_not_allowed", "that address does not know this method; see /docs")
}
