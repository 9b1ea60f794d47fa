//! The models that settings name: clients and embedders, made and not yet used.

use std::{sync::Arc, time::Duration};

use memoryos::ports::{EmbedError, Embedder, Llm};
use memoryos_models::{
    MiniLm, StaticEmbedder,
    http::Retry,
    openai::{EmbeddingsConfig, OpenAiConfig, OpenAiEmbedder, OpenAiLlm},
};

use crate::{OpenError, Settings, embedder_key, llm_key, no_embedder::NoEmbedder, settings::EmbedderName};

/// The client for the language model; `None` where none is set.
///
/// # Errors
/// When only half of it is set, or the address or the key cannot be used.
pub fn language_model(settings: &Settings) -> Result<Option<Arc<dyn Llm>>, OpenError> {
    let llm = &settings.llm;
    match (llm.url.is_empty(), llm.model.is_empty()) {
        (true, true) => return Ok(None),
        (true, false) => return Err(OpenError::Missing { present: "llm.model", missing: "llm.url" }),
        (false, true) => return Err(OpenError::Missing { present: "llm.url", missing: "llm.model" }),
        (false, false) => {}
    }
    let config = server(settings, &llm.url, &llm.model, llm_key()?.as_deref());
    let client = OpenAiLlm::new(config).map_err(|source| OpenError::Server { section: "llm", source })?;
    Ok(Some(Arc::new(client)))
}

/// The embedder of this name. Models on this machine load with the first text.
///
/// A remote one that must be asked for its dimensions and does not answer is no error: then every embedding fails
/// as its answer did, and the memory goes on by words, until it is opened again.
///
/// # Errors
/// When a remote one is not named whole, or its address or key cannot be used.
pub async fn embedder(settings: &Settings, name: EmbedderName) -> Result<Arc<dyn Embedder>, OpenError> {
    Ok(match name {
        EmbedderName::Auto | EmbedderName::Builtin => Arc::new(StaticEmbedder::new()),
        EmbedderName::Minilm => Arc::new(MiniLm::new(&settings.models_path())),
        EmbedderName::Openai => remote_embedder(settings).await?,
    })
}

async fn remote_embedder(settings: &Settings) -> Result<Arc<dyn Embedder>, OpenError> {
    let (embedder, llm) = (&settings.embedder, &settings.llm);
    let missing = |missing| OpenError::Missing { present: "embedder.name = openai", missing };
    let url = if embedder.url.is_empty() { &llm.url } else { &embedder.url };
    if url.is_empty() {
        return Err(missing("embedder.url"));
    }
    if embedder.model.is_empty() {
        return Err(missing("embedder.model"));
    }
    let key = match embedder_key()? {
        // The language model's key is for its own server and is shown to no other.
        None if *url == llm.url => llm_key()?,
        key => key,
    };
    let dimensions = Some(embedder.dimensions).filter(|dimensions| *dimensions > 0);
    let server = server(settings, url, &embedder.model, key.as_deref());
    let config = EmbeddingsConfig { dimensions, ..EmbeddingsConfig::new(server) };
    match OpenAiEmbedder::connect(config).await {
        Ok(remote) => Ok(Arc::new(remote)),
        Err(error @ EmbedError::Backend { .. }) => {
            let stand_in = NoEmbedder::in_place_of(&embedder.model, &error);
            tracing::warn!(reason = stand_in.reason(), "no embeddings: the memory goes on by words");
            Ok(Arc::new(stand_in))
        }
        Err(error) => Err(OpenError::Embedder(error)),
    }
}

fn server(settings: &Settings, url: &str, model: &str, key: Option<&str>) -> OpenAiConfig {
    let mut config = OpenAiConfig::new(url, model).with_key(key.unwrap_or_default());
    config.timeout = Duration::from_secs(settings.llm.timeout_secs);
    config.retry = Retry { attempts: settings.llm.retries, ..Retry::default() };
    config
}
