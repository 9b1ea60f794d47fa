//! Chains and segments as JSON.

use jiff::Timestamp;
use memoryos::{
    ports::BoxError,
    types::{Chain, Segment},
};
use rusqlite::types::Value;
use serde::{Deserialize, Serialize};

use super::{
    Record,
    ids::{id_from, id_from_text, id_value},
};

#[derive(Serialize, Deserialize)]
pub(in crate::sqlite) struct ChainJson {
    summary: String,
    last_page: String,
}

impl Record for Chain {
    const TABLE: &'static str = "chain";
    type Json = ChainJson;

    fn id(&self) -> Value {
        id_value(self.id)
    }

    fn to_json(&self) -> ChainJson {
        ChainJson { summary: self.summary.clone(), last_page: self.last_page.to_string() }
    }

    fn from_json(id: Value, json: ChainJson) -> Result<Self, BoxError> {
        Ok(Self { id: id_from(&id)?, summary: json.summary, last_page: id_from_text(&json.last_page)? })
    }
}

#[derive(Serialize, Deserialize)]
pub(in crate::sqlite) struct SegmentJson {
    summary: String,
    keywords: Vec<String>,
    visits: u32,
    last_visit: Timestamp,
    founded_at: Timestamp,
    archived_at: Option<Timestamp>,
}

impl Record for Segment {
    const TABLE: &'static str = "segment";
    type Json = SegmentJson;

    fn id(&self) -> Value {
        id_value(self.id)
    }

    fn to_json(&self) -> SegmentJson {
        SegmentJson {
            summary: self.summary.clone(),
            keywords: self.keywords.clone(),
            visits: self.visits,
            last_visit: self.last_visit,
            founded_at: self.founded_at,
            archived_at: self.archived_at,
        }
    }

    fn from_json(id: Value, json: SegmentJson) -> Result<Self, BoxError> {
        Ok(Self {
            id: id_from(&id)?,
            summary: json.summary,
            keywords: json.keywords,
            visits: json.visits,
            last_visit: json.last_visit,
            founded_at: json.founded_at,
            archived_at: json.archived_at,
        })
    }
}
