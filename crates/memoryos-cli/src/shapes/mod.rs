//! What `--json` and `export` print. Times are RFC 3339, ids 26 characters, durations and sizes say their unit in
//! their name. Fields are added, never renamed; what is not known is `null`.

mod knowledge;
mod pages;
mod recall;
mod segments;
mod tiers;

pub(crate) use knowledge::{FactShape, ProfileShape, fact, group_name, profile};
pub(crate) use pages::{MessageShape, PageShape, page};
pub(crate) use recall::{
    EvidenceShape, RecallShape, arm_name, evidence_shape, kind_name, reason_name, recall_shape,
};
pub(crate) use segments::{HeatShape, SegmentShape, heat_shape, segment};
pub(crate) use tiers::{TiersShape, tier_fields, tiers};

use memoryos::types::Owner;
use serde::Serialize;

/// Whose memory.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct OwnerShape {
    /// Who is remembered.
    pub(crate) user: String,
    /// Who remembers.
    pub(crate) assistant: String,
}

pub(crate) fn owner(owner: &Owner) -> OwnerShape {
    OwnerShape { user: owner.user.to_string(), assistant: owner.assistant.to_string() }
}
