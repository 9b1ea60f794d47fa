//! What is being said in a chat: the turn that is going on, and everything before it.

use std::collections::HashSet;

use memoryos::{
    import::chat_message,
    prompts::injected::without_memory,
    text::tokens::count_tokens,
    types::{Message, Side},
};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::object::{Object, raw};

/// What a client says has been said so far.
#[derive(Debug, Default)]
pub(super) struct Conversation {
    said: Vec<Said>,
    /// Where the turn that is going on begins: after the last reply that was whole.
    turn: usize,
    /// The beginning of the reply, where the client gives one for the model to go on with.
    begun: String,
}

/// A message in which somebody speaks.
#[derive(Debug)]
struct Said {
    side: Side,
    message: Message,
}

impl Conversation {
    /// Reads messages of OpenAI's shape. What we put into them earlier is left out.
    ///
    /// A reply that calls tools does not end a turn, nor do the tools' results: all of it belongs to what the user
    /// said before.
    pub(super) fn of(messages: &[Object]) -> Self {
        let mut conversation = Self::default();
        for message in messages {
            // Through text: what is read as it was written can only be read once.
            let message: Value = serde_json::from_str(raw(message).get()).unwrap_or_default();
            let Some((side, mut spoken)) = chat_message(&message) else { continue };
            let calls_tools = |key: &str| {
                message.get(key).is_some_and(|calls| !calls.is_null() && calls != &Value::Array(vec![]))
            };
            let is_step =
                side == Side::Assistant && ["tool_calls", "function_call"].into_iter().any(calls_tools);
            spoken.text = without_memory(&spoken.text).into_owned();
            if is_step || spoken.text.trim().is_empty() {
                continue;
            }
            conversation.said.push(Said { side, message: spoken });
        }
        if let Some(Said { side: Side::Assistant, .. }) = conversation.said.last() {
            conversation.begun = conversation.said.pop().map(|said| said.message.text).unwrap_or_default();
        }
        let reply = conversation.said.iter().rposition(|said| said.side == Side::Assistant);
        conversation.turn = reply.map_or(0, |reply| reply + 1);
        conversation
    }

    /// What the user said last, for which memories are sought; `None` when the user says nothing.
    pub(super) fn query(&self) -> Option<&str> {
        self.said[self.turn..].last().map(|said| said.message.text.as_str())
    }

    /// The user's side of the turn that is going on; messages in a row are joined by a line break.
    pub(super) fn user(&self) -> Message {
        let said = &self.said[self.turn..];
        let speaker = said.iter().find_map(|said| said.message.speaker.clone());
        let texts: Vec<&str> = said.iter().map(|said| said.message.text.as_str()).collect();
        Message { speaker, text: texts.join("\n") }
    }

    /// The beginning of the reply that the client gave; empty for none.
    pub(super) fn begun(&self) -> &str {
        &self.begun
    }

    /// Whether nothing was said before this turn.
    pub(super) fn is_new(&self) -> bool {
        self.turn == 0
    }

    /// Tokens of all that was said.
    pub(super) fn tokens(&self) -> usize {
        self.said.iter().map(|said| count_tokens(&said.message.text)).sum()
    }

    /// What tells this conversation, up to the turn that is going on, from any other: the same when a request is
    /// tried again, whatever its system message and its tools say by then. 64 characters.
    pub(super) fn fingerprint(&self) -> String {
        let mut hash = Sha256::new();
        for Said { side, message } in &self.said {
            let side: &[u8] = if *side == Side::User { b"user" } else { b"assistant" };
            // With lengths, so that no text can pass for two.
            for part in [side, message.text.as_bytes()] {
                hash.update((part.len() as u64).to_le_bytes());
                hash.update(part);
            }
        }
        hex::encode(hash.finalize())
    }

    /// Every text that stands in the chat, for comparison.
    pub(super) fn texts(&self) -> Texts {
        let mut texts = HashSet::new();
        for run in self.said.chunk_by(|one, next| one.side == next.side) {
            let joined: Vec<String> = run.iter().map(|said| folded(&said.message.text)).collect();
            texts.insert((run[0].side, joined.join(" ")));
            texts.extend(joined.into_iter().map(|text| (run[0].side, text)));
        }
        Texts(texts)
    }
}

