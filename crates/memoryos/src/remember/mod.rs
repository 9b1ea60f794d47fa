//! A turn comes in: it is durable and recallable at once, and settles later, step by step.

mod append;
mod consolidate;
mod embed;
mod jobs;
mod learn;
mod likeness;
mod visits;

pub use jobs::{JobReport, Settled};

use crate::{
    error::MemoryError,
    memory::Memory,
    types::{Owner, PageId, Turn},
};

/// What became of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remembered {
    /// The page that keeps it.
    pub page: PageId,
    /// Whether the owner had a page with this turn key already; then nothing was added.
    pub already: bool,
}

impl Memory {
    /// Remembers a turn. Once this returns it is on disk, and any recall finds it by word and by meaning.
    ///
    /// A failing embedder does not fail the call: then the turn is found by word until a job has embedded it.
    ///
    /// # Errors
    /// When the store fails; then nothing was kept.
    pub async fn remember(&self, owner: &Owner, turn: Turn) -> Result<Remembered, MemoryError> {
        let remembered = self.remember_all(owner, vec![turn]).await?;
        Ok(remembered[0])
    }

    /// Remembers turns in their order, all or none, in one commit. Returns as many as it was given.
    ///
    /// # Errors
    /// When the store fails; then none was kept.
    #[tracing::instrument(level = "debug", skip_all, fields(n_turns = turns.len()))]
    pub async fn remember_all(
        &self,
        owner: &Owner,
        turns: Vec<Turn>,
    ) -> Result<Vec<Remembered>, MemoryError> {
        let turns = self.embed_turns(owner, turns).await?;
        self.transact(owner, |view| Ok(append::append(self, owner, view, &turns))).await
    }
}
