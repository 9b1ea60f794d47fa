//! Where a conversation is lived through: a memory in the map store, with a clock that the script moves.

use std::{sync::Arc, time::Duration};

use memoryos::{
    Memory, MemoryError, Parts, View,
    ports::{Clock, Llm},
    recall::{Limit, Query, Recall},
    types::{Message, Moment, Owner, Page, PageId, Place, Segment, SegmentId, Turn},
};
use memoryos_models::StaticEmbedder;
use memoryos_stores::MapStore;
use memoryos_testkit::{ManualClock, SequentialIds};

use super::script::{Script, Spoken};

/// How long a turn takes.
const A_TURN: Duration = Duration::from_mins(1);
/// When a script begins that does not say.
const BEGINNING: &str = "2026-03-02T09:00:00Z";

/// A memory, and what was said to it.
pub(super) struct Stage {
    pub(super) memory: Memory,
    pub(super) owner: Owner,
    clock: Arc<ManualClock>,
    said: Vec<Said>,
}

/// A turn of the script and the page that keeps it.
pub(super) struct Said {
    pub(super) id: String,
    pub(super) page: PageId,
    pub(super) turn: Turn,
}

impl Stage {
    /// An empty memory with the script's settings.
    ///
    /// # Errors
    /// When a setting is out of its bounds.
    pub(super) fn new(script: &Script, llm: Option<Arc<dyn Llm>>) -> Result<Self, MemoryError> {
        let clock = Arc::new(ManualClock::at(BEGINNING));
        let parts = Parts {
            store: Arc::new(MapStore::new()),
            embedder: Arc::new(StaticEmbedder::new()),
            llm,
            distiller: None,
            clock: Arc::<ManualClock>::clone(&clock),
            ids: Arc::new(SequentialIds::default()),
        };
        let memory = Memory::new(parts, script.conversation.settings.clone())?;
        let owner = Owner::new("user", "assistant").expect("both are names");
        Ok(Self { memory, owner, clock, said: Vec::new() })
    }

    /// Sets the clock.
    ///
    /// # Panics
    /// When `at` is no time, which the tests would have told.
    pub(super) fn wait_until(&self, at: &str) {
        self.clock.set(Moment::parse(at).expect("scripts name times").at);
    }

    /// # Errors
    /// When the memory fails.
    pub(super) async fn remember(&mut self, spoken: &Spoken) -> Result<(), MemoryError> {
        let at = Moment::utc(self.clock.now());
        let turn = Turn::new(Message::new(&*spoken.user), Message::new(&*spoken.assistant), at)
            .expect("in every turn of a script someone speaks");
        let page = self.memory.remember(&self.owner, turn.clone()).await?.page;
        self.said.push(Said { id: spoken.id.clone(), page, turn });
        self.clock.advance(A_TURN);
        Ok(())
    }

    /// # Errors
    /// When the memory fails. What a model could not do shows in the checks.
    pub(super) async fn settle(&self) -> Result<(), MemoryError> {
        self.memory.settle(&self.owner).await.map(drop)
    }

    /// # Errors
    /// When the memory fails.
    pub(super) async fn visit(&self, turn: &str) -> Result<(), MemoryError> {
        let segment = self.look(|view| self.segment(view, turn).map(|segment| segment.id)).await?;
        let visited: Vec<SegmentId> = segment.into_iter().collect();
        self.memory.record_visits(&self.owner, &visited).await
    }

    /// # Errors
    /// When the memory fails.
    pub(super) async fn restore(&self, turn: &str) -> Result<(), MemoryError> {
        match self.look(|view| self.segment(view, turn).map(|segment| segment.id)).await? {
            Some(id) => self.memory.restore_segment(&self.owner, id).await,
            None => Ok(()),
        }
    }

    /// # Errors
    /// When the store fails.
    pub(super) async fn look<T>(&self, look: impl FnOnce(&View) -> T) -> Result<T, MemoryError> {
        self.memory.look(&self.owner, look).await
    }

    /// # Errors
    /// When the store fails.
    pub(super) async fn recall(&self, query: &str, limit: Option<Limit>) -> Result<Recall, MemoryError> {
        self.memory.recall(&self.owner, &Query { limit, ..Query::new(query) }).await
    }

    /// When it is.
    pub(super) fn now(&self) -> jiff::Timestamp {
        self.clock.now()
    }

    /// Every turn said so far.
    pub(super) fn said(&self) -> &[Said] {
        &self.said
    }

    /// The turn of this id.
    ///
    /// # Panics
    /// When the script has not said it yet, which the tests would have told.
    pub(super) fn turn(&self, id: &str) -> &Said {
        self.said.iter().find(|said| said.id == id).unwrap_or_else(|| panic!("{id} has not been said"))
    }

    /// The script's name for a page.
    pub(super) fn name(&self, page: PageId) -> &str {
        self.said.iter().find(|said| said.page == page).map_or("a page nobody said", |said| &said.id)
    }

    /// The segment that holds the turn, once it is in one.
    pub(super) fn segment<'a>(&self, view: &'a View, turn: &str) -> Option<&'a Segment> {
        let page: &Page = view.state.page(self.turn(turn).page)?;
        match page.state.place {
            Place::Segment(id) => view.state.segment(id),
            Place::ShortTerm | Place::Pending => None,
        }
    }
}
