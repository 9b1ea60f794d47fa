//! `cargo xtask demo`: builds the binary, and lets it show what it does.

use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::root;

/// Builds in the `demo` profile, which takes a third of the time of a release, and runs `memoryos demo`.
///
/// # Errors
/// When it does not build, or the demo fails.
pub(crate) fn run() -> Result<()> {
    eprintln!("building the binary (the first time takes some minutes)…");
    let status = Command::new(env!("CARGO"))
        .current_dir(root())
        .args(["run", "--quiet", "--profile", "demo", "--package", "memoryos-cli", "--", "demo"])
        .status()
        .context("running cargo")?;
    ensure!(status.success(), "the demo failed");
    Ok(())
}
