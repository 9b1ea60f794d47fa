//! A reply as it is written: server-sent events in, pieces of text without reasoning out.

use std::{
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use eventsource_stream::{Event, EventStreamError, Eventsource};
use futures::{Stream, StreamExt, stream};
use memoryos::{
    ports::{ChatStream, LlmError},
    prompts::reply::ReasoningFilter,
};
use reqwest::Response;
use serde_json::Value;

use super::{
    endpoint::{error_within, interrupted},
    quirks::Quirks,
    wire,
};

/// What ends a stream that went well.
const DONE: &str = "[DONE]";

type Events = Pin<Box<dyn Stream<Item = Result<Event, EventStreamError<reqwest::Error>>> + Send>>;

/// The pieces of a reply. Silence longer than `silence` ends it with an error, as does an end without notice.
pub(super) fn pieces(response: Response, silence: Duration, quirks: Arc<Mutex<Quirks>>) -> ChatStream {
    let inside = quirks.lock().unwrap_or_else(PoisonError::into_inner).inside_reasoning;
    let writing = Writing {
        events: Box::pin(response.bytes_stream().eventsource()),
        silence,
        quirks,
        filter: if inside { ReasoningFilter::inside_reasoning() } else { ReasoningFilter::default() },
        has_text: false,
        has_finished: false,
    };
    // An error is the last item: the state behind it is gone.
    Box::pin(stream::unfold(Some(writing), |writing| async {
        let mut writing = writing?;
        match writing.next().await {
            Ok(Some(piece)) => Some((Ok(piece), Some(writing))),
            Ok(None) => None,
            Err(error) => Some((Err(error), None)),
        }
    }))
}

struct Writing {
    events: Events,
    silence: Duration,
    quirks: Arc<Mutex<Quirks>>,
    filter: ReasoningFilter,
    has_text: bool,
    /// Whether the server said that the reply is at its end.
    has_finished: bool,
}

impl Writing {
    /// The next piece that is not empty; `None` at the end of the reply.
    async fn next(&mut self) -> Result<Option<String>, LlmError> {
        loop {
            let piece = match self.event().await? {
                Some(event) => self.text_of(&event)?,
                None if self.has_finished => return self.end(),
                None => return Err(interrupted("the stream ended before the reply did")),
            };
            if self.filter.has_loose_close() {
                self.quirks.lock().unwrap_or_else(PoisonError::into_inner).inside_reasoning = true;
                return Err(interrupted("what came first was reasoning without an opening tag; ask again"));
            }
            if let Some(piece) = self.visible(piece) {
                return Ok(Some(piece));
            }
        }
    }

    /// The next event that is not the closing one.
    async fn event(&mut self) -> Result<Option<Event>, LlmError> {
        match tokio::time::timeout(self.silence, self.events.next()).await {
            Err(_) => Err(LlmError::Timeout(self.silence)),
            Ok(Some(Ok(event))) if event.data.trim() == DONE => {
                self.has_finished = true;
                Ok(None)
            }
            Ok(Some(Ok(event))) => Ok(Some(event)),
            Ok(Some(Err(EventStreamError::Transport(error)))) => Err(interrupted(error.without_url())),
            Ok(Some(Err(error))) => Err(interrupted(error.to_string())),
            Ok(None) => Ok(None),
        }
    }

    fn text_of(&mut self, event: &Event) -> Result<String, LlmError> {
        let Ok(value) = serde_json::from_str::<Value>(&event.data) else {
            return if event.data.trim().is_empty() {
                Ok(String::new())
            } else {
                Err(interrupted("an event is no JSON"))
            };
        };
        if let Some((_, message)) = error_within(&value) {
            return Err(interrupted(message));
        }
        let Some(choice) = wire::choice(&value) else { return Ok(String::new()) };
        self.has_finished |= wire::finish_reason(choice).is_some();
        let delta = choice.get("delta").unwrap_or(&Value::Null);
        if wire::is_refusal(choice, delta) {
            return Err(LlmError::Refused);
        }
        Ok(self.filter.push(&wire::content(delta).unwrap_or_default()))
    }

    /// The text held back till now, then the end; an error when there was no text at all.
    fn end(&mut self) -> Result<Option<String>, LlmError> {
        let rest = self.filter.finish();
        match self.visible(rest) {
            Some(piece) => Ok(Some(piece)),
            None if self.has_text => Ok(None),
            None => Err(LlmError::Empty),
        }
    }

    /// `piece`, or nothing when it is empty or white space before the first word.
    fn visible(&mut self, piece: String) -> Option<String> {
        let piece = if self.has_text { piece } else { piece.trim_start().to_owned() };
        self.has_text |= !piece.is_empty();
        (!piece.is_empty()).then_some(piece)
    }
}
