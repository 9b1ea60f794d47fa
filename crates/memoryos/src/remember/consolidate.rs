//! Second step: pending pages are chained, grouped by topic, and join segments or found them.

use std::collections::BTreeMap;

use jiff::Timestamp;

use super::likeness::Comparison;
use crate::{
    error::MemoryError,
    memory::Memory,
    ports::{Batch, BatchPage, Change, Consolidation, DistillError, JobKind, LeasedJob, Topic},
    tiers::mid_term::{Candidate, Home, coldest, due, home, merge_keywords, merge_summaries},
    types::{Chain, ChainId, Embedding, Owner, Page, PageState, Place, Segment, SegmentId, SegmentStats},
    view::View,
};

/// What the distiller is shown, held while it works: the view goes on meanwhile.
struct PendingBatch {
    previous: Option<(EmbeddedPage, String)>,
    pages: Vec<EmbeddedPage>,
}

struct EmbeddedPage {
    page: Page,
    embedding: Option<Embedding>,
}

impl Memory {
    /// Consolidates the oldest batch of pending pages; returns how many pages settled.
    #[tracing::instrument(level = "debug", skip_all, fields(job = %job.job.id))]
    pub(super) async fn consolidate(&self, job: &LeasedJob) -> Result<usize, MemoryError> {
        let owner = &job.job.owner;
        let limit = self.config.mid_term.batch_pages;
        let batch = self.look(owner, |view| PendingBatch::read(view, limit)).await?;
        if batch.pages.is_empty() {
            return self.finish_idle(job).await;
        }
        let grouped = self.group(job, &batch).await?;
        self.transact(owner, |view| {
            let mut settling = Settling::new(self, view);
            let mut changes = settling.settle(owner, &batch, &grouped);
            changes.push(Change::FinishJob(job.clone()));
            Ok((changes, batch.pages.len()))
        })
        .await
    }

    async fn group(&self, job: &LeasedJob, batch: &PendingBatch) -> Result<Consolidation, MemoryError> {
        let shown = batch.shown(&job.job.owner);
        let whole = |grouped: Consolidation| {
            let name = || self.distiller.name().to_owned();
            grouped
                .covers(batch.pages.len())
                .then_some(grouped)
                .ok_or_else(|| DistillError::Incomplete { name: name() })
        };
        match self.distiller.consolidate(&shown).await.and_then(whole) {
            Ok(grouped) => Ok(grouped),
            Err(error) => match self.stand_in(job, &error) {
                Some(offline) => Ok(offline.consolidate(&shown).await?),
                None => Err(error.into()),
            },
        }
    }
}

impl PendingBatch {
    fn read(view: &View, limit: usize) -> Self {
        let state = &view.state;
        let embedded = |page: &Page| EmbeddedPage {
            page: page.clone(),
            embedding: view.index.page_embedding(state, page.id),
        };
        let pages: Vec<EmbeddedPage> = state.pending().take(limit).map(embedded).collect();
        let before = pages.first().and_then(|first| state.position(first.page.id)?.checked_sub(1));
        let previous = before.map(|position| {
            let page = state.page_at(position);
            let chain = page.state.chain.and_then(|id| state.chain(id));
            (embedded(page), chain.map(|c| c.summary.clone()).unwrap_or_default())
        });
        Self { previous, pages }
    }

    fn shown<'a>(&'a self, owner: &'a Owner) -> Batch<'a> {
        let shown = |p: &'a EmbeddedPage| BatchPage { page: &p.page, embedding: p.embedding.as_ref() };
        Batch {
            owner,
            previous: self.previous.as_ref().map(|(page, summary)| (shown(page), summary.as_str())),
            pages: self.pages.iter().map(shown).collect(),
        }
    }
}

/// A grouped batch meeting the memory as it is now.
struct Settling<'a> {
    memory: &'a Memory,
    view: &'a View,
    now: Timestamp,
    /// Segments as they will be.
    segments: BTreeMap<SegmentId, Segment>,
    comparison: Comparison<'a>,
}

impl<'a> Settling<'a> {
    fn new(memory: &'a Memory, view: &'a View) -> Self {
        let comparison = Comparison::new(view, memory.embedder.spec().languages);
        Self { memory, view, now: memory.now(), segments: BTreeMap::new(), comparison }
    }

    fn settle(&mut self, owner: &Owner, batch: &PendingBatch, grouped: &Consolidation) -> Vec<Change> {
        let is_pending =
            |page: &Page| self.view.state.page(page.id).is_some_and(|p| p.state.place == Place::Pending);
        if !batch.pages.iter().all(|p| is_pending(&p.page)) {
            // Another worker was faster with the same pages; there is nothing left to settle.
            return Vec::new();
        }
        let (chains, chain_of) = self.chain(batch, grouped);
        let mut changes: Vec<Change> = chains.into_iter().map(Change::PutChain).collect();
        let mut homes = vec![None; batch.pages.len()];
        for topic in &grouped.topics {
            self.place_topic(topic, batch, &mut homes);
        }
        for (i, embedded) in batch.pages.iter().enumerate() {
            let place =
                Place::Segment(homes[i].expect("every page has a topic, and every topic places its pages"));
            let state = PageState { place, chain: Some(chain_of[i]), learned: embedded.page.state.learned };
            changes.push(Change::SetPageState(embedded.page.id, state));
        }
        // Join before evicting: a page that warms an old segment must count before the coldest is chosen.
        let stats = self.stats_after(&homes);
        self.evict(&stats);
        changes.extend(self.segments.values().cloned().map(Change::PutSegment));
        changes.extend(self.next_jobs(owner, batch.pages.len(), &stats));
        changes
    }

