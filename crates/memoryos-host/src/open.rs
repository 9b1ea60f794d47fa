//! From settings to a memory: the store is opened, the models are chosen, nothing heavy is loaded yet.

use std::{path::PathBuf, sync::Arc};

use memoryos::{
    Memory, MemoryError, Parts,
    ports::{Clock, EmbedError, Embedder, Llm, StoreError},
    types::{InvalidId, Owner},
};
use memoryos_models::{MINILM, openai::InvalidOpenAiConfig};
use memoryos_stores::SqliteStore;

use crate::{
    RandomIds, SecretError, Settings, SystemClock,
    models::{embedder, language_model},
    no_embedder::NoEmbedder,
    settings::{EmbedderName, masked},
};

/// Why there is no memory.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The user's or the assistant's name is no id.
    #[error("no memory can belong to {user:?} and {assistant:?}")]
    Owner {
        /// Who should be remembered.
        user: String,
        /// Who should remember.
        assistant: String,
        /// What is wrong.
        #[source]
        source: InvalidId,
    },
    /// The file of the memories cannot be opened.
    #[error("the memory in {} cannot be opened", path.display())]
    Store {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        #[source]
        source: StoreError,
    },
    /// A setting that another one asks for is missing.
    #[error("{present} is set, but {missing} is not")]
    Missing {
        /// What is set.
        present: &'static str,
        /// What it needs.
        missing: &'static str,
    },
    /// The address or the key of a server cannot be used.
    #[error("{section} is not usable")]
    Server {
        /// `llm` or `embedder`.
        section: &'static str,
        /// What is wrong.
        #[source]
        source: InvalidOpenAiConfig,
    },
    /// A key cannot be read.
    #[error(transparent)]
    Secret(#[from] SecretError),
    /// The remote embedder cannot be what the settings say.
    #[error("the embedding server cannot be used")]
    Embedder(#[source] EmbedError),
    /// The settings do not make a memory.
    #[error(transparent)]
    Memory(#[from] MemoryError),
}

/// Which models a memory works with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// The embedder; never [`EmbedderName::Auto`].
    pub embedder: EmbedderName,
    /// The address of the language model, credentials masked, and its name; `None` without one.
    pub llm: Option<(String, String)>,
}

impl Chosen {
    /// What these settings choose on this machine. Looks for files, loads nothing.
    pub fn by(settings: &Settings) -> Self {
        let installed = || MINILM.is_in(&settings.models_path().join(MINILM.model_id));
        let embedder = match settings.embedder.name {
            EmbedderName::Auto if installed() => EmbedderName::Minilm,
            EmbedderName::Auto => EmbedderName::Builtin,
            named => named,
        };
        let llm = &settings.llm;
        Self { embedder, llm: (!llm.url.is_empty()).then(|| (masked(&llm.url), llm.model.clone())) }
    }
}

/// A memory that is ready, with what it was made of.
pub struct Opened {
    /// The memory.
    pub memory: Arc<Memory>,
    /// Its store.
    pub store: SqliteStore,
    /// Whose memory the settings name.
    pub owner: Owner,
    /// The models that were chosen.
    pub chosen: Chosen,
    /// Whether the data folder was made just now.
    pub is_new: bool,
}

/// The memory that these settings describe, for work: the data folder is made where it is missing.
///
/// # Errors
/// When the store cannot be opened, or a model's settings cannot be used.
pub async fn open(settings: &Settings) -> Result<Opened, OpenError> {
    open_with_clock(settings, Arc::new(SystemClock)).await
}

/// The same by a clock of one's own, for conversations that are told again.
///
/// # Errors
/// As [`open`].
pub async fn open_with_clock(settings: &Settings, clock: Arc<dyn Clock>) -> Result<Opened, OpenError> {
    let owner = owner(settings)?;
    let chosen = Chosen::by(settings);
    let llm = language_model(settings)?;
    let embedder = embedder(settings, chosen.embedder).await?;
    let is_new = !settings.store_path().exists();
    let store = file(settings)?;
    let memory = memory(settings, &store, embedder, llm, clock)?;
    Ok(Opened { memory, store, owner, chosen, is_new })
}

/// The same for looking only: no model is made, nothing is searched by meaning, and where there is no memory yet
/// an empty one is shown and none is made.
///
/// # Errors
/// When the store cannot be opened.
pub fn open_to_read(settings: &Settings) -> Result<Opened, OpenError> {
    let owner = owner(settings)?;
    let path = settings.store_path();
    let store = match path.try_exists() {
        Ok(false) => SqliteStore::in_memory().map_err(|source| OpenError::Store { path, source })?,
        _ => file(settings)?,
    };
    let memory = memory(settings, &store, Arc::new(NoEmbedder::for_looking()), None, Arc::new(SystemClock))?;
    Ok(Opened { memory, store, owner, chosen: Chosen::by(settings), is_new: false })
}

fn owner(settings: &Settings) -> Result<Owner, OpenError> {
    settings.owner().map_err(|source| {
        let (user, assistant) = (settings.user.clone(), settings.assistant.clone());
        OpenError::Owner { user, assistant, source }
    })
}

fn file(settings: &Settings) -> Result<SqliteStore, OpenError> {
    let path = settings.store_path();
    SqliteStore::open(&path).map_err(|source| OpenError::Store { path, source })
}

fn memory(
    settings: &Settings,
    store: &SqliteStore,
    embedder: Arc<dyn Embedder>,
    llm: Option<Arc<dyn Llm>>,
    clock: Arc<dyn Clock>,
) -> Result<Arc<Memory>, OpenError> {
    let parts = Parts {
        store: Arc::new(store.clone()),
        embedder,
        llm,
        distiller: None,
        clock,
        ids: Arc::new(RandomIds::default()),
    };
    Ok(Arc::new(Memory::new(parts, settings.memory.clone())?))
}
