//! `list_segments`: the topics of mid-term memory, hottest first, a page of the list at a time.

use jiff::Timestamp;
use memoryos::{
    View,
    types::{Segment, SegmentId},
};
use memoryos_api::{Scope, hottest};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Effect, MemoryTool};
use crate::{
    call::{Call, Emptiness, now},
    error::ToolError,
};

/// How many segments come back where nothing is said.
const DEFAULT_LIMIT: usize = 20;

/// How many come back at most.
const MAX_LIMIT: usize = 100;

pub(super) struct ListSegments;

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Arguments {
    /// How many come back at most. Default 20.
    #[schemars(range(min = 1, max = 100))]
    limit: Option<usize>,
    /// Where to go on: `next_cursor` of the call before.
    cursor: Option<String>,
    /// List the archive instead of mid-term memory. Default false.
    archived: Option<bool>,
    /// Whose memory, if not that of the configured user.
    user: Option<String>,
    /// Which assistant's memory, if not that of the configured one.
    assistant: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Reply {
    /// Hottest first.
    segments: Vec<SegmentReply>,
    /// How many there are.
    total: usize,
    /// Give it to the next call to go on; left out at the end of the list.
    next_cursor: Option<String>,
    /// What to know about a memory that is empty.
    note: Option<String>,
    /// Whose memories there are, when this one is empty.
    known_users: Option<Vec<String>>,
}

/// Turns of one topic.
#[derive(Debug, Serialize, JsonSchema)]
struct SegmentReply {
    /// Its id.
    segment_id: String,
    /// What it is about.
    summary: String,
    /// Most telling first.
    keywords: Vec<String>,
    /// How alive the topic is: visits, turns not yet learned from, and how recent the last visit is.
    heat: f64,
    /// How many turns it has.
    pages: usize,
    /// How often a recall brought back one of them.
    visits: u32,
    /// When one of them was last brought back or said, RFC 3339.
    last_visit: String,
    /// When it was archived, RFC 3339; left out while it is in mid-term memory.
    archived_at: Option<String>,
}

impl MemoryTool for ListSegments {
    const NAME: &'static str = "list_segments";
    const TITLE: &'static str = "Topics of the memory";
    const DESCRIPTION: &'static str = "List the topics that earlier conversations were about, most alive first, each \
        with a summary and keywords. Call this when the user asks what you have talked about, or to find good words for \
        a query. For what was said about a topic, call retrieve_memory or search_memories. Long lists come in pieces: \
        pass next_cursor to go on.";
    const EFFECT: Effect = Effect::Looks;
    type Arguments = Arguments;
    type Reply = Reply;

    async fn call(call: Call, arguments: Arguments) -> Result<Reply, ToolError> {
        let (user, assistant) = (arguments.user.as_deref(), arguments.assistant.as_deref());
        let owner = call.owner(user, assistant, Scope::Read)?;
        let cursor = arguments.cursor.as_deref().map(Cursor::parse).transpose()?;
        let limit = arguments.limit.unwrap_or(DEFAULT_LIMIT).clamp(1, MAX_LIMIT);
        let at = cursor.map_or_else(now, |cursor| cursor.at);
        let weights = &call.served.memory.config().heat;
        let archived = arguments.archived.unwrap_or(false);
        let look = |view: &View| {
            let all: Vec<(f64, &Segment)> = hottest(view, archived, at, weights)
                .into_iter()
                .map(|(parts, segment)| (parts.total().0, segment))
                .collect();
            let start = cursor.map_or(0, |cursor| cursor.end(&all));
            let listed = all.iter().skip(start).take(limit);
            let segments: Vec<SegmentReply> =
                listed.map(|(heat, segment)| segment_reply(view, segment, *heat)).collect();
            let last = all.get((start + limit).min(all.len()).wrapping_sub(1));
            let next = last.filter(|_| start + limit < all.len());
            let next = next.map(|(heat, segment)| Cursor { at, heat: *heat, id: segment.id }.to_string());
            (segments, all.len(), next)
        };
        let (segments, total, next_cursor) = call.served.memory.look(&owner, look).await?;
        let Emptiness { note, known_users } = call.emptiness(&owner).await?;
        Ok(Reply { segments, total, next_cursor, note, known_users })
    }
}

fn segment_reply(view: &View, segment: &Segment, heat: f64) -> SegmentReply {
    SegmentReply {
        segment_id: segment.id.to_string(),
        summary: segment.summary.clone(),
        keywords: segment.keywords.clone(),
        heat,
        pages: view.state.pages_in(segment.id).count(),
        visits: segment.visits,
        last_visit: segment.last_visit.to_string(),
        archived_at: segment.archived_at.map(|at| at.to_string()),
    }
}

/// The last segment that was listed, in the order of one moment: heat fades, and the list must not shift.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Cursor {
    at: Timestamp,
    heat: f64,
    id: SegmentId,
}

impl Cursor {
    fn parse(text: &str) -> Result<Self, ToolError> {
        let invalid = || ToolError::new("invalid_cursor", "the cursor is none that this tool gave");
        let mut parts = text.splitn(3, '_');
        let mut part = || parts.next().ok_or_else(invalid);
        let at = part()?.parse().ok().and_then(|nanos| Timestamp::from_nanosecond(nanos).ok());
        let heat = u64::from_str_radix(part()?, 16).map(f64::from_bits).map_err(|_| invalid())?;
        let id = part()?.parse().map_err(|_| invalid())?;
        Ok(Self { at: at.ok_or_else(invalid)?, heat, id })
    }

    /// How many of these stand up to and with the one that was listed last; it may be gone or warmer since.
    fn end(&self, all: &[(f64, &Segment)]) -> usize {
        let is_listed = |(heat, segment): &(f64, &Segment)| {
            heat.total_cmp(&self.heat).reverse().then(self.id.cmp(&segment.id)).is_le()
        };
        all.partition_point(is_listed)
    }
}

impl std::fmt::Display for Cursor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}_{:x}_{}", self.at.as_nanosecond(), self.heat.to_bits(), self.id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_is_read_as_it_was_written_and_nothing_else_is_one() {
        let cursor = Cursor {
            at: "2026-02-03T10:00:00Z".parse().expect("a time"),
            heat: 2.75,
            id: SegmentId::from_bits(7),
        };
        assert_eq!(Cursor::parse(&cursor.to_string()), Ok(cursor));
        for wrong in ["", "7", "a_b_c", "1_zz_00000000000000000000000000", "1_0_short"] {
            assert_eq!(Cursor::parse(wrong).map_err(|error| error.code), Err("invalid_cursor"), "{wrong}");
        }
    }
}
