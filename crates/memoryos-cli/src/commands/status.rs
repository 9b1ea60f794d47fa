//! `status`: what the tiers hold, what waits, what models cost. Reads counts only: neither memory nor models load.

use anyhow::Result;
use clap::Args;
use memoryos::{
    Status,
    ports::{Clock, Job, Purpose, Spend},
};
use memoryos_host::{Opened, Settings, SystemClock, settings::EmbedderName};
use serde::Serialize;

use crate::{
    failure::Exit,
    session::Session,
    settling::kind_name,
    shapes::{self, OwnerShape, TiersShape, tier_fields, tiers},
    ui::{self, Column},
};

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Load the memory too, to tell how large its index is
    #[arg(long)]
    index: bool,
}

/// One owner's memory in numbers.
#[derive(Debug, Serialize)]
struct Shape {
    owner: OwnerShape,
    tiers: TiersShape,
    jobs: Vec<JobShape>,
    /// Model calls of all time, by purpose.
    spend: Vec<SpendShape>,
    /// Those of the last 24 hours.
    spend_today: Vec<SpendShape>,
    data_folder: String,
    /// Bytes on disk, all owners together.
    store_bytes: u64,
    /// Bytes of the index in memory; `null` unless it was loaded to tell.
    index_bytes: Option<usize>,
    /// `builtin`, `minilm` or `openai`.
    embedder: &'static str,
    llm: Option<LlmShape>,
}

/// A job that is not done.
#[derive(Debug, Serialize)]
struct JobShape {
    kind: &'static str,
    not_before: String,
    attempts: u32,
    running: bool,
    last_error: Option<String>,
}

/// Model calls for one purpose.
#[derive(Debug, Serialize)]
struct SpendShape {
    purpose: &'static str,
    calls: u64,
    failed: u64,
    prompt_tokens: u64,
    completion_tokens: u64,
    latency_ms: u128,
}

/// The language model.
#[derive(Debug, Serialize)]
struct LlmShape {
    url: String,
    model: String,
}

pub(crate) async fn run(session: &Session, arguments: &Arguments) -> Result<Exit> {
    let opened = if arguments.index { session.open().await? } else { session.open_to_read()? };
    if arguments.index {
        // Recall cuts the index whole; whatever is asked will do.
        opened.memory.recall(&opened.owner, &memoryos::recall::Query::new("index")).await?;
    }
    let status = opened.memory.status(&opened.owner).await?;
    let shape = shape(session, &opened, &status, arguments.index);
    session.show(&shape, || human(&shape, &status))?;
    Ok(Exit::Done)
}

fn shape(session: &Session, opened: &Opened, status: &Status, with_index: bool) -> Shape {
    let llm = opened.chosen.llm.clone().map(|(url, model)| LlmShape { url, model });
    Shape {
        owner: shapes::owner(&opened.owner),
        tiers: tiers(status, opened.memory.config()),
        jobs: status.jobs.iter().map(job).collect(),
        spend: status.spend.iter().map(spend).collect(),
        spend_today: status.spend_today.iter().map(spend).collect(),
        data_folder: session.settings.data.display().to_string(),
        store_bytes: on_disk(&session.settings, status),
        index_bytes: with_index.then_some(status.index_bytes),
        embedder: embedder_name(opened.chosen.embedder),
        llm,
    }
}

/// A memory that was never made takes nothing on disk.
fn on_disk(settings: &Settings, status: &Status) -> u64 {
    if settings.store_path().exists() { status.store_bytes } else { 0 }
}

fn job(job: &Job) -> JobShape {
    JobShape {
        kind: kind_name(job.kind),
        not_before: job.not_before.to_string(),
        attempts: job.attempts,
        running: job.leased_until.is_some_and(|until| until > SystemClock.now()),
        last_error: job.last_error.clone(),
    }
}

fn spend(spend: &Spend) -> SpendShape {
    SpendShape {
        purpose: purpose_name(spend.purpose),
        calls: spend.calls,
        failed: spend.failed,
        prompt_tokens: spend.usage.prompt_tokens,
        completion_tokens: spend.usage.completion_tokens,
        latency_ms: spend.latency.as_millis(),
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

/// The name of an embedder, as it is set.
pub(crate) fn embedder_name(name: EmbedderName) -> &'static str {
    match name {
        EmbedderName::Auto => "auto",
        EmbedderName::Builtin => "builtin",
        EmbedderName::Minilm => "minilm",
        EmbedderName::Openai => "openai",
    }
}

fn human(shape: &Shape, status: &Status) -> String {
    let head = format!("{} with {}", ui::bold(&shape.owner.user), ui::bold(&shape.owner.assistant));
    let model = match &shape.llm {
        Some(llm) => format!("{} at {}", llm.model, llm.url),
        None => "none: rules distil, and questions get evidence".to_owned(),
    };
    let index = shape.index_bytes.map(|bytes| ui::bytes(bytes as u64)).unwrap_or_default();
    let about = [
        ("data folder", format!("{} ({})", shape.data_folder, ui::bytes(shape.store_bytes))),
        ("index", index),
        ("embedder", shape.embedder.to_owned()),
        ("model", model),
        ("jobs", jobs(&status.jobs)),
    ];
    let tiers = ui::fields(&tier_fields(&shape.tiers));
    let spend = if shape.spend.is_empty() { String::new() } else { format!("\n{}", spend_table(shape)) };
    format!("{head}\n\n{tiers}\n{}{spend}", ui::fields(&about))
}

fn jobs(jobs: &[Job]) -> String {
    if jobs.is_empty() {
        return "none waiting".to_owned();
    }
    let now = SystemClock.now();
    let line = |job: &Job| {
        let when = match job.leased_until {
            Some(until) if until > now => "running".to_owned(),
            _ if job.not_before <= now => "due".to_owned(),
            _ => format!("due {}", ui::ago(job.not_before, now)),
        };
        let failed = job.last_error.as_deref().map_or_else(String::new, |error| {
            ui::warm(&format!(" · failed {}: {error}", ui::plural(job.attempts, "time")))
        });
        format!("{} {when}{failed}", kind_name(job.kind))
    };
    jobs.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn spend_table(shape: &Shape) -> String {
    let columns = [
        Column::Left("model calls"),
        Column::Right("calls"),
        Column::Right("failed"),
        Column::Right("tokens in"),
        Column::Right("tokens out"),
        Column::Right("seconds"),
        Column::Right("calls today"),
    ];
    let row = |spend: &SpendShape| {
        let today = shape.spend_today.iter().find(|today| today.purpose == spend.purpose);
        vec![
            spend.purpose.to_owned(),
            ui::count(spend.calls),
            ui::count(spend.failed),
            ui::count(spend.prompt_tokens),
            ui::count(spend.completion_tokens),
            format!("{:.1}", spend.latency_ms as f64 / 1000.0),
            ui::count(today.map_or(0, |today| today.calls)),
        ]
    };
    ui::table(&columns, shape.spend.iter().map(row))
}
