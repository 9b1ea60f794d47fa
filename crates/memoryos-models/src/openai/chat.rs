//! Chat with a model behind an OpenAI-compatible address.

use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;
use memoryos::{
    ports::{Chat, ChatRequest, ChatStream, Llm, LlmError},
    prompts::reply::begins_inside_reasoning,
};

use super::{
    InvalidOpenAiConfig, OpenAiConfig,
    endpoint::{Endpoint, error_within},
    quirks::Quirks,
    stream, wire,
};

/// A chat model on any server that speaks the OpenAI wire.
///
/// What the model refuses to take is left out or renamed and remembered for as long as the client lives.
pub struct OpenAiLlm {
    model: String,
    endpoint: Endpoint,
    quirks: std::sync::Arc<Mutex<Quirks>>,
}

impl OpenAiLlm {
    /// A client; nothing is sent yet.
    ///
    /// # Errors
    /// When the address or the key cannot be used.
    pub fn new(config: OpenAiConfig) -> Result<Self, InvalidOpenAiConfig> {
        let endpoint = Endpoint::new(&config, &["chat", "completions"])?;
        Ok(Self { model: config.model, endpoint, quirks: std::sync::Arc::default() })
    }

    fn quirks(&self) -> Quirks {
        *self.quirks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends until the server takes the request as it is written.
    async fn adapted<T, F>(&self, send: impl Fn(Quirks) -> F) -> Result<T, LlmError>
    where
        F: Future<Output = Result<T, LlmError>>,
    {
        loop {
            let quirks = self.quirks();
            let result = send(quirks).await;
            let Err(LlmError::Status { status, message }) = &result else { return result };
            let Some(next) = quirks.after_refusal(*status, message) else { return result };
            tracing::info!(
                model = self.model,
                message,
                "the model does not take this; leaving it out from now on"
            );
            *self.quirks.lock().unwrap_or_else(PoisonError::into_inner) = next;
        }
    }

    fn read(&self, value: &serde_json::Value, request: &ChatRequest) -> Result<Chat, LlmError> {
        if let Some((status, message)) = error_within(value) {
            return Err(self.endpoint.status(status, &message));
        }
        let reply =
            wire::reply(value, request).ok_or_else(|| self.endpoint.unexpected(&value.to_string()))??;
        if begins_inside_reasoning(&reply.raw).is_some() {
            self.quirks.lock().unwrap_or_else(PoisonError::into_inner).inside_reasoning = true;
        }
        Ok(reply.chat)
    }
}

#[async_trait]
impl Llm for OpenAiLlm {
    fn model(&self) -> &str {
        &self.model
    }

    async fn chat(&self, request: &ChatRequest) -> Result<Chat, LlmError> {
        let send = async |quirks| {
            let body = wire::request(&self.model, request, quirks, false);
            self.read(&self.endpoint.post_json(&body).await?, request)
        };
        self.adapted(send).await
    }

    async fn stream(&self, request: &ChatRequest) -> Result<ChatStream, LlmError> {
        let send = async |quirks| {
            let body = wire::request(&self.model, request, quirks, true);
            self.endpoint.post_stream(&body).await
        };
        let response = self.adapted(send).await?;
        if is_json(&response) {
            // Some servers do not stream and reply as a whole.
            let chat = self.read(&self.endpoint.json(response).await?, request)?;
            return Ok(Box::pin(futures::stream::once(std::future::ready(Ok(chat.text)))));
        }
        Ok(stream::pieces(response, self.endpoint.timeout(), self.quirks.clone()))
    }
}

fn is_json(response: &reqwest::Response) -> bool {
    let kind = response.headers().get("content-type").and_then(|kind| kind.to_str().ok());
    kind.is_some_and(|kind| kind.starts_with("application/json"))
}