/// The texts of a conversation.
pub(super) struct Texts(HashSet<(Side, String)>);

impl Texts {
    /// Whether `text` stands there, said by this side. Blanks do not count, and nothing is said everywhere.
    pub(super) fn hold(&self, side: Side, text: &str) -> bool {
        let text = folded(text);
        text.is_empty() || self.0.contains(&(side, text))
    }
}

fn folded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn conversation(messages: &Value) -> Conversation {
        Conversation::of(
            &serde_json::from_value::<Vec<Value>>(messages.clone())
                .expect("a list")
                .iter()
                .map(|m| serde_json::from_str(&m.to_string()).expect("objects"))
                .collect::<Vec<_>>(),
        )
    }

    fn check(messages: &Value, query: Option<&str>, user: &str, begun: &str) {
        let read = conversation(messages);
        assert_eq!((read.query(), &*read.user().text, read.begun()), (query, user, begun), "{messages}");
    }

    #[test]
    fn a_turn_is_all_that_the_user_said_since_the_last_whole_reply() {
        let call = json!({"role": "assistant", "content": "Let me look.", "tool_calls": [{"id": "1"}]});
        let result = json!({"role": "tool", "tool_call_id": "1", "content": "12 degrees"});
        let user = |text: &str| json!({"role": "user", "content": text});
        let reply = |text: &str| json!({"role": "assistant", "content": text});
        check(&json!([{"role": "system", "content": "Be brief."}, user("a")]), Some("a"), "a", "");
        check(&json!([user("a"), reply("b"), user("c")]), Some("c"), "c", "");
        check(&json!([user("a"), reply("b"), user("c"), user("d")]), Some("d"), "c\nd", "");
        check(&json!([user("z"), reply("y"), user("a"), call, result, call, result]), Some("a"), "a", "");
        // The call was never answered, so that nothing of it has been remembered.
        check(&json!([user("a"), call, result, user("b")]), Some("b"), "a\nb", "");
        check(&json!([user("a"), reply("It is")]), Some("a"), "a", "It is");
        check(&json!([reply("b")]), None, "", "b");
        check(&json!([{"role": "system", "content": "Greet."}]), None, "", "");
        check(&json!([user("  "), {"role": "user"}, {"content": "x"}, {}]), None, "", "");
        let parts = json!({"role": "user", "content": [{"type": "text", "text": "Look:"}, {"type": "image_url", "image_url": {"url": "data:,"}}]});
        check(&json!([parts]), Some("Look:\n(image)"), "Look:\n(image)", "");
        check(&json!([user("<memory>\nKnown:\n| x\n</memory>\n\nHi")]), Some("Hi"), "Hi", "");
    }

    #[test]
    fn a_conversation_is_known_again_by_what_was_said() {
        let print = |messages: &Value| conversation(messages).fingerprint();
        let told = json!([{"role": "system", "content": "It is ten."}, {"role": "user", "content": "a"}]);
        let again = json!([{"role": "system", "content": "It is eleven."}, {"role": "user", "content": [{"type": "text", "text": "a"}]}]);
        assert_eq!(print(&told), print(&again));
        let others = [
            json!([{"role": "user", "content": "a\u{0}"}]),
            json!([{"role": "user", "content": "b"}]),
            json!([{"role": "user", "content": "a"}, {"role": "user", "content": ""}, {"role": "user", "content": "a"}]),
        ];
        for other in others {
            assert_ne!(print(&told), print(&other), "{other}");
        }
    }

    #[test]
    fn what_stands_in_the_chat_is_found_there() {
        let texts = conversation(&json!([{"role": "user", "content": "I have\n two goats."}, {"role": "user", "content": "Really."}, {"role": "assistant", "content": "Nice."}, {"role": "user", "content": "Yes"}])).texts();
        for (side, text, expected) in [
            (Side::User, "I have two  goats.", true),
            (Side::User, "I have two goats.\nReally.", true),
            (Side::Assistant, "Nice.", true),
            (Side::User, "Nice.", false),
            (Side::User, " ", true),
            (Side::User, "two goats", false),
        ] {
            assert_eq!(texts.hold(side, text), expected, "{text}");
        }
    }
}
