//! Where the readers of all formats put what they find; it makes turns, keys and the report of it.

use std::collections::HashMap;

use sha2::{Digest, Sha256};

use super::{Conversation, Entry, Format, Import, ImportError, Note, Reason, Report, pairing::Pair};
use crate::types::{About, Message, Moment, Turn, TurnKey};

/// Bytes of a hash that go into a key: 128 bits, so that no two of any number of turns meet by chance.
const KEY_BYTES: usize = 16;

/// What a source tells of a conversation as a whole.
#[derive(Default)]
pub(super) struct Head {
    /// Its own id, where it has one.
    pub(super) id: Option<String>,
    /// Who is remembered.
    pub(super) user_name: Option<String>,
    /// Who remembers.
    pub(super) assistant_name: Option<String>,
}

/// Gathers an import.
pub(super) struct Collector {
    default_time: Moment,
    import: Import,
    recognised: bool,
    /// How often each content has been met, so that saying the same twice is two turns.
    met: HashMap<String, usize>,
}

impl Collector {
    pub(super) fn new(format: Format, default_time: Moment) -> Self {
        let import =
            Import { format, conversations: Vec::new(), notes: Vec::new(), report: Report::default() };
        Self { default_time, import, recognised: false, met: HashMap::new() }
    }

    /// Something has the keys of the format: the source is not refused.
    pub(super) fn recognised(&mut self) {
        self.recognised = true;
    }

    pub(super) fn skip(&mut self, position: impl Into<String>, reason: Reason) {
        self.import.report.skip(Entry { position: position.into(), reason });
    }

    pub(super) fn remark(&mut self, position: impl Into<String>, reason: Reason) {
        self.import.report.remark(Entry { position: position.into(), reason });
    }

    /// Takes a conversation, if it has turns.
    pub(super) fn conversation(&mut self, head: Head, pairs: impl IntoIterator<Item = Pair>) {
        let (mut turns, mut turn_sources) = (Vec::new(), Vec::new());
        let mut latest = self.default_time;
        for pair in pairs {
            latest = pair.at.unwrap_or(latest);
            let key = self.turn_key(head.id.as_deref().unwrap_or_default(), &pair);
            // Readers report blank sides themselves; a pair with words and without NUL is always a turn.
            if let Ok(turn) = Turn::new(without_nul(pair.user), without_nul(pair.assistant), latest) {
                self.import.report.messages += pair.messages;
                turns.push(turn.with_key(key));
                turn_sources.push(pair.sources);
            }
        }
        if turns.is_empty() {
            return;
        }
        self.import.report.turns += turns.len();
        let id = head.id.unwrap_or_else(|| (self.import.conversations.len() + 1).to_string());
        let (user_name, assistant_name) = (head.user_name, head.assistant_name);
        self.import.conversations.push(Conversation { id, user_name, assistant_name, turns, turn_sources });
    }

    /// Takes a note, which is not blank.
    pub(super) fn note(&mut self, holder: &str, about: About, text: &str, at: Option<Moment>) {
        let side = if about == About::User { "user" } else { "assistant" };
        let key = self.key(&["note", holder, side, text, &time_text(at)]);
        self.import.report.notes += 1;
        self.import.notes.push(Note {
            about,
            text: replace_nul(text.to_owned()),
            at: at.unwrap_or(self.default_time),
            holder: holder.to_owned(),
            key,
        });
    }

    pub(super) fn finish(self) -> Result<Import, ImportError> {
        if self.recognised {
            Ok(self.import)
        } else {
            Err(ImportError::Unrecognised {
                format: self.import.format,
                report: Box::new(self.import.report),
            })
        }
    }

    /// Made of the source's own time only: a default differs from one import to the next.
    fn turn_key(&mut self, conversation: &str, pair: &Pair) -> TurnKey {
        self.key(&["turn", conversation, &pair.user.text, &pair.assistant.text, &time_text(pair.at)])
    }

    /// A key of what is said, where and when, and how often it was met before. The place in the file is not part of
    /// it, so that a later export that starts or ends elsewhere still meets the same keys.
    fn key(&mut self, fields: &[&str]) -> TurnKey {
        let mut hash = Sha256::new();
        for field in fields {
            hash.update((field.len() as u64).to_le_bytes());
            hash.update(field.as_bytes());
        }
        let hash = hash.finalize();
        let bits = hash.first_chunk::<KEY_BYTES>().copied().expect("a SHA-256 hash has 32 bytes");
        let key = format!("{}:{:032x}", self.import.format, u128::from_be_bytes(bits));
        let times = self.met.entry(key.clone()).or_default();
        *times += 1;
        let key = if *times == 1 { key } else { format!("{key}#{times}") };
        TurnKey::new(key).expect("hexadecimal digits are a key")
    }
}

fn time_text(at: Option<Moment>) -> String {
    at.map(|moment| moment.at.to_string()).unwrap_or_default()
}

/// Stores cannot keep U+0000; the words around it must not be lost for that.
fn without_nul(message: Message) -> Message {
    Message { speaker: message.speaker.map(replace_nul), text: replace_nul(message.text) }
}

fn replace_nul(text: String) -> String {
    if text.contains('\0') { text.replace('\0', "\u{FFFD}") } else { text }
}
