//! Layers of values over the defaults: which keys there are, of what kind, who set them last.

use serde::de::DeserializeOwned;
use serde_json::{Map, Number, Value};

use super::{Origin, SettingsError, shown};

/// How alike two keys must be for one to be suggested for the other, by Jaro and Winkler, 0 to 1. Below it
/// suggestions surprise more than they help.
const ALIKE: f64 = 0.8;

/// A value as a layer gave it.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Given {
    /// Typed, as in a file.
    Typed(Value),
    /// Text that is still to be read, as in the environment and on the command line.
    Text(String),
}

/// One key that a layer sets.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Set {
    /// `section.key`, or a key outside any section.
    pub(super) key: String,
    pub(super) given: Given,
    pub(super) origin: Origin,
}

/// A setting with its present value.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Slot {
    pub(super) key: String,
    pub(super) value: Value,
    pub(super) origin: Origin,
}

/// Every setting with its present value, in the order of their sections.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Slots(pub(super) Vec<Slot>);

impl Slots {
    /// Those of a structure of sections of plain values.
    pub(super) fn of(structure: &impl serde::Serialize, origin: &Origin) -> Self {
        // Through text, since it writes an f32 as short as it can be read back: 0.9, not 0.8999999761581421.
        let text = serde_json::to_string(structure).expect("settings are plain values");
        let value: Value = serde_json::from_str(&text).expect("what was just written");
        let mut slots = Vec::new();
        for (name, value) in value.as_object().into_iter().flatten() {
            let slot =
                |key: String, value: &Value| Slot { key, value: value.clone(), origin: origin.clone() };
            match value {
                Value::Object(section) => {
                    slots.extend(section.iter().map(|(k, v)| slot(format!("{name}.{k}"), v)));
                }
                value => slots.push(slot(name.clone(), value)),
            }
        }
        Self(slots)
    }

    /// Replaces the values that differ in `other`, with their origin.
    pub(super) fn follow(&mut self, other: &Self) {
        for slot in &mut self.0 {
            if let Some(with) = other.0.iter().find(|s| s.key == slot.key && s.value != slot.value) {
                slot.clone_from(with);
            }
        }
    }

    /// Sets one value.
    pub(super) fn set(&mut self, set: &Set) -> Result<(), SettingsError> {
        let Some(slot) = self.0.iter_mut().find(|slot| slot.key == set.key) else {
            let (key, origin) = (set.key.clone(), set.origin.clone());
            return Err(SettingsError::Unknown { nearest: self.nearest(&key), key, origin });
        };
        slot.value = read(&slot.value, &set.given).map_err(|reason| wrong(set, reason))?;
        slot.origin = set.origin.clone();
        Ok(())
    }

    /// The structure of these values.
    pub(super) fn structure<T: DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        let mut root = Map::new();
        for slot in &self.0 {
            let value = slot.value.clone();
            match slot.key.split_once('.') {
                None => drop(root.insert(slot.key.clone(), value)),
                Some((section, key)) => {
                    let section = root.entry(section).or_insert_with(|| Value::Object(Map::new()));
                    section[key] = value;
                }
            }
        }
        serde_json::from_value(Value::Object(root))
    }

    /// The known key that `key` is most like.
    fn nearest(&self, key: &str) -> Option<String> {
        let last = |key: &str| key.rsplit('.').next().unwrap_or_default().to_owned();
        let likeness = |known: &str| {
            let whole = strsim::jaro_winkler(known, key);
            // The right key in the wrong section, or in none, is the commonest slip.
            whole.max(strsim::jaro_winkler(&last(known), &last(key)))
        };
        let scored = self.0.iter().map(|slot| (likeness(&slot.key), &slot.key));
        let best = scored.max_by(|(a, _), (b, _)| a.total_cmp(b));
        best.filter(|(score, _)| *score >= ALIKE).map(|(_, key)| key.clone())
    }
}

/// The error that says what is wrong with a value.
pub(super) fn wrong(set: &Set, reason: String) -> SettingsError {
    let value = match &set.given {
        Given::Typed(value) => shown(value),
        Given::Text(text) => text.clone(),
    };
    SettingsError::Value { key: set.key.clone(), value, origin: set.origin.clone(), reason }
}

/// What was given, as a value of the same kind as `like`.
fn read(like: &Value, given: &Given) -> Result<Value, String> {
    match (like, given) {
        (Value::String(_), Given::Text(text)) => Ok(Value::String(text.clone())),
        (Value::String(_), Given::Typed(value @ Value::String(_)))
        | (Value::Bool(_), Given::Typed(value @ Value::Bool(_))) => Ok(value.clone()),
        (Value::Number(like), given) => number(like, given),
        (Value::Bool(_), Given::Text(text)) if text == "true" => Ok(Value::Bool(true)),
        (Value::Bool(_), Given::Text(text)) if text == "false" => Ok(Value::Bool(false)),
        (like, _) => Err(format!("expected {}", kind(like))),
    }
}

fn number(like: &Number, given: &Given) -> Result<Value, String> {
    let expected = || format!("expected {}", kind(&Value::Number(like.clone())));
    let number = match given {
        Given::Typed(Value::Number(number)) => number.clone(),
        Given::Typed(_) => return Err(expected()),
        Given::Text(text) => text.trim().parse::<Number>().map_err(|_| expected())?,
    };
    match number.as_f64() {
        Some(float) if like.is_f64() => Number::from_f64(float).map(Value::Number).ok_or_else(expected),
        _ if number.is_u64() => Ok(Value::Number(number)),
        _ => Err(expected()),
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::String(_) => "a text",
        Value::Bool(_) => "true or false",
        Value::Number(number) if number.is_f64() => "a number",
        Value::Number(_) => "a whole number from 0 up",
        Value::Null | Value::Array(_) | Value::Object(_) => "a plain value",
    }
}
