//! What all formats need: records as structures, ids that stand once, and turns through the importer.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use memoryos::{
    import::{Conversation, Format, SourceFile, read},
    types::Moment,
};
use serde::{Deserialize, Deserializer, de::DeserializeOwned};
use serde_json::Value;

use super::DatasetError;

/// The record as the structure of its format; `index` from 0.
pub(super) fn record<T: DeserializeOwned>(
    value: &Value,
    index: usize,
    format: &'static str,
) -> Result<T, DatasetError> {
    T::deserialize(value).map_err(|source| DatasetError::Shape { record: index + 1, format, source })
}

/// The turns of a record, as `memoryos import` makes them.
pub(super) fn conversation(format: Format, record: &Value, id: &str) -> Result<Conversation, DatasetError> {
    let bytes = serde_json::to_vec(record).expect("what was JSON is JSON again");
    let files = [SourceFile { path: "record", bytes: &bytes }];
    let import = read(format, &files, Moment::utc(Timestamp::UNIX_EPOCH));
    let found = import.ok().and_then(|import| import.conversations.into_iter().next());
    let found = found.ok_or_else(|| DatasetError::Silent(id.to_owned()))?;
    refuse_twins(found.turn_sources.iter().flatten().map(String::as_str), "message")?;
    Ok(Conversation { id: id.to_owned(), ..found })
}

/// # Errors
/// When an id stands there twice.
pub(super) fn refuse_twins<'a>(
    ids: impl Iterator<Item = &'a str>,
    what: &'static str,
) -> Result<(), DatasetError> {
    let mut seen = BTreeSet::new();
    for id in ids {
        if !seen.insert(id) {
            return Err(DatasetError::Twice { what, id: id.to_owned() });
        }
    }
    Ok(())
}

/// A list of ids as people write it: one by itself is a list of one, and what is no text names nothing.
pub(super) fn ids(value: &Value) -> Vec<String> {
    match value {
        Value::String(id) => vec![id.clone()],
        Value::Array(several) => several.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        _ => Vec::new(),
    }
}

/// As [`ids`], for a field of a record.
pub(super) fn id_list<'de, D: Deserializer<'de>>(field: D) -> Result<Vec<String>, D::Error> {
    Ok(ids(&Value::deserialize(field)?))
}

/// The texts of those ids that stand in a turn.
pub(super) fn only_told(texts: BTreeMap<String, String>, told: &Conversation) -> BTreeMap<String, String> {
    let ids: BTreeSet<&String> = told.turn_sources.iter().flatten().collect();
    texts.into_iter().filter(|(id, _)| ids.contains(id)).collect()
}

/// A gold answer as text: some sets write years and yes as they are.
pub(super) fn answers(value: &Value) -> Vec<String> {
    match value {
        Value::Null => Vec::new(),
        Value::String(text) if text.is_empty() => Vec::new(),
        Value::String(text) => vec![text.clone()],
        Value::Array(several) => several.iter().flat_map(answers).collect(),
        other => vec![other.to_string()],
    }
}
