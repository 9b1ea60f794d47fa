//! A page.

use memoryos::types::{Message, Page, Place};
use schemars::JsonSchema;
use serde::Serialize;
use utoipa::ToSchema;

use crate::rfc3339;

/// A kept turn.
#[derive(Clone, Debug, Serialize, ToSchema, JsonSchema)]
pub struct PageShape {
    /// Its id.
    pub id: String,
    /// Its position in the owner's history, from 1.
    pub order: u64,
    /// What the user said.
    pub user: MessageShape,
    /// What the assistant said.
    pub assistant: MessageShape,
    /// When it was said.
    pub at: String,
    /// When it was remembered.
    pub recorded_at: String,
    /// What makes it the same turn as another.
    pub key: Option<String>,
    /// `short_term`, `pending` or `segment`.
    pub place: &'static str,
    /// The segment it is in.
    pub segment: Option<String>,
    /// The chain it belongs to, once consolidated.
    pub chain: Option<String>,
    /// Whether profile and knowledge have been learned from it.
    pub learned: bool,
}

/// One side of a turn.
#[derive(Clone, Debug, Serialize, ToSchema, JsonSchema)]
pub struct MessageShape {
    /// The speaker's name, where it is known.
    pub speaker: Option<String>,
    /// The words; may be empty.
    pub text: String,
}

/// A page as JSON.
pub fn page(page: &Page) -> PageShape {
    let segment = match page.state.place {
        Place::Segment(id) => Some(id.to_string()),
        Place::ShortTerm | Place::Pending => None,
    };
    PageShape {
        id: page.id.to_string(),
        order: page.order,
        user: message(page.turn.user()),
        assistant: message(page.turn.assistant()),
        at: rfc3339(page.turn.at()),
        recorded_at: page.recorded_at.to_string(),
        key: page.turn.key().map(|key| key.as_str().to_owned()),
        place: place_name(page.state.place),
        segment,
        chain: page.state.chain.map(|id| id.to_string()),
        learned: page.state.learned,
    }
}

fn place_name(place: Place) -> &'static str {
    match place {
        Place::ShortTerm => "short_term",
        Place::Pending => "pending",
        Place::Segment(_) => "segment",
    }
}

fn message(message: &Message) -> MessageShape {
    MessageShape { speaker: message.speaker.clone(), text: message.text.clone() }
}
