//! Memory goes into the messages of a chat. Pure.
//!
//! What never changes stands first, in the system's message; who the user is, before the user's first words; what was
//! recalled for this turn, after the last. A provider's cache keeps the longest beginning two prompts share: this way
//! the next request shares everything up to the end of the user's last words. A message of its own for the memories
//! would stand before those words, and a second message of the system is refused by many models' templates, or moved to
//! the front by some servers, in front of everything that could have been kept.
//!
//! Stored text stands in the user's messages only, quoted. In the system's it would have the system's authority.

use memoryos::{prompts::injected::RULES, text::tokens::count_tokens};
use serde_json::value::RawValue;

use super::object::{Object, raw};

/// What is put into a chat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Injected {
    /// Who the user is, as a block; may be empty.
    pub(super) profile: String,
    /// What was recalled, as a block; may be empty.
    pub(super) recalled: String,
}

impl Injected {
    /// About how many tokens a chat gains.
    pub(super) fn tokens(&self) -> usize {
        [RULES, &self.profile, &self.recalled].into_iter().map(count_tokens).sum()
    }

    /// Puts it in. Messages of a shape that is not known stay as they are.
    pub(super) fn put_into(&self, messages: &mut Vec<Object>) {
        let of_user = |message: &Object| role(message).as_deref() == Some("user");
        if let Some(first) = messages.iter_mut().find(|message| of_user(message)) {
            edit(first, &self.profile, "");
        }
        if let Some(last) = messages.iter_mut().rfind(|message| of_user(message)) {
            edit(last, "", &self.recalled);
        }
        match messages.first_mut() {
            Some(first) if matches!(role(first).as_deref(), Some("system" | "developer")) => {
                edit(first, &format!("{RULES}\n\n"), "");
            }
            _ => messages.insert(0, system(RULES)),
        }
    }
}

fn role(message: &Object) -> Option<String> {
    message.read("role")
}

fn system(text: &str) -> Object {
    Object::of([("role", "system"), ("content", text)])
}

/// Puts text before and after what a message says.
fn edit(message: &mut Object, before: &str, after: &str) {
    if before.is_empty() && after.is_empty() {
        return;
    }
    if let Some(text) = message.read::<String>("content") {
        message.set("content", &format!("{before}{text}{after}"));
    } else if let Some(mut parts) = message.read::<Vec<Box<RawValue>>>("content") {
        let part = |text: &str| raw(&Object::of([("type", "text"), ("text", text)]));
        if !before.is_empty() {
            parts.insert(0, part(before));
        }
        if !after.is_empty() {
            parts.push(part(after));
        }
        message.set("content", &parts);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(messages: &str, expected: &str) {
        let mut read: Vec<Object> = serde_json::from_str(messages).expect("messages");
        let injected = Injected { profile: "P ".to_owned(), recalled: " R".to_owned() };
        injected.put_into(&mut read);
        let written = serde_json::to_string(&read).expect("written");
        assert_eq!(written.replace(RULES, "S"), expected);
    }

    #[test]
    fn the_unchanging_comes_first_and_the_changing_last() {
        check(
            r#"[{"role":"user","content":"a","name":"ann"},{"role":"assistant","content":"b"},{"role":"user","content":"c"}]"#,
            r#"[{"role":"system","content":"S"},{"role":"user","content":"P a","name":"ann"},{"role":"assistant","content":"b"},{"role":"user","content":"c R"}]"#,
        );
        check(
            r#"[{"role":"developer","content":"d"},{"role":"user","content":"a"},{"role":"tool","content":"t"}]"#,
            r#"[{"role":"developer","content":"S\n\nd"},{"role":"user","content":"P a R"},{"role":"tool","content":"t"}]"#,
        );
        check(
            r#"[{"role":"system","content":[{"type":"text","text":"d","cache_control":{}}]},{"role":"user","content":[{"type":"image_url"}]}]"#,
            r#"[{"role":"system","content":[{"type":"text","text":"S\n\n"},{"type":"text","text":"d","cache_control":{}}]},{"role":"user","content":[{"type":"text","text":"P "},{"type":"image_url"},{"type":"text","text":" R"}]}]"#,
        );
        check(
            r#"[{"role":"user","content":7}]"#,
            r#"[{"role":"system","content":"S"},{"role":"user","content":7}]"#,
        );
        check("[]", r#"[{"role":"system","content":"S"}]"#);
    }
}
