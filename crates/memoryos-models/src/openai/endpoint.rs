//! One address of a server: what is sent there, and what its failures mean.

use std::{error::Error as _, time::Duration};

use memoryos::ports::{BoxError, LlmError};
use reqwest::{
    Client, Response, StatusCode, Url,
    header::{AUTHORIZATION, HeaderValue},
};
use serde_json::Value;

use super::{ApiKey, InvalidOpenAiConfig, OpenAiConfig};
use crate::http::{self, Again, Retry};

/// The longest part of a server's words that an error carries, in characters.
const MESSAGE_CHARS: usize = 300;
/// The longest reply that is read, in bytes; far beyond any real one.
const REPLY_BYTES: usize = 64 << 20;
/// What some servers answer when they are too busy.
const OVERLOADED: u16 = 529;

pub(super) struct Endpoint {
    client: Client,
    url: Url,
    key: Option<HeaderValue>,
    timeout: Duration,
    retry: Retry,
}

impl Endpoint {
    /// The address `path` under the configured one.
    pub(super) fn new(config: &OpenAiConfig, path: &[&str]) -> Result<Self, InvalidOpenAiConfig> {
        let url = address(&config.base_url, path)?;
        let key = config.api_key.as_ref().map(bearer).transpose()?;
        let client = http::client(&url).map_err(|error| InvalidOpenAiConfig::Client(error.into()))?;
        Ok(Self { client, url, key, timeout: config.timeout, retry: config.retry })
    }

    /// The longest silence that is borne.
    pub(super) fn timeout(&self) -> Duration {
        self.timeout
    }

    /// The reply to `body` as JSON, after as many attempts as are allowed.
    pub(super) async fn post_json(&self, body: &Value) -> Result<Value, LlmError> {
        self.retried(body, |response| self.json(response)).await
    }

    /// The beginning of the reply to `body`, after as many attempts as are allowed.
    pub(super) async fn post_stream(&self, body: &Value) -> Result<Response, LlmError> {
        self.retried(body, |response| std::future::ready(Ok(response))).await
    }

    async fn retried<T, F>(&self, body: &Value, read: impl Fn(Response) -> F) -> Result<T, LlmError>
    where
        F: Future<Output = Result<T, LlmError>>,
    {
        let text = body.to_string();
        let seed = text.bytes().fold(0_u64, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
        let attempt = |left: Duration| {
            let limit = self.timeout.min(left);
            let call = async { read(self.sent(&text).await?).await };
            async move { tokio::time::timeout(limit, call).await.unwrap_or(Err(LlmError::Timeout(limit))) }
        };
        self.retry.run(seed, attempt, again).await
    }

    async fn sent(&self, body: &str) -> Result<Response, LlmError> {
        let mut request = self.client.post(self.url.clone()).header("content-type", "application/json");
        if let Some(key) = &self.key {
            request = request.header(AUTHORIZATION, key);
        }
        let response = request.body(body.to_owned()).send().await.map_err(|error| self.broken(error))?;
        match response.status() {
            status if status.is_success() => Ok(response),
            status => Err(self.refused(status, response).await),
        }
    }

    pub(super) async fn json(&self, mut response: Response) -> Result<Value, LlmError> {
        let mut bytes = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(|error| self.broken(error))? {
            bytes.extend_from_slice(&chunk);
            if bytes.len() > REPLY_BYTES {
                return Err(LlmError::Unexpected {
                    expected: "a reply of bearable length",
                    reply: String::new(),
                });
            }
        }
        serde_json::from_slice(&bytes).map_err(|_| self.unexpected(&String::from_utf8_lossy(&bytes)))
    }

    /// What a failure on the way means.
    pub(super) fn broken(&self, error: reqwest::Error) -> LlmError {
        let error = error.without_url();
        let is_cut = error.is_body() || error.is_decode() || has_lost_connection(&error);
        if is_cut && !error.is_connect() {
            LlmError::Interrupted(error.into())
        } else {
            LlmError::Connect { url: shown(&self.url), source: error.into() }
        }
    }

    async fn refused(&self, status: StatusCode, response: Response) -> LlmError {
        let retry_after = http::retry_after(response.headers());
        match status {
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => LlmError::Auth { status: status.as_u16() },
            StatusCode::TOO_MANY_REQUESTS => LlmError::RateLimited { retry_after },
            _ => {
                let text = response.text().await.unwrap_or_default();
                self.status(status.as_u16(), &error_message(&text))
            }
        }
    }

    /// A failure the server tells in its own words.
    pub(super) fn status(&self, status: u16, message: &str) -> LlmError {
        LlmError::Status { status, message: self.fit_to_show(message) }
    }

    /// A reply of another shape than the wire has.
    pub(super) fn unexpected(&self, reply: &str) -> LlmError {
        LlmError::Unexpected { expected: "a reply in OpenAI's format", reply: self.fit_to_show(reply) }
    }

    /// Shortened, on one line, and without the key, which some servers repeat.
    fn fit_to_show(&self, text: &str) -> String {
        let key = self.key.as_ref().and_then(|key| key.to_str().ok()?.strip_prefix("Bearer "));
        let text = match key {
            Some(key) if !key.is_empty() => text.replace(key, "…"),
            _ => text.to_owned(),
        };
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        words.chars().take(MESSAGE_CHARS).collect()
    }
}

/// The address `path` under `base_url`; `/v1` is assumed where that has no path.
///
/// # Errors
/// When it is not an HTTP address.
pub fn address(base_url: &str, path: &[&str]) -> Result<Url, InvalidOpenAiConfig> {
    let mut url: Url = base_url.trim().parse().map_err(|_| InvalidOpenAiConfig::BaseUrl)?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(InvalidOpenAiConfig::BaseUrl);
    }
    let version: &[&str] = if url.path() == "/" { &["v1"] } else { &[] };
    let mut segments = url.path_segments_mut().map_err(|()| InvalidOpenAiConfig::BaseUrl)?;
    segments.pop_if_empty().extend(version).extend(path);
    drop(segments);
    Ok(url)
}

