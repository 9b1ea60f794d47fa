//! What a recall brought back.

use memoryos::{
    answer::Evidence,
    recall::{Arm, DropReason, Dropped, Item, ItemKind, Recall},
};
use schemars::JsonSchema;
use serde::Serialize;
use utoipa::ToSchema;

use crate::rfc3339;
use crate::{HeatShape, heat_shape};

/// What came back for a query.
#[derive(Clone, Debug, Serialize, ToSchema, JsonSchema)]
pub struct RecallShape {
    /// Best first.
    pub items: Vec<ItemShape>,
    /// The best of what was left out.
    pub dropped: Vec<DroppedShape>,
    /// How sure it is that the items answer the query, 0 to 1.
    pub confidence: f32,
    /// The items as one text for a prompt.
    pub context: String,
    /// Tokens of the context.
    pub context_tokens: usize,
    /// Segments that this recall warmed.
    pub visits: Vec<String>,
}

/// A memory that came back.
#[derive(Clone, Debug, Serialize, ToSchema, JsonSchema)]
pub struct ItemShape {
    /// `short_term_page`, `page`, `summary`, `fact` or `trait`.
    pub kind: &'static str,
    /// Its words.
    pub text: String,
    /// When it was said.
    pub at: String,
    /// Comparable within one recall.
    pub score: f32,
    /// Tokens of its text.
    pub tokens: usize,
    /// The pages it comes from.
    pub sources: Vec<String>,
    /// The segment it is in or sums up.
    pub segment: Option<String>,
    /// The fact, if it is one.
    pub fact: Option<String>,
    /// Every way in which it was found.
    pub arms: Vec<ArmShape>,
    /// The heat of its segment before this recall.
    pub heat: Option<HeatShape>,
}

/// How well a memory did in one way of finding it.
#[derive(Clone, Debug, Serialize, ToSchema, JsonSchema)]
pub struct ArmShape {
    /// `words`, `meaning`, `neighbours`, `conversation`, `instruction`, `successor`, `speaker`, `time` or `segment`.
    pub arm: &'static str,
    /// From 1.
    pub rank: usize,
    /// The score, in its own unit.
    pub score: f32,
}

/// A memory that was left out.
#[derive(Clone, Debug, Serialize, ToSchema, JsonSchema)]
pub struct DroppedShape {
    /// What kind of memory, as in an item.
    pub kind: &'static str,
    /// `budget`, `weak` or `duplicate`.
    pub reason: &'static str,
    /// The score, in its own unit.
    pub score: f32,
    /// The pages it comes from.
    pub sources: Vec<String>,
}

/// A sentence that was recalled, word for word.
#[derive(Clone, Debug, Serialize, ToSchema, JsonSchema)]
pub struct EvidenceShape {
    /// Its words.
    pub text: String,
    /// When it was said.
    pub at: String,
    /// The pages it comes from.
    pub sources: Vec<String>,
}

/// A recall as JSON.
pub fn recall_shape(recall: &Recall) -> RecallShape {
    RecallShape {
        items: recall.items.iter().map(item).collect(),
        dropped: recall.dropped.iter().map(dropped).collect(),
        confidence: recall.confidence,
        context: recall.context.clone(),
        context_tokens: recall.tokens,
        visits: texts(&recall.visits),
    }
}

/// A recalled sentence as JSON.
pub fn evidence_shape(evidence: &Evidence) -> EvidenceShape {
    let Evidence { text, sources, at } = evidence;
    EvidenceShape { text: text.clone(), at: rfc3339(*at), sources: texts(sources) }
}

fn item(item: &Item) -> ItemShape {
    let arms = item.arms.iter().map(|a| ArmShape { arm: arm_name(a.arm), rank: a.rank, score: a.score });
    ItemShape {
        kind: kind_name(item.kind),
        text: item.text.clone(),
        at: rfc3339(item.at),
        score: item.score,
        tokens: item.tokens,
        sources: texts(&item.sources),
        segment: item.segment.map(|id| id.to_string()),
        fact: item.fact.map(|id| id.to_string()),
        arms: arms.collect(),
        heat: item.heat.as_ref().map(heat_shape),
    }
}

fn dropped(dropped: &Dropped) -> DroppedShape {
    let Dropped { kind, sources, score, reason } = dropped;
    DroppedShape {
        kind: kind_name(*kind),
        reason: reason_name(*reason),
        score: *score,
        sources: texts(sources),
    }
}

fn texts(ids: &[impl ToString]) -> Vec<String> {
    ids.iter().map(ToString::to_string).collect()
}

/// The name of a kind of memory.
pub fn kind_name(kind: ItemKind) -> &'static str {
    match kind {
        ItemKind::ShortTermPage => "short_term_page",
        ItemKind::Page => "page",
        ItemKind::Summary => "summary",
        ItemKind::Fact => "fact",
        ItemKind::Trait => "trait",
    }
}

/// The name of a way to find a memory.
pub fn arm_name(arm: Arm) -> &'static str {
    match arm {
        Arm::Words => "words",
        Arm::Meaning => "meaning",
        Arm::Neighbours => "neighbours",
        Arm::Conversation => "conversation",
        Arm::Instruction => "instruction",
        Arm::Successor => "successor",
        Arm::Speaker => "speaker",
        Arm::Time => "time",
        Arm::Segment => "segment",
    }
}

/// The name of a reason to leave a memory out.
pub fn reason_name(reason: DropReason) -> &'static str {
    match reason {
        DropReason::Budget => "budget",
        DropReason::Weak => "weak",
        DropReason::Duplicate => "duplicate",
    }
}
