//! Embeddings of a model behind an OpenAI-compatible address.

use std::sync::atomic::{AtomicUsize, Ordering};

use async_trait::async_trait;
use memoryos::{
    ports::{BoxError, EmbedError, Embedder, EmbedderSpec, Languages, LlmError, TextRole},
    text::tokens::count_tokens,
    types::Embedding,
};
use serde_json::{Value, json};

use super::{
    InvalidOpenAiConfig, OpenAiConfig,
    endpoint::{Endpoint, error_within, is_about_length},
};

/// Tokens the usual hosted embedding models read of a text (8,191 to 8,192), with room for a wrong estimate.
const DEFAULT_MAX_TOKENS: usize = 7_000;
/// Texts in one request; providers take at least this many.
const DEFAULT_BATCH: usize = 64;
/// What is embedded to learn how many numbers a vector has.
const PROBE: &str = "hello";
/// How often a text is halved for a server that finds it too long; then it is an error.
const HALVINGS: usize = 6;

/// Which model embeds, and how it wants its texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmbeddingsConfig {
    /// Where it is.
    pub server: OpenAiConfig,
    /// How many numbers a vector has; `None` to ask the server once, see [`OpenAiEmbedder::connect`].
    pub dimensions: Option<usize>,
    /// The longest text the model reads, in its tokens; longer ones are cut.
    pub max_tokens: usize,
    /// Texts in one request, at least 1.
    pub batch: usize,
    /// Which texts its vectors can be trusted for.
    pub languages: Languages,
    /// Written before a query, where the model wants it.
    pub query_prefix: String,
    /// Written before what is kept, where the model wants it.
    pub passage_prefix: String,
}

impl EmbeddingsConfig {
    /// A multilingual model without prefixes, with the default limits, of as yet unknown dimensions.
    pub fn new(server: OpenAiConfig) -> Self {
        Self {
            server,
            dimensions: None,
            max_tokens: DEFAULT_MAX_TOKENS,
            batch: DEFAULT_BATCH,
            languages: Languages::Many,
            query_prefix: String::new(),
            passage_prefix: String::new(),
        }
    }

    fn spec(&self, dimensions: usize) -> EmbedderSpec {
        let mut model_id = format!("openai/{}/{dimensions}", self.server.model);
        if !(self.query_prefix.is_empty() && self.passage_prefix.is_empty()) {
            model_id.extend(["/", self.query_prefix.trim(), "/", self.passage_prefix.trim()]);
        }
        EmbedderSpec { model_id, dimensions, max_tokens: self.max_tokens, languages: self.languages }
    }
}

/// An embedding model on any server that speaks the OpenAI wire.
pub struct OpenAiEmbedder {
    config: EmbeddingsConfig,
    spec: EmbedderSpec,
    endpoint: Endpoint,
    /// The longest text the server takes, in estimated tokens; falls when it refuses one.
    limit_tokens: AtomicUsize,
}

impl OpenAiEmbedder {
    /// A client for a model whose dimensions are known; nothing is sent yet.
    ///
    /// # Errors
    /// When the address or the key cannot be used.
    pub fn new(config: EmbeddingsConfig, dimensions: usize) -> Result<Self, InvalidOpenAiConfig> {
        let endpoint = Endpoint::new(&config.server, &["embeddings"])?;
        let (spec, limit_tokens) = (config.spec(dimensions), AtomicUsize::new(config.max_tokens));
        Ok(Self { config, spec, endpoint, limit_tokens })
    }

    /// A client that asks the server for the dimensions where the settings do not tell them.
    ///
    /// # Errors
    /// When the address or the key cannot be used, or the server does not answer.
    pub async fn connect(config: EmbeddingsConfig) -> Result<Self, EmbedError> {
        let model = config.server.model.clone();
        let broken = |source: BoxError| EmbedError::Broken { model: model.clone(), source };
        let known = config.dimensions;
        let mut embedder = Self::new(config, known.unwrap_or(0)).map_err(|error| broken(error.into()))?;
        if known.is_none() {
            let vectors =
                embedder.request(&[PROBE.to_owned()]).await.map_err(|error| embedder.backend(error))?;
            let dimensions = vectors.first().map_or(0, Vec::len);
            if dimensions == 0 {
                return Err(broken("the server gave a vector without numbers".into()));
            }
            embedder.spec = embedder.config.spec(dimensions);
        }
        Ok(embedder)
    }

