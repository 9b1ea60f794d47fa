//! Counts, jobs and costs.

use jiff::Timestamp;
use memoryos::{
    Config, Status,
    ports::{Job, JobKind, Purpose, Spend},
    types::Owner,
};
use schemars::JsonSchema;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{OwnerShape, TiersShape, owner, tiers};

/// One owner's memory in numbers.
#[derive(Clone, Debug, Serialize, ToSchema, JsonSchema)]
pub struct StatusShape {
    /// Whose memory.
    pub owner: OwnerShape,
    /// What each tier holds.
    pub tiers: TiersShape,
    /// Jobs that are not done, oldest first.
    pub jobs: Vec<JobShape>,
    /// Model calls of all time, by purpose.
    pub spend: Vec<SpendShape>,
    /// Those of the last 24 hours.
    pub spend_today: Vec<SpendShape>,
    /// The folder it rests in; `null` where that is nobody's business.
    pub data_folder: Option<String>,
    /// Bytes on disk, all owners together; `null` where that is nobody's business.
    pub store_bytes: Option<u64>,
    /// Bytes of the index in memory; `null` unless it was loaded to tell.
    pub index_bytes: Option<usize>,
    /// `builtin`, `minilm` or `openai`.
    pub embedder: &'static str,
    /// The language model; `null` without one.
    pub llm: Option<LlmShape>,
}

/// A job that is not done.
#[derive(Clone, Debug, Serialize, ToSchema, JsonSchema)]
pub struct JobShape {
    /// `consolidate`, `learn` or `embed`.
    pub kind: &'static str,
    /// When it is due.
    pub not_before: String,
    /// How often it failed.
    pub attempts: u32,
    /// Whether somebody is at it.
    pub running: bool,
    /// Why it failed last.
    pub last_error: Option<String>,
}

/// Model calls for one purpose.
#[derive(Clone, Debug, Serialize, ToSchema, JsonSchema)]
pub struct SpendShape {
    /// `consolidate`, `learn`, `answer` or `judge`.
    pub purpose: &'static str,
    /// How many.
    pub calls: u64,
    /// How many of them failed.
    pub failed: u64,
    /// Tokens they were sent.
    pub prompt_tokens: u64,
    /// Tokens they wrote.
    pub completion_tokens: u64,
    /// How long they took together, in milliseconds.
    pub latency_ms: u64,
}

/// The language model.
#[derive(Clone, Debug, Serialize, ToSchema, JsonSchema)]
pub struct LlmShape {
    /// Its address, credentials masked.
    pub url: String,
    /// Its name.
    pub model: String,
}

/// One owner's memory in numbers, as JSON at a moment. Folder, sizes and index are `null`: whoever may tell them
/// fills them in. `llm` is the address of the language model, credentials masked, and its name.
pub fn status_shape(
    of: &Owner,
    status: &Status,
    config: &Config,
    embedder: &'static str,
    llm: Option<(String, String)>,
    now: Timestamp,
) -> StatusShape {
    StatusShape {
        owner: owner(of),
        tiers: tiers(status, config),
        jobs: status.jobs.iter().map(|waiting| job(waiting, now)).collect(),
        spend: status.spend.iter().map(spend).collect(),
        spend_today: status.spend_today.iter().map(spend).collect(),
        data_folder: None,
        store_bytes: None,
        index_bytes: None,
        embedder,
        llm: llm.map(|(url, model)| LlmShape { url, model }),
    }
}

/// A job as JSON, at a moment.
pub fn job(job: &Job, now: Timestamp) -> JobShape {
    JobShape {
        kind: job_kind_name(job.kind),
        not_before: job.not_before.to_string(),
        attempts: job.attempts,
        running: job.leased_until.is_some_and(|until| until > now),
        last_error: job.last_error.clone(),
    }
}

/// Costs as JSON.
pub fn spend(spend: &Spend) -> SpendShape {
    SpendShape {
        purpose: purpose_name(spend.purpose),
        calls: spend.calls,
        failed: spend.failed,
        prompt_tokens: spend.usage.prompt_tokens,
        completion_tokens: spend.usage.completion_tokens,
        latency_ms: u64::try_from(spend.latency.as_millis()).unwrap_or(u64::MAX),
    }
}

/// The name of a kind of job.
pub fn job_kind_name(kind: JobKind) -> &'static str {
    match kind {
        JobKind::Consolidate => "consolidate",
        JobKind::Learn => "learn",
        JobKind::Embed => "embed",
    }
}

fn purpose_name(purpose: Purpose) -> &'static str {
    match purpose {
        Purpose::Consolidate => "consolidate",
        Purpose::Learn => "learn",
        Purpose::Answer => "answer",
        Purpose::Judge => "judge",
    }
}
