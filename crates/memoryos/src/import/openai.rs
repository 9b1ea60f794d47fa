//! Chat messages with roles: each line a conversation, without times. A bare list of messages is one conversation.

use serde_json::Value;

use super::{
    Reader, Reason, SourceFile,
    collector::{Collector, Head},
    each_record,
    page::name,
    pairing::{Spoken, pairs},
};
use crate::types::{Message, Side};

pub(super) const READER: Reader = Reader { name: "openai-messages", recognises, read };

fn recognises(record: &Value) -> bool {
    is_message(record)
        || record["messages"].as_array().is_some_and(|messages| messages.iter().any(is_message))
}

fn is_message(value: &Value) -> bool {
    const BESIDE_ROLE: [&str; 4] = ["content", "tool_calls", "function_call", "refusal"];
    value["role"].is_string() && BESIDE_ROLE.iter().any(|key| value.get(key).is_some())
}

fn read(files: &[SourceFile<'_>], collector: &mut Collector) {
    let mut bare = Vec::new();
    each_record(&READER, files, collector, |record, position, collector| {
        match record["messages"].as_array() {
            None => bare.extend(spoken(record, position, collector)),
            Some(messages) => {
                let numbered = messages.iter().enumerate();
                let session = numbered.filter_map(|(index, message)| {
                    spoken(message, &format!("{position}, message {}", index + 1), collector)
                });
                let session: Vec<Spoken> = session.collect();
                conversation(session, collector);
            }
        }
    });
    conversation(bare, collector);
}

fn conversation(session: Vec<Spoken>, collector: &mut Collector) {
    let speaker = |side| {
        session.iter().find_map(|spoken| spoken.message.speaker.clone().filter(|_| spoken.side == side))
    };
    let head = Head { id: None, user_name: speaker(Side::User), assistant_name: speaker(Side::Assistant) };
    collector.conversation(head, pairs(session));
}

/// Who speaks in a chat message of this shape, and what they say, as an import would keep it: words for what was
/// attached, a speaker where the message names one. `None` where nobody speaks: other roles, calls of tools without a
/// word, nothing but blanks.
pub fn chat_message(message: &Value) -> Option<(Side, Message)> {
    taken(message).ok()
}

/// The message, if somebody speaks in it; else the report says why not.
fn spoken(message: &Value, place: &str, collector: &mut Collector) -> Option<Spoken> {
    let (side, message) = taken(message).map_err(|reason| collector.skip(place, reason)).ok()?;
    Some(Spoken { side, message, at: None, source: None })
}

fn taken(message: &Value) -> Result<(Side, Message), Reason> {
    Ok((side(message)?, Message { text: words(message)?, speaker: name(&message["name"]) }))
}

fn side(message: &Value) -> Result<Side, Reason> {
    match message["role"].as_str() {
        Some("user") => Ok(Side::User),
        Some("assistant") => Ok(Side::Assistant),
        Some(role) => Err(Reason::NotSpeech(role.to_owned())),
        None => Err(Reason::Shape),
    }
}

/// What was said: the content, else the refusal.
fn words(message: &Value) -> Result<String, Reason> {
    let content = match &message["content"] {
        Value::String(text) => without_data_urls(text),
        Value::Array(parts) => parts.iter().filter_map(part).collect::<Vec<_>>().join("\n"),
        _ => String::new(),
    };
    let text = if content.trim().is_empty() {
        message["refusal"].as_str().unwrap_or_default().to_owned()
    } else {
        content
    };
    if !text.trim().is_empty() {
        Ok(text)
    } else if message
        .get("tool_calls")
        .or_else(|| message.get("function_call"))
        .is_some_and(|calls| !calls.is_null())
    {
        Err(Reason::ToolCall)
    } else {
        Err(Reason::Blank)
    }
}

/// The words of a part, or words that stand for it. What was attached is never kept: it may be megabytes.
fn part(part: &Value) -> Option<String> {
    if let Some(text) = part.as_str().or_else(|| part["text"].as_str()).or_else(|| part["refusal"].as_str()) {
        return Some(without_data_urls(text)).filter(|text| !text.trim().is_empty());
    }
    let stand_in = match part["type"].as_str()? {
        kind if kind.contains("image") => "(image)",
        kind if kind.contains("audio") => "(audio)",
        kind if kind.contains("video") => "(video)",
        kind if kind.contains("file") => "(file)",
        _ => return None,
    };
    Some(stand_in.to_owned())
}

/// `text` with `(data)` in the place of each `data:…;base64,…` within it.
fn without_data_urls(text: &str) -> String {
    const MARK: &str = ";base64,";
    let is_payload = |c: char| c.is_ascii_alphanumeric() || "+/=-_".contains(c);
    let is_media_type = |c: char| c.is_ascii_alphanumeric() || "/+-.;=".contains(c);
    let mut kept = String::new();
    let mut rest = text;
    while let Some(mark) = rest.find(MARK) {
        let (before, payload) = (&rest[..mark], &rest[mark + MARK.len()..]);
        let start =
            before.rfind("data:").filter(|start| before[start + "data:".len()..].chars().all(is_media_type));
        if let Some(start) = start {
            kept.push_str(&before[..start]);
            kept.push_str("(data)");
            rest = payload.trim_start_matches(is_payload);
        } else {
            kept.push_str(&rest[..mark + MARK.len()]);
            rest = payload;
        }
    }
    kept.push_str(rest);
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_within_a_text_is_not_kept_and_the_words_around_it_are() {
        assert_eq!(
            without_data_urls("see ![x](data:image/png;base64,iVBORw0KGgo=) here"),
            "see ![x]((data)) here"
        );
        assert_eq!(without_data_urls("data:a data:;base64,QQ== 尾"), "data:a (data) 尾");
        assert_eq!(without_data_urls("a header says ;base64, sometimes"), "a header says ;base64, sometimes");
    }
}
