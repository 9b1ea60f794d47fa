//! The nouns. Values that can be wrong have one door; after the door nobody asks again.

mod embedding;
mod ids;
mod knowledge;
mod moment;
mod owner;
mod page;
mod profile;
mod segment;
mod turn;

pub use embedding::{Embedding, InvalidEmbedding, Similarity};
pub use ids::{ChainId, FactId, ItemId, JobId, PageId, SegmentId};
pub use knowledge::{About, Cardinality, Fact, FactDraft, Slot, Source, Superseded, TimeRange};
pub use moment::{InvalidMoment, Moment};
pub use owner::{AssistantId, InvalidId, Owner, UserId};
pub use page::{Chain, Page, PageState, Place};
pub use profile::{
    Attribute, AttributeDraft, AttributeKind, DIMENSIONS, Dimension, DimensionGroup, Level, Profile,
    ProfileVersion, Trait, TraitDraft, dimension,
};
pub use segment::{Segment, SegmentStats};
pub use turn::{InvalidTurn, Message, Side, Turn, TurnKey};
