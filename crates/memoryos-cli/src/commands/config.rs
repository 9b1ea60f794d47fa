//! `config`: every setting, its value, and where that comes from.

use anyhow::Result;
use clap::{Args, Subcommand};
use memoryos_host::settings::{Entry, Origin};
use serde::Serialize;

use crate::{
    failure::Exit,
    session::Session,
    ui::{self, Column},
};

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Option<Action>,
    /// Show only what somebody set
    #[arg(long)]
    changed: bool,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Show which file is read, and where one is looked for
    Path,
}

/// One setting.
#[derive(Debug, Serialize)]
struct Shape {
    key: String,
    value: String,
    unit: &'static str,
    /// `default`, `preset`, `flag`, the name of a variable or the path of a file.
    origin: String,
    /// Where the default comes from, and why.
    source: &'static str,
}

/// The configuration file.
#[derive(Debug, Serialize)]
struct PathShape {
    /// The file that was read.
    read: Option<String>,
    /// Where one is looked for when none is named, first to last.
    candidates: Vec<String>,
}

pub(crate) fn run(session: &Session, arguments: &Arguments) -> Result<Exit> {
    let settings = &session.settings;
    if let Some(Action::Path) = arguments.action {
        let candidates = settings.file_candidates();
        let shape = PathShape {
            read: settings.file.as_ref().map(|path| path.display().to_string()),
            candidates: candidates.iter().map(|path| path.display().to_string()).collect(),
        };
        session.show(&shape, || shape.read.clone().unwrap_or_else(|| shape.candidates.join("\n")))?;
        if shape.read.is_none() {
            ui::note("none of these is there; the first that is will be read");
        }
        return Ok(Exit::Done);
    }
    let is_wanted = |entry: &Entry| !arguments.changed || !matches!(entry.origin, Origin::Default);
    let entries: Vec<Entry> = settings.entries().into_iter().filter(is_wanted).collect();
    let shapes: Vec<Shape> = entries.into_iter().map(shape).collect();
    session.show(&shapes, || human(&shapes))?;
    Ok(Exit::Done)
}

fn shape(entry: Entry) -> Shape {
    let Entry { key, value, unit, source, origin } = entry;
    Shape { key, value, unit, origin: origin.to_string(), source }
}

fn human(shapes: &[Shape]) -> String {
    let columns = ["setting", "value", "unit", "from", "why this default"].map(Column::Left);
    let row = |shape: &Shape| {
        let value = if shape.value.is_empty() { "–" } else { &shape.value };
        [&shape.key, value, shape.unit, &shape.origin, shape.source].map(str::to_owned).to_vec()
    };
    ui::table(&columns, shapes.iter().map(row))
}
