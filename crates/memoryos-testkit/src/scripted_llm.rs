//! Stand-ins for a language model: one that says its lines, and one that makes plausible ones up.

use std::{
    collections::VecDeque,
    sync::{Mutex, PoisonError},
};

use async_trait::async_trait;
use futures::stream;
use memoryos::{
    ports::{Chat, ChatRequest, ChatStream, Llm, LlmError, Usage},
    prompts::reply::without_reasoning,
    text::tokens::count_tokens,
};

/// Characters of one piece of a streamed reply: few, so that words and tags are split.
const PIECE_CHARS: usize = 3;

type Responder = Box<dyn Fn(&ChatRequest) -> Option<String> + Send + Sync>;

/// A model that replies what it was told to, in order, and records what it was asked.
///
/// # Panics
/// Asked something unforeseen, it panics and shows the prompt.
#[derive(Default)]
pub struct ScriptedLlm {
    lines: Mutex<VecDeque<Line>>,
    responders: Vec<Responder>,
    requests: Mutex<Vec<ChatRequest>>,
}

enum Line {
    Says { text: String, truncated: bool },
    BreaksOff(String),
    Fails(LlmError),
}

impl ScriptedLlm {
    /// A model without lines.
    pub fn new() -> Self {
        Self::default()
    }

    /// Its next line.
    #[must_use]
    pub fn says(self, text: impl Into<String>) -> Self {
        self.then(Line::Says { text: text.into(), truncated: false })
    }

    /// Its next line, cut at the limit of tokens.
    #[must_use]
    pub fn says_cut(self, text: impl Into<String>) -> Self {
        self.then(Line::Says { text: text.into(), truncated: true })
    }

    /// Its next line, after which the connection breaks.
    #[must_use]
    pub fn breaks_off(self, text: impl Into<String>) -> Self {
        self.then(Line::BreaksOff(text.into()))
    }

    /// It fails the next time.
    #[must_use]
    pub fn fails(self, error: LlmError) -> Self {
        self.then(Line::Fails(error))
    }

    /// What it replies, any number of times, to a prompt that contains `words`, once its lines are used up.
    #[must_use]
    pub fn replies_to(self, words: &'static str, reply: impl Into<String>) -> Self {
        let reply = reply.into();
        self.replies_with(move |request| {
            request.messages.iter().any(|message| message.content.contains(words)).then(|| reply.clone())
        })
    }

    /// What it replies, any number of times, where `respond` knows something, once its lines are used up.
    #[must_use]
    pub fn replies_with(
        mut self,
        respond: impl Fn(&ChatRequest) -> Option<String> + Send + Sync + 'static,
    ) -> Self {
        self.responders.push(Box::new(respond));
        self
    }

    /// What it was asked so far.
    pub fn requests(&self) -> Vec<ChatRequest> {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// How many lines it has not said yet.
    pub fn lines_left(&self) -> usize {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    fn then(self, line: Line) -> Self {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner).push_back(line);
        self
    }

    fn next(&self, request: &ChatRequest) -> Line {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner).push(request.clone());
        if let Some(line) = self.lines.lock().unwrap_or_else(PoisonError::into_inner).pop_front() {
            return line;
        }
        let reply = self.responders.iter().find_map(|respond| respond(request));
        let text = reply.unwrap_or_else(|| panic!("an unforeseen request:\n{}", shown(request)));
        Line::Says { text, truncated: false }
    }
}

fn shown(request: &ChatRequest) -> String {
    let messages = request.messages.iter().map(|m| format!("--- {:?}\n{}\n", m.role, m.content));
    format!("{:?}, at most {} tokens\n{}", request.purpose, request.max_tokens, messages.collect::<String>())
}

/// What a call costs by the usual estimate.
pub(crate) fn estimated_usage(request: &ChatRequest, reply: &str) -> Usage {
    let prompt: usize = request.messages.iter().map(|message| count_tokens(&message.content)).sum();
    Usage { prompt_tokens: prompt as u64, completion_tokens: count_tokens(reply) as u64 }
}

/// A reply as the port promises it.
pub(crate) fn chat(request: &ChatRequest, raw: &str, truncated: bool) -> Result<Chat, LlmError> {
    let text = without_reasoning(raw);
    if text.is_empty() {
        return Err(LlmError::Empty);
    }
    Ok(Chat { text, usage: estimated_usage(request, raw), truncated })
}

/// A text in small pieces, then what comes last.
pub(crate) fn in_pieces(text: &str, last: Option<LlmError>) -> ChatStream {
    let letters: Vec<char> = text.chars().collect();
    let pieces: Vec<Result<String, LlmError>> =
        letters.chunks(PIECE_CHARS).map(|piece| Ok(piece.iter().collect())).collect();
    Box::pin(stream::iter(pieces.into_iter().chain(last.map(Err))))
}

#[async_trait]
impl Llm for ScriptedLlm {
    fn model(&self) -> &'static str {
        "scripted"
    }

    async fn chat(&self, request: &ChatRequest) -> Result<Chat, LlmError> {
        match self.next(request) {
            Line::Says { text, truncated } => chat(request, &text, truncated),
            Line::BreaksOff(_) => Err(LlmError::Interrupted("as scripted".into())),
            Line::Fails(error) => Err(error),
        }
    }

    async fn stream(&self, request: &ChatRequest) -> Result<ChatStream, LlmError> {
        match self.next(request) {
            Line::Says { text, truncated } => Ok(match chat(request, &text, truncated) {
                Ok(chat) => in_pieces(&chat.text, None),
                Err(error) => in_pieces("", Some(error)),
            }),
            Line::BreaksOff(text) => {
                Ok(in_pieces(&without_reasoning(&text), Some(LlmError::Interrupted("as scripted".into()))))
            }
            Line::Fails(error) => Err(error),
        }
    }
}
