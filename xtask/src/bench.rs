//! `cargo xtask bench`: what is shipped, measured on this machine.

use std::fs;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::root;
use crate::wheel::build_folder;

/// Builds binary and benchmarks as they are released; prints the table and writes `bench.json` into the build
/// folder.
///
/// # Errors
/// When something does not build or a measurement fails.
pub(crate) fn run() -> Result<()> {
    step(Command::new(env!("CARGO")).args([
        "build",
        "--release",
        "--package",
        "memoryos-cli",
        "--package",
        "memoryos-bench",
    ]))?;
    let built = build_folder().join("release");
    let out = build_folder().join("bench.json");
    fs::create_dir_all(build_folder()).context("making the build folder")?;
    step(Command::new(built.join("memoryos-bench")).arg(built.join("memoryos")).arg(out))
}

fn step(command: &mut Command) -> Result<()> {
    let status = command.current_dir(root()).status().context("running a step")?;
    ensure!(status.success(), "{} failed", command.get_program().display());
    Ok(())
}
