//! Why settings cannot be used: always the key, what it was set to, and where.

use std::path::PathBuf;

use super::Origin;

/// Why settings cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SettingsError {
    /// There is no such setting.
    #[error("there is no setting {key} ({origin}){}", suggestion(nearest.as_deref(), key))]
    Unknown {
        /// The key as it was written.
        key: String,
        /// Where it was set.
        origin: Origin,
        /// The setting it is most like, if it is like any.
        nearest: Option<String>,
    },
    /// The value is not of the setting's kind, or out of its bounds.
    #[error("{key} = {value} ({origin}): {reason}")]
    Value {
        /// The setting.
        key: String,
        /// What it was set to.
        value: String,
        /// Where it was set.
        origin: Origin,
        /// What is wrong with it.
        reason: String,
    },
    /// The configuration file cannot be read.
    #[error("the configuration file {} cannot be read", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        #[source]
        source: std::io::Error,
    },
    /// The configuration file is no TOML.
    #[error("the configuration file {} is no TOML: {reason}", path.display())]
    Syntax {
        /// The file.
        path: PathBuf,
        /// Where and why.
        reason: String,
    },
    /// An environment variable holds bytes that are no text.
    #[error("the environment variable {variable} is not Unicode text")]
    NotText {
        /// Its name.
        variable: String,
    },
    /// The system does not say where a person's data belong.
    #[error("this system names no home folder; say where the data shall be: --data DIR or MEMORYOS_DATA")]
    NoHome,
}

fn suggestion(nearest: Option<&str>, key: &str) -> String {
    if key.contains("api_key") {
        return "; keys are read from MEMORYOS_LLM_API_KEY or a file named by MEMORYOS_LLM_API_KEY_FILE only"
            .into();
    }
    nearest.map_or_else(String::new, |nearest| format!("; did you mean {nearest}?"))
}
