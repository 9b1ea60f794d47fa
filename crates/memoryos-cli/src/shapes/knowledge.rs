//! Facts and profiles.

use memoryos::types::{About, Attribute, DimensionGroup, Fact, ProfileVersion, Source, Trait, dimension};
use serde::Serialize;

/// Where something was said.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct SourceShape {
    pub(crate) page: String,
    /// The words on that page, exactly.
    pub(crate) quote: Option<String>,
}

/// Something known.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct FactShape {
    pub(crate) id: String,
    /// `user` or `assistant`.
    pub(crate) about: &'static str,
    pub(crate) text: String,
    /// What it fills, as `home`.
    pub(crate) attribute: Option<String>,
    pub(crate) value: Option<String>,
    /// When it happened or holds: from the first instant up to but without the last.
    pub(crate) event_from: Option<String>,
    pub(crate) event_until: Option<String>,
    pub(crate) said_at: String,
    pub(crate) recorded_at: String,
    pub(crate) sources: Vec<SourceShape>,
    /// When it ceased to hold, and the fact that holds instead.
    pub(crate) superseded_at: Option<String>,
    pub(crate) superseded_by: Option<String>,
    pub(crate) archived_at: Option<String>,
}

pub(crate) fn fact(fact: &Fact) -> FactShape {
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
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ProfileShape {
    pub(crate) version: u32,
    pub(crate) recorded_at: String,
    pub(crate) attributes: Vec<AttributeShape>,
    pub(crate) traits: Vec<TraitShape>,
}

/// A static attribute.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct AttributeShape {
    /// `name`, `birth year` or `gender`.
    pub(crate) name: String,
    pub(crate) value: String,
    pub(crate) sources: Vec<SourceShape>,
}

/// A trait.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct TraitShape {
    pub(crate) dimension: &'static str,
    /// `psychology`, `alignment` or `interest`.
    pub(crate) group: &'static str,
    /// `low`, `medium` or `high`.
    pub(crate) level: String,
    pub(crate) reason: String,
    pub(crate) updated_at: String,
    pub(crate) sources: Vec<SourceShape>,
}

pub(crate) fn profile(version: &ProfileVersion) -> ProfileShape {
    ProfileShape {
        version: version.version,
        recorded_at: version.recorded_at.to_string(),
        attributes: version.profile.attributes.iter().map(attribute).collect(),
        traits: version.profile.traits.iter().map(trait_shape).collect(),
    }
}

/// The name of a group of dimensions.
pub(crate) fn group_name(group: DimensionGroup) -> &'static str {
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
