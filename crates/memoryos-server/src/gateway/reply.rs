//! What an upstream's answer says, whole or piece by piece. Reads along; nothing is held back.

use memoryos::import::chat_message;
use serde_json::Value;

/// The longest line of a stream, and the longest reply, that is read along, in bytes; far beyond any real one. What is
/// longer is passed on all the same, and not remembered.
const MOST_BYTES: usize = 16 << 20;
/// What ends a stream that went well.
const DONE: &str = "[DONE]";

/// What an answer came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// The assistant said this; empty where it said nothing, as in a refusal without words.
    Said(String),
    /// It asks for tools first.
    CallsTools,
    /// It is no answer.
    Failed,
}

/// What a whole answer says: its first choice.
pub(super) fn outcome(body: &[u8]) -> Outcome {
    let Ok(body) = serde_json::from_slice::<Value>(body) else { return Outcome::Failed };
    let message = first_choice(&body).map(|choice| &choice["message"]).filter(|message| message.is_object());
    match message {
        Some(message) if is_none(&body["error"]) => {
            if calls_tools(message) {
                Outcome::CallsTools
            } else {
                Outcome::Said(chat_message(message).map(|(_, said)| said.text).unwrap_or_default())
            }
        }
        _ => Outcome::Failed,
    }
}

fn first_choice(body: &Value) -> Option<&Value> {
    body["choices"].as_array()?.iter().find(|choice| choice["index"].as_u64().unwrap_or_default() == 0)
}

fn calls_tools(message: &Value) -> bool {
    !is_none(&message["tool_calls"]) || !is_none(&message["function_call"])
}

fn is_none(value: &Value) -> bool {
    value.is_null() || value.as_array().is_some_and(Vec::is_empty)
}

/// Reads a stream of server-sent events along.
#[derive(Debug, Default)]
pub(super) struct Reading {
    line: Vec<u8>,
    text: String,
    calls_tools: bool,
    has_failed: bool,
    progress: Progress,
}

/// How far a stream has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Progress {
    #[default]
    Open,
    /// The reply is whole.
    Finished,
    /// The upstream has said that nothing follows.
    Done,
}

impl Reading {
    /// Takes in the next bytes, however they are cut.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            if self.line.len() + piece.len() + self.text.len() > MOST_BYTES {
                self.has_failed = true;
                self.line.clear();
                continue;
            }
            self.line.extend_from_slice(piece);
            if piece.ends_with(b"\n") {
                self.end_line();
            }
        }
    }

    fn end_line(&mut self) {
        let line = std::mem::take(&mut self.line);
        let line = String::from_utf8_lossy(&line);
        // OpenAI's events have one line of data each; comments and names of events are of no concern.
        let Some(data) = line.strip_prefix("data:").map(str::trim) else { return };
        if data == DONE {
            self.progress = Progress::Done;
        } else if let Ok(event) = serde_json::from_str(data) {
            self.take(&event);
        } else {
            self.has_failed |= !data.is_empty();
        }
    }

    fn take(&mut self, event: &Value) {
        self.has_failed |= !is_none(&event["error"]);
        let Some(choice) = first_choice(event) else { return };
        let delta = &choice["delta"];
        self.calls_tools |= calls_tools(delta);
        if choice["finish_reason"].is_string() {
            self.progress = self.progress.max(Progress::Finished);
        }
        for words in [&delta["content"], &delta["refusal"]] {
            match words {
                Value::String(words) => self.text.push_str(words),
                Value::Array(parts) => {
                    parts
                        .iter()
                        .filter_map(|part| part["text"].as_str())
                        .for_each(|words| self.text.push_str(words));
                }
                _ => {}
            }
        }
    }

    /// Whether the upstream said that its answer is at its end.
    pub(super) fn is_done(&self) -> bool {
        self.progress == Progress::Done
    }

    /// What the stream came to, now that it is over.
    pub(super) fn outcome(&mut self) -> Outcome {
        // The last line may lack its end.
        self.end_line();
        if self.has_failed || self.progress == Progress::Open {
            Outcome::Failed
        } else if self.calls_tools {
            Outcome::CallsTools
        } else {
            Outcome::Said(std::mem::take(&mut self.text))
        }
    }

    /// What the assistant said before the client hung up; `None` when there is nothing to keep.
    pub(super) fn broken_off(&mut self) -> Option<String> {
        if self.has_failed || self.calls_tools || self.text.trim().is_empty() {
            return None;
        }
        let mark = if self.progress == Progress::Open { BROKEN_OFF } else { "" };
        Some(std::mem::take(&mut self.text) + mark)
    }
}

