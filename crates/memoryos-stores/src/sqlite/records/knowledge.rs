//! Facts as JSON.

use jiff::Timestamp;
use memoryos::{
    ports::BoxError,
    types::{About, Cardinality, Fact, Slot, Source, Superseded, TimeRange},
};
use rusqlite::types::Value;
use serde::{Deserialize, Serialize};

use super::{
    Record,
    ids::{id_from, id_from_text, id_value},
};

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case", remote = "About")]
enum AboutJson {
    User,
    Assistant,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case", remote = "Cardinality")]
enum CardinalityJson {
    One,
    Many,
}

#[derive(Serialize, Deserialize)]
pub(in crate::sqlite) struct FactJson {
    #[serde(with = "AboutJson")]
    about: About,
    text: String,
    slot: Option<SlotJson>,
    event_time: Option<(Timestamp, Timestamp)>,
    said_at: Timestamp,
    recorded_at: Timestamp,
    sources: Vec<SourceJson>,
    superseded: Option<SupersededJson>,
    archived_at: Option<Timestamp>,
}

#[derive(Serialize, Deserialize)]
struct SlotJson {
    attribute: String,
    #[serde(with = "CardinalityJson")]
    cardinality: Cardinality,
    value: String,
}

#[derive(Serialize, Deserialize)]
struct SupersededJson {
    at: Timestamp,
    by: Option<String>,
}

/// Where something was learned; profiles have sources as well.
#[derive(Serialize, Deserialize)]
pub(super) struct SourceJson {
    page: String,
    quote: Option<String>,
}

pub(super) fn sources_to_json(sources: &[Source]) -> Vec<SourceJson> {
    sources.iter().map(|s| SourceJson { page: s.page.to_string(), quote: s.quote.clone() }).collect()
}

pub(super) fn sources_from_json(sources: Vec<SourceJson>) -> Result<Vec<Source>, BoxError> {
    sources.into_iter().map(|s| Ok(Source { page: id_from_text(&s.page)?, quote: s.quote })).collect()
}

impl Record for Fact {
    const TABLE: &'static str = "fact";
    type Json = FactJson;

    fn id(&self) -> Value {
        id_value(self.id)
    }

    fn to_json(&self) -> FactJson {
        FactJson {
            about: self.about,
            text: self.text.clone(),
            slot: self.slot.clone().map(SlotJson::from),
            event_time: self.event_time.map(|range| (range.from, range.until)),
            said_at: self.said_at,
            recorded_at: self.recorded_at,
            sources: sources_to_json(&self.sources),
            superseded: self.superseded.map(SupersededJson::from),
            archived_at: self.archived_at,
        }
    }

    fn from_json(id: Value, json: FactJson) -> Result<Self, BoxError> {
        Ok(Self {
            id: id_from(&id)?,
            about: json.about,
            text: json.text,
            slot: json.slot.map(Slot::from),
            event_time: json.event_time.map(|(from, until)| TimeRange { from, until }),
            said_at: json.said_at,
            recorded_at: json.recorded_at,
            sources: sources_from_json(json.sources)?,
            superseded: json.superseded.map(Superseded::try_from).transpose()?,
            archived_at: json.archived_at,
        })
    }
}

impl From<Slot> for SlotJson {
    fn from(slot: Slot) -> Self {
        Self { attribute: slot.attribute, cardinality: slot.cardinality, value: slot.value }
    }
}

impl From<SlotJson> for Slot {
    fn from(slot: SlotJson) -> Self {
        Self { attribute: slot.attribute, cardinality: slot.cardinality, value: slot.value }
    }
}

impl From<Superseded> for SupersededJson {
    fn from(superseded: Superseded) -> Self {
        Self { at: superseded.at, by: superseded.by.map(|id| id.to_string()) }
    }
}

impl TryFrom<SupersededJson> for Superseded {
    type Error = BoxError;

    fn try_from(superseded: SupersededJson) -> Result<Self, BoxError> {
        Ok(Self { at: superseded.at, by: superseded.by.as_deref().map(id_from_text).transpose()? })
    }
}
