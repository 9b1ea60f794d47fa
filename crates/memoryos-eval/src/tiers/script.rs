//! The conversations: turns with what is expected beside them, as they stand in the data files.

use memoryos::{Config, types::AttributeKind};
use serde::{Deserialize, Serialize};

/// What a tier is tried for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Dimension {
    /// The recent is kept.
    ShortTermMemory,
    /// Topics find each other, grow hot and cold.
    MidTermMemory,
    /// Facts and traits are learned and kept.
    LongTermMemory,
    /// What has changed takes over.
    DynamicUpdate,
}

impl Dimension {
    /// All of them, in the order in which a turn meets them.
    pub const ALL: [Self; 4] =
        [Self::ShortTermMemory, Self::MidTermMemory, Self::LongTermMemory, Self::DynamicUpdate];

    /// As the Python original calls it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::ShortTermMemory => "short_term_memory",
            Self::MidTermMemory => "mid_term_memory",
            Self::LongTermMemory => "long_term_memory",
            Self::DynamicUpdate => "dynamic_update",
        }
    }
}

/// In which language is spoken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Language {
    /// English.
    #[serde(rename = "en")]
    English,
    /// Chinese.
    #[serde(rename = "zh")]
    Chinese,
}

impl Language {
    /// Both.
    pub const ALL: [Self; 2] = [Self::English, Self::Chinese];

    /// Its name in English.
    pub const fn name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::Chinese => "Chinese",
        }
    }
}

/// A conversation in its place.
#[derive(Debug)]
pub(super) struct Script {
    pub(super) dimension: Dimension,
    pub(super) language: Language,
    pub(super) conversation: Conversation,
}

/// What is said and expected, in order.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Conversation {
    /// What tells it from others of its file.
    pub(super) name: String,
    /// The numbers its memory works with; those not named have their defaults.
    #[serde(default)]
    pub(super) settings: Config,
    pub(super) steps: Vec<Step>,
}

/// One thing that happens.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Step {
    /// It is this time now, in ISO 8601.
    At(String),
    /// Something is said; a minute passes.
    Turn(Spoken),
    /// The memory comes to rest: it consolidates and learns.
    Settle,
    /// The segment that holds this turn is visited.
    Visit(String),
    /// The segment that holds this turn is brought back from the archive.
    Restore(String),
    /// Something should hold now.
    Check(Check),
}

/// A turn with the name by which expectations call it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Spoken {
    pub(super) id: String,
    #[serde(default)]
    pub(super) user: String,
    #[serde(default)]
    pub(super) assistant: String,
}

/// Something that should hold.
#[derive(Debug, Deserialize)]
pub(super) struct Check {
    /// As a sentence.
    pub(super) what: String,
    #[serde(flatten)]
    pub(super) expectation: Expectation,
}

/// What can be expected. Turns are called by their ids; words are looked for without regard to case.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Expectation {
    /// Short-term memory holds exactly these, in this order, word for word.
    ShortTerm(Vec<String>),
    /// Exactly these wait to be consolidated, in this order, word for word.
    Pending(Vec<String>),
    /// So many turns are there, each word for word and in one place.
    Kept(usize),
    /// The turn is among the first `within` memories of a recall.
    Recalled { query: String, turn: String, within: usize },
    /// A recall brings one turn before another, or without it.
    Above { query: String, upper: String, lower: String },
    /// A recall brings nothing of the turn.
    NotRecalled { query: String, turn: String },
    /// These share a segment.
    Together(Vec<String>),
    /// Each of these is in a segment of its own.
    Apart(Vec<String>),
    /// So many segments are in mid-term memory.
    Segments(usize),
    /// The heat of the segment of `turn` is that of the formula for these numbers.
    Heat { turn: String, visits: u32, pages: u32, idle_secs: f64 },
    /// The segment of the one turn is hotter than that of the other.
    Hotter { hot: String, cold: String },
    /// The segments of these are in the archive.
    Archived(Vec<String>),
    /// The segments of these are in mid-term memory.
    Active(Vec<String>),
    /// A recall about this would visit the segment of `turn`.
    Visits { query: String, turn: String },
    /// A fact that holds says all of these words, with these turns among its sources.
    Fact {
        says: Vec<String>,
        #[serde(default)]
        about: Whom,
        sources: Vec<String>,
    },
    /// No fact that holds says all of these words.
    NoFact(Vec<String>),
    /// The profile has this attribute, from these turns.
    Attribute { kind: Kind, value: String, sources: Vec<String> },
    /// The profile has a trait of this dimension, from these turns.
    Trait { dimension: String, sources: Vec<String> },
    /// Exactly one fact that holds fills the slot, and its value has these words.
    Current { slot: String, value: String },
    /// A fact says the one and has ended when `since` was said; what took over says the other.
    Superseded { old: Vec<String>, new: Vec<String>, since: String },
}

/// Whom a fact is about.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Whom {
    #[default]
    User,
    Assistant,
}

/// Which attribute.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Kind {
    Name,
    BirthYear,
    Gender,
}

impl From<Kind> for AttributeKind {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Name => Self::Name,
            Kind::BirthYear => Self::BirthYear,
            Kind::Gender => Self::Gender,
        }
    }
}

macro_rules! files {
    ($($language:ident $folder:literal $dimension:ident $file:literal;)*) => {
        /// The data files.
        const FILES: &[(Language, Dimension, &str)] = &[$((
            Language::$language,
            Dimension::$dimension,
            include_str!(concat!("../../data/tiers/", $folder, "/", $file, ".json")),
        ),)*];
    };
}

files! {
    English "en" ShortTermMemory "short_term_memory";
    English "en" MidTermMemory "mid_term_memory";
    English "en" LongTermMemory "long_term_memory";
    English "en" DynamicUpdate "dynamic_update";
    Chinese "zh" ShortTermMemory "short_term_memory";
    Chinese "zh" MidTermMemory "mid_term_memory";
    Chinese "zh" LongTermMemory "long_term_memory";
    Chinese "zh" DynamicUpdate "dynamic_update";
}

/// Every conversation there is, file by file.
///
/// # Panics
/// When a data file is no script, which the tests would have told.
pub(super) fn scripts() -> Vec<Script> {
    let of_file = |(language, dimension, text): &(Language, Dimension, &str)| {
        let conversations: Vec<Conversation> =
            serde_json::from_str(text).unwrap_or_else(|error| panic!("{language:?} {dimension:?}: {error}"));
        let (language, dimension) = (*language, *dimension);
        conversations.into_iter().map(move |conversation| Script { dimension, language, conversation })
    };
    FILES.iter().flat_map(of_file).collect()
}
