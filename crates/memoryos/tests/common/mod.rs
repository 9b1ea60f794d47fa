//! A memory whose clock, ids and models are at hand.
#![allow(dead_code, reason = "each suite uses a part of it")]

use std::sync::Arc;

use memoryos::{
    Config, Memory, Parts,
    ports::{Clock, Distiller, Llm, Store},
    types::{Message, Moment, Owner, Place, Turn},
};
use memoryos_stores::MapStore;
use memoryos_testkit::{HashEmbedder, ManualClock, SequentialIds};

pub(crate) struct World {
    pub(crate) memory: Arc<Memory>,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) clock: Arc<ManualClock>,
    pub(crate) ids: Arc<SequentialIds>,
    pub(crate) ana: Owner,
}

/// What differs from a memory by default: nothing, unless said.
#[derive(Default)]
pub(crate) struct Setup {
    pub(crate) config: Config,
    pub(crate) store: Option<Arc<dyn Store>>,
    pub(crate) llm: Option<Arc<dyn Llm>>,
    pub(crate) distiller: Option<Arc<dyn Distiller>>,
}

pub(crate) fn world() -> World {
    Setup::default().build()
}

impl Setup {
    pub(crate) fn build(self) -> World {
        self.build_with(Arc::new(ManualClock::at("2026-03-01T09:00:00Z")), Arc::default())
    }

    /// With the clock and the ids of another world.
    pub(crate) fn build_beside(self, other: &World) -> World {
        self.build_with(Arc::clone(&other.clock), Arc::clone(&other.ids))
    }

    fn build_with(self, clock: Arc<ManualClock>, ids: Arc<SequentialIds>) -> World {
        let store = self.store.unwrap_or_else(|| Arc::new(MapStore::default()));
        let memory = Arc::new(memory(&store, &clock, &ids, self.config, self.llm, self.distiller));
        World { memory, store, clock, ids, ana: owner("ana") }
    }
}

impl World {
    /// The same store in another handle, as another process would have it.
    pub(crate) fn reopened(&self, config: Config) -> Self {
        let memory = Arc::new(memory(&self.store, &self.clock, &self.ids, config, None, None));
        Self {
            memory,
            store: Arc::clone(&self.store),
            clock: Arc::clone(&self.clock),
            ids: Arc::clone(&self.ids),
            ana: self.ana.clone(),
        }
    }

    pub(crate) fn clock_now(&self) -> jiff::Timestamp {
        self.clock.now()
    }

    /// Remembers a turn said now.
    pub(crate) async fn say(&self, user: &str, assistant: &str) {
        let turn = self.turn(user, assistant);
        self.memory.remember(&self.ana, turn).await.expect("remembered");
    }

    pub(crate) fn turn(&self, user: &str, assistant: &str) -> Turn {
        Turn::new(Message::new(user), Message::new(assistant), Moment::utc(self.clock.now())).expect("a turn")
    }

    /// Pages of ana's by place: short-term, pending, in segments.
    pub(crate) async fn places(&self) -> (usize, usize, usize) {
        let count = |view: &memoryos::View| {
            let of = |wanted: fn(&Place) -> bool| {
                view.state.pages().iter().filter(|p| wanted(&p.state.place)).count()
            };
            (
                of(|p| matches!(p, Place::ShortTerm)),
                of(|p| matches!(p, Place::Pending)),
                of(|p| matches!(p, Place::Segment(_))),
            )
        };
        self.memory.look(&self.ana, count).await.expect("looked")
    }

    /// The user's words of every page, in order.
    pub(crate) async fn words(&self) -> Vec<String> {
        let words =
            |view: &memoryos::View| view.state.pages().iter().map(|p| p.turn.user().text.clone()).collect();
        self.memory.look(&self.ana, words).await.expect("looked")
    }
}

pub(crate) fn owner(user: &str) -> Owner {
    Owner::new(user, "assistant").expect("a name")
}

fn memory(
    store: &Arc<dyn Store>,
    clock: &Arc<ManualClock>,
    ids: &Arc<SequentialIds>,
    config: Config,
    llm: Option<Arc<dyn Llm>>,
    distiller: Option<Arc<dyn Distiller>>,
) -> Memory {
    let parts = Parts {
        store: Arc::clone(store),
        embedder: Arc::new(HashEmbedder::new(64)),
        llm,
        distiller,
        clock: Arc::<ManualClock>::clone(clock),
        ids: Arc::<SequentialIds>::clone(ids),
    };
    Memory::new(parts, config).expect("a valid configuration")
}
