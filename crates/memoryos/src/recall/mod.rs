//! A query comes in: gather what may matter, rank it, pack what fits, and say why. Writes nothing.

mod asked;
mod fit;
mod gather;
mod knowledge;
mod pack;
mod paper;
mod rank;
mod render;

use jiff::Timestamp;

use crate::{
    config::Strategy,
    error::MemoryError,
    memory::Memory,
    ports::TextRole,
    text::{language::latin_share, questions::query_terms},
    tiers::mid_term::HeatParts,
    types::{Embedding, FactId, Moment, Owner, PageId, SegmentId},
};

/// How much a recall may bring back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// As much as fits this many tokens.
    Tokens(usize),
    /// This many items.
    Items(usize),
}

/// What is sought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    /// The question, in the asker's words.
    pub text: String,
    /// How much may come back; `None` for the configured budget.
    pub limit: Option<Limit>,
    /// How memories are ranked; `None` for the configured strategy.
    pub strategy: Option<Strategy>,
    /// When it is asked: what was said later is not recalled. `None` for now.
    pub at: Option<Timestamp>,
    /// Whether archived pages and facts are searched as well.
    pub with_archive: bool,
}

impl Query {
    /// A question with everything else as configured.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), limit: None, strategy: None, at: None, with_archive: false }
    }

    /// The same question with a limit.
    #[must_use]
    pub fn limited(mut self, limit: Limit) -> Self {
        self.limit = Some(limit);
        self
    }
}

/// What kind of memory an item is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ItemKind {
    /// A page, or the part of it that matters, from short-term memory.
    ShortTermPage,
    /// The same from mid-term memory, pending, or the archive.
    Page,
    /// What a segment is about.
    Summary,
    /// Something known of the user or the assistant.
    Fact,
    /// A static attribute or trait of the user.
    Trait,
}

/// A way in which a memory can be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Arm {
    /// It shares words with the query: BM25, as a share of the best.
    Words,
    /// It means something alike: cosine.
    Meaning,
    /// The message before or after it was found.
    Neighbours,
    /// The best of the conversation it belongs to was found.
    Conversation,
    /// What it replaced was found; its score is what that lent.
    Successor,
    /// The user asked in it for something to be done from now on.
    Instruction,
    /// It was said by whom the question is about.
    Speaker,
    /// It was said on a day the question names, or speaks of one.
    Time,
    /// Its segment was found (the paper's first stage).
    Segment,
}

/// How well an item did in one arm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ArmScore {
    /// Which arm.
    pub arm: Arm,
    /// Its place among all memories in that arm, from 1.
    pub rank: usize,
    /// Its score there, in the arm's own unit.
    pub score: f32,
}

/// A memory that came back.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// What kind of memory.
    pub kind: ItemKind,
    /// Its words as they stand in the context.
    pub text: String,
    /// The pages it comes from, oldest first.
    pub sources: Vec<PageId>,
    /// The fact, if it is one.
    pub fact: Option<FactId>,
    /// The segment it is in or sums up.
    pub segment: Option<SegmentId>,
    /// When it was said; for derived memories, first said.
    pub at: Moment,
    /// What it was ranked by, comparable within one recall.
    pub score: f32,
    /// Why: every arm that found it.
    pub arms: Vec<ArmScore>,
    /// The heat of its segment, before this recall warmed it.
    pub heat: Option<HeatParts>,
    /// Tokens of its text.
    pub tokens: usize,
}

/// Why a memory was left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DropReason {
    /// It did not fit any more.
    Budget,
    /// It is too far behind the best.
    Weak,
    /// What it says stands in the context already.
    Duplicate,
}

/// A memory that was considered and left out.
#[derive(Clone, Debug, PartialEq)]
pub struct Dropped {
    /// What kind of memory.
    pub kind: ItemKind,
    /// The pages it comes from.
    pub sources: Vec<PageId>,
    /// What it was ranked by.
    pub score: f32,
    /// Why it was left out.
    pub reason: DropReason,
}

/// What a recall brought back.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recall {
    /// The memories, best first. Empty when nothing is relevant, which is an answer too.
    pub items: Vec<Item>,
    /// The best of what was left out, best first, at most [`MAX_DROPPED`].
    pub dropped: Vec<Dropped>,
    /// The items as one text for a prompt, in order of time.
    pub context: String,
    /// Tokens of the context.
    pub tokens: usize,
    /// How sure it is that the items answer the query, 0 to 1.
    pub confidence: f32,
    /// Segments that delivered a page; whoever asked decides whether to record the visit.
    pub visits: Vec<SegmentId>,
}

/// How many left-out memories a recall tells of.
pub const MAX_DROPPED: usize = 20;

/// A query made ready: its words and its vector.
pub(crate) struct Prepared {
    pub(crate) text: String,
    pub(crate) latin_share: f32,
    pub(crate) terms: Vec<String>,
    /// `None` when the embedder failed: then words alone must do.
    pub(crate) embedding: Option<Embedding>,
    pub(crate) at: Timestamp,
    /// Whether what was said after `at` counts as not said yet.
    pub(crate) looks_back: bool,
    pub(crate) with_archive: bool,
    pub(crate) limit: Limit,
}

impl Prepared {
    /// Whether what was said at this time counts as not said yet.
    pub(crate) fn is_later(&self, at: Timestamp) -> bool {
        self.looks_back && at > self.at
    }
}

impl Memory {
    /// Brings back what is worth saying about a query. Nothing is written; see [`Memory::record_visits`].
    ///
    /// A failing embedder does not fail the call: then words alone are searched.
    ///
    /// # Errors
    /// When the query is blank, or the store fails.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn recall(&self, owner: &Owner, query: &Query) -> Result<Recall, MemoryError> {
        let prepared = self.prepare(query).await?;
        loop {
            let slot = self.searchable_slot(owner).await?;
            let view = slot.read();
            // Another task may have begun a new view since; then its words are not there yet.
            let Some(words) = view.index.passage_words() else { continue };
            return Ok(match query.strategy.unwrap_or(self.config.recall.strategy) {
                Strategy::Hybrid => {
                    pack::hybrid(&self.config, self.embedder.spec().languages, &view, words, &prepared)
                }
                Strategy::Paper => paper::recall(&self.config, &view, words, &prepared),
            });
        }
    }

    async fn prepare(&self, query: &Query) -> Result<Prepared, MemoryError> {
        if query.text.trim().is_empty() {
            return Err(MemoryError::BlankQuery);
        }
        let embedded = self.embedder.embed(&[&query.text], TextRole::Query).await;
        let embedding = embedded.inspect_err(|error| tracing::warn!(%error, "recalling by words alone")).ok();
        Ok(Prepared {
            text: query.text.clone(),
            latin_share: latin_share(&query.text),
            terms: query_terms(&query.text),
            embedding: embedding.and_then(|mut e| e.pop()),
            at: query.at.unwrap_or_else(|| self.now()),
            looks_back: query.at.is_some(),
            with_archive: query.with_archive,
            limit: query.limit.unwrap_or(Limit::Tokens(self.config.recall.budget_tokens)),
        })
    }
}