    /// Vectors for a batch; texts the server finds too long are cut shorter, which it remembers.
    async fn batch(&self, texts: &[String]) -> Result<Vec<Vec<f32>>, LlmError> {
        let mut halvings = 0;
        loop {
            let limit = self.limit_tokens.load(Ordering::Relaxed);
            let cut: Vec<String> = texts.iter().map(|text| beginning(text, limit)).collect();
            let result = self.request(&cut).await;
            let Err(LlmError::Status { message, .. }) = &result else { return result };
            let longest = cut.iter().map(|text| count_tokens(text)).max().unwrap_or(0);
            if halvings == HALVINGS || !is_about_length(message) || longest < 2 {
                return result;
            }
            halvings += 1;
            tracing::warn!(
                model = self.config.server.model,
                limit,
                "the server finds a text too long; cutting it"
            );
            self.limit_tokens.fetch_min(longest / 2, Ordering::Relaxed);
        }
    }

    /// One request; the vectors in the order of `texts`.
    async fn request(&self, texts: &[String]) -> Result<Vec<Vec<f32>>, LlmError> {
        let reply =
            self.endpoint.post_json(&json!({"model": self.config.server.model, "input": texts})).await?;
        if let Some((status, message)) = error_within(&reply) {
            return Err(self.endpoint.status(status, &message));
        }
        in_order(&reply, texts.len()).ok_or_else(|| self.endpoint.unexpected(&reply.to_string()))
    }

    fn checked(&self, values: Vec<f32>) -> Result<Embedding, BoxError> {
        if values.len() != self.spec.dimensions {
            return Err(format!(
                "a vector of {} numbers, where {} were expected",
                values.len(),
                self.spec.dimensions
            )
            .into());
        }
        Ok(Embedding::new(values)?)
    }

    fn silence(&self) -> Result<Embedding, BoxError> {
        self.checked(vec![0.0; self.spec.dimensions])
    }

    fn broken(&self, source: BoxError) -> EmbedError {
        EmbedError::Backend {
            model: self.config.server.model.clone(),
            transient: false,
            retry_after: None,
            source,
        }
    }

    fn backend(&self, error: LlmError) -> EmbedError {
        let retry_after = match &error {
            LlmError::RateLimited { retry_after } => *retry_after,
            _ => None,
        };
        let (model, transient) = (self.config.server.model.clone(), error.is_transient());
        EmbedError::Backend { model, transient, retry_after, source: error.into() }
    }
}

#[async_trait]
impl Embedder for OpenAiEmbedder {
    fn spec(&self) -> &EmbedderSpec {
        &self.spec
    }

    async fn embed(&self, texts: &[&str], role: TextRole) -> Result<Vec<Embedding>, EmbedError> {
        let prefix = match role {
            TextRole::Query => &self.config.query_prefix,
            TextRole::Passage => &self.config.passage_prefix,
        };
        // Servers refuse blank texts; they say nothing anyway.
        let said: Vec<usize> = (0..texts.len()).filter(|i| !texts[*i].trim().is_empty()).collect();
        let mut vectors = vec![None; texts.len()];
        for places in said.chunks(self.config.batch.max(1)) {
            let batch: Vec<String> = places.iter().map(|i| format!("{prefix}{}", texts[*i])).collect();
            let values = self.batch(&batch).await.map_err(|error| self.backend(error))?;
            for (place, values) in places.iter().zip(values) {
                vectors[*place] = Some(self.checked(values).map_err(|error| self.broken(error))?);
            }
        }
        let with_silence = |vector: Option<Embedding>| vector.map_or_else(|| self.silence(), Ok);
        vectors.into_iter().map(|vector| with_silence(vector).map_err(|error| self.broken(error))).collect()
    }
}

/// The beginning of a text, in about `limit` tokens.
fn beginning(text: &str, limit: usize) -> String {
    let tokens = count_tokens(text);
    if tokens <= limit {
        return text.to_owned();
    }
    text.chars().take((text.chars().count() * limit / tokens).max(1)).collect()
}

/// The vectors by their `index`, or as they come where the server gives none; `None` when there are not `count`.
fn in_order(reply: &Value, count: usize) -> Option<Vec<Vec<f32>>> {
    let items = reply.get("data")?.as_array()?;
    let mut vectors: Vec<Option<Vec<f32>>> = vec![None; count];
    for (position, item) in items.iter().enumerate() {
        let index = item.get("index").and_then(Value::as_u64).map_or(position, |index| index as usize);
        let numbers = item.get("embedding")?.as_array()?.iter();
        let values: Option<Vec<f32>> =
            numbers.map(|number| number.as_f64().map(|number| number as f32)).collect();
        *vectors.get_mut(index)? = Some(values?);
    }
    vectors.into_iter().collect()
}
