//! Files that an evaluation reads and writes: looked at before it begins, so that no long run ends in a file that
//! cannot be written, or writes over what it was to measure.

use std::{
    ffi::OsString,
    fs::{self, OpenOptions},
    io,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};

use crate::failure::Misused;

/// Sees to it that every file of `written` can be written.
///
/// # Errors
/// When a file is named twice, among those that are read, those that are written, or both; when one of `written`
/// cannot be written. No file was changed or made.
pub(crate) fn check(read: &[PathBuf], written: &[&Path]) -> Result<()> {
    let inputs: Vec<PathBuf> = read.iter().map(|path| place(path)).collect();
    for (nth, input) in inputs.iter().enumerate() {
        if inputs[..nth].contains(input) {
            return Err(Misused(format!("{} is given twice", read[nth].display())).into());
        }
    }
    let outputs: Vec<PathBuf> = written.iter().map(|path| place(path)).collect();
    for (nth, (output, path)) in outputs.iter().zip(written).enumerate() {
        let path = path.display();
        if inputs.contains(output) {
            return Err(Misused(format!("{path} is a data set; it will not be written over")).into());
        }
        if outputs[..nth].contains(output) && !is_device(output) {
            return Err(Misused(format!("{path} would be written twice")).into());
        }
    }
    written
        .iter()
        .try_for_each(|path| probe(path).with_context(|| format!("{} cannot be written", path.display())))
}

/// The same for every way to name the file, whether it is there or not.
fn place(path: &Path) -> PathBuf {
    let found = fs::canonicalize(path).or_else(|_| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let name = path.file_name().map(OsString::from).unwrap_or_default();
        Ok::<_, io::Error>(fs::canonicalize(folder.unwrap_or(Path::new(".")))?.join(name))
    });
    found.unwrap_or_else(|_| path.to_owned())
}

/// Pipes, terminals and the like take from several what they are given.
fn is_device(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir())
}

fn probe(path: &Path) -> io::Result<()> {
    if is_device(path) {
        // To open a pipe and close it again would end its reader.
        return Ok(());
    }
    let mut options = OpenOptions::new();
    match options.write(true).create_new(true).open(path) {
        Ok(_) => fs::remove_file(path),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            OpenOptions::new().write(true).open(path).map(drop)
        }
        Err(error) => Err(error),
    }
}
