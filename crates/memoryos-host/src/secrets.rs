//! API keys: read when a client is made, from the environment or a file it names; never kept, logged or shown.

use std::{env, fs, path::PathBuf};

/// Why a key that was set cannot be used. Never holds the key.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SecretError {
    /// The file that should hold it cannot be read.
    #[error("the key file {} (named by {variable}) cannot be read", path.display())]
    File {
        /// The variable that names the file.
        variable: &'static str,
        /// The file.
        path: PathBuf,
        /// What went wrong.
        #[source]
        source: std::io::Error,
    },
    /// The variable holds bytes that are no text.
    #[error("the key in {variable} is not Unicode text")]
    NotText {
        /// The variable.
        variable: &'static str,
    },
}

/// The key for the language model: `MEMORYOS_LLM_API_KEY`, else the file that `MEMORYOS_LLM_API_KEY_FILE` names,
/// else `OPENAI_API_KEY`, else none.
///
/// # Errors
/// When one is set and cannot be used.
pub fn llm_key() -> Result<Option<String>, SecretError> {
    first([variable("MEMORYOS_LLM_API_KEY"), file("MEMORYOS_LLM_API_KEY_FILE"), variable("OPENAI_API_KEY")])
}

/// The key for a remote embedder: `MEMORYOS_EMBEDDER_API_KEY`, else the file that
/// `MEMORYOS_EMBEDDER_API_KEY_FILE` names, else none.
///
/// # Errors
/// When one is set and cannot be used.
pub fn embedder_key() -> Result<Option<String>, SecretError> {
    first([variable("MEMORYOS_EMBEDDER_API_KEY"), file("MEMORYOS_EMBEDDER_API_KEY_FILE")])
}

/// The key for the gateway's upstream: `MEMORYOS_GATEWAY_API_KEY`, else the file that `MEMORYOS_GATEWAY_API_KEY_FILE`
/// names, else none.
///
/// # Errors
/// When one is set and cannot be used.
pub fn gateway_key() -> Result<Option<String>, SecretError> {
    first([variable("MEMORYOS_GATEWAY_API_KEY"), file("MEMORYOS_GATEWAY_API_KEY_FILE")])
}

fn first<const N: usize>(
    places: [Result<Option<String>, SecretError>; N],
) -> Result<Option<String>, SecretError> {
    places.into_iter().find_map(Result::transpose).transpose()
}

fn variable(variable: &'static str) -> Result<Option<String>, SecretError> {
    match env::var(variable) {
        Ok(key) => Ok(filled(&key)),
        Err(env::VarError::NotPresent) => Ok(None),
        Err(env::VarError::NotUnicode(_)) => Err(SecretError::NotText { variable }),
    }
}

fn file(variable: &'static str) -> Result<Option<String>, SecretError> {
    let Some(path) = env::var_os(variable).filter(|path| !path.is_empty()).map(PathBuf::from) else {
        return Ok(None);
    };
    match fs::read_to_string(&path) {
        Ok(key) => Ok(filled(&key)),
        Err(source) => Err(SecretError::File { variable, path, source }),
    }
}

fn filled(key: &str) -> Option<String> {
    let key = key.trim();
    (!key.is_empty()).then(|| key.to_owned())
}