/// The header that shows `key` to a server, and to no log.
///
/// # Errors
/// When the key holds characters that no header can.
pub fn bearer(key: &ApiKey) -> Result<HeaderValue, InvalidOpenAiConfig> {
    let header = HeaderValue::from_str(&format!("Bearer {}", key.reveal()));
    let mut header = header.map_err(|_| InvalidOpenAiConfig::Key)?;
    header.set_sensitive(true);
    Ok(header)
}

/// An address without credentials; keys may stand in its query as well.
pub(super) fn shown(url: &Url) -> String {
    let mut url = url.clone();
    url.set_query(None);
    url.set_fragment(None);
    // Both fail only for addresses that cannot hold credentials.
    let _ = url.set_username("").and_then(|()| url.set_password(None));
    url.to_string()
}

/// The words of an error reply: `error.message`, `message`, `detail`, with the parameter it names, or all of it.
fn error_message(body: &str) -> String {
    let Ok(value) = serde_json::from_str::<Value>(body) else { return body.to_owned() };
    let error = value.get("error").unwrap_or(&value);
    let text = |name: &str| error.get(name).and_then(Value::as_str);
    let message = text("message").or(text("detail")).or(error.as_str()).unwrap_or(body);
    match text("param") {
        Some(name) if !message.contains(name) => format!("{message} ({name})"),
        _ => message.to_owned(),
    }
}

/// The same for an error within a reply that claims to be a success: status and words.
pub(super) fn error_within(reply: &Value) -> Option<(u16, String)> {
    let error = reply.get("error").filter(|error| !error.is_null())?;
    let code = error.get("code").and_then(Value::as_u64).and_then(|code| u16::try_from(code).ok());
    Some((code.unwrap_or(StatusCode::BAD_GATEWAY.as_u16()), error_message(&reply.to_string())))
}

/// A connection that closed before the reply began or ended.
fn has_lost_connection(error: &reqwest::Error) -> bool {
    let mut cause: Option<&dyn std::error::Error> = error.source();
    while let Some(error) = cause {
        if let Some(error) = error.downcast_ref::<std::io::Error>() {
            use std::io::ErrorKind::{BrokenPipe, ConnectionAborted, ConnectionReset, UnexpectedEof};
            return matches!(error.kind(), BrokenPipe | ConnectionAborted | ConnectionReset | UnexpectedEof);
        }
        cause = error.source();
    }
    false
}

/// Whether the same request may fare better a moment later.
fn again(error: &LlmError) -> Again {
    match error {
        LlmError::RateLimited { retry_after: Some(wait) } => Again::After(*wait),
        // Some servers answer 500 to a text that is too long for them, and always will.
        LlmError::Status { message, .. } if is_about_length(message) => Again::Never,
        LlmError::RateLimited { .. }
        | LlmError::Connect { .. }
        | LlmError::Interrupted(_)
        | LlmError::Timeout(_)
        | LlmError::Status { status: 408 | 500 | 502 | 503 | 504 | OVERLOADED, .. } => Again::Soon,
        _ => Again::Never,
    }
}

/// Whether a server's words say that a text is too long for it.
pub(super) fn is_about_length(message: &str) -> bool {
    let message = message.to_lowercase();
    ["too long", "too large", "maximum", "context", "exceed", "longer than"]
        .iter()
        .any(|word| message.contains(word))
}

/// An error of the stream's framing.
pub(super) fn interrupted(cause: impl Into<BoxError>) -> LlmError {
    LlmError::Interrupted(cause.into())
}
