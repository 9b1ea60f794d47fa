//! `Memory` and its verbs: where the two paths begin.

use std::sync::Arc;

use jiff::Timestamp;

use crate::{
    config::Config,
    distill::{llm::LlmDistiller, offline::OfflineDistiller},
    error::MemoryError,
    ledger::{Metered, a_day_before},
    ports::{
        Change, Clock, Distiller, Embedder, IdSource, Job, JobKind, Llm, OwnerStatus, Spend, Store,
        StoreError,
    },
    types::{JobId, Owner, SegmentId},
    view::{Slot, View, Views},
};

/// What a memory is made of. Everything it asks of the outside comes in here.
pub struct Parts {
    /// Where memories rest.
    pub store: Arc<dyn Store>,
    /// Texts to vectors.
    pub embedder: Arc<dyn Embedder>,
    /// Answers and distils, where there is one. Its calls are written to the ledger.
    pub llm: Option<Arc<dyn Llm>>,
    /// Pages to topics, facts and traits; `None` for the model where there is one, and rules where there is not.
    pub distiller: Option<Arc<dyn Distiller>>,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Fresh ids.
    pub ids: Arc<dyn IdSource>,
}

/// The memory of any number of owners. Cheap to share behind an `Arc`; every verb may be called at any time from
/// any task.
pub struct Memory {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) embedder: Arc<dyn Embedder>,
    pub(crate) llm: Option<Arc<dyn Llm>>,
    pub(crate) distiller: Arc<dyn Distiller>,
    pub(crate) offline: OfflineDistiller,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) ids: Arc<dyn IdSource>,
    pub(crate) config: Config,
    views: Views,
}

/// Counts, sizes and costs of one owner's memory.
#[derive(Clone, Debug)]
pub struct Status {
    /// What each tier holds.
    pub counts: OwnerStatus,
    /// Jobs that are not done, oldest first.
    pub jobs: Vec<Job>,
    /// Model calls of all time, by purpose.
    pub spend: Vec<Spend>,
    /// Model calls of the last 24 hours, by purpose.
    pub spend_today: Vec<Spend>,
    /// Bytes the store takes on disk, for all owners together.
    pub store_bytes: u64,
    /// Bytes the views of all owners take in this process.
    pub index_bytes: usize,
}

impl Memory {
    /// Puts a memory together.
    ///
    /// # Errors
    /// When a setting is out of its bounds.
    pub fn new(parts: Parts, config: Config) -> Result<Self, MemoryError> {
        config.validate()?;
        let Parts { store, embedder, llm, distiller, clock, ids } = parts;
        let llm = llm.map(|llm| -> Arc<dyn Llm> {
            let (store, clock) = (Arc::clone(&store), Arc::clone(&clock));
            Arc::new(Metered { llm, store, clock, daily_tokens: config.ledger.daily_tokens })
        });
        let distiller = distiller.unwrap_or_else(|| match &llm {
            Some(llm) => Arc::new(LlmDistiller::new(Arc::clone(llm))),
            None => Arc::new(OfflineDistiller),
        });
        let views = Views::new(config.index.cache_bytes);
        Ok(Self { store, embedder, llm, distiller, offline: OfflineDistiller, clock, ids, config, views })
    }

