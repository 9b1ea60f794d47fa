//! A chat request comes in: what of it matters here is read, and everything else stays as it was written.

use axum::http::HeaderMap;
use serde::Deserialize;

use super::{
    object::{Object, raw},
    refused::Refused,
};

/// Where requests and replies carry what is ours beside what is OpenAI's.
pub(super) const EXTENSION: &str = "memoryos";
/// The most tokens of memories that a request may ask for, whatever it says: a large part of a large window.
const MOST_BUDGET_TOKENS: usize = 32_000;

/// A request for a chat completion.
#[derive(Debug)]
pub(super) struct ChatRequest {
    body: Object,
    /// The messages, in their order.
    pub(super) messages: Vec<Object>,
    /// What is said to us and not to the upstream.
    pub(super) extension: Extension,
    /// What stands under `user`; the upstream sees it as well.
    pub(super) user: Option<String>,
}

/// What a request's body says to us.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Extension {
    recall: Option<bool>,
    remember: Option<bool>,
    budget_tokens: Option<usize>,
    report: bool,
    /// Who is remembered.
    pub(super) user: Option<String>,
    /// Who remembers.
    pub(super) assistant: Option<String>,
}

/// What is wanted for one request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wanted {
    /// Whether memory is put into the chat.
    pub(super) recall: bool,
    /// Whether the turn is remembered.
    pub(super) remember: bool,
    /// The most tokens of memories; `None` for as many as configured.
    pub(super) budget_tokens: Option<usize>,
    /// Whether a stream ends with a chunk that tells what was recalled and remembered.
    pub(super) report: bool,
}

impl ChatRequest {
    /// Reads a body.
    pub(super) fn read(bytes: &[u8]) -> Result<Self, Refused> {
        let body: Result<Object, _> = serde_json::from_slice(bytes);
        // The words of the parser may hold words of the chat.
        let mut body = body.map_err(|_| Refused::request("the body is no JSON object"))?;
        let messages = body.read("messages");
        let messages = messages.ok_or_else(|| Refused::request("`messages` must be a list of objects"))?;
        let extension = match body.remove(EXTENSION) {
            Some(extension) => serde_json::from_str(extension.get())
                .map_err(|error| Refused::request(format!("`{EXTENSION}` cannot be read: {error}")))?,
            None => Extension::default(),
        };
        let user: Option<Option<String>> = body.get("user").map(|_| body.read("user")).unwrap_or_default();
        if body.get("user").is_some() && user.is_none() {
            return Err(Refused::request("`user` must be a text"));
        }
        Ok(Self { messages, extension, user: user.flatten(), body })
    }

    /// The body for the upstream, with the messages as they are now, and asking for `model` unless that is empty.
    pub(super) fn write(mut self, model: &str) -> Vec<u8> {
        self.body.set("messages", &self.messages);
        if !model.is_empty() {
            self.body.set("model", &model);
        }
        raw(&self.body).get().as_bytes().to_vec()
    }
}

impl Wanted {
    /// What headers and body say together: either can switch something off.
    pub(super) fn of(headers: &HeaderMap, extension: &Extension) -> Result<Self, Refused> {
        Ok(Self {
            recall: switch(headers, "x-memoryos-recall")? && extension.recall.unwrap_or(true),
            remember: switch(headers, "x-memoryos-remember")? && extension.remember.unwrap_or(true),
            budget_tokens: extension.budget_tokens.map(|tokens| tokens.min(MOST_BUDGET_TOKENS)),
            report: extension.report,
        })
    }
}

/// A header that is `on`, `off` or not there, which means `on`.
fn switch(headers: &HeaderMap, name: &str) -> Result<bool, Refused> {
    match headers.get(name).map(|value| value.as_bytes().to_ascii_lowercase()).as_deref() {
        None | Some(b"on" | b"true" | b"1") => Ok(true),
        Some(b"off" | b"false" | b"0") => Ok(false),
        Some(_) => Err(Refused::request(format!("the header {name} must be `on` or `off`"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        pairs
            .iter()
            .map(|(name, value)| (name.parse().expect("a name"), value.parse().expect("a value")))
            .collect()
    }

    #[test]
    fn what_is_ours_does_not_go_on_and_everything_else_does() {
        let body = br#"{"model":"m","memoryos":{"user":"ann"},"messages":[{"role":"user","content":"hi","x":1.0}],"seed":1e3}"#;
        let request = ChatRequest::read(body).expect("a request");
        assert_eq!(request.extension.user.as_deref(), Some("ann"));
        let expected = r#"{"model":"m","messages":[{"role":"user","content":"hi","x":1.0}],"seed":1e3}"#;
        assert_eq!(String::from_utf8_lossy(&request.write("")), expected);
        let replaced = ChatRequest::read(body).expect("a request").write("other");
        assert!(replaced.starts_with(br#"{"model":"other""#));
    }

    #[test]
    fn what_cannot_be_read_is_refused_without_its_words() {
        for (body, expected) in [
            ("{\"messages\": [\"secret", "the body is no JSON object"),
            ("[]", "the body is no JSON object"),
            ("{}", "`messages` must be a list of objects"),
            (r#"{"messages":["secret"]}"#, "`messages` must be a list of objects"),
            (r#"{"messages":[],"user":7}"#, "`user` must be a text"),
            (
                r#"{"messages":[],"memoryos":{"recal":true}}"#,
                "`memoryos` cannot be read: unknown field `recal`",
            ),
        ] {
            let refused = ChatRequest::read(body.as_bytes()).expect_err(body);
            let text = format!("{refused:?}");
            assert!(text.contains(expected) && !text.contains("secret"), "{text}");
        }
        let nobody = ChatRequest::read(br#"{"messages":[],"user":null}"#).expect("no user is none");
        assert_eq!(nobody.user, None);
    }

    #[test]
    fn either_place_can_switch_off() {
        let check = |pairs: &[(&'static str, &str)], body: &str, expected: (bool, bool)| {
            let extension: Extension = serde_json::from_str(body).expect("an extension");
            let wanted = Wanted::of(&headers(pairs), &extension).expect("readable");
            assert_eq!((wanted.recall, wanted.remember), expected, "{pairs:?} {body}");
        };
        check(&[], "{}", (true, true));
        check(&[("x-memoryos-recall", "off")], "{}", (false, true));
        check(&[("x-memoryos-remember", "OFF")], r#"{"recall":false}"#, (false, false));
        check(&[("x-memoryos-remember", "on")], r#"{"remember":false}"#, (true, false));
        let typo = Wanted::of(&headers(&[("x-memoryos-recall", "of")]), &Extension::default());
        assert!(typo.is_err(), "a slip must not switch memory on");
        let greedy: Extension = serde_json::from_str(r#"{"budget_tokens":9000000}"#).expect("an extension");
        assert_eq!(
            Wanted::of(&headers(&[]), &greedy).expect("readable").budget_tokens,
            Some(MOST_BUDGET_TOKENS)
        );
    }
}
