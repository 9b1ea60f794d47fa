//! What an import hands back.

use super::{Format, Report};
use crate::types::{About, InvalidTurn, Message, Moment, Turn, TurnKey};

/// Who speaks when a note is remembered as a turn.
const NOTE_SPEAKER: &str = "earlier notes";

/// What was read from a source.
#[derive(Clone, Debug, PartialEq)]
pub struct Import {
    /// The format it was read as.
    pub format: Format,
    /// The conversations that have turns, in the order of the source.
    pub conversations: Vec<Conversation>,
    /// What another memory had learned. Nobody said these words, so they are no turns.
    pub notes: Vec<Note>,
    /// What was taken and what was left out.
    pub report: Report,
}

/// One conversation, or everything a store kept of one user.
#[derive(Clone, Debug, PartialEq)]
pub struct Conversation {
    /// The id the source gives it, else its place among the conversations read, from 1.
    pub id: String,
    /// The name of who is remembered, where the source tells.
    pub user_name: Option<String>,
    /// The name of who remembers, where the source tells.
    pub assistant_name: Option<String>,
    /// The turns, oldest first, each with a key of its content; at least one. Equal times keep this order.
    pub turns: Vec<Turn>,
    /// For each turn, the source's ids of its messages (such as `D1:3`), in order; empty where it gives none.
    pub turn_sources: Vec<Vec<String>>,
}

/// Something another memory had learned: its words, not those of a speaker.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    /// Whom it is about.
    pub about: About,
    /// The words, without list marks.
    pub text: String,
    /// When it was noted.
    pub at: Moment,
    /// In whose folder it was kept: the id of a user or of an assistant, empty where the source names none.
    pub holder: String,
    /// What makes it the same note as another.
    pub key: TurnKey,
}

impl Note {
    /// The note as a turn that can be remembered: one-sided, on the assistant's side and under the name of earlier
    /// notes, so that it is never taken for something the user said.
    ///
    /// # Errors
    /// When the text is blank or contains U+0000, which no note of [`read`](super::read) is or does.
    pub fn to_turn(&self) -> Result<Turn, InvalidTurn> {
        let message = Message::by(NOTE_SPEAKER, self.text.clone());
        Ok(Turn::new(Message::default(), message, self.at)?.with_key(self.key.clone()))
    }
}
