//! Models put on this machine: from a hub, a folder, a file or a wheel; checked byte by byte, whole or not at all.

mod download;
mod local;
mod manifest;
mod staging;

use std::io;
use std::path::{Path, PathBuf};

use memoryos::ports::BoxError;

pub use self::download::{HUB_MIRROR_VARIABLE, hub_url};
pub use self::manifest::{MINILM, MODELS, Manifest, PinnedFile};
use self::staging::Staging;

/// Where a model comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A model hub, by its base URL; see [`hub_url`].
    Hub(String),
    /// On this machine: a folder, a wheel, or one of the model's files with the others beside it.
    Local(PathBuf),
}

/// How far an installation has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress<'a> {
    /// The file at hand.
    pub file: &'a str,
    /// Bytes of it that are here.
    pub bytes: u64,
    /// Bytes it will have.
    pub total_bytes: u64,
}

/// A model that is on this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Installed {
    /// What it is called by `model install`.
    pub name: &'static str,
    /// What its vectors are tagged with.
    pub model_id: &'static str,
    /// Where its files lie.
    pub folder: PathBuf,
    /// The size of its files together.
    pub bytes: u64,
}

/// Why a model was not installed. What was there before is untouched.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum InstallError {
    /// No model has this name.
    #[error("there is no model {name}; known are: {known}")]
    UnknownModel {
        /// What was asked for.
        name: String,
        /// What could have been.
        known: String,
    },
    /// The origin lacks a file of the model.
    #[error("{origin} holds no {file}")]
    NotFound {
        /// Which file.
        file: &'static str,
        /// Where it was looked for.
        origin: String,
    },
    /// A file is not the one the model is made of. Nothing of it is kept.
    #[error("{file} has SHA-256 {found}, expected {expected}")]
    Checksum {
        /// Which file.
        file: &'static str,
        /// What it should have.
        expected: &'static str,
        /// What it has.
        found: String,
    },
    /// The hub could not be reached or broke off; what arrived is kept, and the next attempt goes on from there.
    #[error("downloading {url} failed")]
    Download {
        /// What was asked for.
        url: String,
        /// What went wrong.
        #[source]
        source: BoxError,
    },
    /// A file could not be read or written.
    #[error("{operation} {} failed", path.display())]
    File {
        /// What was being done, as in "reading".
        operation: &'static str,
        /// To what.
        path: PathBuf,
        /// What went wrong.
        #[source]
        source: io::Error,
    },
    /// The wheel is no readable archive.
    #[error("{} cannot be read as a wheel", path.display())]
    Wheel {
        /// Which file.
        path: PathBuf,
        /// What went wrong.
        #[source]
        source: BoxError,
    },
}

/// Installs the model called `name` under `models_dir`, in place of what is there.
///
/// Every file's checksum is pinned, wherever it comes from. The files are gathered beside their place, synced, and
/// moved there in one step. A broken-off download goes on where it stopped. File work blocks the calling thread.
///
/// # Errors
/// See [`InstallError`].
pub async fn install(
    name: &str,
    origin: &Origin,
    models_dir: &Path,
    progress: &(dyn Fn(Progress<'_>) + Send + Sync),
) -> Result<Installed, InstallError> {
    let model = MODELS.iter().copied().find(|model| model.name == name).ok_or_else(|| {
        let known: Vec<_> = MODELS.iter().map(|model| model.name).collect();
        InstallError::UnknownModel { name: name.to_owned(), known: known.join(", ") }
    })?;
    install_model(model, origin, models_dir, progress).await
}

/// As [`install`], for a model that is not in the list.
///
/// # Errors
/// See [`InstallError`].
pub async fn install_model(
    model: &Manifest,
    origin: &Origin,
    models_dir: &Path,
    progress: &(dyn Fn(Progress<'_>) + Send + Sync),
) -> Result<Installed, InstallError> {
    let staging = Staging::open(models_dir, model)?;
    match origin {
        Origin::Hub(base_url) => download::fetch(model, base_url, &staging, progress).await?,
        Origin::Local(path) => local::copy(model, path, &staging, progress)?,
    }
    let folder = staging.publish()?;
    Ok(Installed { name: model.name, model_id: model.model_id, folder, bytes: model.bytes() })
}

/// The models of the list that are whole under `models_dir`, by their files' names and sizes.
pub fn installed(models_dir: &Path) -> Vec<Installed> {
    let found = MODELS.iter().filter_map(|model| {
        let folder = models_dir.join(model.model_id);
        let there = model.is_in(&folder);
        there.then(|| Installed { name: model.name, model_id: model.model_id, folder, bytes: model.bytes() })
    });
    found.collect()
}

/// Removes the model called `name`; one that is not there is removed already.
///
/// # Errors
/// When its folder cannot be removed.
pub fn uninstall(name: &str, models_dir: &Path) -> Result<(), InstallError> {
    let Some(model) = MODELS.iter().find(|model| model.name == name) else { return Ok(()) };
    staging::remove_folder(&models_dir.join(model.model_id))
}

fn file_error(operation: &'static str, path: &Path) -> impl FnOnce(io::Error) -> InstallError {
    move |source| InstallError::File { operation, path: path.to_owned(), source }
}
