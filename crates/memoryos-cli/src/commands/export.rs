//! `export`: everything of one memory or all, a JSON object a line.
//!
//! `memoryos_api::Line` has the layout.

use std::{
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

use anyhow::{Context, Result};
use clap::Args;
use memoryos::ports::Clock;
use memoryos_api::{Line, header, lines, owner as owner_shape};
use memoryos_host::{Opened, SystemClock};

use crate::{failure::Exit, session::Session, ui};

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
    let mut n_lines = write(out, &[header(SystemClock.now())])?;
    let owners = if all { opened.memory.owners().await? } else { vec![opened.owner.clone()] };
    for owner in owners {
        n_lines += write(out, &[Line::Owner(owner_shape(&owner))])?;
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
