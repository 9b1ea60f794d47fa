//! Models that stand before or in place of the real one while conversations are prepared.

use std::sync::{
    Arc, Mutex, PoisonError,
    atomic::{AtomicBool, Ordering},
};

use async_trait::async_trait;
use futures::stream;
use memoryos::ports::{Chat, ChatRequest, ChatStream, Llm, LlmError, Usage};

/// Stands in the model's place and keeps what it is asked, so that prompts are those of the library's own path and
/// can be counted before anyone pays for them.
#[derive(Default)]
pub(super) struct RequestTaker(Mutex<Option<ChatRequest>>);

impl RequestTaker {
    /// The request that was made last.
    pub(super) fn take(&self) -> ChatRequest {
        let request = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        request.expect("an answer that succeeded has asked its model")
    }
}

#[async_trait]
impl Llm for RequestTaker {
    fn model(&self) -> &'static str {
        "none"
    }

    async fn chat(&self, request: &ChatRequest) -> Result<Chat, LlmError> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(request.clone());
        Ok(Chat { text: "(not asked yet)".to_owned(), usage: Usage::default(), truncated: false })
    }

    async fn stream(&self, request: &ChatRequest) -> Result<ChatStream, LlmError> {
        let text = self.chat(request).await?.text;
        Ok(Box::pin(stream::once(std::future::ready(Ok(text)))))
    }
}

/// Has a model's name and cannot be asked: for a run that only tells what it would ask.
pub struct Unconnected(
    /// The name, empty where none is known.
    pub String,
);

#[async_trait]
impl Llm for Unconnected {
    fn model(&self) -> &str {
        &self.0
    }

    async fn chat(&self, _: &ChatRequest) -> Result<Chat, LlmError> {
        Err(LlmError::NotConfigured)
    }

    async fn stream(&self, _: &ChatRequest) -> Result<ChatStream, LlmError> {
        Err(LlmError::NotConfigured)
    }
}

/// The same model, watched for failures that another try will not mend.
pub(super) struct Watched {
    llm: Arc<dyn Llm>,
    down: AtomicBool,
}

impl Watched {
    pub(super) fn new(llm: Arc<dyn Llm>) -> Self {
        Self { llm, down: AtomicBool::new(false) }
    }

    /// Whether the model could not be asked at all, as opposed to replying with something of no use.
    pub(super) fn is_down(&self) -> bool {
        self.down.load(Ordering::Relaxed)
    }
}

#[async_trait]
impl Llm for Watched {
    fn model(&self) -> &str {
        self.llm.model()
    }

    async fn chat(&self, request: &ChatRequest) -> Result<Chat, LlmError> {
        let reply = self.llm.chat(request).await;
        let is_down = matches!(&reply, Err(error) if !matches!(error, LlmError::Refused | LlmError::Empty | LlmError::Unexpected { .. }));
        if is_down {
            self.down.store(true, Ordering::Relaxed);
        }
        reply
    }

    async fn stream(&self, request: &ChatRequest) -> Result<ChatStream, LlmError> {
        self.llm.stream(request).await
    }
}
