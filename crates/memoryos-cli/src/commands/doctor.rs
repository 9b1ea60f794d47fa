//! `doctor`: finds out what is wrong, and says what to do about it.

use std::{fs, time::Duration};

use anyhow::Result;
use clap::Args;
use memoryos::{
    ports::{ChatMessage, ChatRequest, ChatRole, Clock, Purpose, TextRole},
    types::Owner,
};
use memoryos_host::{Chosen, Opened, Settings, SystemClock, embedder, language_model, open_to_read};
use serde::Serialize;

use crate::{
    failure::{Exit, sentence},
    session::Session,
    ui,
};

/// How long the language model may take to say one word.
const LLM_PATIENCE: Duration = Duration::from_secs(30);

/// Before this year a clock is not set: the program was not written yet.
const FIRST_YEAR: i16 = 2026;

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Try nothing that needs the network
    #[arg(long)]
    offline: bool,
}

/// How a check came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Verdict {
    Ok,
    Warn,
    Fail,
}

/// One check.
#[derive(Debug, Serialize)]
struct Check {
    name: &'static str,
    verdict: Verdict,
    found: String,
    /// What to do about it.
    hint: Option<String>,
}

impl Check {
    fn ok(name: &'static str, found: impl Into<String>) -> Self {
        Self { name, verdict: Verdict::Ok, found: found.into(), hint: None }
    }

    fn warn(name: &'static str, found: impl Into<String>, hint: &str) -> Self {
        Self { name, verdict: Verdict::Warn, found: found.into(), hint: Some(hint.to_owned()) }
    }

    fn fail(name: &'static str, found: impl Into<String>, hint: &str) -> Self {
        Self { name, verdict: Verdict::Fail, found: found.into(), hint: Some(hint.to_owned()) }
    }
}

pub(crate) async fn run(session: &Session, arguments: &Arguments) -> Result<Exit> {
    let settings = &session.settings;
    let mut checks = vec![clock(), folder(settings)];
    match open_to_read(settings) {
        Err(error) => {
            checks.push(Check::fail("store", sentence(&error), "nothing was changed; is the file yours?"));
        }
        Ok(opened) => {
            checks.push(store(settings, &opened).await);
            checks.push(jobs(&opened).await);
        }
    }
    checks.push(embedding(settings, arguments.offline).await);
    checks.push(model(settings, arguments.offline).await);
    session.show(&checks, || human(&checks))?;
    let failed = checks.iter().any(|check| check.verdict == Verdict::Fail);
    Ok(if failed { Exit::Failed } else { Exit::Done })
}

fn clock() -> Check {
    let now = SystemClock.now();
    let year = jiff::tz::Offset::UTC.to_datetime(now).year();
    match year {
        _ if year < FIRST_YEAR => {
            Check::fail("clock", format!("it says {}", ui::stamp(now)), "set the time of this machine")
        }
        _ => Check::ok("clock", format!("{} UTC", ui::stamp(now))),
    }
}

/// Whether files can be made in the data folder, or in the nearest folder above that is there.
fn folder(settings: &Settings) -> Check {
    const CHECK: &str = "data folder";
    let there = settings.data.ancestors().find(|path| path.exists());
    let Some(there) = there else {
        return Check::fail(CHECK, settings.data.display().to_string(), "choose another with --data DIR");
    };
    let found = settings.data.display().to_string();
    if !there.is_dir() {
        return Check::fail(
            CHECK,
            format!("{} is a file", there.display()),
            "choose another with --data DIR",
        );
    }
    match (tempfile::tempfile_in(there), there == settings.data) {
        (Ok(_), true) => Check::ok(CHECK, found),
        (Ok(_), false) => Check::ok(CHECK, format!("{found} (not made yet)")),
        (Err(error), _) => Check::fail(
            CHECK,
            format!("{found} cannot be written: {error}"),
            "choose another with --data DIR",
        ),
    }
}

async fn store(settings: &Settings, opened: &Opened) -> Check {
    let path = settings.store_path();
    let Ok(about) = fs::metadata(&path) else { return Check::ok("store", "none yet") };
    match opened.store.check().await {
        Ok(()) => Check::ok("store", format!("{} ({}), sound", path.display(), ui::bytes(about.len()))),
        Err(error) => {
            Check::fail("store", sentence(&error), "put a copy of the file in its place; keep this one")
        }
    }
}

