//! The wire itself: requests written, replies read. Tolerant, as "compatible" servers leave fields out and add others.

use memoryos::{
    ports::{Chat, ChatMessage, ChatRequest, ChatRole, LlmError, Usage},
    prompts::reply::without_reasoning,
    text::tokens::count_tokens,
};
use serde_json::{Value, json};

use super::quirks::{JsonMode, LengthLimit, Quirks};

/// The request as this model takes it.
pub(super) fn request(model: &str, request: &ChatRequest, quirks: Quirks, stream: bool) -> Value {
    let mut body = json!({"model": model, "messages": messages(request, quirks)});
    match quirks.length {
        LengthLimit::MaxTokens => body["max_tokens"] = request.max_tokens.into(),
        LengthLimit::MaxCompletionTokens => body["max_completion_tokens"] = request.max_tokens.into(),
        LengthLimit::Unlimited => {}
    }
    if !quirks.no_temperature {
        body["temperature"] = request.temperature.into();
    }
    if let Some(schema) = &request.schema {
        match quirks.json {
            JsonMode::Schema => {
                let named = json!({"name": "reply", "strict": true, "schema": schema});
                body["response_format"] = json!({"type": "json_schema", "json_schema": named});
            }
            JsonMode::Object => body["response_format"] = json!({"type": "json_object"}),
            JsonMode::Asked => {}
        }
    }
    if stream {
        body["stream"] = true.into();
        if !quirks.no_stream_options {
            body["stream_options"] = json!({"include_usage": true});
        }
    }
    body
}

fn messages(request: &ChatRequest, quirks: Quirks) -> Vec<Value> {
    let mut messages = request.messages.clone();
    if quirks.no_system_role {
        messages = without_system(messages);
    }
    // Servers refuse JSON mode when no message says the word, whatever else the prompt says.
    let says_json = messages.iter().any(|message| message.content.to_lowercase().contains("json"));
    if request.schema.is_some()
        && quirks.json != JsonMode::Schema
        && !says_json
        && let Some(last) = messages.last_mut()
    {
        last.content.push_str("\n\nReply in JSON.");
    }
    let role = |role| match role {
        ChatRole::System => "system",
        ChatRole::User => "user",
        ChatRole::Assistant => "assistant",
    };
    messages.iter().map(|message| json!({"role": role(message.role), "content": message.content})).collect()
}

/// The instructions written before the first thing the user says.
fn without_system(messages: Vec<ChatMessage>) -> Vec<ChatMessage> {
    let (system, mut rest): (Vec<_>, Vec<_>) = messages.into_iter().partition(|m| m.role == ChatRole::System);
    let rules = system.into_iter().map(|message| message.content).collect::<Vec<_>>().join("\n\n");
    match rest.iter_mut().find(|message| message.role == ChatRole::User) {
        Some(first) => first.content = format!("{rules}\n\n{}", first.content),
        None => rest.insert(0, ChatMessage { role: ChatRole::User, content: rules }),
    }
    rest
}

/// The first choice of a reply, or the error that takes its place. `None` when there is none.
pub(super) fn choice(reply: &Value) -> Option<&Value> {
    reply.get("choices")?.as_array()?.first()
}

/// What a message or a piece of one says: a text, or the texts of its parts. Reasoning parts are left out.
pub(super) fn content(message: &Value) -> Option<String> {
    match message.get("content")? {
        Value::String(text) => Some(text.clone()),
        Value::Array(parts) => Some(parts.iter().filter_map(part).collect()),
        _ => None,
    }
}

fn part(part: &Value) -> Option<&str> {
    match (part, part.get("type").and_then(Value::as_str)) {
        (Value::String(text), _) => Some(text),
        (_, None | Some("text" | "output_text")) => part.get("text")?.as_str(),
        _ => None,
    }
}

/// Whether the model declined, in the field for it, in a part, or by the server's filter.
pub(super) fn is_refusal(choice: &Value, message: &Value) -> bool {
    let says =
        |value: Option<&Value>| value.and_then(Value::as_str).is_some_and(|text| !text.trim().is_empty());
    let parts = message.get("content").and_then(Value::as_array);
    says(message.get("refusal"))
        || parts.is_some_and(|parts| {
            parts.iter().any(|part| part.get("type").is_some_and(|kind| kind == "refusal"))
        })
        || finish_reason(choice) == Some("content_filter")
}

pub(super) fn finish_reason(choice: &Value) -> Option<&str> {
    choice.get("finish_reason")?.as_str()
}

/// The whole reply. `raw` is what the model wrote, reasoning included.
pub(super) struct Reply {
    pub(super) chat: Chat,
    pub(super) raw: String,
}

/// Reads a whole reply to `request`; `None` when it is not of the wire's shape.
pub(super) fn reply(value: &Value, request: &ChatRequest) -> Option<Result<Reply, LlmError>> {
    let choice = choice(value)?;
    let message = choice.get("message").filter(|message| message.is_object())?;
    if is_refusal(choice, message) {
        return Some(Err(LlmError::Refused));
    }
    let raw = content(message).unwrap_or_default();
    let text = without_reasoning(&raw);
    if text.is_empty() {
        return Some(Err(LlmError::Empty));
    }
    let usage = usage(value).unwrap_or_else(|| estimated_usage(request, &raw));
    Some(Ok(Reply { chat: Chat { text, usage, truncated: finish_reason(choice) == Some("length") }, raw }))
}

fn usage(reply: &Value) -> Option<Usage> {
    let count = |name: &str| reply.get("usage")?.get(name)?.as_u64();
    Some(Usage { prompt_tokens: count("prompt_tokens")?, completion_tokens: count("completion_tokens")? })
}

fn estimated_usage(request: &ChatRequest, reply: &str) -> Usage {
    let prompt: usize = request.messages.iter().map(|message| count_tokens(&message.content)).sum();
    Usage { prompt_tokens: prompt as u64, completion_tokens: count_tokens(reply) as u64 }
}
