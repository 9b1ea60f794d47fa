//! The files of an import, as they lie on disk.

use std::{
    fs,
    io::{self, Read},
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use memoryos::import::SourceFile;

/// The names of files that may hold conversations.
const ENDINGS: [&str; 3] = ["json", "jsonl", "ndjson"];

/// The deepest folder that is entered: a store has three levels, and a loop of links has no end.
const DEPTH: usize = 8;

/// A file, read.
#[derive(Debug)]
pub(crate) struct FileRead {
    path: String,
    bytes: Vec<u8>,
}

/// Everything under `paths`: files as they are, folders with all JSON files in them, `-` for standard input.
///
/// # Errors
/// When one of them cannot be read, or there is nothing to read.
pub(crate) fn read(paths: &[PathBuf]) -> Result<Vec<FileRead>> {
    let mut files = Vec::new();
    for path in paths {
        let context = || format!("{} cannot be read", path.display());
        if path.as_os_str() == "-" {
            let mut bytes = Vec::new();
            io::stdin().lock().read_to_end(&mut bytes).context("standard input cannot be read")?;
            files.push(FileRead { path: "standard input".to_owned(), bytes });
        } else if fs::metadata(path).with_context(context)?.is_dir() {
            collect(path, path, DEPTH, &mut files)?;
        } else {
            let name = path.file_name().unwrap_or(path.as_os_str());
            let bytes = fs::read(path).with_context(context)?;
            files.push(FileRead { path: name.to_string_lossy().into_owned(), bytes });
        }
    }
    anyhow::ensure!(!files.is_empty(), "no JSON file is in {}", paths[0].display());
    Ok(files)
}

/// As the library wants them.
pub(crate) fn as_source(files: &[FileRead]) -> Vec<SourceFile<'_>> {
    files.iter().map(|file| SourceFile { path: &file.path, bytes: &file.bytes }).collect()
}

/// In order of names, so that the same folder is read the same way everywhere.
fn collect(root: &Path, folder: &Path, depth: usize, files: &mut Vec<FileRead>) -> Result<()> {
    let context = |path: &Path| format!("{} cannot be read", path.display());
    let entries: io::Result<Vec<_>> = fs::read_dir(folder).and_then(Iterator::collect);
    let mut paths: Vec<PathBuf> =
        entries.with_context(|| context(folder))?.into_iter().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let is_wanted =
            path.extension().and_then(|end| end.to_str()).is_some_and(|end| ENDINGS.contains(&end));
        if path.is_dir() {
            if depth > 0 {
                collect(root, &path, depth - 1, files)?;
            }
        } else if is_wanted {
            let within = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().into_owned();
            let bytes = fs::read(&path).with_context(|| context(&path))?;
            files.push(FileRead { path: within, bytes });
        }
    }
    Ok(())
}
