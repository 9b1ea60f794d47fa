//! What can be installed: each model's files, byte for byte.

use std::fs;
use std::path::Path;

use memoryos::ports::EmbedError;

/// A model and the files it is made of.
#[derive(Debug, PartialEq, Eq)]
pub struct Manifest {
    /// What it is called by `model install`.
    pub name: &'static str,
    /// What its vectors are tagged with, and the folder it lies in.
    pub model_id: &'static str,
    /// Its repository on a model hub.
    pub repository: &'static str,
    /// Its licence.
    pub licence: &'static str,
    /// Its files.
    pub files: &'static [PinnedFile],
}

/// One file of a model.
#[derive(Debug, PartialEq, Eq)]
pub struct PinnedFile {
    /// What it is called once installed, and in any local origin.
    pub name: &'static str,
    /// Where it lies in the repository.
    pub hub_path: &'static str,
    /// Its size.
    pub bytes: u64,
    /// Its SHA-256, in lower-case hexadecimal.
    pub sha256: &'static str,
}

impl Manifest {
    /// Whether all its files lie in `folder`, by name and size; their content was checked when they were installed.
    pub fn is_in(&self, folder: &Path) -> bool {
        let whole = |file: &PinnedFile| {
            fs::metadata(folder.join(file.name)).is_ok_and(|there| there.len() == file.bytes)
        };
        self.files.iter().all(whole)
    }

    /// The size of its files together.
    pub fn bytes(&self) -> u64 {
        self.files.iter().map(|file| file.bytes).sum()
    }

    /// The error that says how to get it.
    pub fn missing(&self) -> EmbedError {
        EmbedError::Missing {
            model: self.model_id.to_owned(),
            hint: format!("memoryos model install {}", self.name),
        }
    }
}

/// All that `model install` knows.
pub const MODELS: &[&Manifest] = &[&MINILM];

/// all-MiniLM-L6-v2 in f32, the original's default: 384 dimensions, English.
pub const MINILM: Manifest = Manifest {
    name: "minilm",
    model_id: "all-minilm-l6-v2",
    repository: "onnx-community/all-MiniLM-L6-v2-ONNX",
    licence: "Apache-2.0",
    files: &[
        PinnedFile {
            name: "model.onnx",
            hub_path: "onnx/model.onnx",
            bytes: 56_796,
            sha256: "2f019cf6217537cc4bfc7f5192f21dea1e18445177edaab0bc6163a813e5c7a1",
        },
        // The network's file names this one: it must keep its name.
        PinnedFile {
            name: "model.onnx_data",
            hub_path: "onnx/model.onnx_data",
            bytes: 90_261_504,
            sha256: "60c758432aa596c30a122942dfe594c457d4d713f890926f1c5f920bd496c8de",
        },
        PinnedFile {
            name: "tokenizer.json",
            hub_path: "tokenizer.json",
            bytes: 533_808,
            sha256: "07805d116826679de90b4edeb2222269c4b8753bc0981be4399f732b2708e904",
        },
    ],
};
