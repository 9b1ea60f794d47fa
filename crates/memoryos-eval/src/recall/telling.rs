//! A conversation of a data set becomes a memory.

use std::{collections::HashMap, sync::Arc};

use anyhow::{Context, Result, bail};
use memoryos::{
    Config, Memory, Parts,
    ports::Embedder,
    types::{Owner, PageId},
};
use memoryos_stores::MapStore;
use memoryos_testkit::{ManualClock, SequentialIds};

use crate::datasets::Evaluated;

/// A conversation that was told, at rest in a store from which memories with other recall settings can be opened.
pub(super) struct Told {
    store: Arc<MapStore>,
    clock: Arc<ManualClock>,
    embedder: Arc<dyn Embedder>,
    pub(super) owner: Owner,
    /// The source ids of each page.
    pub(super) sources: HashMap<PageId, Vec<String>>,
}

impl Told {
    /// Remembers the whole conversation and, where asked to, settles it. The clock stands at its last turn.
    ///
    /// # Errors
    /// When a turn is not kept, or work is left over.
    pub(super) async fn new(
        evaluated: &Evaluated,
        embedder: Arc<dyn Embedder>,
        config: &Config,
        settles: bool,
    ) -> Result<Self> {
        let conversation = &evaluated.conversation;
        let last = conversation.turns.iter().map(|turn| turn.at().at).max();
        let last = last.context("a conversation without turns")?;
        let owner =
            Owner::new(conversation.id.as_str(), "assistant").context("the name of a conversation")?;
        let mut told = Self {
            store: Arc::new(MapStore::new()),
            clock: Arc::new(ManualClock::standing(last)),
            embedder,
            owner,
            sources: HashMap::new(),
        };
        let memory = told.memory(config)?;
        let kept = memory.remember_all(&told.owner, conversation.turns.clone()).await?;
        for (remembered, ids) in kept.iter().zip(&conversation.turn_sources) {
            told.sources.entry(remembered.page).or_default().extend(ids.iter().cloned());
        }
        if settles {
            let settled = memory.settle(&told.owner).await?;
            if let Some(job) = settled.waiting.first() {
                bail!(
                    "{} did not settle: {}",
                    conversation.id,
                    job.last_error.as_deref().unwrap_or("no reason")
                );
            }
        }
        Ok(told)
    }

    /// A memory of what was told, with these settings.
    ///
    /// # Errors
    /// When a setting is out of its bounds.
    pub(super) fn memory(&self, config: &Config) -> Result<Memory> {
        let parts = Parts {
            store: Arc::clone(&self.store) as _,
            embedder: Arc::clone(&self.embedder),
            llm: None,
            distiller: None,
            clock: Arc::clone(&self.clock) as _,
            ids: Arc::new(SequentialIds::default()),
        };
        Ok(Memory::new(parts, config.clone())?)
    }
}