    /// The chains as they will be, and that of each page.
    fn chain(&self, batch: &PendingBatch, grouped: &Consolidation) -> (Vec<Chain>, Vec<ChainId>) {
        let before = batch.previous.as_ref().and_then(|(p, _)| self.view.state.page(p.page.id)?.state.chain);
        let mut current = before;
        let mut chain_of = Vec::new();
        for continues in &grouped.continues {
            let chain = match current {
                Some(chain) if *continues => chain,
                _ => ChainId::from_bits(self.memory.ids.fresh()),
            };
            current = Some(chain);
            chain_of.push(chain);
        }
        let mut ids = chain_of.clone();
        ids.dedup();
        let chains = ids.into_iter().map(|id| self.chain_after(id, &chain_of, batch, grouped)).collect();
        (chains, chain_of)
    }

    fn chain_after(
        &self,
        id: ChainId,
        chain_of: &[ChainId],
        batch: &PendingBatch,
        grouped: &Consolidation,
    ) -> Chain {
        let last = chain_of.iter().rposition(|c| *c == id).expect("ids are those of pages");
        let last_page = batch.pages[last].page.id;
        if last + 1 == chain_of.len() {
            return Chain { id, summary: grouped.chain_summary.clone(), last_page };
        }
        let told = |topic: &&Topic| topic.pages.iter().any(|p| chain_of[*p] == id);
        let before = self.view.state.chain(id).map_or("", |c| &c.summary);
        let limit = self.memory.config.mid_term.summary_tokens;
        let summary = grouped
            .topics
            .iter()
            .filter(told)
            .fold(before.to_owned(), |summary, topic| merge_summaries(&summary, &topic.summary, limit));
        Chain { id, summary, last_page }
    }

    /// Each page of the topic joins the fittest segment; those that fit none found one together.
    fn place_topic(&mut self, topic: &Topic, batch: &PendingBatch, homes: &mut [Option<SegmentId>]) {
        let mut founded = None;
        for &i in &topic.pages {
            let EmbeddedPage { page, embedding } = &batch.pages[i];
            let alike = self.comparison.with_segments(page, embedding.as_ref());
            let candidates = alike.iter().map(|(id, similarity)| Candidate {
                id: *id,
                similarity: *similarity,
                keywords: &self.current(*id).keywords,
            });
            let threshold = self.memory.config.mid_term.join_threshold;
            let id = match home(candidates, &topic.keywords, threshold) {
                Home::Join(id, _) => id,
                Home::Found => *founded.get_or_insert_with(|| SegmentId::from_bits(self.memory.ids.fresh())),
            };
            homes[i] = Some(id);
            self.join(id, topic, page.turn.at().at);
        }
    }

    fn current(&self, id: SegmentId) -> &Segment {
        let there = self.segments.get(&id).or_else(|| self.view.state.segment(id));
        there.expect("candidates are segments of this state")
    }

    fn join(&mut self, id: SegmentId, topic: &Topic, said_at: Timestamp) {
        let config = &self.memory.config.mid_term;
        let known = self.segments.get(&id).or_else(|| self.view.state.segment(id));
        // Import dated ahead of this clock is no reason to stay warm for longer than anything said now.
        let said_at = said_at.min(self.now);
        let segment = match known {
            Some(segment) => Segment {
                summary: merge_summaries(&segment.summary, &topic.summary, config.summary_tokens),
                keywords: merge_keywords(&segment.keywords, &topic.keywords, config.keywords),
                last_visit: segment.last_visit.max(said_at),
                ..segment.clone()
            },
            None => Segment {
                id,
                summary: topic.summary.clone(),
                keywords: merge_keywords(&[], &topic.keywords, config.keywords),
                visits: 0,
                last_visit: said_at,
                founded_at: self.now,
                archived_at: None,
            },
        };
        self.segments.insert(id, segment);
    }

    /// The stats of every segment in mid-term memory once the pages have moved into their homes.
    fn stats_after(&self, homes: &[Option<SegmentId>]) -> Vec<SegmentStats> {
        let state = &self.view.state;
        let unchanged = state.active_segments().filter(|s| !self.segments.contains_key(&s.id));
        let joined = |id| homes.iter().filter(|home| **home == Some(id)).count() as u32;
        let joined_ones = self.segments.values().map(|s| {
            let before = state.stats(s);
            SegmentStats { unread_pages: before.unread_pages + joined(s.id), ..before }
        });
        unchanged.map(|s| state.stats(s)).chain(joined_ones).collect()
    }

    fn evict(&mut self, stats: &[SegmentStats]) {
        let newcomers: Vec<SegmentId> = self.segments.keys().copied().collect();
        let config = &self.memory.config;
        for id in coldest(stats, &newcomers, config.mid_term.capacity, self.now, &config.heat) {
            let segment = Segment { archived_at: Some(self.now), ..self.current(id).clone() };
            self.segments.insert(id, segment);
        }
    }

    fn next_jobs(&self, owner: &Owner, settled: usize, stats: &[SegmentStats]) -> Vec<Change> {
        let left = self.view.state.pending().len() - settled;
        let mut jobs = Vec::new();
        if left > 0 {
            jobs.push(self.memory.consolidation_job(owner, left));
        }
        if !due(stats, self.memory.heat_threshold(), self.now, &self.memory.config.heat).is_empty() {
            jobs.push(self.memory.new_job(owner, JobKind::Learn, self.now));
        }
        jobs
    }
}
