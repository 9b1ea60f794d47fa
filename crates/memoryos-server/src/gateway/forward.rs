//! The upstream: a request goes on to it, and its answer comes back as it is.

use std::{error::Error as _, time::Duration};

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use memoryos_host::{SecretError, Settings, gateway_key, llm_key};
use memoryos_models::{
    http,
    openai::{ApiKey, InvalidOpenAiConfig, address, bearer},
};
use reqwest::{Client, Response, redirect};

use super::refused::Refused;

/// What a client says that the upstream needs to hear. Everything else stays here: cookies and addresses are no
/// business of the upstream's, and accounts are chosen by the key.
const FORWARDED: [HeaderName; 3] =
    [header::ACCEPT, HeaderName::from_static("openai-beta"), HeaderName::from_static("idempotency-key")];

/// What an upstream says of its answer. Everything else is about its connection to us, or would be taken as said by
/// us: cookies, and which websites may read what we answer.
const PASSED_BACK: [&str; 8] = [
    "content-type",
    "content-encoding",
    "cache-control",
    "retry-after",
    "retry-after-ms",
    "www-authenticate",
    "x-request-id",
    "x-should-retry",
];
/// How more of such headers begin: versions and times of OpenAI's, and what is left of a limit.
const PASSED_BACK_PREFIXES: [&str; 2] = ["openai-", "x-ratelimit-"];

/// The longest reply that is read as a whole, in bytes; far beyond any real one.
const REPLY_BYTES: usize = 64 << 20;

/// What is in the keys that open memories: they are never shown to an upstream.
const OUR_KEYS: &str = "mos_";

/// Why there is no upstream.
#[derive(Debug, thiserror::Error)]
pub(crate) enum InvalidUpstream {
    /// The address or the key cannot be used.
    #[error("gateway.url or its key is not usable")]
    Server(#[from] InvalidOpenAiConfig),
    /// The key cannot be read.
    #[error(transparent)]
    Secret(#[from] SecretError),
    /// The system offers no TLS.
    #[error("the HTTP client cannot be set up")]
    Client(#[from] reqwest::Error),
}

/// The server that chats are forwarded to. It is named by the settings and never by a client.
pub(crate) struct Upstream {
    client: Client,
    url: String,
    key: Option<HeaderValue>,
    /// The longest it may be silent.
    pub(super) silence: Duration,
    forwards_authorization: bool,
}

impl Upstream {
    /// The one these settings name; `None` where they name none.
    ///
    /// # Errors
    /// When its address or key cannot be used.
    pub(crate) fn of(settings: &Settings) -> Result<Option<Self>, InvalidUpstream> {
        let gateway = &settings.gateway;
        let url = if gateway.url.is_empty() { &settings.llm.url } else { &gateway.url };
        if url.is_empty() {
            return Ok(None);
        }
        let key = match gateway_key()? {
            // The language model's key is for its own server and is shown to no other.
            None if *url == settings.llm.url => llm_key()?,
            key => key,
        };
        // A redirect would take the chat to a server that nobody named.
        let client = http::builder(&address(url, &[])?).redirect(redirect::Policy::none()).build()?;
        Ok(Some(Self {
            client,
            url: url.clone(),
            key: key.map(|key| bearer(&ApiKey::new(&key))).transpose()?,
            silence: Duration::from_secs(gateway.timeout_secs),
            forwards_authorization: gateway.forward_authorization,
        }))
    }

    /// Sends a request on, and waits for the head of the answer, whatever its status. Dropping the future, or the
    /// response, lets go of the upstream.
    pub(super) async fn send(
        &self,
        method: Method,
        path: &[&str],
        headers: &HeaderMap,
        body: Option<Vec<u8>>,
    ) -> Result<Response, Refused> {
        let url = address(&self.url, path).map_err(|_| unreachable_upstream())?;
        let mut request = self.client.request(method, url);
        for name in FORWARDED {
            request =
                headers.get(&name).into_iter().fold(request, |request, value| request.header(&name, value));
        }
        if let Some(authorization) = self.authorization(headers) {
            request = request.header(header::AUTHORIZATION, authorization);
        }
        if let Some(body) = body {
            request = request.header(header::CONTENT_TYPE, "application/json").body(body);
        }
        match tokio::time::timeout(self.silence, request.send()).await {
            Ok(Ok(response)) => Ok(response),
            Ok(Err(error)) => Err(broken(error)),
            Err(_) => Err(silent()),
        }
    }

    fn authorization<'a>(&'a self, headers: &'a HeaderMap) -> Option<&'a HeaderValue> {
        let is_ours =
            |value: &&HeaderValue| value.to_str().is_ok_and(|value| value.to_lowercase().contains(OUR_KEYS));
        let clients = headers.get(header::AUTHORIZATION).filter(|value| !is_ours(value));
        clients.filter(|_| self.forwards_authorization).or(self.key.as_ref())
    }

    /// The rest of an answer.
    pub(super) async fn whole(&self, mut response: Response) -> Result<Bytes, Refused> {
        let mut bytes = Vec::new();
        loop {
            match tokio::time::timeout(self.silence, response.chunk()).await {
                Ok(Ok(Some(chunk))) if bytes.len() + chunk.len() > REPLY_BYTES => {
                    return Err(Refused::new(
                        StatusCode::BAD_GATEWAY,
                        "upstream_broken",
                        "the upstream's reply has no end",
                    ));
                }
                Ok(Ok(Some(chunk))) => bytes.extend_from_slice(&chunk),
                Ok(Ok(None)) => return Ok(bytes.into()),
                Ok(Err(error)) => return Err(broken(error)),
                Err(_) => return Err(silent()),
            }
        }
    }
}

/// What of an answer's headers goes on to the client.
pub(super) fn headers_of(response: &Response) -> HeaderMap {
    let goes_on = |name: &str| {
        PASSED_BACK.contains(&name) || PASSED_BACK_PREFIXES.iter().any(|prefix| name.starts_with(prefix))
    };
    let headers = response.headers().iter().filter(|(name, _)| goes_on(name.as_str()));
    headers.map(|(name, value)| (name.clone(), value.clone())).collect()
}

/// The client hears that the upstream failed; the log hears how, without the address, which may hold a secret.
fn broken(error: reqwest::Error) -> Refused {
    let error = error.without_url();
    let cause = error.source();
    tracing::warn!(%error, cause, "the gateway's upstream failed");
    if error.is_connect() {
        unreachable_upstream()
    } else {
        Refused::new(StatusCode::BAD_GATEWAY, "upstream_broken", "the upstream broke off")
    }
}

fn unreachable_upstream() -> Refused {
    Refused::new(StatusCode::BAD_GATEWAY, "upstream_unreachable", "the upstream cannot be reached")
}

fn silent() -> Refused {
    Refused::new(StatusCode::GATEWAY_TIMEOUT, "upstream_silent", "the upstream did not answer in time")
}
