//! Passages: the pieces of messages that are embedded and ranked.

use std::ops::Range;

use jiff::{SignedDuration, Timestamp};

use crate::{
    text::passages::passages,
    types::{Page, Side, Turn},
};

/// Pages further apart than this are of different conversations.
const SAME_CONVERSATION: SignedDuration = SignedDuration::from_hours(4);

/// A piece of one message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passage {
    /// The position of its page.
    pub page: usize,
    /// Whose message it is.
    pub side: Side,
    /// Whether it goes on where the passage before it ended: in the same page, or in the next of a conversation.
    pub follows: bool,
    start: u32,
    end: u32,
}

impl Passage {
    /// Its bytes in the message.
    pub fn span(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// The passages of all pages, in order of pages, user before assistant.
#[derive(Clone, Debug)]
pub struct Passages {
    max_tokens: usize,
    all: Vec<Passage>,
    /// For each page where its passages begin; they end where those of the next begin.
    begins: Vec<u32>,
    last_said_at: Option<Timestamp>,
}

impl Passages {
    /// None yet; messages will be cut at `max_tokens`.
    pub fn new(max_tokens: usize) -> Self {
        Self { max_tokens, all: Vec::new(), begins: Vec::new(), last_said_at: None }
    }

    /// Cuts the next page; returns the indexes of its passages.
    pub fn add(&mut self, page: &Page) -> Range<usize> {
        let position = self.begins.len();
        let begin = self.all.len();
        let said_at = page.turn.at().at;
        let is_near = |last: Timestamp| said_at.duration_since(last).abs() <= SAME_CONVERSATION;
        let continues = self.last_said_at.is_some_and(is_near);
        self.last_said_at = Some(said_at);
        self.begins.push(begin as u32);
        for (side, span) in spans(&page.turn, self.max_tokens) {
            let follows = continues || self.all.len() > begin;
            let (start, end) = (span.start as u32, span.end as u32);
            self.all.push(Passage { page: position, side, follows, start, end });
        }
        begin..self.all.len()
    }

    /// How many pages were cut.
    pub fn pages(&self) -> usize {
        self.begins.len()
    }

    /// How many passages there are.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The passage of this index.
    pub fn at(&self, index: usize) -> &Passage {
        &self.all[index]
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Passage> {
        self.all.iter()
    }

    /// The indexes of a page's passages.
    pub fn of_page(&self, position: usize) -> Range<usize> {
        let end = self.begins.get(position + 1).map_or(self.all.len(), |b| *b as usize);
        self.begins[position] as usize..end
    }

    /// Bytes they take in memory.
    pub fn bytes(&self) -> usize {
        self.all.capacity() * size_of::<Passage>() + self.begins.capacity() * size_of::<u32>()
    }
}

/// The texts of a turn's passages, in the order in which their vectors are kept.
pub fn passage_texts(turn: &Turn, max_tokens: usize) -> Vec<&str> {
    spans(turn, max_tokens).map(|(side, span)| &turn.message(side).text[span]).collect()
}

fn spans(turn: &Turn, max_tokens: usize) -> impl Iterator<Item = (Side, Range<usize>)> {
    [Side::User, Side::Assistant].into_iter().flat_map(move |side| {
        passages(&turn.message(side).text, max_tokens).into_iter().map(move |s| (side, s))
    })
}
