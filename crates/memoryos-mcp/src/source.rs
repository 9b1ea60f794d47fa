//! The memory behind the tools: open already, or opened after the client has been answered for the first time.

use std::{sync::Arc, time::Duration};

use memoryos::{Memory, recall::Query};
use memoryos_host::{Chosen, DEFAULT_IDLE, Settings, Worker};
use tokio::sync::{Mutex, OnceCell};

use crate::error::ToolError;

/// How long a call waits for a memory that is being opened. A remote embedder may take its time to answer; clients
/// give up on a call after a minute or so, and are better told to come again.
const OPENING_LIMIT: Duration = Duration::from_secs(20);

/// A memory that is ready, with what it was made of.
#[derive(Clone)]
pub struct Served {
    /// The memory.
    pub memory: Arc<Memory>,
    /// What was set; names the owner where a call names none.
    pub settings: Settings,
    /// The models that were chosen.
    pub chosen: Chosen,
}

/// Where the memory comes from.
pub(crate) struct Source {
    pub(crate) settings: Settings,
    cell: OnceCell<Arc<Served>>,
    worker: Mutex<Option<Worker>>,
}

impl Source {
    /// A memory that is open already; whoever opened it does its jobs.
    pub(crate) fn ready(served: Served) -> Self {
        let settings = served.settings.clone();
        Self { settings, cell: OnceCell::new_with(Some(Arc::new(served))), worker: Mutex::new(None) }
    }

    /// A memory that the first who asks opens. From then on its jobs are done too.
    pub(crate) fn unopened(settings: Settings) -> Self {
        Self { settings, cell: OnceCell::new(), worker: Mutex::new(None) }
    }

    /// The memory, opened if need be. After a failure the next call tries again.
    ///
    /// # Errors
    /// When it cannot be opened, or not soon enough.
    pub(crate) async fn served(&self) -> Result<Arc<Served>, ToolError> {
        let opening = self.cell.get_or_try_init(|| self.open());
        match tokio::time::timeout(OPENING_LIMIT, opening).await {
            Ok(served) => Ok(Arc::clone(served?)),
            Err(_) => Err(ToolError::new(
                "warming_up",
                "the memory is still being opened; nothing was done, call again in a moment",
            )),
        }
    }

    async fn open(&self) -> Result<Arc<Served>, ToolError> {
        let opened = memoryos_host::open(&self.settings).await.map_err(|error| {
            tracing::error!(error = &error as &dyn std::error::Error, "the memory cannot be opened");
            ToolError::new("unavailable", error.to_string())
        })?;
        *self.worker.lock().await = Some(Worker::start(Arc::clone(&opened.memory), DEFAULT_IDLE));
        let settings = self.settings.clone();
        Ok(Arc::new(Served { memory: opened.memory, settings, chosen: opened.chosen }))
    }

    /// Opens the memory and recalls once, so that models and index are loaded before the first call needs them.
    pub(crate) async fn warm_up(&self) {
        let Ok(served) = self.served().await else { return };
        let Ok(owner) = self.settings.owner() else { return };
        // Whatever is asked will do: a recall writes nothing.
        if let Err(error) = served.memory.recall(&owner, &Query::new("warm up")).await {
            tracing::debug!(%error, "nothing was loaded ahead");
        }
    }

    /// Finishes the job in hand.
    pub(crate) async fn close(&self) {
        if let Some(worker) = self.worker.lock().await.take() {
            worker.stop().await;
        }
    }
}