    /// The numbers it works with.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Every owner with at least one page, in order.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn owners(&self) -> Result<Vec<Owner>, MemoryError> {
        Ok(self.store.owners().await?)
    }

    /// Counts, sizes and costs, without reading the memory itself.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn status(&self, owner: &Owner) -> Result<Status, MemoryError> {
        let store = &self.store;
        let yesterday = a_day_before(self.now());
        Ok(Status {
            counts: store.status(owner).await?,
            jobs: store.jobs(Some(owner)).await?,
            spend: store.spend(owner, Timestamp::MIN).await?,
            spend_today: store.spend(owner, yesterday).await?,
            store_bytes: store.bytes_on_disk().await?,
            index_bytes: self.views.bytes(),
        })
    }

    /// Jobs of all owners that are not done, oldest first.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn jobs(&self) -> Result<Vec<Job>, MemoryError> {
        Ok(self.store.jobs(None).await?)
    }

    /// Model calls since a moment, by purpose.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn spend_since(&self, owner: &Owner, since: Timestamp) -> Result<Vec<Spend>, MemoryError> {
        Ok(self.store.spend(owner, since).await?)
    }

    /// Lets `look` see an owner's memory as it is now. Nothing is written.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn look<T>(&self, owner: &Owner, look: impl FnOnce(&View) -> T) -> Result<T, MemoryError> {
        let slot = self.fresh_slot(owner).await?;
        let seen = look(&slot.read());
        Ok(seen)
    }

    /// Brings a segment back from the archive. One that is not archived stays as it is. The fullest tier then
    /// lets its coldest go at the next consolidation.
    ///
    /// # Errors
    /// When there is no such segment, or the store fails.
    pub async fn restore_segment(&self, owner: &Owner, id: SegmentId) -> Result<(), MemoryError> {
        let now = self.now();
        self.refreshed_transact(owner, |view| {
            let mut segment = view.state.segment(id).ok_or(MemoryError::NoSuchSegment(id))?.clone();
            if segment.archived_at.take().is_none() {
                return Ok((Vec::new(), ()));
            }
            segment.last_visit = segment.last_visit.max(now);
            Ok((vec![Change::PutSegment(segment)], ()))
        })
        .await
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.clock.now()
    }

    pub(crate) fn new_job(&self, owner: &Owner, kind: JobKind, not_before: Timestamp) -> Change {
        Change::AddJob(Job {
            id: JobId::from_bits(self.ids.fresh()),
            owner: owner.clone(),
            kind,
            created_at: self.now(),
            not_before,
            attempts: 0,
            leased_until: None,
            last_error: None,
        })
    }

    /// The owner's slot, its view as new as the store.
    pub(crate) async fn fresh_slot(&self, owner: &Owner) -> Result<Arc<Slot>, MemoryError> {
        let slot = self.slot(owner);
        self.refresh(owner, &slot).await?;
        Ok(slot)
    }

    /// The owner's slot, its view fresh and cut into words.
    pub(crate) async fn searchable_slot(&self, owner: &Owner) -> Result<Arc<Slot>, MemoryError> {
        let slot = self.fresh_slot(owner).await?;
        if slot.read().index.passage_words().is_none() {
            let mut view = slot.write();
            let View { state, index } = &mut *view;
            index.ensure_words(state);
            self.views.settle_size(owner, view.bytes());
        }
        Ok(slot)
    }

    /// Decides on the owner's memory as it is, and commits; when another writer was first, decides anew.
    ///
    /// `decide` gives the changes and what to return once they are durable. No changes, no commit.
    pub(crate) async fn transact<T>(
        &self,
        owner: &Owner,
        mut decide: impl FnMut(&View) -> Result<(Vec<Change>, T), MemoryError>,
    ) -> Result<T, MemoryError> {
        let slot = self.slot(owner);
        let _writing = slot.writing.lock().await;
        let attempts = self.config.store.commit_attempts;
        for attempt in 0..attempts {
            // The first attempt trusts what this process committed last: if that is stale, the store says so.
            if attempt > 0 || slot.read().state.revision().0 == 0 {
                self.refresh(owner, &slot).await?;
            }
            let (base, (changes, outcome)) = {
                let view = slot.read();
                (view.state.revision(), decide(&view)?)
            };
            if changes.is_empty() {
                return Ok(outcome);
            }
            match self.store.commit(owner, base, &changes).await {
                Ok(revision) => {
                    let mut view = slot.write();
                    // A reader may have caught up with this commit already, and with others after it.
                    if view.state.revision() == base {
                        view.apply_changes(&changes, revision);
                        self.views.settle_size(owner, view.bytes());
                    }
                    return Ok(outcome);
                }
                Err(StoreError::Conflict { .. }) => {
                    // Whoever was first may be first again; step back a little longer each time.
                    self.clock.sleep(std::time::Duration::from_millis(u64::from(attempt.min(20)))).await;
                }
                Err(error) => return Err(error.into()),
            }
        }
        Err(MemoryError::Overtaken { attempts })
    }

    /// The same on fresh state from the first attempt on: for decisions that may turn out to be none.
    pub(crate) async fn refreshed_transact<T>(
        &self,
        owner: &Owner,
        decide: impl FnMut(&View) -> Result<(Vec<Change>, T), MemoryError>,
    ) -> Result<T, MemoryError> {
        self.fresh_slot(owner).await?;
        self.transact(owner, decide).await
    }

    fn slot(&self, owner: &Owner) -> Arc<Slot> {
        let (dimensions, passage_tokens) = self.index_shape();
        self.views.slot(owner, || View::new(dimensions, passage_tokens))
    }

    /// Catches up with the store, if it has gone on.
    async fn refresh(&self, owner: &Owner, slot: &Slot) -> Result<(), MemoryError> {
        let held = slot.read().state.revision();
        if self.store.revision(owner).await? == held {
            return Ok(());
        }
        let spec = self.embedder.spec();
        let delta = self.store.changes_since(owner, held, &spec.model_id).await?;
        let (dimensions, passage_tokens) = self.index_shape();
        let mut view = slot.write();
        view.apply_delta(&delta, dimensions, passage_tokens);
        self.views.settle_size(owner, view.bytes());
        Ok(())
    }

    fn index_shape(&self) -> (usize, usize) {
        (self.embedder.spec().dimensions, self.config.passages.max_tokens)
    }
}
