//! A turn: what was said and answered.

use super::Moment;

/// Why a turn cannot be remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidTurn {
    /// Neither side said anything.
    #[error("a turn needs a user message or an assistant reply")]
    Empty,
    /// A text holds U+0000, which some stores cannot keep.
    #[error("a turn must not contain the NUL character")]
    Nul,
    /// The key is empty or holds U+0000.
    #[error("a turn key must have characters, and none of them NUL")]
    Key,
}

/// The two sides of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// Who is remembered.
    User,
    /// Who remembers.
    Assistant,
}

/// One side of a turn. Its text may be empty; what was attached stands in it as words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Message {
    /// The speaker's name, where it is known.
    pub speaker: Option<String>,
    /// The words. Messages that one side sent in a row are joined by a line break.
    pub text: String,
}

impl Message {
    /// Words of an unnamed speaker.
    pub fn new(text: impl Into<String>) -> Self {
        Self { speaker: None, text: text.into() }
    }

    /// Words of a named speaker.
    pub fn by(speaker: impl Into<String>, text: impl Into<String>) -> Self {
        Self { speaker: Some(speaker.into()), text: text.into() }
    }
}

/// What makes two turns the same one: a request id, or a hash of where an imported turn came from.
/// An owner keeps at most one page for each key.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TurnKey(Box<str>);

impl TurnKey {
    /// # Errors
    /// When the key is empty or contains U+0000.
    pub fn new(key: impl Into<Box<str>>) -> Result<Self, InvalidTurn> {
        let key = key.into();
        if key.is_empty() || key.contains('\0') { Err(InvalidTurn::Key) } else { Ok(Self(key)) }
    }

    /// The key as it was given.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A user message and the assistant's reply. At least one side has text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Turn {
    user: Message,
    assistant: Message,
    at: Moment,
    key: Option<TurnKey>,
}

impl Turn {
    /// # Errors
    /// When both sides are blank, or a text or a name contains U+0000.
    pub fn new(user: Message, assistant: Message, at: Moment) -> Result<Self, InvalidTurn> {
        let has_nul =
            |m: &Message| m.text.contains('\0') || m.speaker.as_deref().is_some_and(|s| s.contains('\0'));
        if user.text.trim().is_empty() && assistant.text.trim().is_empty() {
            Err(InvalidTurn::Empty)
        } else if has_nul(&user) || has_nul(&assistant) {
            Err(InvalidTurn::Nul)
        } else {
            Ok(Self { user, assistant, at, key: None })
        }
    }

    /// The same turn, remembered at most once for this key.
    #[must_use]
    pub fn with_key(mut self, key: TurnKey) -> Self {
        self.key = Some(key);
        self
    }

    /// What one side said.
    pub fn message(&self, side: Side) -> &Message {
        match side {
            Side::User => &self.user,
            Side::Assistant => &self.assistant,
        }
    }

    /// What both sides said, one after the other.
    pub fn text(&self) -> String {
        format!("{}\n{}", self.user.text, self.assistant.text)
    }

    /// What the user said.
    pub fn user(&self) -> &Message {
        &self.user
    }

    /// What the assistant said.
    pub fn assistant(&self) -> &Message {
        &self.assistant
    }

    /// When it was said.
    pub fn at(&self) -> Moment {
        self.at
    }

    /// What makes it the same turn as another, if anything does.
    pub fn key(&self) -> Option<&TurnKey> {
        self.key.as_ref()
    }
}
