//! The profile: who the user is. Static attributes, and traits along the dimensions of the paper.

use std::fmt;

use jiff::Timestamp;

use super::Source;

mod dimensions;
pub use dimensions::{DIMENSIONS, Dimension, DimensionGroup, dimension};

/// What stays the same about a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AttributeKind {
    /// What the person is called.
    Name,
    /// The year of birth, four digits.
    BirthYear,
    /// Gender, where the person stated it.
    Gender,
}

impl AttributeKind {
    /// Its name for people.
    pub fn name(self) -> &'static str {
        match self {
            Self::Name => "Name",
            Self::BirthYear => "Birth year",
            Self::Gender => "Gender",
        }
    }
}

/// A static attribute a distiller proposes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttributeDraft {
    /// Which attribute.
    pub kind: AttributeKind,
    /// Its value, in the speaker's words.
    pub value: String,
    /// Where it was said.
    pub source: Source,
}

/// A static attribute as known now. A later statement replaces it; older profile versions keep the old one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attribute {
    /// Which attribute.
    pub kind: AttributeKind,
    /// Its value, in the speaker's words.
    pub value: String,
    /// Where it was said, first to last.
    pub sources: Vec<Source>,
}

/// How strongly a trait shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    /// Hardly, or in its opposite.
    Low,
    /// Now and then.
    Medium,
    /// Plainly.
    High,
}

/// A trait a distiller proposes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraitDraft {
    /// The key of a [`Dimension`].
    pub dimension: &'static str,
    /// How strongly it shows.
    pub level: Level,
    /// Why one thinks so, in one sentence.
    pub reason: String,
    /// Where it shows.
    pub sources: Vec<Source>,
}

/// A trait as known now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trait {
    /// The key of a [`Dimension`].
    pub dimension: &'static str,
    /// How strongly it shows.
    pub level: Level,
    /// Why one thinks so, in one sentence.
    pub reason: String,
    /// Where it shows, first to last.
    pub sources: Vec<Source>,
    /// When it was last confirmed or changed.
    pub updated_at: Timestamp,
}

impl fmt::Display for Attribute {
    /// `Birth year: 1990`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind.name(), self.value)
    }
}

impl fmt::Display for Trait {
    /// `music: high. Plays the cello every evening.`, the dimension in words.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}. {}", self.dimension.replace('_', " "), self.level, self.reason)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
        })
    }
}

/// Who the user is, as known at one time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    /// At most one of each kind, in order of kind.
    pub attributes: Vec<Attribute>,
    /// At most one for each dimension, in order of the dimension table.
    pub traits: Vec<Trait>,
}

/// A profile as it stood from some time on. Old versions are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProfileVersion {
    /// 1 for the first.
    pub version: u32,
    /// When it was learned.
    pub recorded_at: Timestamp,
    /// What it said.
    pub profile: Profile,
}
