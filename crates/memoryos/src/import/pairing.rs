//! From messages to turns. Real logs do not alternate, so: what one speaker says in a row is joined by a line break,
//! a side without an answer is a turn by itself, and nothing is joined across sessions.

use crate::types::{Message, Moment, Side};

/// Stands between messages that one speaker sent in a row.
const BETWEEN_MESSAGES: &str = "\n";

/// A message as the source has it.
pub(super) struct Spoken {
    /// Who said it.
    pub(super) side: Side,
    /// What was said, and under which name.
    pub(super) message: Message,
    /// When, where the source tells.
    pub(super) at: Option<Moment>,
    /// The source's id of it.
    pub(super) source: Option<String>,
}

/// What will be a turn.
#[derive(Default)]
pub(super) struct Pair {
    /// The user's side.
    pub(super) user: Message,
    /// The assistant's side.
    pub(super) assistant: Message,
    /// When its first message was said, where the source tells.
    pub(super) at: Option<Moment>,
    /// The source's ids of its messages.
    pub(super) sources: Vec<String>,
    /// How many messages it was made of.
    pub(super) messages: usize,
}

impl Pair {
    /// Whether `next` belongs to this turn: it answers, or goes on, under the same name.
    fn takes(&self, next: &Spoken) -> bool {
        let (same_side, answered) = match next.side {
            Side::User => (&self.user, !self.assistant.text.is_empty()),
            Side::Assistant => (&self.assistant, false),
        };
        !answered && (same_side.text.is_empty() || same_side.speaker == next.message.speaker)
    }

    fn add(&mut self, next: Spoken) {
        let side = match next.side {
            Side::User => &mut self.user,
            Side::Assistant => &mut self.assistant,
        };
        if side.text.is_empty() {
            *side = next.message;
        } else {
            side.text.push_str(BETWEEN_MESSAGES);
            side.text.push_str(&next.message.text);
        }
        self.at = self.at.or(next.at);
        self.sources.extend(next.source);
        self.messages += 1;
    }
}

/// The turns of one session, in order. Each message, none of which is blank, stands in exactly one of them.
pub(super) fn pairs(session: impl IntoIterator<Item = Spoken>) -> Vec<Pair> {
    let mut pairs: Vec<Pair> = Vec::new();
    for next in session {
        match pairs.last_mut() {
            Some(open) if open.takes(&next) => open.add(next),
            _ => {
                let mut opened = Pair::default();
                opened.add(next);
                pairs.push(opened);
            }
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines such as `u:hello`, `a:hi`; a name may follow the side: `uAnn:hello`.
    fn check(session: &[&str], expected: &[(&str, &str)]) {
        let spoken = |line: &&str| {
            let (who, text) = line.split_once(':').expect("a side and a text");
            let side = if who.starts_with('u') { Side::User } else { Side::Assistant };
            let message = Message { speaker: Some(who[1..].to_owned()), text: text.to_owned() };
            Spoken { side, message, at: None, source: Some((*line).to_owned()) }
        };
        let found = pairs(session.iter().map(spoken));
        let texts: Vec<_> = found.iter().map(|pair| (&*pair.user.text, &*pair.assistant.text)).collect();
        assert_eq!(texts, expected);
        let sources: Vec<_> = found.iter().flat_map(|pair| pair.sources.iter().map(String::as_str)).collect();
        assert_eq!(sources, session, "each message once, in order");
        assert_eq!(found.iter().map(|pair| pair.messages).sum::<usize>(), session.len());
    }

    #[test]
    fn messages_become_turns_and_none_is_lost() {
        check(&["u:a", "a:b", "u:c", "a:d"], &[("a", "b"), ("c", "d")]);
        check(&["u:a", "u:b", "a:c", "a:d"], &[("a\nb", "c\nd")]);
        check(&["a:opens", "u:a", "a:b"], &[("", "opens"), ("a", "b")]);
        check(&["a:b", "a:c", "u:last"], &[("", "b\nc"), ("last", "")]);
        check(&["uAnn:a", "uBob:b", "a:c"], &[("a", ""), ("b", "c")]);
        check(&[], &[]);
    }
}
