//! `export`: everything of one memory or all, a JSON object a line.
//!
//! Each line has a `type`. `owner` opens a memory and the lines up to the next `owner` belong to it: `page` (oldest
//! first), `chain`, `segment`, `fact`, `profile` (every version, oldest first). The first line is `export` with the
//! version of this layout. Vectors and jobs are left out: they are made anew.

use std::{
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

use anyhow::{Context, Result};
use clap::Args;
use memoryos::{View, ports::Clock, types::Chain};
use memoryos_host::{Opened, SystemClock};
use serde::Serialize;

use crate::{
    failure::Exit,
    session::Session,
    shapes::{self, FactShape, OwnerShape, PageShape, ProfileShape, SegmentShape},
    ui,
};

/// The version of the layout; it rises when a reader of the former one would be misled.
const LAYOUT: u32 = 1;

/// How often the new file is moved to its place: scanners and indexers may hold the old one for a moment.
const RENAMES: u32 = 5;

/// The pause after the first such failure; each later one is twice as long.
const RENAME_PAUSE: Duration = Duration::from_millis(50);

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// File to write [default: standard output]
    file: Option<PathBuf>,
    /// Everyone's memory, not only one
    #[arg(long)]
    all: bool,
}

/// A line of an export.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Line {
    Export { layout: u32, program: &'static str, exported_at: String },
    Owner(OwnerShape),
    Page(PageShape),
    Chain { id: String, summary: String, last_page: String },
    Segment(SegmentShape),
    Fact(FactShape),
    Profile(ProfileShape),
}

pub(crate) async fn run(session: &Session, arguments: &Arguments) -> Result<Exit> {
    let opened = session.open_to_read()?;
    let Some(path) = &arguments.file else {
        let mut out = BufWriter::new(io::stdout().lock());
        write_all(&opened, arguments.all, &mut out).await?;
        out.flush()?;
        return Ok(Exit::Done);
    };
    let n_lines = to_file(&opened, arguments.all, path).await?;
    ui::note(&format!("{} in {}", ui::plural(n_lines, "line"), path.display()));
    Ok(Exit::Done)
}

/// The file is there whole, or as it was before.
async fn to_file(opened: &Opened, all: bool, path: &Path) -> Result<usize> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let context = || format!("{} cannot be written", path.display());
    let mut file = tempfile::NamedTempFile::new_in(folder).with_context(context)?;
    let mut out = BufWriter::new(file.as_file_mut());
    let n_lines = write_all(opened, all, &mut out).await?;
    out.flush().with_context(context)?;
    drop(out);
    file.as_file().sync_all().with_context(context)?;
    let mut pause = RENAME_PAUSE;
    for _ in 1..RENAMES {
        match file.persist(path) {
            Ok(_) => return Ok(n_lines),
            Err(refused) => file = refused.file,
        }
        thread::sleep(pause);
        pause *= 2;
    }
    file.persist(path).map_err(|refused| refused.error).with_context(context)?;
    Ok(n_lines)
}

async fn write_all(opened: &Opened, all: bool, out: &mut impl Write) -> Result<usize> {
    let exported_at = SystemClock.now().to_string();
    let mut n_lines =
        write(out, &[Line::Export { layout: LAYOUT, program: env!("CARGO_PKG_VERSION"), exported_at }])?;
    let owners = if all { opened.memory.owners().await? } else { vec![opened.owner.clone()] };
    for owner in owners {
        n_lines += write(out, &[Line::Owner(shapes::owner(&owner))])?;
        n_lines += write(out, &opened.memory.look(&owner, lines).await?)?;
    }
    Ok(n_lines)
}

fn write(out: &mut impl Write, lines: &[Line]) -> Result<usize> {
    for line in lines {
        serde_json::to_writer(&mut *out, line).map_err(io::Error::from)?;
        out.write_all(b"\n")?;
    }
    Ok(lines.len())
}

fn lines(view: &View) -> Vec<Line> {
    let state = &view.state;
    let pages = state.pages().iter().map(|page| Line::Page(shapes::page(page)));
    let mut chain_ids: Vec<_> = state.pages().iter().filter_map(|page| page.state.chain).collect();
    chain_ids.dedup();
    let chains = chain_ids.iter().filter_map(|id| state.chain(*id)).map(|chain: &Chain| Line::Chain {
        id: chain.id.to_string(),
        summary: chain.summary.clone(),
        last_page: chain.last_page.to_string(),
    });
    let segments = state.segments().map(|segment| {
        Line::Segment(shapes::segment(segment, state.pages_in(segment.id).map(|page| page.id)))
    });
    let facts = state.facts().map(|fact| Line::Fact(shapes::fact(fact)));
    let profiles = state.profiles().iter().map(|version| Line::Profile(shapes::profile(version)));
    pages.chain(chains).chain(segments).chain(facts).chain(profiles).collect()
}
