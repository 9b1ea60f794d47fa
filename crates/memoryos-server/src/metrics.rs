//! Numbers for Prometheus: how long requests take and how they end, what waits, what it takes.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use axum::{
    Extension,
    extract::{MatchedPath, Request, State},
    http::header,
    middleware::Next,
    response::{IntoResponse, Response},
};
use jiff::Timestamp;
use memoryos::{
    MemoryError,
    ports::{Clock, Job},
    types::Owner,
};
use memoryos_api::{Access, job_kind_name};
use memoryos_host::SystemClock;
use prometheus_client::{
    encoding::{EncodeLabelSet, text::encode},
    metrics::{counter::Counter, family::Family, gauge::Gauge, histogram::Histogram},
    registry::Registry,
};

use crate::{App, Problem};

/// Upper bounds of the buckets, in seconds: from a cached look to an import.
const SECONDS: [f64; 12] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0, 30.0, 120.0];

/// What a request was and how it ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Ended {
    method: String,
    route: String,
    status: u32,
}

/// Of what kind something is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Kind {
    kind: &'static str,
}

/// What has been counted since the server began.
pub(crate) struct Metrics {
    registry: Registry,
    requests: Family<Ended, Histogram>,
}

impl Metrics {
    pub(crate) fn new() -> Self {
        let mut registry = Registry::with_prefix("memoryos");
        let histogram: fn() -> Histogram = || Histogram::new(SECONDS);
        let requests = Family::new_with_constructor(histogram);
        let help = "Seconds a request took; a turn can be recalled when its request has ended";
        registry.register("http_request_duration_seconds", help, requests.clone());
        Self { registry, requests }
    }

    fn count(&self, method: String, route: String, status: u32, took: Duration) {
        self.requests.get_or_create(&Ended { method, route, status }).observe(took.as_secs_f64());
    }
}

/// Counts a request, by the route it took and never by the names in its path.
pub(crate) async fn count(
    State(metrics): State<Arc<Metrics>>,
    path: Option<MatchedPath>,
    request: Request,
    next: Next,
) -> Response {
    let (method, begun) = (request.method().to_string(), Instant::now());
    let route = path.map_or_else(|| "none".to_owned(), |path| path.as_str().to_owned());
    let response = next.run(request).await;
    metrics.count(method, route, response.status().as_u16().into(), begun.elapsed());
    response
}

/// All numbers as they are now, in the text format of Prometheus. For keys that open everything.
pub(crate) async fn metrics(
    State(app): State<Arc<App>>,
    Extension(metrics): Extension<Arc<Metrics>>,
    Extension(access): Extension<Access>,
) -> Result<Response, Problem> {
    access.allows_all()?;
    let mut text = String::new();
    let unwritten = |_| Problem::new(axum::http::StatusCode::INTERNAL_SERVER_ERROR, "internal", "no metrics");
    encode(&mut text, &now(&app).await?).map_err(unwritten)?;
    // Both end with a mark of the end, and one is enough.
    let text = text.replace("# EOF\n", "");
    let mut counted = String::new();
    encode(&mut counted, &metrics.registry).map_err(unwritten)?;
    let kind = [(header::CONTENT_TYPE, "application/openmetrics-text; version=1.0.0; charset=utf-8")];
    Ok((kind, text + &counted).into_response())
}

/// What the memory itself has to tell, read when it is asked.
async fn now(app: &App) -> Result<Registry, MemoryError> {
    let mut registry = Registry::with_prefix("memoryos");
    let owners = app.memory.owners().await?;
    gauge(&mut registry, "owners", "Memories with at least one page", owners.len() as u64);
    let (jobs, waiting) = (Family::<Kind, Gauge>::default(), Family::<Kind, Gauge>::default());
    registry.register("jobs", "Jobs that are not done", jobs.clone());
    registry.register(
        "oldest_job_seconds",
        "Age of the oldest job: how far settling is behind",
        waiting.clone(),
    );
    let (calls, tokens) = (Family::<Kind, Counter>::default(), Family::<Kind, Counter>::default());
    registry.register("model_calls", "Calls of the language model of all time", calls.clone());
    registry.register("model_tokens", "Tokens to and from the language model of all time", tokens.clone());
    let now = SystemClock.now();
    app.memory.jobs().await?.iter().for_each(|job| count_job(job, now, &jobs, &waiting));
    for owner in &owners {
        for spend in app.memory.spend_since(owner, Timestamp::MIN).await? {
            calls.get_or_create(&Kind { kind: "all" }).inc_by(spend.calls);
            tokens.get_or_create(&Kind { kind: "prompt" }).inc_by(spend.usage.prompt_tokens);
            tokens.get_or_create(&Kind { kind: "completion" }).inc_by(spend.usage.completion_tokens);
        }
    }
    let sizes = app.memory.status(&nobody()).await?;
    gauge(&mut registry, "store_bytes", "Bytes on disk", sizes.store_bytes);
    gauge(&mut registry, "index_bytes", "Bytes of all indexes in memory", sizes.index_bytes as u64);
    Ok(registry)
}

fn count_job(job: &Job, now: Timestamp, jobs: &Family<Kind, Gauge>, waiting: &Family<Kind, Gauge>) {
    let kind = Kind { kind: job_kind_name(job.kind) };
    jobs.get_or_create(&kind).inc();
    let age = now.duration_since(job.created_at).as_secs();
    let oldest = waiting.get_or_create(&kind).get();
    waiting.get_or_create(&kind).set(oldest.max(age));
}

fn gauge(registry: &mut Registry, name: &str, help: &str, value: u64) {
    let gauge = Gauge::<i64>::default();
    gauge.set(i64::try_from(value).unwrap_or(i64::MAX));
    registry.register(name, help, gauge);
}

/// The owner of nothing: looking at it tries the store.
pub(crate) fn nobody() -> Owner {
    Owner::new("readyz", "readyz").expect("a name")
}
