//! `cargo xtask web`: the web page, built into files that the server carries; and its tests, in a browser.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::root;
use crate::wheel::build_folder;

/// Installs what the page is made with, where that is missing or its pins have changed, and builds the page.
///
/// # Errors
/// When npm is missing, a package cannot be had, or the page does not build.
pub(crate) fn run() -> Result<()> {
    install()?;
    npm(&["run", "--silent", "build"])
}

/// Builds the page and checks it: its types, its dictionaries, and everything it does, in a browser against the
/// program.
///
/// # Errors
/// When a check fails. A machine without npm or a browser skips what it cannot do, and says so.
pub(crate) fn test() -> Result<()> {
    if let Err(error) = run() {
        eprintln!("without the web page, its tests are skipped: {error:#}");
        return Ok(());
    }
    npm(&["run", "--silent", "check"])?;
    let binary = binary()?;
    ensure_success(npm_command(&["test", "--silent"]).env("MEMORYOS_BINARY", binary))
}

/// The program with the page in it.
fn binary() -> Result<PathBuf> {
    let mut cargo = Command::new(env!("CARGO"));
    ensure_success(cargo.current_dir(root()).args(["build", "--quiet", "--package", "memoryos-cli"]))?;
    let name = if cfg!(windows) { "memoryos.exe" } else { "memoryos" };
    Ok(build_folder().join("debug").join(name))
}

fn install() -> Result<()> {
    let folder = root().join("playground");
    let source = folder.join("package.json");
    let pins = fs::read_to_string(&source).with_context(|| format!("reading {}", source.display()))?;
    let stamp = folder.join("node_modules/.installed");
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == pins) {
        return Ok(());
    }
    let quiet = ["--no-audit", "--no-fund", "--no-package-lock", "--ignore-scripts", "--loglevel=error"];
    npm(&[&["install"], &quiet[..]].concat())?;
    fs::write(&stamp, pins).with_context(|| format!("writing {}", stamp.display()))
}

fn npm(arguments: &[&str]) -> Result<()> {
    ensure_success(&mut npm_command(arguments))
}

fn npm_command(arguments: &[&str]) -> Command {
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.current_dir(root().join("playground")).args(arguments);
    command
}

fn ensure_success(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("running {}", command.get_program().display()))?;
    ensure!(status.success(), "{} failed", command.get_program().display());
    Ok(())
}
