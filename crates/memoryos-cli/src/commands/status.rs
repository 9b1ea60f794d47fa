//! `status`: what the tiers hold, what waits, what models cost. Reads counts only: neither memory nor models load.

use anyhow::Result;
use clap::Args;
use memoryos::{
    Status,
    ports::{Clock, Job},
};
use memoryos_api::{SpendShape, StatusShape, job_kind_name, status_shape};
use memoryos_host::{Opened, Settings, SystemClock};

use crate::{
    failure::Exit,
    session::Session,
    ui::{self, Column, tier_fields},
};

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Load the memory too, to tell how large its index is
    #[arg(long)]
    index: bool,
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

fn shape(session: &Session, opened: &Opened, status: &Status, with_index: bool) -> StatusShape {
    let (config, embedder) = (opened.memory.config(), opened.chosen.embedder.as_str());
    let llm = opened.chosen.llm.clone();
    StatusShape {
        data_folder: Some(session.settings.data.display().to_string()),
        store_bytes: Some(on_disk(&session.settings, status)),
        index_bytes: with_index.then_some(status.index_bytes),
        ..status_shape(&opened.owner, status, config, embedder, llm, SystemClock.now())
    }
}

/// A memory that was never made takes nothing on disk.
fn on_disk(settings: &Settings, status: &Status) -> u64 {
    if settings.store_path().exists() { status.store_bytes } else { 0 }
}

fn human(shape: &StatusShape, status: &Status) -> String {
    let head = format!("{} with {}", ui::bold(&shape.owner.user), ui::bold(&shape.owner.assistant));
    let model = match &shape.llm {
        Some(llm) => format!("{} at {}", llm.model, llm.url),
        None => "none: rules distil, and questions get evidence".to_owned(),
    };
    let index = shape.index_bytes.map(|bytes| ui::bytes(bytes as u64)).unwrap_or_default();
    let about = [
        (
            "data folder",
            format!(
                "{} ({})",
                shape.data_folder.as_deref().unwrap_or_default(),
                ui::bytes(shape.store_bytes.unwrap_or_default())
            ),
        ),
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
        format!("{} {when}{failed}", job_kind_name(job.kind))
    };
    jobs.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn spend_table(shape: &StatusShape) -> String {
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
