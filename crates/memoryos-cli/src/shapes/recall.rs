//! What a recall brought back.

use memoryos::{
    answer::Evidence,
    recall::{Arm, DropReason, Dropped, Item, ItemKind, Recall},
};
use serde::Serialize;

use super::{HeatShape, heat_shape};
use crate::ui::rfc3339;

/// What came back for a query.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct RecallShape {
    /// Best first.
    pub(crate) items: Vec<ItemShape>,
    /// The best of what was left out.
    pub(crate) dropped: Vec<DroppedShape>,
    /// How sure it is that the items answer the query, 0 to 1.
    pub(crate) confidence: f32,
    /// The items as one text for a prompt.
    pub(crate) context: String,
    pub(crate) context_tokens: usize,
    /// Segments that this recall warmed.
    pub(crate) visits: Vec<String>,
}

/// A memory that came back.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ItemShape {
    /// `short_term_page`, `page`, `summary`, `fact` or `trait`.
    pub(crate) kind: &'static str,
    pub(crate) text: String,
    pub(crate) at: String,
    /// Comparable within one recall.
    pub(crate) score: f32,
    pub(crate) tokens: usize,
    /// The pages it comes from.
    pub(crate) sources: Vec<String>,
    pub(crate) segment: Option<String>,
    pub(crate) fact: Option<String>,
    /// Every way in which it was found.
    pub(crate) arms: Vec<ArmShape>,
    /// The heat of its segment before this recall.
    pub(crate) heat: Option<HeatShape>,
}

/// How well a memory did in one way of finding it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ArmShape {
    /// `words`, `meaning`, `neighbours` or `segment`.
    pub(crate) arm: &'static str,
    /// From 1.
    pub(crate) rank: usize,
    pub(crate) score: f32,
}

/// A memory that was left out.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct DroppedShape {
    pub(crate) kind: &'static str,
    /// `budget`, `weak` or `duplicate`.
    pub(crate) reason: &'static str,
    pub(crate) score: f32,
    pub(crate) sources: Vec<String>,
}

/// A sentence that was recalled, word for word.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct EvidenceShape {
    pub(crate) text: String,
    pub(crate) at: String,
    pub(crate) sources: Vec<String>,
}

pub(crate) fn recall_shape(recall: &Recall) -> RecallShape {
    RecallShape {
        items: recall.items.iter().map(item).collect(),
        dropped: recall.dropped.iter().map(dropped).collect(),
        confidence: recall.confidence,
        context: recall.context.clone(),
        context_tokens: recall.tokens,
        visits: texts(&recall.visits),
    }
}

pub(crate) fn evidence_shape(evidence: &Evidence) -> EvidenceShape {
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

pub(crate) fn kind_name(kind: ItemKind) -> &'static str {
    match kind {
        ItemKind::ShortTermPage => "short_term_page",
        ItemKind::Page => "page",
        ItemKind::Summary => "summary",
        ItemKind::Fact => "fact",
        ItemKind::Trait => "trait",
    }
}

pub(crate) fn arm_name(arm: Arm) -> &'static str {
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

pub(crate) fn reason_name(reason: DropReason) -> &'static str {
    match reason {
        DropReason::Budget => "budget",
        DropReason::Weak => "weak",
        DropReason::Duplicate => "duplicate",
    }
}
