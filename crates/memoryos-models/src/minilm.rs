//! all-MiniLM-L6-v2, the original's default embedder, where it has been installed.

mod model;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use async_trait::async_trait;
use memoryos::ports::{BoxError, EmbedError, Embedder, EmbedderSpec, Languages, TextRole};
use memoryos::types::Embedding;
use tokio::sync::OnceCell;
use tokio::task::spawn_blocking;

use self::model::Model;
use crate::install::MINILM;

/// Word pieces the model reads, its two markers among them: what it was trained with. The tokenizer file that comes
/// with it says 128, which would cut the tail off long pages.
const MAX_TOKENS: usize = 256;

/// Embeds with all-MiniLM-L6-v2 on the processor. English.
///
/// The model is loaded by the first call that needs it, once, away from the async threads; it then takes some 190 MB.
/// Must be used within a tokio runtime.
pub struct MiniLm {
    spec: EmbedderSpec,
    folder: PathBuf,
    model: OnceCell<Arc<Model>>,
}

impl MiniLm {
    /// The model as installed in `models_dir`; loads nothing yet, and does not ask whether it is there.
    pub fn new(models_dir: &Path) -> Self {
        let spec = EmbedderSpec {
            model_id: MINILM.model_id.to_owned(),
            dimensions: model::DIMENSIONS,
            max_tokens: MAX_TOKENS,
            languages: Languages::English,
        };
        Self { spec, folder: models_dir.join(MINILM.model_id), model: OnceCell::new() }
    }

    /// Loads the model if it is not loaded, so that the first embedding need not wait.
    ///
    /// # Errors
    /// [`EmbedError::Missing`] when it is not installed, [`EmbedError::Broken`] when its files do not load.
    pub async fn load(&self) -> Result<(), EmbedError> {
        self.loaded().await.map(drop)
    }

    /// A failed load leaves the cell empty: a model installed meanwhile is found by the next call.
    async fn loaded(&self) -> Result<Arc<Model>, EmbedError> {
        let load = || async {
            if !MINILM.is_in(&self.folder) {
                return Err(MINILM.missing());
            }
            let folder = self.folder.clone();
            run(move || Model::load(&folder, MAX_TOKENS)).await.map(Arc::new).map_err(broken)
        };
        self.model.get_or_try_init(load).await.cloned()
    }
}

#[async_trait]
impl Embedder for MiniLm {
    fn spec(&self) -> &EmbedderSpec {
        &self.spec
    }

    async fn embed(&self, texts: &[&str], _role: TextRole) -> Result<Vec<Embedding>, EmbedError> {
        if texts.is_empty() {
            return Ok(Vec::new());
        }
        let model = self.loaded().await?;
        let texts: Vec<String> = texts.iter().map(|text| (*text).to_owned()).collect();
        // One text at a time: padding to a common length costs as much as batching gains on a processor, takes
        // memory, and would let a text's neighbours change its last bits.
        run(move || texts.iter().map(|text| model.embed(text)).collect()).await.map_err(broken)
    }
}

async fn run<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, BoxError> + Send + 'static,
) -> Result<T, BoxError> {
    spawn_blocking(work).await?
}

fn broken(source: BoxError) -> EmbedError {
    EmbedError::Broken { model: MINILM.model_id.to_owned(), source }
}