async fn jobs(opened: &Opened) -> Check {
    const CHECK: &str = "jobs";
    let owners: Vec<Owner> = match opened.memory.owners().await {
        Ok(owners) => owners,
        Err(error) => return Check::fail(CHECK, sentence(&error), "see the check of the store"),
    };
    let (mut waiting, mut failed) = (0_usize, None);
    for owner in &owners {
        let Ok(status) = opened.memory.status(owner).await else { continue };
        waiting += status.jobs.len();
        failed = failed.or_else(|| status.jobs.into_iter().find_map(|job| job.last_error));
    }
    match (waiting, failed) {
        (_, Some(reason)) => Check::warn(CHECK, format!("{waiting} waiting; one failed: {reason}"), SETTLE),
        (0, None) => Check::ok(CHECK, "none waiting"),
        (waiting, None) => {
            Check::ok(CHECK, format!("{waiting} waiting for more pages or for `memoryos settle`"))
        }
    }
}

const SETTLE: &str = "mend what it says, then `memoryos settle --all`";

async fn embedding(settings: &Settings, offline: bool) -> Check {
    const CHECK: &str = "embedder";
    let name = Chosen::by(settings).embedder;
    let shown = name.as_str();
    if offline && shown == "openai" {
        return Check::warn(CHECK, "openai, not tried", "leave --offline out to try it");
    }
    let hint = "`--embedder builtin` needs nothing from outside";
    let embedder = match embedder(settings, name).await {
        Ok(embedder) => embedder,
        Err(error) => return Check::fail(CHECK, format!("{shown}: {}", sentence(&error)), hint),
    };
    match embedder.embed(&["a cup of tea"], TextRole::Query).await {
        Ok(_) => {
            let spec = embedder.spec();
            Check::ok(CHECK, format!("{shown}: {}, {} dimensions", spec.model_id, spec.dimensions))
        }
        Err(error) => Check::fail(CHECK, format!("{shown}: {}", sentence(&error)), hint),
    }
}

async fn model(settings: &Settings, offline: bool) -> Check {
    const CHECK: &str = "language model";
    let llm = match language_model(settings) {
        Ok(Some(llm)) => llm,
        Ok(None) => return Check::ok(CHECK, "none connected; everything works without"),
        Err(error) => return Check::fail(CHECK, sentence(&error), "see `memoryos config`"),
    };
    let found = format!("{} at {}", settings.llm.model, memoryos_host::settings::masked(&settings.llm.url));
    if offline {
        return Check::warn(CHECK, format!("{found}, not tried"), "leave --offline out to try it");
    }
    let Ok(owner) = settings.owner() else { return Check::fail(CHECK, found, "set user and assistant") };
    match tokio::time::timeout(LLM_PATIENCE, llm.chat(&greeting(owner))).await {
        Ok(Ok(_)) => Check::ok(CHECK, format!("{found} answers")),
        Ok(Err(error)) => {
            Check::fail(CHECK, format!("{found}: {}", sentence(&error)), "check address, name and key")
        }
        Err(_) => Check::fail(CHECK, format!("{found} says nothing within {LLM_PATIENCE:?}"), "is it busy?"),
    }
}

/// The shortest exchange that shows a model at work. Nothing remembered is in it.
fn greeting(owner: Owner) -> ChatRequest {
    let content = "Reply with the word ok.".to_owned();
    ChatRequest {
        owner,
        purpose: Purpose::Answer,
        messages: vec![ChatMessage { role: ChatRole::User, content }],
        schema: None,
        // Room to think for models that cannot answer without.
        max_tokens: 256,
        temperature: 0.0,
    }
}

fn human(checks: &[Check]) -> String {
    let line = |check: &Check| {
        let mark = match check.verdict {
            Verdict::Ok => ui::good("✓"),
            Verdict::Warn => ui::warm("!"),
            Verdict::Fail => ui::wrong("✗"),
        };
        let hint = check.hint.as_ref().map(|hint| format!("{:18}{}\n", "", ui::dim(&format!("→ {hint}"))));
        let name = ui::bold(&format!("{:<15}", check.name));
        format!("{mark} {name} {}\n{}", check.found, hint.unwrap_or_default())
    };
    checks.iter().map(line).collect()
}
