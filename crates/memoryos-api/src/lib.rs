//! The JSON of a memory: one copy of it for the command line, the servers and the bindings. Times are RFC 3339, ids 26 characters, durations and sizes say their unit in
//! their name. Fields are added, never renamed; what is not known is `null`.

mod access;
mod deal;
mod error_code;
mod export;
mod import;
mod knowledge;
mod pages;
mod recall;
mod segments;
mod status;
mod take;
mod tiers;

pub use access::{Access, Refusal, Scope, Users};
pub use deal::{Share, Shares, deal, tells_people_apart};
pub use error_code::error_code;
pub use export::{Line, header, lines};
pub use import::{EntryShape, ImportShape, ShareShape, import_shape};
pub use knowledge::{FactShape, ProfileShape, fact, group_name, profile};
pub use pages::{MessageShape, PageShape, page};
pub use recall::{
    EvidenceShape, RecallShape, arm_name, evidence_shape, kind_name, reason_name, recall_shape,
};
pub use segments::{HeatShape, SegmentShape, WarmSegmentShape, heat_shape, hottest, segment, warm_segment};
pub use status::{JobShape, LlmShape, SpendShape, StatusShape, job, job_kind_name, spend, status_shape};
pub use take::take_batch;
pub use tiers::{TiersShape, tiers};

use memoryos::types::{Moment, Owner};
use schemars::JsonSchema;
use serde::Serialize;
use utoipa::ToSchema;

/// Whose memory.
#[derive(Clone, Debug, Serialize, ToSchema, JsonSchema)]
pub struct OwnerShape {
    /// Who is remembered.
    pub user: String,
    /// Who remembers.
    pub assistant: String,
}

/// An owner as JSON.
pub fn owner(owner: &Owner) -> OwnerShape {
    OwnerShape { user: owner.user.to_string(), assistant: owner.assistant.to_string() }
}

/// A moment as RFC 3339, with its offset where one is known.
pub fn rfc3339(moment: Moment) -> String {
    match moment.offset {
        Some(offset) => moment.at.display_with_offset(offset).to_string(),
        None => moment.at.to_string(),
    }
}
