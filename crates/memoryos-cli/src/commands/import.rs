//! `import`: what people already have.

use std::{fmt::Write as _, path::PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use memoryos::{
    import::{Format, UnknownFormat, detect, read},
    ports::Clock,
    types::Moment,
};
use memoryos_api::{
    EntryShape, ImportShape, Share, ShareShape, deal, import_shape, take_batch, tells_people_apart,
};
use memoryos_host::{Opened, SystemClock};

use crate::{
    failure::Exit,
    session::Session,
    settling::{settle, tell_interrupted, tell_waiting, unless_interrupted},
    sources,
    ui::{self, Column},
};

/// How many lines of what was left out are shown; `--json` has more.
const SHOWN: usize = 10;

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Files or folders; `-` reads standard input
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Format of the files: auto, memoryos-store, memoryos-playground, locomo, paged, openai-messages
    #[arg(long, default_value = "auto", value_parser = format)]
    format: Asked,
    /// Show what would be taken, and take nothing
    #[arg(long)]
    dry_run: bool,
    /// Leave consolidation and learning for later
    #[arg(long)]
    no_settle: bool,
}

/// The format, where it was named.
#[derive(Clone, Copy, Debug)]
struct Asked(Option<Format>);

fn format(name: &str) -> Result<Asked, UnknownFormat> {
    match name {
        "auto" => Ok(Asked(None)),
        name => name.parse().map(|format| Asked(Some(format))),
    }
}

pub(crate) async fn run(session: &Session, arguments: &Arguments) -> Result<Exit> {
    let files = sources::read(&arguments.paths)?;
    let source = sources::as_source(&files);
    let format = match arguments.format.0 {
        Some(format) => format,
        None => detect(&source).context("nothing was imported")?,
    };
    let import = read(format, &source, Moment::utc(SystemClock.now()))?;
    let report = import.report.clone();
    let own_users = !session.settings.names_user() && tells_people_apart(format);
    let mut shares = deal(import, &session.settings.owner()?, own_users)?;
    // The turns have the words now; a large file need not be held twice.
    drop(files);
    let mut shape = import_shape(format, arguments.dry_run, &report, &shares);
    if !arguments.dry_run {
        let opened = session.open().await?;
        let taking = take_each(&opened, &mut shares.shares, !arguments.no_settle, &mut shape);
        let Some(taken) = unless_interrupted(taking).await else {
            tell_interrupted(&opened.memory, shares.shares.iter().map(|share| &share.owner)).await?;
            ui::hint("import the same again: what is there already is not taken twice");
            return Ok(Exit::Interrupted);
        };
        taken?;
    }
    session.show(&shape, || human(&shape))?;
    Ok(if shape.waiting_jobs == 0 { Exit::Done } else { Exit::Failed })
}

/// One owner after the other, what came of each written into `shape`.
async fn take_each(
    opened: &Opened,
    shares: &mut [Share],
    settles: bool,
    shape: &mut ImportShape,
) -> Result<()> {
    for (index, share) in shares.iter_mut().enumerate() {
        shape.owners[index].added = take(opened, share).await?;
        if settles {
            let settled = settle(&opened.memory, &share.owner).await?;
            tell_waiting(&settled);
            shape.waiting_jobs += settled.waiting.len();
        }
    }
    Ok(())
}

/// Remembers the turns of one owner; returns how many were new.
async fn take(opened: &Opened, share: &mut Share) -> Result<usize> {
    let mut turns = share.take_turns();
    let bar = ui::count_bar("importing", turns.len() as u64);
    let mut added = 0;
    let whole = turns.len();
    while turns.len() > 0 {
        bar.reach((whole - turns.len()) as u64);
        added += take_batch(&opened.memory, &share.owner, &mut turns).await?;
    }
    Ok(added)
}

fn human(shape: &ImportShape) -> String {
    let verb = if shape.dry_run { "would take" } else { "took" };
    let mut text = format!(
        "{} {verb} {} of {} (format {})\n",
        ui::good("✓"),
        ui::plural(shape.turns, "turn"),
        ui::plural(shape.messages, "message"),
        shape.format
    );
    let columns = [
        Column::Left("user"),
        Column::Left("assistant"),
        Column::Right("conversations"),
        Column::Right("turns"),
        Column::Right("new"),
    ];
    let row = |share: &ShareShape| {
        let new = if shape.dry_run { "–".to_owned() } else { ui::count(share.added) };
        let counts = [ui::count(share.conversations.len()), ui::count(share.turns), new];
        [share.user.clone(), share.assistant.clone()].into_iter().chain(counts).collect()
    };
    text.push_str(&ui::table(&columns, shape.owners.iter().map(row)));
    list(&mut text, "left out", &shape.skipped, shape.skipped_count);
    list(&mut text, "changed on the way", &shape.remarks, shape.remark_count);
    if shape.orphaned_notes > 0 {
        let notes = ui::plural(shape.orphaned_notes, "note");
        text.push_str(&ui::warm(&format!(
            "{notes} of the assistant left out: whose are they? say --user NAME\n"
        )));
    }
    text
}

fn list(text: &mut String, head: &str, entries: &[EntryShape], count: usize) {
    if count == 0 {
        return;
    }
    writeln!(text, "{} {}", ui::bold(head), ui::count(count)).expect("a text takes what is written to it");
    for entry in entries.iter().take(SHOWN) {
        let line = format!("   {}: {}", entry.position, entry.reason);
        writeln!(text, "{}", ui::dim(&line)).expect("a text takes what is written to it");
    }
    if count > SHOWN {
        let more = format!("   … and {} more", ui::count(count - SHOWN));
        writeln!(text, "{}", ui::dim(&more)).expect("a text takes what is written to it");
    }
}
