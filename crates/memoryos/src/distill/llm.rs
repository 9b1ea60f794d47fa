//! The distiller that asks a language model: one call for a batch, one for a lesson, at most one more to repair a
//! reply.

use std::sync::Arc;

use async_trait::async_trait;

use crate::{
    ports::{
        Batch, Chat, ChatMessage, ChatRequest, ChatRole, Consolidation, DistillError, Distiller, Lesson,
        Lessons, Llm, LlmError, Purpose,
    },
    prompts::{Parsed, UnexpectedReply, consolidate, learn, quote::excerpt},
    text::tokens::count_tokens,
    types::Owner,
};

/// Of a reply that could not be used, the part that is shown to the model again, in tokens.
const SHOWN_REPLY_TOKENS: usize = 500;
/// A server that counted less than this share of the estimate has most likely cut the prompt. Estimates are good to
/// a fifth for prose, worse for code.
const CLIPPED_SHARE: f64 = 0.4;

/// How much is sent and asked for in one call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DistillLimits {
    /// Quoted text of a prompt, in estimated tokens; rules come on top, about 700. Beyond it the longest messages
    /// are cut in their middle. 6,000 fits a window of 8,192 with its reply.
    pub prompt_tokens: usize,
    /// The longest reply, in tokens; doubled once when a reply was cut. 2,000 holds about 25 facts.
    pub reply_tokens: u32,
}

impl Default for DistillLimits {
    fn default() -> Self {
        Self { prompt_tokens: 6_000, reply_tokens: 2_000 }
    }
}

/// A [`Distiller`] on top of an [`Llm`].
#[derive(Clone)]
pub struct LlmDistiller {
    llm: Arc<dyn Llm>,
    limits: DistillLimits,
}

impl LlmDistiller {
    /// Asks `llm`, within the default limits.
    pub fn new(llm: Arc<dyn Llm>) -> Self {
        Self { llm, limits: DistillLimits::default() }
    }

    /// The same, within other limits.
    #[must_use]
    pub fn with_limits(mut self, limits: DistillLimits) -> Self {
        self.limits = limits;
        self
    }

    /// The parsed reply. A reply that is blank, unreadable or cut is asked for once more; of two cut replies the
    /// later counts, and of a cut one and a failure the cut one.
    async fn ask<T: Send>(
        &self,
        mut request: ChatRequest,
        parse: impl Fn(&str) -> Result<Parsed<T>, UnexpectedReply> + Send + Sync,
    ) -> Result<T, LlmError> {
        let first = self.attempt(&request, &parse).await;
        let salvaged = match first {
            Ok(Attempt::Whole(value)) => return Ok(value),
            Ok(Attempt::Cut(salvaged)) => {
                request.max_tokens = request.max_tokens.saturating_mul(2);
                salvaged
            }
            Ok(Attempt::Unreadable(reply)) => {
                request.messages.extend(repair(&reply));
                None
            }
            // Often a reasoning model that ran out of tokens before it began to answer.
            Err(LlmError::Empty) => {
                request.max_tokens = request.max_tokens.saturating_mul(2);
                None
            }
            Err(error) => return Err(error),
        };
        tracing::debug!(model = self.llm.model(), purpose = ?request.purpose, "asking once more for a usable reply");
        match (self.attempt(&request, &parse).await, salvaged) {
            (Ok(Attempt::Whole(value) | Attempt::Cut(Some(value))), _) | (_, Some(value)) => Ok(value),
            (Ok(Attempt::Cut(None)), None) => Err(LlmError::Unexpected {
                expected: "a whole JSON reply",
                reply: "cut off twice".to_owned(),
            }),
            (Ok(Attempt::Unreadable(unexpected)), None) => Err(unexpected.into()),
            (Err(error), None) => Err(error),
        }
    }

    async fn attempt<T: Send>(
        &self,
        request: &ChatRequest,
        parse: &(impl Fn(&str) -> Result<Parsed<T>, UnexpectedReply> + Send + Sync),
    ) -> Result<Attempt<T>, LlmError> {
        let chat = self.llm.chat(request).await?;
        warn_of_clipping(request, &chat);
        Ok(match parse(&chat.text) {
            Ok(Parsed { value, complete: true }) => Attempt::Whole(value),
            Ok(Parsed { value, complete: false }) => Attempt::Cut(Some(value)),
            Err(_) if chat.truncated => Attempt::Cut(None),
            Err(unexpected) => Attempt::Unreadable(unexpected),
        })
    }

    fn request(
        &self,
        owner: &Owner,
        purpose: Purpose,
        messages: Vec<ChatMessage>,
        schema: serde_json::Value,
    ) -> ChatRequest {
        let (owner, max_tokens) = (owner.clone(), self.limits.reply_tokens);
        ChatRequest { owner, purpose, messages, schema: Some(schema), max_tokens, temperature: 0.0 }
    }
}

enum Attempt<T> {
    Whole(T),
    /// Broke off; with what was complete, if anything was.
    Cut(Option<T>),
    Unreadable(UnexpectedReply),
}

fn repair(unexpected: &UnexpectedReply) -> [ChatMessage; 2] {
    let shown = excerpt(&unexpected.reply, SHOWN_REPLY_TOKENS);
    let asked = format!("That is not {}. Reply again with the JSON object alone.", unexpected.expected);
    [
        ChatMessage { role: ChatRole::Assistant, content: shown },
        ChatMessage { role: ChatRole::User, content: asked },
    ]
}

/// Some local servers drop the beginning of a prompt that exceeds their window, and say so only by their count.
fn warn_of_clipping(request: &ChatRequest, chat: &Chat) {
    let sent: usize = request.messages.iter().map(|message| count_tokens(&message.content)).sum();
    let counted = chat.usage.prompt_tokens;
    if counted > 0 && (counted as f64) < sent as f64 * CLIPPED_SHARE {
        tracing::warn!(
            sent,
            counted,
            "the model server seems to have cut the prompt; is its window large enough?"
        );
    }
}

#[async_trait]
impl Distiller for LlmDistiller {
    fn name(&self) -> &str {
        self.llm.model()
    }

    fn is_metered(&self) -> bool {
        true
    }

    async fn consolidate(&self, batch: &Batch<'_>) -> Result<Consolidation, DistillError> {
        let messages = consolidate::messages(batch, self.limits.prompt_tokens);
        let request = self.request(batch.owner, Purpose::Consolidate, messages, consolidate::schema());
        Ok(self.ask(request, |reply| consolidate::parse(reply, batch)).await?)
    }

    async fn learn(&self, lesson: &Lesson<'_>) -> Result<Lessons, DistillError> {
        let messages = learn::messages(lesson, self.limits.prompt_tokens);
        let request = self.request(lesson.owner, Purpose::Learn, messages, learn::schema());
        Ok(self.ask(request, |reply| learn::parse(reply, lesson)).await?)
    }
}
