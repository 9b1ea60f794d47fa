//! Passages: the pieces of messages that are embedded and ranked.

use std::ops::Range;

use jiff::{SignedDuration, Timestamp};

use crate::{
    text::{instructions::has_standing_instruction, passages::passages},
    types::{Page, Side, Turn},
};

/// Pages further apart than this were not said in one sitting.
const SAME_SITTING: SignedDuration = SignedDuration::from_hours(4);

/// A piece of one message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passage {
    /// The position of its page.
    pub page: usize,
    /// Whose message it is.
    pub side: Side,
    /// The sitting it belongs to: pages that followed one another with no long pause share one.
    pub sitting: u32,
    /// Whether the user asks in it for something to be done from now on.
    pub instructs: bool,
    /// Who speaks, as a place in [`Passages::speakers`]; `None` for a message without a name.
    pub speaker: Option<u16>,
    start: u32,
    end: u32,
}

impl Passage {
    /// Its bytes in the message.
    pub fn span(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Its words; `page` is the page it is of.
    pub fn text<'a>(&self, page: &'a Page) -> &'a str {
        &page.turn.message(self.side).text[self.span()]
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
    /// How many sittings there were.
    sittings: u32,
    speakers: Vec<Box<str>>,
}

impl Passages {
    /// None yet; messages will be cut at `max_tokens`.
    pub fn new(max_tokens: usize) -> Self {
        Self {
            max_tokens,
            all: Vec::new(),
            begins: Vec::new(),
            last_said_at: None,
            sittings: 0,
            speakers: Vec::new(),
        }
    }

    /// Cuts the next page; returns the indexes of its passages.
    pub fn add(&mut self, page: &Page) -> Range<usize> {
        let position = self.begins.len();
        let begin = self.all.len();
        let said_at = page.turn.at().at;
        let is_near = |last: Timestamp| said_at.duration_since(last).abs() <= SAME_SITTING;
        if !self.last_said_at.is_some_and(is_near) {
            self.sittings += 1;
        }
        self.last_said_at = Some(said_at);
        self.begins.push(begin as u32);
        for (side, span) in spans(&page.turn, self.max_tokens) {
            let (start, end) = (span.start as u32, span.end as u32);
            let speaker = page.turn.message(side).speaker.as_deref().and_then(|name| self.speaker(name));
            let text = &page.turn.message(side).text[span];
            let instructs = side == Side::User && has_standing_instruction(text);
            self.all.push(Passage {
                page: position,
                side,
                sitting: self.sittings,
                instructs,
                speaker,
                start,
                end,
            });
        }
        begin..self.all.len()
    }

    /// The names of all who speak, in order of their first word.
    pub fn speakers(&self) -> &[Box<str>] {
        &self.speakers
    }

    /// The place of a speaker, a new one if need be; `None` in a crowd too large to tell apart.
    fn speaker(&mut self, name: &str) -> Option<u16> {
        let known = self.speakers.iter().position(|s| s.eq_ignore_ascii_case(name));
        let place = u16::try_from(known.unwrap_or(self.speakers.len())).ok()?;
        if known.is_none() {
            self.speakers.push(name.into());
        }
        Some(place)
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

    /// Whether the passage goes on where the one before it ended.
    pub fn follows(&self, index: usize) -> bool {
        index > 0 && self.all[index].sitting == self.all[index - 1].sitting
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
