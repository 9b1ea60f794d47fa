//! Vectors for what has none: a turn as it comes in, and later whatever was left without.

use crate::{
    error::MemoryError,
    index::passage_texts,
    memory::Memory,
    ports::{Change, EmbedError, LeasedJob, TextRole, Vectors},
    types::{Embedding, Fact, ItemId, Owner, Turn},
    view::View,
};

/// How many texts one call of the embedder gets, at most.
const BATCH_TEXTS: usize = 64;
/// How many pages or facts one job embeds before it commits and makes way.
const JOB_ITEMS: usize = 64;

/// A turn with the vectors of its passages, unless the embedder failed.
pub(super) struct EmbeddedTurn {
    pub(super) turn: Turn,
    pub(super) embeddings: Option<Vec<Embedding>>,
}

impl Memory {
    /// Embeds the turns that are new; a failure leaves them without vectors.
    pub(super) async fn embed_turns(
        &self,
        owner: &Owner,
        turns: Vec<Turn>,
    ) -> Result<Vec<EmbeddedTurn>, MemoryError> {
        let is_known =
            |turn: &Turn, view: &View| turn.key().is_some_and(|k| view.state.page_with_key(k).is_some());
        let known: Vec<bool> = if turns.iter().any(|t| t.key().is_some()) {
            self.look(owner, |view| turns.iter().map(|t| is_known(t, view)).collect()).await?
        } else {
            vec![false; turns.len()]
        };
        let new: Vec<&Turn> =
            turns.iter().zip(&known).filter(|(_, known)| !**known).map(|(t, _)| t).collect();
        let embedded = self.embed_passages(&new).await;
        if let Err(error) = &embedded {
            tracing::warn!(%error, n_turns = new.len(), "remembered without vectors; a job will embed them");
        }
        let mut embedded = embedded.map(Vec::into_iter).ok();
        let attach = |(turn, known): (Turn, bool)| {
            let embeddings = if known { None } else { embedded.as_mut().and_then(Iterator::next) };
            EmbeddedTurn { turn, embeddings }
        };
        Ok(turns.into_iter().zip(known).map(attach).collect())
    }

    /// The vectors of each turn's passages.
    async fn embed_passages(&self, turns: &[&Turn]) -> Result<Vec<Vec<Embedding>>, EmbedError> {
        let passages: Vec<Vec<&str>> =
            turns.iter().map(|turn| passage_texts(turn, self.config.passages.max_tokens)).collect();
        let texts: Vec<&str> = passages.iter().flatten().copied().collect();
        let mut embeddings = self.embed_texts(&texts).await?.into_iter();
        Ok(passages.iter().map(|p| embeddings.by_ref().take(p.len()).collect()).collect())
    }

    /// The vectors of texts that are kept, in batches.
    pub(super) async fn embed_texts(&self, texts: &[&str]) -> Result<Vec<Embedding>, EmbedError> {
        let mut embeddings = Vec::with_capacity(texts.len());
        for batch in texts.chunks(BATCH_TEXTS) {
            embeddings.extend(self.embedder.embed(batch, TextRole::Passage).await?);
        }
        Ok(embeddings)
    }

    /// The change that gives an item its vectors under the present model.
    pub(super) fn put_vectors(&self, item: ItemId, embeddings: Vec<Embedding>) -> Change {
        Change::PutVectors(Vectors { item, model_id: self.embedder.spec().model_id.clone(), embeddings })
    }

    /// Does an embed job: some of what lacks vectors gets them; another job follows while more is left.
    pub(super) async fn embed_missing(&self, job: &LeasedJob) -> Result<usize, MemoryError> {
        let owner = &job.job.owner;
        let (pages, facts) = self
            .look(owner, |view| {
                let pages = view.index.pages_without_vectors(&view.state).take(JOB_ITEMS);
                let facts = view.index.facts_without_vectors().take(JOB_ITEMS);
                let facts = facts.filter_map(|id| view.state.fact(id).cloned());
                (pages.cloned().collect::<Vec<_>>(), facts.collect::<Vec<Fact>>())
            })
            .await?;
        let turns: Vec<&Turn> = pages.iter().map(|p| &p.turn).collect();
        let page_items = pages.iter().map(|p| ItemId::Page(p.id)).zip(self.embed_passages(&turns).await?);
        let texts: Vec<&str> = facts.iter().map(|f| f.text.as_str()).collect();
        let fact_vectors = self.embed_texts(&texts).await?.into_iter().map(|e| vec![e]);
        let fact_items = facts.iter().map(|f| ItemId::Fact(f.id)).zip(fact_vectors);
        let mut changes: Vec<Change> = page_items
            .chain(fact_items)
            .map(|(item, embeddings)| self.put_vectors(item, embeddings))
            .collect();
        let embedded = changes.len();
        if embedded >= JOB_ITEMS {
            changes.push(self.new_job(owner, job.job.kind, self.now()));
        }
        changes.push(Change::FinishJob(job.clone()));
        // Vectors depend on nothing but the words, which never change: no need to look at the view again.
        self.transact(owner, |_| Ok((changes.clone(), ()))).await?;
        Ok(embedded)
    }
}
