//! What was recalled and remembered, told beside the answer: in headers, and in a field of its own.

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use serde::Serialize;

use super::{
    gather::Gathered,
    object::{Object, raw},
    request::EXTENSION,
};

/// The most ids a header lists: clients and proxies bear a few kilobytes of headers.
const MOST_IDS: usize = 40;

/// What is told.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(super) struct Report {
    /// Memories that were put into the chat.
    pub(super) recalled: usize,
    /// Tokens that were put into the chat, rules and profile included.
    pub(super) tokens: usize,
    /// How sure the recall was that they answer, 0 to 1.
    pub(super) confidence: f32,
    /// The ids of facts and pages, best first.
    pub(super) items: Vec<String>,
    /// Whether the turn is kept; `None` while that is not known.
    pub(super) remembered: Option<bool>,
    /// What went wrong with the memory, as `recall: code` or `remember: code`.
    pub(super) error: Option<String>,
}

impl Report {
    /// What was gathered.
    pub(super) fn tell(&mut self, gathered: &Gathered) {
        self.recalled = gathered.recalled;
        self.tokens = gathered.injected.tokens();
        self.confidence = gathered.confidence;
        self.items.clone_from(&gathered.items);
    }

    /// What became of remembering.
    pub(super) fn settle(&mut self, kept: Result<bool, &'static str>) {
        self.remembered = Some(kept.unwrap_or_default());
        if let Err(code) = kept {
            let before = self.error.take().map(|error| error + ", ").unwrap_or_default();
            self.error = Some(format!("{before}remember: {code}"));
        }
    }

    /// Puts it into headers, as far as it is known.
    pub(super) fn put_into(&self, headers: &mut HeaderMap) {
        let ids = self.items.iter().take(MOST_IDS).map(String::as_str).collect::<Vec<_>>().join(",");
        let told = [
            ("x-memoryos-recalled", Some(self.recalled.to_string())),
            ("x-memoryos-tokens", Some(self.tokens.to_string())),
            ("x-memoryos-confidence", Some(format!("{:.2}", self.confidence))),
            ("x-memoryos-items", Some(ids).filter(|ids| !ids.is_empty())),
            ("x-memoryos-remembered", self.remembered.map(|kept| kept.to_string())),
            ("x-memoryos-error", self.error.clone()),
        ];
        for (name, value) in told {
            let value = value.and_then(|value| HeaderValue::try_from(value).ok());
            if let Some(value) = value {
                headers.insert(HeaderName::from_static(name), value);
            }
        }
    }

    /// The same answer with the report as one more field at its end; every other byte stays. An answer that is no
    /// object stays as it is.
    pub(super) fn within(&self, body: &[u8]) -> Option<Vec<u8>> {
        let is_object = serde_json::from_slice::<Object>(body).is_ok();
        let end = body.trim_ascii_end().strip_suffix(b"}").filter(|_| is_object)?;
        let comma = if end.trim_ascii_end().ends_with(b"{") { "" } else { "," };
        let field = format!("{comma}\"{EXTENSION}\":{}}}", raw(self));
        Some([end, field.as_bytes(), &body[end.len() + 1..]].concat())
    }

    /// The report as an event of a stream of chunks, of which it looks like one without choices.
    pub(super) fn event(&self) -> String {
        #[derive(Serialize)]
        struct Chunk<'a> {
            id: &'a str,
            object: &'a str,
            created: u64,
            model: &'a str,
            choices: [(); 0],
            memoryos: &'a Report,
        }
        let object = "chat.completion.chunk";
        let chunk = Chunk { id: "", object, created: 0, model: "", choices: [], memoryos: self };
        format!("data: {}\n\n", raw(&chunk))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_report_is_one_more_field_and_changes_no_other_byte() {
        let report = Report { recalled: 1, remembered: Some(true), ..Report::default() };
        let told = raw(&report);
        for (body, expected) in [
            ("{ \"b\": 1.0, \"a\":2 }\n", Some(format!("{{ \"b\": 1.0, \"a\":2 ,\"memoryos\":{told}}}\n"))),
            ("{}", Some(format!("{{\"memoryos\":{told}}}"))),
            ("[1]", None),
            ("{oops}", None),
            ("", None),
        ] {
            let within = report.within(body.as_bytes()).map(|body| String::from_utf8(body).expect("text"));
            assert_eq!(within, expected, "{body}");
        }
    }

    #[test]
    fn headers_tell_what_is_known() {
        let mut report =
            Report { confidence: 0.726, items: vec!["a".into(), "b".into()], ..Report::default() };
        let mut headers = HeaderMap::new();
        report.put_into(&mut headers);
        let header =
            |headers: &HeaderMap, name: &str| headers.get(name).map(|v| v.to_str().expect("text").to_owned());
        assert_eq!(header(&headers, "x-memoryos-confidence").as_deref(), Some("0.73"));
        assert_eq!(header(&headers, "x-memoryos-items").as_deref(), Some("a,b"));
        assert_eq!(header(&headers, "x-memoryos-remembered"), None);
        report.settle(Err("store"));
        report.put_into(&mut headers);
        assert_eq!(header(&headers, "x-memoryos-remembered").as_deref(), Some("false"));
        assert_eq!(header(&headers, "x-memoryos-error").as_deref(), Some("remember: store"));
    }
}
