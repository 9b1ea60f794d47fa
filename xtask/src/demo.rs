//! `cargo xtask demo`: builds the binary, and lets it show what it does.

use std::fs;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::wheel::build_folder;
use crate::{root, web};

/// Builds in the `demo` profile, which takes a third of the time of a release, and runs `memoryos demo`.
///
/// # Errors
/// When it does not build, or the demo fails.
pub(crate) fn run() -> Result<()> {
    memoryos(&["demo"])
}

/// Builds the web page and the binary, imports the demo's conversation into a memory of its own, and opens the page.
///
/// # Errors
/// When either does not build, or the server cannot start.
pub(crate) fn web() -> Result<()> {
    web::run()?;
    let folder = build_folder().join("demo-web");
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("clearing {}", folder.display()))?;
    }
    let data = folder.to_str().context("the build folder's name is not Unicode")?;
    let owner = ["--data", data, "--user", "Mara", "--assistant", "Juno"];
    memoryos(&[&owner[..], &["import", "crates/memoryos-cli/data/demo.json"]].concat())?;
    memoryos(&[&owner[..], &["playground"]].concat())
}

fn memoryos(arguments: &[&str]) -> Result<()> {
    eprintln!("building the binary (the first time takes some minutes)…");
    let status = Command::new(env!("CARGO"))
        .current_dir(root())
        .args(["run", "--quiet", "--profile", "demo", "--package", "memoryos-cli", "--"])
        .args(arguments)
        .status()
        .context("running cargo")?;
    ensure!(status.success(), "the demo failed");
    Ok(())
}
