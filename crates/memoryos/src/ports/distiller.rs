//! What turns pages into topics, facts and traits: a language model, or rules.

use async_trait::async_trait;

use super::LlmError;
use crate::types::{AttributeDraft, Embedding, Fact, FactDraft, Owner, Page, Profile, TraitDraft};

/// A page of a batch, with its vector where there is one.
#[derive(Clone, Copy, Debug)]
pub struct BatchPage<'a> {
    /// The page.
    pub page: &'a Page,
    /// The mean of its passages' vectors, without what all of the owner's passages have in common; `None` when it
    /// could not be embedded.
    pub embedding: Option<&'a Embedding>,
}

/// Pages to be grouped, oldest first.
#[derive(Clone, Debug)]
pub struct Batch<'a> {
    /// Whose pages.
    pub owner: &'a Owner,
    /// The page before the first, with the running summary of its chain; `None` for an owner's first batch.
    pub previous: Option<(BatchPage<'a>, &'a str)>,
    /// The pages; at least one.
    pub pages: Vec<BatchPage<'a>>,
}

/// Pages of a batch that are about one thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Topic {
    /// Positions in the batch, ascending.
    pub pages: Vec<usize>,
    /// What they are about, a sentence or two in the language of the pages.
    pub summary: String,
    /// Lower-case words and phrases of the pages, most telling first, no repeats.
    pub keywords: Vec<String>,
}

/// How a batch falls into topics and chains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Consolidation {
    /// For each page, whether it continues the one before it.
    pub continues: Vec<bool>,
    /// Topics; every page stands in exactly one.
    pub topics: Vec<Topic>,
    /// The running summary of the chain that the last page belongs to.
    pub chain_summary: String,
}

/// Pages to learn from, with what is known already.
#[derive(Clone, Debug)]
pub struct Lesson<'a> {
    /// Whose pages.
    pub owner: &'a Owner,
    /// The pages, oldest first; at least one.
    pub pages: Vec<&'a Page>,
    /// The profile so far.
    pub profile: &'a Profile,
    /// The facts so far, so that they need not be told again.
    pub facts: Vec<&'a Fact>,
}

/// What was learned. May be empty: most talk teaches nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lessons {
    /// Facts about the user and the assistant.
    pub facts: Vec<FactDraft>,
    /// Static attributes of the user.
    pub attributes: Vec<AttributeDraft>,
    /// Traits of the user.
    pub traits: Vec<TraitDraft>,
}

/// Why nothing was distilled.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DistillError {
    /// The model gave no usable reply.
    #[error("the model could not be used")]
    Llm(#[from] LlmError),
    /// The pages of a batch do not each stand in exactly one topic.
    #[error("the distiller {name} did not give each page exactly one topic")]
    Incomplete {
        /// Which distiller.
        name: String,
    },
}

impl Consolidation {
    /// Whether each of `n_pages` pages has its continuity and stands in exactly one topic.
    pub fn covers(&self, n_pages: usize) -> bool {
        let mut covered: Vec<usize> = self.topics.iter().flat_map(|t| t.pages.iter().copied()).collect();
        covered.sort_unstable();
        self.continues.len() == n_pages && covered.into_iter().eq(0..n_pages)
    }
}

/// Turns pages into topics, facts and traits.
///
/// Promises: every page of a batch stands in exactly one topic; every source of a lesson is a page of it; a quote
/// stands on its page exactly; what cannot be told is left out, never made up; nothing is kept between calls.
#[async_trait]
pub trait Distiller: Send + Sync {
    /// A name for people: `offline`, or the model's.
    fn name(&self) -> &str;

    /// Whether a call costs money or minutes, so that learning waits until a segment is hot.
    fn is_metered(&self) -> bool;

    /// Groups the pages of a batch.
    async fn consolidate(&self, batch: &Batch<'_>) -> Result<Consolidation, DistillError>;

    /// Learns from pages.
    async fn learn(&self, lesson: &Lesson<'_>) -> Result<Lessons, DistillError>;
}
