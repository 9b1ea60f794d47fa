//! The local embedders: their port's promises, what other implementations of the same model give, how they rank.

mod conformance;
mod ranking;
mod recorded;

use std::path::{Path, PathBuf};

use memoryos_models::{MiniLm, installed};

/// The variable that names the folder with installed models, for the tests that need one.
const MODELS_VARIABLE: &str = "MEMORYOS_MODELS_DIR";

/// all-MiniLM-L6-v2, where `MEMORYOS_MODELS_DIR` holds it. Its tests want `--profile quick`: unoptimised, it is slow.
fn minilm() -> Option<MiniLm> {
    let folder = PathBuf::from(std::env::var_os(MODELS_VARIABLE)?);
    installed(&folder).iter().any(|model| model.name == "minilm").then(|| MiniLm::new(&folder))
}

/// A file of this crate or near it.
fn file(relative: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(relative)
}
