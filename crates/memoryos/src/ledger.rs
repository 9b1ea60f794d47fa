//! The ledger: every model call is counted, and none is begun once the day's budget is spent.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

use async_trait::async_trait;
use futures::{StreamExt, stream};
use jiff::{SignedDuration, Timestamp};

use crate::{
    ports::{Call, CallOutcome, Chat, ChatRequest, ChatStream, Clock, Llm, LlmError, Store, Usage},
    text::tokens::count_tokens,
};

/// A model whose calls are written to their owner's ledger.
///
/// A ledger that cannot be written is logged and does not fail the call: the reply is worth more than its receipt.
#[derive(Clone)]
pub(crate) struct Metered {
    pub(crate) llm: Arc<dyn Llm>,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) clock: Arc<dyn Clock>,
    /// Tokens in 24 hours; 0 for no limit.
    pub(crate) daily_tokens: u64,
}

/// 24 hours before `now`.
pub(crate) fn a_day_before(now: Timestamp) -> Timestamp {
    now.checked_sub(SignedDuration::from_hours(24)).unwrap_or(Timestamp::MIN)
}

impl Metered {
    async fn check_budget(&self, request: &ChatRequest) -> Result<(), LlmError> {
        if self.daily_tokens == 0 {
            return Ok(());
        }
        let since = a_day_before(self.clock.now());
        let spent: u64 = match self.store.spend(&request.owner, since).await {
            Ok(spend) => spend.iter().map(|s| s.usage.prompt_tokens + s.usage.completion_tokens).sum(),
            Err(error) => {
                tracing::warn!(%error, "the ledger cannot be read; no model call is made under a budget");
                self.daily_tokens
            }
        };
        if spent < self.daily_tokens {
            Ok(())
        } else {
            Err(LlmError::OverBudget { limit_tokens: self.daily_tokens })
        }
    }

    async fn record(&self, request: &ChatRequest, began: Timestamp, usage: Usage, outcome: CallOutcome) {
        let latency = self.clock.now().duration_since(began);
        let call = Call {
            at: began,
            purpose: request.purpose,
            model: self.llm.model().to_owned(),
            usage,
            latency: Duration::try_from(latency).unwrap_or_default(),
            outcome,
        };
        if let Err(error) = self.store.record_calls(&request.owner, &[call]).await {
            tracing::warn!(%error, "a model call could not be written to the ledger");
        }
    }
}

fn estimated_prompt_tokens(request: &ChatRequest) -> u64 {
    request.messages.iter().map(|m| count_tokens(&m.content) as u64).sum()
}

#[async_trait]
impl Llm for Metered {
    fn model(&self) -> &str {
        self.llm.model()
    }

    async fn chat(&self, request: &ChatRequest) -> Result<Chat, LlmError> {
        self.check_budget(request).await?;
        let began = self.clock.now();
        let reply = self.llm.chat(request).await;
        let (usage, outcome) = match &reply {
            Ok(chat) => (chat.usage, CallOutcome::Ok),
            Err(_) => (Usage::default(), CallOutcome::Failed),
        };
        self.record(request, began, usage, outcome).await;
        reply
    }

    /// The call is written down when the reply ends; its tokens are estimated, as streams seldom tell them.
    async fn stream(&self, request: &ChatRequest) -> Result<ChatStream, LlmError> {
        self.check_budget(request).await?;
        let began = self.clock.now();
        let pieces = match self.llm.stream(request).await {
            Ok(pieces) => pieces,
            Err(error) => {
                self.record(request, began, Usage::default(), CallOutcome::Failed).await;
                return Err(error);
            }
        };
        let tokens = Arc::new(AtomicU64::new(0));
        let failed = Arc::new(AtomicBool::new(false));
        let counted = {
            let (tokens, failed) = (Arc::clone(&tokens), Arc::clone(&failed));
            pieces.inspect(move |piece| match piece {
                Ok(text) => {
                    tokens.fetch_add(count_tokens(text) as u64, Ordering::Relaxed);
                }
                Err(_) => failed.store(true, Ordering::Relaxed),
            })
        };
        let (metered, request) = (self.clone(), request.clone());
        let receipt = stream::once(async move {
            let usage = Usage {
                prompt_tokens: estimated_prompt_tokens(&request),
                completion_tokens: tokens.load(Ordering::Relaxed),
            };
            let outcome = if failed.load(Ordering::Relaxed) { CallOutcome::Failed } else { CallOutcome::Ok };
            metered.record(&request, began, usage, outcome).await;
        });
        // The receipt adds no piece of its own, only its side effect after the last one.
        Ok(Box::pin(counted.chain(receipt.filter_map(|()| async { None }))))
    }
}
