//! A JSON object of which some entries matter and all others stay as they were written.

use std::fmt;

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{DeserializeOwned, MapAccess, Visitor},
    ser::SerializeMap,
};
use serde_json::value::RawValue;

/// The entries of a JSON object in their order, each value in the very characters it came in: numbers keep their
/// digits, and a prompt that was cached stays the same prompt.
#[derive(Clone, Debug, Default)]
pub(super) struct Object(Vec<(String, Box<RawValue>)>);

impl Object {
    /// An object of these entries.
    pub(super) fn of<const N: usize>(entries: [(&str, &str); N]) -> Self {
        Self(entries.into_iter().map(|(key, value)| (key.to_owned(), raw(value))).collect())
    }

    /// The value under `key`, the last where a key stands twice, as parsers have it.
    pub(super) fn get(&self, key: &str) -> Option<&RawValue> {
        self.0.iter().rev().find(|(known, _)| known == key).map(|(_, value)| &**value)
    }

    /// The value under `key` where it is of this kind.
    pub(super) fn read<T: DeserializeOwned>(&self, key: &str) -> Option<T> {
        serde_json::from_str(self.get(key)?.get()).ok()
    }

    /// Puts a value in the place of that under `key`, or at the end.
    pub(super) fn set(&mut self, key: &str, value: &impl Serialize) {
        let value = raw(value);
        match self.0.iter_mut().rev().find(|(known, _)| known == key) {
            Some((_, old)) => *old = value,
            None => self.0.push((key.to_owned(), value)),
        }
    }

    /// Takes everything under `key` out; gives the last value of it.
    pub(super) fn remove(&mut self, key: &str) -> Option<Box<RawValue>> {
        let (gone, kept) = std::mem::take(&mut self.0).into_iter().partition(|(known, _)| known == key);
        self.0 = kept;
        let mut gone: Vec<(String, Box<RawValue>)> = gone;
        gone.pop().map(|(_, value)| value)
    }
}

/// A value as it is written.
pub(super) fn raw(value: &(impl Serialize + ?Sized)) -> Box<RawValue> {
    serde_json::value::to_raw_value(value).expect("what is written here has text keys and finite numbers")
}

impl Serialize for Object {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (key, value) in &self.0 {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Object {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;
        impl<'de> Visitor<'de> for Entries {
            type Value = Object;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Object, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Object(entries))
            }
        }
        deserializer.deserialize_map(Entries)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_touched_stays_as_it_was_written() {
        let text = r#"{"z":1.10,"a":[ 1, 2 ],"n":123456789012345678901234567890,"é":"\u00e9","z":2}"#;
        let mut object: Object = serde_json::from_str(text).expect("an object");
        assert_eq!(serde_json::to_string(&object).expect("written"), text);
        assert_eq!(object.read::<u32>("z"), Some(2));
        object.set("a", &"b");
        object.set("new", &true);
        assert_eq!(object.remove("z").expect("there").get(), "2");
        let expected = r#"{"a":"b","n":123456789012345678901234567890,"é":"\u00e9","new":true}"#;
        assert_eq!(serde_json::to_string(&object).expect("written"), expected);
    }
}
