//! The turn is remembered once its answer has ended well.

use std::{sync::Arc, time::Duration};

use axum::http::HeaderMap;
use memoryos::{
    Memory, MemoryError,
    ports::Clock,
    prompts::{injected::without_memory, reply::without_reasoning},
    types::{Message, Moment, Owner, SegmentId, Turn, TurnKey},
};
use memoryos_api::error_code;
use memoryos_host::SystemClock;
use sha2::{Digest, Sha256};

use super::conversation::Conversation;

/// For how long the same first words count as the same request, tried again. After that somebody says them again.
const TRIED_AGAIN: Duration = Duration::from_hours(1);

/// A turn that lacks its reply.
pub(super) struct Remembering {
    memory: Arc<Memory>,
    owner: Owner,
    user: Message,
    begun: String,
    keys: Keys,
    visits: Vec<SegmentId>,
}

/// The names under which a turn is kept at most once.
#[derive(Debug, PartialEq, Eq)]
struct Keys {
    /// A turn that has this one is the same.
    earlier: Option<String>,
    /// The one that a new turn gets.
    now: String,
}

impl Remembering {
    /// Remembers what the user says in this conversation; `None` when the user says nothing.
    pub(super) fn new(
        memory: Arc<Memory>,
        owner: Owner,
        conversation: &Conversation,
        headers: &HeaderMap,
        visits: Vec<SegmentId>,
    ) -> Option<Self> {
        conversation.query()?;
        let keys = Keys::of(conversation, headers, SystemClock.now().as_second());
        let (user, begun) = (conversation.user(), conversation.begun().to_owned());
        Some(Self { memory, owner, user, begun, keys, visits })
    }

    /// Keeps the turn with this reply, and counts the visits of the recall. It goes on where whoever waits for it
    /// goes away; `Err` holds the word for what went wrong.
    pub(super) async fn remember(self, reply: String) -> Result<(), &'static str> {
        let kept = tokio::spawn(async move { self.keep(&reply).await }).await;
        match kept {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => {
                tracing::warn!(error = &error as &dyn std::error::Error, "a turn could not be remembered");
                Err(error_code(&error))
            }
            Err(_) => Err("internal"),
        }
    }

    async fn keep(self, reply: &str) -> Result<(), MemoryError> {
        let Self { memory, owner, user, begun, keys, visits } = self;
        // Models repeat what they were shown, and some think aloud.
        let reply = without_reasoning(&without_memory(&format!("{begun}{reply}")));
        let user = Message { text: without_nul(&user.text), ..user };
        let turn = Turn::new(user, Message::new(without_nul(&reply)), Moment::utc(SystemClock.now()));
        // The user said something, and no text holds NUL any more.
        let Ok(turn) = turn else { return Ok(()) };
        let key = keys.chosen(&memory, &owner).await?;
        memory.remember(&owner, turn.with_key(key)).await?;
        if let Err(error) = memory.record_visits(&owner, &visits).await {
            tracing::warn!(error = &error as &dyn std::error::Error, "visits could not be counted");
        }
        Ok(())
    }
}

impl Keys {
    /// By the client's own name for the request, else by what was said: a conversation that has gone on for a while is
    /// never had again, but many begin with the same words.
    fn of(conversation: &Conversation, headers: &HeaderMap, now_secs: i64) -> Self {
        if let Some(named) = headers.get("idempotency-key").filter(|value| !value.is_empty()) {
            let hash = hex::encode(Sha256::digest(named.as_bytes()));
            return Self { earlier: None, now: format!("gateway request {hash}") };
        }
        let print = conversation.fingerprint();
        if !conversation.is_new() {
            return Self { earlier: None, now: format!("gateway {print}") };
        }
        let hour = now_secs / TRIED_AGAIN.as_secs().cast_signed();
        Self {
            earlier: Some(format!("gateway {print} {}", hour - 1)),
            now: format!("gateway {print} {hour}"),
        }
    }

    async fn chosen(self, memory: &Memory, owner: &Owner) -> Result<TurnKey, MemoryError> {
        let key = |text: String| TurnKey::new(text).expect("it has characters, and hashes hold no NUL");
        if let Some(earlier) = self.earlier.map(key)
            && memory.look(owner, |view| view.state.page_with_key(&earlier).is_some()).await?
        {
            return Ok(earlier);
        }
        Ok(key(self.now))
    }
}

/// Stores cannot keep U+0000, which says nothing either.
fn without_nul(text: &str) -> String {
    text.replace('\0', "")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(messages: &str, named: Option<&str>, now_secs: i64) -> Keys {
        let headers =
            named.map(|name| ("idempotency-key".parse().expect("a name"), name.parse().expect("a value")));
        let messages: Vec<_> = serde_json::from_str(messages).expect("messages");
        Keys::of(&Conversation::of(&messages), &headers.into_iter().collect(), now_secs)
    }

    #[test]
    fn the_same_request_has_the_same_key_and_the_same_words_a_day_later_another() {
        let opening = r#"[{"role":"user","content":"I feel ill today"}]"#;
        let first = keys(opening, None, 7_199);
        assert_eq!(
            keys(opening, None, 7_200).earlier.as_ref(),
            Some(&first.now),
            "a second later, in the next hour"
        );
        let later = keys(opening, None, 90_000);
        assert!(later.now != first.now && later.earlier.as_ref() != Some(&first.now));
        let going_on = r#"[{"role":"user","content":"a"},{"role":"assistant","content":"b"},{"role":"user","content":"c"}]"#;
        assert_eq!(keys(going_on, None, 0), keys(going_on, None, 90_000));
        assert_eq!(keys(opening, Some("r1"), 0), keys(going_on, Some("r1"), 90_000));
        assert_ne!(keys(opening, Some("r1"), 0), keys(opening, Some("r2"), 0));
    }
}
