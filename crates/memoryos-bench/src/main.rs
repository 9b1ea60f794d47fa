//! Speed, memory and cost of the whole, measured as a user would meet them: a table on the terminal, and JSON.
//!
//! `cargo xtask bench` builds everything and runs it. Seeds are fixed; names carry sizes; each figure answers one
//! question.

mod cost;
mod engine;
mod load;
mod measure;
mod process;
mod talk;

use std::{fs, path::PathBuf, sync::Arc};

use anyhow::{Context, Result, bail};
use memoryos::{Config, Memory, Parts, ports::Embedder, types::Owner};
use memoryos_host::{RandomIds, SystemClock};
use memoryos_stores::SqliteStore;

use measure::Figure;

/// Without a part, all of them are measured.
const USAGE: &str = "usage: memoryos-bench MEMORYOS_BINARY OUT.json [process] [engine] [load] [cost]";
const PARTS: [&str; 4] = ["process", "engine", "load", "cost"];

#[tokio::main]
async fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let binary = PathBuf::from(arguments.next().context(USAGE)?);
    let out = PathBuf::from(arguments.next().context(USAGE)?);
    let parts: Vec<String> = arguments.collect();
    if let Some(unknown) = parts.iter().find(|part| !PARTS.contains(&part.as_str())) {
        bail!("{unknown} is no part; {USAGE}");
    }
    let is_asked = |part: &str| parts.is_empty() || parts.iter().any(|asked| asked == part);
    let mut figures = Vec::new();
    if is_asked("process") {
        figures.extend(process::figures(&binary)?);
    }
    if is_asked("engine") {
        figures.extend(engine::figures().await?);
    }
    if is_asked("load") {
        figures.extend(load::figures(&binary).await?);
    }
    if is_asked("cost") {
        figures.extend(cost::figures().await?);
    }
    report(&figures);
    let rows: Vec<_> = figures
        .iter()
        .map(|f| serde_json::json!({ "name": f.name, "value": f.value, "p95": f.p95, "p99": f.p99, "unit": f.unit }))
        .collect();
    fs::write(&out, serde_json::to_string_pretty(&rows)?)
        .with_context(|| format!("writing {}", out.display()))?;
    eprintln!("written to {}", out.display());
    Ok(())
}

/// A memory in a file of its own, with this embedder.
fn memory(folder: &std::path::Path, embedder: Arc<dyn Embedder>, config: Config) -> Result<Memory> {
    let parts = Parts {
        store: Arc::new(SqliteStore::open(folder.join("memory.db"))?),
        embedder,
        llm: None,
        distiller: None,
        clock: Arc::new(SystemClock),
        ids: Arc::new(RandomIds::default()),
    };
    Ok(Memory::new(parts, config)?)
}

fn owner() -> Owner {
    Owner::new("bench", "assistant").expect("names")
}

#[expect(clippy::print_stdout, reason = "the table is what it is run for")]
fn report(figures: &[Figure]) {
    println!("{:<58} {:>12} {:>12} {:>12}  unit", "figure", "p50 or value", "p95", "p99");
    for f in figures {
        let [p95, p99] = [f.p95, f.p99].map(|share| share.map(|v| format!("{v:.3}")).unwrap_or_default());
        println!("{:<58} {:>12.3} {p95:>12} {p99:>12}  {}", f.name, f.value, f.unit);
    }
}
