//! Facts and profiles.

use memoryos::types::{About, Attribute, DimensionGroup, Fact, ProfileVersion, Source, Trait, dimension};
use schemars::JsonSchema;
use serde::Serialize;
use utoipa::ToSchema;

/// Where something was said.
#[derive(Clone, Debug, Serialize, ToSchema, JsonSchema)]
pub struct SourceShape {
    /// The page.
    pub page: String,
    /// The words on that page, exactly.
    pub quote: Option<String>,
}

/// Something known.
#[derive(Clone, Debug, Serialize, ToSchema, JsonSchema)]
pub struct FactShape {
    /// Its id.
    pub id: String,
    /// `user` or `assistant`.
    pub about: &'static str,
    /// One sentence in the language of its source.
    pub text: String,
    /// What it fills, as `home`.
    pub attribute: Option<String>,
    /// The value, in the speaker's words.
    pub value: Option<String>,
    /// When it happened or holds: from the first instant up to but without the last.
    pub event_from: Option<String>,
    /// The first instant after it.
    pub event_until: Option<String>,
    /// When its first source was said.
    pub said_at: String,
    /// When it was learned.
    pub recorded_at: String,
    /// Where it was said, first to last.
    pub sources: Vec<SourceShape>,
    /// When it ceased to hold, and the fact that holds instead.
    pub superseded_at: Option<String>,
    /// The fact that holds instead.
    pub superseded_by: Option<String>,
    /// When it was evicted into the archive; `null` while it is in long-term memory.
    pub archived_at: Option<String>,
}

/// A fact as JSON.
pub fn fact(fact: &Fact) -> FactShape {
    FactShape {
        id: fact.id.to_string(),
        about: match fact.about {
            About::User => "user",
            About::Assistant => "assistant",
        },
        text: fact.text.clone(),
        attribute: fact.slot.as_ref().map(|slot| slot.attribute.clone()),
        value: fact.slot.as_ref().map(|slot| slot.value.clone()),
        event_from: fact.event_time.map(|range| range.from.to_string()),
        event_until: fact.event_time.map(|range| range.until.to_string()),
        said_at: fact.said_at.to_string(),
        recorded_at: fact.recorded_at.to_string(),
        sources: sources(&fact.sources),
        superseded_at: fact.superseded.map(|end| end.at.to_string()),
        superseded_by: fact.superseded.and_then(|end| end.by).map(|id| id.to_string()),
        archived_at: fact.archived_at.map(|at| at.to_string()),
    }
}

/// Who the user is, as known from some time on.
#[derive(Clone, Debug, Serialize, ToSchema, JsonSchema)]
pub struct ProfileShape {
    /// 1 for the first.
    pub version: u32,
    /// When it was learned.
    pub recorded_at: String,
    /// At most one of each kind.
    pub attributes: Vec<AttributeShape>,
    /// At most one for each dimension.
    pub traits: Vec<TraitShape>,
}

/// A static attribute.
#[derive(Clone, Debug, Serialize, ToSchema, JsonSchema)]
pub struct AttributeShape {
    /// `name`, `birth year` or `gender`.
    pub name: String,
    /// The value, in the speaker's words.
    pub value: String,
    /// Where it was said, first to last.
    pub sources: Vec<SourceShape>,
}

/// A trait.
#[derive(Clone, Debug, Serialize, ToSchema, JsonSchema)]
pub struct TraitShape {
    /// The dimension of the paper, as `music`.
    pub dimension: &'static str,
    /// `psychology`, `alignment` or `interest`.
    pub group: &'static str,
    /// `low`, `medium` or `high`.
    pub level: String,
    /// Why one thinks so, in one sentence.
    pub reason: String,
    /// When it was last confirmed or changed.
    pub updated_at: String,
    /// Where it was said, first to last.
    pub sources: Vec<SourceShape>,
}

/// A version of the profile as JSON.
pub fn profile(version: &ProfileVersion) -> ProfileShape {
    ProfileShape {
        version: version.version,
        recorded_at: version.recorded_at.to_string(),
        attributes: version.profile.attributes.iter().map(attribute).collect(),
        traits: version.profile.traits.iter().map(trait_shape).collect(),
    }
}

/// The name of a group of dimensions.
pub fn group_name(group: DimensionGroup) -> &'static str {
    match group {
        DimensionGroup::Psychology => "psychology",
        DimensionGroup::Alignment => "alignment",
        DimensionGroup::Interest => "interest",
    }
}

fn attribute(attribute: &Attribute) -> AttributeShape {
    AttributeShape {
        name: attribute.kind.name().to_lowercase(),
        value: attribute.value.clone(),
        sources: sources(&attribute.sources),
    }
}

fn trait_shape(known: &Trait) -> TraitShape {
    TraitShape {
        dimension: known.dimension,
        group: dimension(known.dimension).map_or("unknown", |dimension| group_name(dimension.group)),
        level: known.level.to_string(),
        reason: known.reason.clone(),
        updated_at: known.updated_at.to_string(),
        sources: sources(&known.sources),
    }
}

fn sources(sources: &[Source]) -> Vec<SourceShape> {
    let shape = |source: &Source| SourceShape { page: source.page.to_string(), quote: source.quote.clone() };
    sources.iter().map(shape).collect()
}
