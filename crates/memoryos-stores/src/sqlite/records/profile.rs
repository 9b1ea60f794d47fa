//! Profile versions as JSON.

use jiff::Timestamp;
use memoryos::{
    ports::BoxError,
    types::{Attribute, AttributeKind, Level, Profile, ProfileVersion, Trait, dimension},
};
use rusqlite::types::{FromSql, Value};
use serde::{Deserialize, Serialize};

use super::{
    Record,
    knowledge::{SourceJson, sources_from_json, sources_to_json},
};

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case", remote = "AttributeKind")]
enum AttributeKindJson {
    Name,
    BirthYear,
    Gender,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case", remote = "Level")]
enum LevelJson {
    Low,
    Medium,
    High,
}

#[derive(Serialize, Deserialize)]
pub(in crate::sqlite) struct ProfileJson {
    recorded_at: Timestamp,
    attributes: Vec<AttributeJson>,
    traits: Vec<TraitJson>,
}

#[derive(Serialize, Deserialize)]
struct AttributeJson {
    #[serde(with = "AttributeKindJson")]
    kind: AttributeKind,
    value: String,
    sources: Vec<SourceJson>,
}

#[derive(Serialize, Deserialize)]
struct TraitJson {
    dimension: String,
    #[serde(with = "LevelJson")]
    level: Level,
    reason: String,
    sources: Vec<SourceJson>,
    updated_at: Timestamp,
}

impl Record for ProfileVersion {
    const TABLE: &'static str = "profile";
    type Json = ProfileJson;

    fn id(&self) -> Value {
        Value::Integer(self.version.into())
    }

    fn to_json(&self) -> ProfileJson {
        ProfileJson {
            recorded_at: self.recorded_at,
            attributes: self.profile.attributes.iter().map(AttributeJson::from).collect(),
            traits: self.profile.traits.iter().map(TraitJson::from).collect(),
        }
    }

    fn from_json(id: Value, json: ProfileJson) -> Result<Self, BoxError> {
        let attributes = json.attributes.into_iter().map(Attribute::try_from).collect::<Result<_, _>>()?;
        let traits = json.traits.into_iter().map(Trait::try_from).collect::<Result<_, _>>()?;
        Ok(Self {
            version: u32::column_result((&id).into())?,
            recorded_at: json.recorded_at,
            profile: Profile { attributes, traits },
        })
    }
}

impl From<&Attribute> for AttributeJson {
    fn from(attribute: &Attribute) -> Self {
        Self {
            kind: attribute.kind,
            value: attribute.value.clone(),
            sources: sources_to_json(&attribute.sources),
        }
    }
}

impl TryFrom<AttributeJson> for Attribute {
    type Error = BoxError;

    fn try_from(json: AttributeJson) -> Result<Self, BoxError> {
        Ok(Self { kind: json.kind, value: json.value, sources: sources_from_json(json.sources)? })
    }
}

impl From<&Trait> for TraitJson {
    fn from(known: &Trait) -> Self {
        Self {
            dimension: known.dimension.to_owned(),
            level: known.level,
            reason: known.reason.clone(),
            sources: sources_to_json(&known.sources),
            updated_at: known.updated_at,
        }
    }
}

impl TryFrom<TraitJson> for Trait {
    type Error = BoxError;

    fn try_from(json: TraitJson) -> Result<Self, BoxError> {
        let known = dimension(&json.dimension).ok_or_else(|| format!("no dimension {:?}", json.dimension))?;
        Ok(Self {
            dimension: known.key,
            level: json.level,
            reason: json.reason,
            sources: sources_from_json(json.sources)?,
            updated_at: json.updated_at,
        })
    }
}
