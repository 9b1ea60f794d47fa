//! What the file and the environment set.

use std::{
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
};

use serde_json::Value;

use super::{
    Origin, SettingsError,
    layers::{Given, Set},
};

/// How our environment variables begin.
const PREFIX: &str = "MEMORYOS_";

/// Variables that are read elsewhere: where the file is, keys, the level of the log, the mirror of the model hub.
const ELSEWHERE: [&str; 9] = [
    "MEMORYOS_CONFIG",
    "MEMORYOS_LOG",
    "MEMORYOS_LLM_API_KEY",
    "MEMORYOS_LLM_API_KEY_FILE",
    "MEMORYOS_EMBEDDER_API_KEY",
    "MEMORYOS_EMBEDDER_API_KEY_FILE",
    "MEMORYOS_GATEWAY_API_KEY",
    "MEMORYOS_GATEWAY_API_KEY_FILE",
    "MEMORYOS_HUB_MIRROR",
];

/// Short names for what is set most often; everything else is `MEMORYOS_SECTION__KEY`.
const SHORT: [(&str, &str); 6] = [
    ("MEMORYOS_USER", "user"),
    ("MEMORYOS_ASSISTANT", "assistant"),
    ("MEMORYOS_PRESET", "preset"),
    ("MEMORYOS_EMBEDDER", "embedder.name"),
    ("MEMORYOS_LLM_URL", "llm.url"),
    ("MEMORYOS_LLM_MODEL", "llm.model"),
];

/// What a source sets. The folder stands apart: a path need not be text.
#[derive(Debug, Default)]
pub(super) struct Source {
    pub(super) data: Option<(PathBuf, Origin)>,
    pub(super) config: Option<PathBuf>,
    pub(super) sets: Vec<Set>,
}

/// What the environment sets; a variable without content is as good as none.
pub(super) fn environment(
    variables: impl IntoIterator<Item = (OsString, OsString)>,
) -> Result<Source, SettingsError> {
    let mut source = Source::default();
    for (name, content) in variables {
        let Some(name) = name.to_str().filter(|name| name.starts_with(PREFIX)) else { continue };
        let origin = Origin::Environment(name.to_owned());
        match name {
            _ if content.is_empty() => {}
            "MEMORYOS_DATA" => source.data = Some((content.into(), origin)),
            "MEMORYOS_CONFIG" => source.config = Some(content.into()),
            name if ELSEWHERE.contains(&name) => {}
            name => {
                let text = content.into_string();
                let text = text.map_err(|_| SettingsError::NotText { variable: name.to_owned() })?;
                source.sets.push(Set { key: key(name), given: Given::Text(text), origin });
            }
        }
    }
    // The order of an environment is nobody's; the same errors should come first on every machine.
    source.sets.sort_by(|a, b| a.key.cmp(&b.key));
    Ok(source)
}

/// The key that a variable sets.
fn key(variable: &str) -> String {
    let short = SHORT.iter().find(|(name, _)| *name == variable);
    short.map_or_else(
        || variable[PREFIX.len()..].to_lowercase().replacen("__", ".", 1),
        |(_, key)| (*key).to_owned(),
    )
}

/// What a TOML file sets. A relative data folder is sought beside the file.
pub(super) fn file(path: &Path) -> Result<Source, SettingsError> {
    let text =
        fs::read_to_string(path).map_err(|source| SettingsError::Read { path: path.to_owned(), source })?;
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| SettingsError::Syntax {
        path: path.to_owned(),
        reason: error.to_string().trim_end().to_owned(),
    })?;
    let mut source = Source::default();
    let origin = Origin::File(path.to_owned());
    for (name, value) in table {
        match value {
            toml::Value::String(folder) if name == "data" => {
                let folder = path.parent().unwrap_or(Path::new("")).join(folder);
                source.data = Some((folder, origin.clone()));
            }
            toml::Value::Table(section) => {
                source.sets.extend(section.into_iter().map(|(k, v)| set(format!("{name}.{k}"), v, &origin)));
            }
            value => source.sets.push(set(name, value, &origin)),
        }
    }
    Ok(source)
}

fn set(key: String, value: toml::Value, origin: &Origin) -> Set {
    let value = match value {
        toml::Value::String(text) => Value::String(text),
        toml::Value::Integer(number) => number.into(),
        toml::Value::Float(number) => number.into(),
        toml::Value::Boolean(truth) => truth.into(),
        // Of no kind that any setting has, which the error will say.
        toml::Value::Datetime(_) | toml::Value::Array(_) | toml::Value::Table(_) => Value::Null,
    };
    Set { key, given: Given::Typed(value), origin: origin.clone() }
}
