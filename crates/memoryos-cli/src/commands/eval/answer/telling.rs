//! What is said about a run: its cost before it begins, where it stands when it ends early, what it was run with.

use std::{
    io::{self, BufRead, IsTerminal, Write},
    path::Path,
};

use anyhow::Result;
use memoryos::ports::Llm as _;
use memoryos_eval::{
    answer::{Estimate, Examination, Prepared, Setup},
    datasets::Dataset,
    settings::changed,
};

use super::models::Models;
use crate::{failure::Misused, ui};

/// Of a file's SHA-256, as many digits as tell two files apart.
const SHOWN_DIGITS: usize = 12;

/// What a run will cost, for people.
pub(super) fn estimate(estimate: &Estimate) -> String {
    let Estimate { questions, answered, cached, to_ask, to_judge, distilling_calls, .. } = estimate;
    let not_asked = match (answered, cached) {
        (0, 0) => String::new(),
        _ => {
            format!(" ({} in the file of results, {} in the cache)", ui::count(*answered), ui::count(*cached))
        }
    };
    let tokens = |tokens: f64| ui::count(tokens.round() as u64);
    let some = |count: u64, what: &str| if count == 0 { String::new() } else { ui::plural(count, what) };
    let cost = estimate.cost.map(|cost| format!("{cost:.2}")).unwrap_or_default();
    ui::fields(&[
        ("questions", format!("{}{not_asked}", ui::count(*questions))),
        ("to ask", ui::plural(*to_ask as u64, "question")),
        ("to judge", some(*to_judge as u64, "verdict")),
        ("to settle", some(*distilling_calls, "call")),
        ("mean prompt", format!("{} tokens", tokens(estimate.mean_prompt_tokens))),
        ("to send", format!("about {} tokens", tokens(estimate.prompt_tokens))),
        ("to receive", format!("about {} tokens", tokens(estimate.completion_tokens))),
        ("cost", cost),
    ])
}

/// Whether to begin: yes where nothing is asked of a server, `--yes` was said, or the person says so.
///
/// # Errors
/// When there is nobody to ask, or the keyboard cannot be read.
pub(super) fn agreed(estimate: &Estimate, yes: bool) -> Result<bool> {
    let asks_nothing = estimate.to_ask == 0 && estimate.to_judge == 0 && estimate.distilling_calls == 0;
    if yes || asks_nothing {
        return Ok(true);
    }
    if !io::stdin().is_terminal() || !ui::is_watched() {
        let nobody =
            "nothing was sent: there is no terminal to ask on; say --yes to begin without being asked";
        return Err(Misused(nobody.to_owned()).into());
    }
    let mut terminal = io::stderr();
    write!(terminal, "Begin? [y/N] ")?;
    terminal.flush()?;
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line)?;
    Ok(matches!(line.trim().to_lowercase().as_str(), "y" | "yes"))
}

/// Says how far a run came that a failure ended.
pub(super) fn stopped(examination: &Examination<'_>, prepared: &[Prepared], out: Option<&Path>) {
    let done = prepared.iter().filter(|question| examination.answered(question).is_some()).count();
    ui::note(&format!(
        "{} of {} are answered{}",
        ui::count(done),
        ui::plural(prepared.len(), "question"),
        kept(out)
    ));
}

/// Says that a run that was interrupted can go on.
pub(super) fn interrupted(out: Option<&Path>) {
    ui::note(&format!("interrupted{}", kept(out)));
}

fn kept(out: Option<&Path>) -> String {
    let place = out.map_or_else(|| "the cache".to_owned(), |path| path.display().to_string());
    format!("; what was answered is kept in {place}: run the same again to go on")
}

/// What a run was run on and with.
pub(super) fn circumstances(set: &Dataset, setup: &Setup, models: &Models) -> Vec<(String, String)> {
    let files = set.files.iter().map(|file| {
        let digits: String = file.sha256.chars().take(SHOWN_DIGITS).collect();
        format!("{} (sha256 {digits}…)", file.name)
    });
    let settled_by = if setup.distiller.is_some() { "the model" } else { "rules" };
    let settings = match changed(&setup.config) {
        changed if changed.is_empty() => "defaults".to_owned(),
        changed => changed.join(", "),
    };
    let mut all = vec![
        ("data", files.collect::<Vec<_>>().join(", ")),
        ("model", models.model.model().to_owned()),
        ("embedder", setup.embedder.spec().model_id.clone()),
        ("settled by", settled_by.to_owned()),
        ("settings", settings),
        ("replies asked for", setup.style.clone()),
        ("version", env!("CARGO_PKG_VERSION").to_owned()),
    ];
    let blank = set.blank_questions();
    all.extend((blank > 0).then(|| ("left out", ui::plural(blank, "question") + " without words")));
    all.extend(models.judge.as_ref().map(|judge| ("judge", judge.model().to_owned())));
    all.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}
