//! Any server that speaks the OpenAI wire: chat, streams, embeddings. The same client for hosted models and for
//! those on one's own machine.

mod chat;
mod embeddings;
mod endpoint;
mod quirks;
mod stream;
mod wire;

use std::{fmt, time::Duration};

use memoryos::ports::BoxError;

pub use chat::OpenAiLlm;
pub use embeddings::{EmbeddingsConfig, OpenAiEmbedder};
pub use endpoint::{address, bearer};

use crate::http::Retry;

/// How long one attempt may take; a stream, from one piece to the next. A long answer of a slow local model takes
/// about a minute.
pub const DEFAULT_TIMEOUT: Duration = Duration::from_mins(2);

/// A secret that tells servers who pays. It shows itself to nobody else.
#[derive(Clone, PartialEq, Eq)]
pub struct ApiKey(Box<str>);

impl ApiKey {
    /// Takes the key as it stands in a file or variable; blanks and line breaks around it are no part of it.
    pub fn new(key: &str) -> Self {
        Self(key.trim().into())
    }

    /// The key itself, for the one header it belongs into.
    fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for ApiKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ApiKey(…)")
    }
}

/// Where a model is and how to ask it.
#[derive(Clone, PartialEq, Eq)]
pub struct OpenAiConfig {
    /// The address that `/chat/completions` is appended to, as `https://api.example.com/v1`; without a path, `/v1`
    /// is assumed.
    pub base_url: String,
    /// The model, as the server knows it.
    pub model: String,
    /// The key; `None` for servers that ask for none.
    pub api_key: Option<ApiKey>,
    /// The longest one attempt may take, or a stream may be silent.
    pub timeout: Duration,
    /// How failed calls are tried again.
    pub retry: Retry,
}

impl OpenAiConfig {
    /// The model at `base_url`, without a key, with the default times.
    pub fn new(base_url: impl Into<String>, model: impl Into<String>) -> Self {
        let (base_url, model) = (base_url.into(), model.into());
        Self { base_url, model, api_key: None, timeout: DEFAULT_TIMEOUT, retry: Retry::default() }
    }

    /// The same with a key; a blank one is none.
    #[must_use]
    pub fn with_key(mut self, key: &str) -> Self {
        let key = ApiKey::new(key);
        self.api_key = (!key.reveal().is_empty()).then_some(key);
        self
    }
}

impl fmt::Debug for OpenAiConfig {
    /// All but the key and what credentials the address may hold.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let url = self.base_url.parse().map_or_else(|_| "not a URL".to_owned(), |url| endpoint::shown(&url));
        f.debug_struct("OpenAiConfig")
            .field("base_url", &url)
            .field("model", &self.model)
            .field("api_key", &self.api_key)
            .field("timeout", &self.timeout)
            .field("retry", &self.retry)
            .finish()
    }
}

/// Why there is no client.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidOpenAiConfig {
    /// The address is none, or not of HTTP.
    #[error("the base URL of the model server is not an HTTP address")]
    BaseUrl,
    /// The key holds characters that no HTTP header can.
    #[error("the API key holds characters that no key has; was it copied whole?")]
    Key,
    /// The system offers no TLS.
    #[error("the HTTP client cannot be set up")]
    Client(#[source] BoxError),
}
