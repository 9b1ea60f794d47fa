//! A page.

use memoryos::types::{Message, Page, Place};
use serde::Serialize;

use crate::ui::rfc3339;

/// A kept turn.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct PageShape {
    pub(crate) id: String,
    /// Its position in the owner's history, from 1.
    pub(crate) order: u64,
    pub(crate) user: MessageShape,
    pub(crate) assistant: MessageShape,
    /// When it was said.
    pub(crate) at: String,
    /// When it was remembered.
    pub(crate) recorded_at: String,
    /// What makes it the same turn as another.
    pub(crate) key: Option<String>,
    /// `short_term`, `pending` or `segment`.
    pub(crate) place: &'static str,
    pub(crate) segment: Option<String>,
    pub(crate) chain: Option<String>,
    /// Whether profile and knowledge have been learned from it.
    pub(crate) learned: bool,
}

/// One side of a turn.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct MessageShape {
    pub(crate) speaker: Option<String>,
    pub(crate) text: String,
}

pub(crate) fn page(page: &Page) -> PageShape {
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