/// Ends what the assistant said where the client did not hear it out.
const BROKEN_OFF: &str = " …";

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_whole_answer_is_words_or_calls_or_nothing() {
        let choice = |message: Value| json!({"choices": [{"index": 1, "message": {"content": "other"}}, {"index": 0, "message": message}]});
        let said = |text: &str| Outcome::Said(text.to_owned());
        for (body, expected) in [
            (choice(json!({"role": "assistant", "content": "Hi"})), said("Hi")),
            (choice(json!({"role": "assistant", "content": "Hi", "tool_calls": []})), said("Hi")),
            (
                choice(json!({"role": "assistant", "content": "I look", "tool_calls": [{"id": "1"}]})),
                Outcome::CallsTools,
            ),
            (
                choice(json!({"role": "assistant", "content": null, "function_call": {"name": "f"}})),
                Outcome::CallsTools,
            ),
            (choice(json!({"role": "assistant", "content": null, "refusal": "No."})), said("No.")),
            (choice(json!({"role": "assistant", "content": null})), said("")),
            (
                json!({"error": {"message": "busy"}, "choices": [{"message": {"content": "Hi"}}]}),
                Outcome::Failed,
            ),
            (json!({"choices": []}), Outcome::Failed),
            (json!({"detail": "no"}), Outcome::Failed),
        ] {
            assert_eq!(outcome(body.to_string().as_bytes()), expected, "{body}");
        }
        assert_eq!(outcome(b"<html>"), Outcome::Failed);
    }

    fn delta(delta: &Value) -> String {
        format!("data: {}\r\n\r\n", json!({"choices": [{"index": 0, "delta": delta}]}))
    }

    #[test]
    fn a_stream_is_read_however_it_is_cut() {
        let words = delta(&json!({"content": "Gr"})) + ": ping\n\n" + &delta(&json!({"content": "üße 🐐"}));
        let finish = "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n";
        let said = Outcome::Said("Grüße 🐐".to_owned());
        for (stream, expected) in [
            (format!("{words}{finish}data: [DONE]\n\n"), said.clone()),
            (format!("{words}data: [DONE]"), said.clone()),
            (format!("{words}{finish}"), said),
            (words.clone(), Outcome::Failed),
            (
                format!("{words}data: {{\"error\":{{\"message\":\"busy\"}}}}\n\ndata: [DONE]\n\n"),
                Outcome::Failed,
            ),
            (format!("{words}data: {{oops\n\ndata: [DONE]\n\n"), Outcome::Failed),
            (format!("{}{finish}", delta(&json!({"tool_calls": [{"index": 0}]}))), Outcome::CallsTools),
            (String::new(), Outcome::Failed),
        ] {
            for size in [1, 2, 7, stream.len().max(1)] {
                let mut reading = Reading::default();
                stream.as_bytes().chunks(size).for_each(|bytes| reading.push(bytes));
                assert_eq!(reading.outcome(), expected, "{stream} in pieces of {size}");
            }
        }
    }

    #[test]
    fn what_is_broken_off_says_so() {
        let mut reading = Reading::default();
        assert_eq!(reading.broken_off(), None);
        reading.push(delta(&json!({"content": "First,"})).as_bytes());
        assert_eq!(reading.broken_off().as_deref(), Some("First, …"));
    }
}
