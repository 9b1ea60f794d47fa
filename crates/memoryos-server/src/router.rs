//! All routes behind one door.

use std::{net::SocketAddr, sync::Arc};

use axum::{
    Extension, Router,
    extract::DefaultBodyLimit,
    http::{HeaderName, HeaderValue, Method, header},
    middleware,
    response::{IntoResponse, Response},
    routing::get,
};
use memoryos_mcp::Served;
use tokio_util::sync::CancellationToken;
use tower_http::{
    catch_panic::CatchPanicLayer,
    cors::{AllowHeaders, CorsLayer, ExposeHeaders},
};
use utoipa::OpenApi;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    App, Problem,
    auth::{Gate, GateError, admit},
    documents::{self, Document, not_that_way, nothing_here},
    gateway,
    metrics::{self, Metrics},
    playground, routes,
};

/// Headers of ours that pages of other origins may read.
const EXPOSED: [&str; 7] = [
    "mcp-session-id",
    "x-memoryos-recalled",
    "x-memoryos-tokens",
    "x-memoryos-confidence",
    "x-memoryos-items",
    "x-memoryos-remembered",
    "x-memoryos-error",
];

/// Why there is no router.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RouterError {
    /// It must not be opened.
    #[error(transparent)]
    Gate(#[from] GateError),
    /// A configured origin is no header.
    #[error("server.cors_origins names {0:?}, which is no origin")]
    Origin(String),
}

/// Everything the server answers at this address; what lasts, as sessions of MCP, ends with `closing`.
///
/// # Errors
/// When the server could be reached from elsewhere without a key, or a setting cannot be used.
pub fn router(app: Arc<App>, address: SocketAddr, closing: CancellationToken) -> Result<Router, RouterError> {
    let gate = Arc::new(Gate::new(&app.settings, address)?);
    let cors = cors(gate.origins())?;
    let counted = Arc::new(Metrics::new());
    let (described, document) = OpenApiRouter::with_openapi(Document::openapi())
        .merge(routes::all())
        .layer(DefaultBodyLimit::max(app.settings.server.body_limit_bytes))
        .split_for_parts();
    let (open, open_document) = OpenApiRouter::with_openapi(document)
        .routes(routes!(documents::healthz))
        .routes(routes!(documents::readyz))
        .split_for_parts();
    let served = Served {
        memory: Arc::clone(&app.memory),
        settings: app.settings.clone(),
        chosen: app.chosen.clone(),
    };
    let guarded = described
        .merge(gateway::routes(app.settings.server.body_limit_bytes))
        .route("/metrics", get(metrics::metrics))
        .merge(playground::routes())
        .nest_service("/mcp", memoryos_mcp::http::service(served, closing.clone()))
        .layer(Extension(closing))
        .layer(Extension(Arc::clone(&counted)))
        .fallback(nothing_here)
        .method_not_allowed_fallback(not_that_way)
        .layer(middleware::from_fn_with_state(gate, admit));
    let all = guarded
        .merge(open.merge(documents::routes(&open_document)).merge(playground::files()))
        .layer(CatchPanicLayer::custom(broke_down))
        .layer(middleware::from_fn_with_state(counted, metrics::count))
        .layer(cors)
        .with_state(app);
    Ok(all)
}

/// Which pages of other origins may call from a browser; none unless they are named.
fn cors(origins: &[String]) -> Result<CorsLayer, RouterError> {
    let allowed = origins
        .iter()
        .map(|origin| origin.parse::<HeaderValue>().map_err(|_| RouterError::Origin(origin.clone())));
    let allowed = allowed.collect::<Result<Vec<_>, _>>()?;
    if allowed.is_empty() {
        return Ok(CorsLayer::new());
    }
    Ok(CorsLayer::new()
        .allow_origin(allowed)
        .allow_methods([Method::GET, Method::POST, Method::DELETE])
        // Clients of OpenAI send a dozen of their own.
        .allow_headers(AllowHeaders::mirror_request())
        .expose_headers(ExposeHeaders::list(
            [header::ETAG, header::RETRY_AFTER].into_iter().chain(EXPOSED.map(HeaderName::from_static)),
        )))
}

#[expect(clippy::needless_pass_by_value, reason = "the layer hands it over")]
fn broke_down(cause: Box<dyn std::any::Any + Send>) -> Response {
    let cause =
        cause.downcast_ref::<&str>().copied().or_else(|| cause.downcast_ref::<String>().map(String::as_str));
    tracing::error!(cause, "a request broke down");
    let status = axum::http::StatusCode::INTERNAL_SERVER_ERROR;
    Problem::new(status, "internal", "the request broke down; the log says more").into_response()
}
