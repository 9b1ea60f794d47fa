//! Knowledge: facts about the user and about the assistant, with where each came from.

use jiff::Timestamp;

use super::{FactId, PageId};

/// Whom a fact is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum About {
    /// The user.
    User,
    /// The assistant, or whoever speaks on that side.
    Assistant,
}

/// Whether a slot holds one value or several at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cardinality {
    /// One: a new value closes the old one (home, employer).
    One,
    /// Many: values stand beside each other (likes, languages).
    Many,
}

/// What a fact fills, where one can tell.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Slot {
    /// A lower-case name such as `home`, `employer`, `likes`.
    pub attribute: String,
    /// How many values it holds at a time.
    pub cardinality: Cardinality,
    /// The value, in the speaker's words.
    pub value: String,
}

/// A stretch of time, from its first instant up to but without its last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TimeRange {
    /// The first instant.
    pub from: Timestamp,
    /// The first instant after it.
    pub until: Timestamp,
}

/// Where something was learned.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Source {
    /// The page.
    pub page: PageId,
    /// The words on that page, exactly as they stand there; `None` where a model gave no quotable span.
    pub quote: Option<String>,
}

/// What a distiller proposes to know.
#[derive(Clone, Debug, PartialEq)]
pub struct FactDraft {
    /// Whom it is about.
    pub about: About,
    /// One sentence in the language of its source.
    pub text: String,
    /// What it fills, where one can tell.
    pub slot: Option<Slot>,
    /// When it happened or holds, where one can tell.
    pub event_time: Option<TimeRange>,
    /// Where it was said.
    pub source: Source,
}

/// Something known, with every place it was learned from.
#[derive(Clone, Debug, PartialEq)]
pub struct Fact {
    /// Its id.
    pub id: FactId,
    /// Whom it is about.
    pub about: About,
    /// One sentence in the language of its source.
    pub text: String,
    /// What it fills, where one can tell.
    pub slot: Option<Slot>,
    /// When it happened or holds, where one can tell.
    pub event_time: Option<TimeRange>,
    /// When its first source was said.
    pub said_at: Timestamp,
    /// When it was learned.
    pub recorded_at: Timestamp,
    /// Where it was said, first to last, no page twice. Its length is how often it was said.
    pub sources: Vec<Source>,
    /// When it ceased to hold, and the fact that took over; `None` while it holds.
    pub superseded: Option<Superseded>,
    /// When it was evicted into the archive; `None` while it is in long-term memory.
    pub archived_at: Option<Timestamp>,
}

/// How a fact ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Superseded {
    /// From when it no longer holds.
    pub at: Timestamp,
    /// What holds instead, if anything does.
    pub by: Option<FactId>,
}
