//! What an import took and what it did not.

use memoryos::import::{Entry, Format, Report};
use schemars::JsonSchema;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{Share, Shares};

/// What was taken and what was not.
#[derive(Clone, Debug, Serialize, ToSchema, JsonSchema)]
pub struct ImportShape {
    /// The format of the source.
    pub format: &'static str,
    /// Whether nothing was taken, only looked at.
    pub dry_run: bool,
    /// What each owner got.
    pub owners: Vec<ShareShape>,
    /// Messages of the source that stand in turns.
    pub messages: usize,
    /// Turns that were read.
    pub turns: usize,
    /// Things another memory had learned, kept as notes.
    pub notes: usize,
    /// Notes of an assistant that belong to none of several users, and were left out.
    pub orphaned_notes: usize,
    /// What was left out; a thousand lines at most.
    pub skipped: Vec<EntryShape>,
    /// How much was left out.
    pub skipped_count: usize,
    /// What was taken, but not as it stood.
    pub remarks: Vec<EntryShape>,
    /// How much of it there was.
    pub remark_count: usize,
    /// Jobs that failed and wait.
    pub waiting_jobs: usize,
}

/// What one owner got.
#[derive(Clone, Debug, Serialize, ToSchema, JsonSchema)]
pub struct ShareShape {
    /// Who is remembered.
    pub user: String,
    /// Who remembers.
    pub assistant: String,
    /// Ids of the conversations, in the order of the source.
    pub conversations: Vec<String>,
    /// Turns and notes that were read.
    pub turns: usize,
    /// Those that were new.
    pub added: usize,
}

/// A line of the report.
#[derive(Clone, Debug, Serialize, ToSchema, JsonSchema)]
pub struct EntryShape {
    /// Where it stood.
    pub position: String,
    /// What is wrong with it.
    pub reason: String,
}

/// The report of an import before anything is taken: `added` and `waiting_jobs` are zero.
pub fn import_shape(format: Format, dry_run: bool, report: &Report, shares: &Shares) -> ImportShape {
    let entry =
        |entry: &Entry| EntryShape { position: entry.position.clone(), reason: entry.reason.to_string() };
    let share = |share: &Share| ShareShape {
        user: share.owner.user.to_string(),
        assistant: share.owner.assistant.to_string(),
        conversations: share.conversations.clone(),
        turns: share.turns.len() + share.notes.len(),
        added: 0,
    };
    ImportShape {
        format: format.name(),
        dry_run,
        owners: shares.shares.iter().map(share).collect(),
        messages: report.messages,
        turns: report.turns,
        notes: report.notes,
        orphaned_notes: shares.orphaned_notes,
        skipped: report.skipped.iter().map(entry).collect(),
        skipped_count: report.skipped_count,
        remarks: report.remarks.iter().map(entry).collect(),
        remark_count: report.remark_count,
        waiting_jobs: 0,
    }
}
