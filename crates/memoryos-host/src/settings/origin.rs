//! Where a value comes from, and how it is shown.

use std::{fmt, path::PathBuf};

use serde_json::Value;

/// Where a value comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Nobody set it.
    Default,
    /// The chosen preset.
    Preset,
    /// A configuration file.
    File(PathBuf),
    /// An environment variable.
    Environment(String),
    /// A flag of the command line, or whatever else the program was told.
    Flag,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Default => f.write_str("default"),
            Self::Preset => f.write_str("preset"),
            Self::File(path) => write!(f, "{}", path.display()),
            Self::Environment(variable) => f.write_str(variable),
            Self::Flag => f.write_str("flag"),
        }
    }
}

/// A value for people; the credentials of an address are masked.
pub(super) fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => masked(text),
        value => value.to_string(),
    }
}

/// An address without the credentials it may hold.
pub fn masked(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return url.to_owned() };
    let host_end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    match rest[..host_end].rfind('@') {
        Some(at) => format!("{scheme}://…{}", &rest[at..]),
        None => url.to_owned(),
    }
}
