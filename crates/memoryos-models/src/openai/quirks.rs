//! What one model on one server does not take, learned from its refusals and remembered.

/// How the length of a reply is limited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum LengthLimit {
    /// `max_tokens`, which most servers know.
    #[default]
    MaxTokens,
    /// `max_completion_tokens`, which newer models of OpenAI insist on.
    MaxCompletionTokens,
    /// Not at all.
    Unlimited,
}

/// How a reply is held to JSON.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum JsonMode {
    /// By the schema itself.
    #[default]
    Schema,
    /// By `json_object`; the prompt has to say the rest, and the word JSON.
    Object,
    /// By the prompt alone.
    Asked,
}

/// How requests to a model are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a refusal of its own, not a state")]
pub(super) struct Quirks {
    pub(super) length: LengthLimit,
    pub(super) json: JsonMode,
    pub(super) no_temperature: bool,
    pub(super) no_stream_options: bool,
    /// System messages are written into the first user message.
    pub(super) no_system_role: bool,
    /// Replies begin inside their reasoning, without an opening tag.
    pub(super) inside_reasoning: bool,
}

impl Quirks {
    /// What to do differently after a request was refused with `message`; `None` when nothing was named that we
    /// could leave out. Each step drops something, so asking again and again comes to an end.
    pub(super) fn after_refusal(self, status: u16, message: &str) -> Option<Self> {
        let message = message.to_lowercase();
        let names = |words: &[&str]| words.iter().any(|word| message.contains(word));
        let is_about_size = names(&["context length", "context size", "context window", "maximum context"]);
        if !matches!(status, 400 | 404 | 415 | 422 | 501) || is_about_size {
            return None;
        }
        let mut next = self;
        if names(&["stream_options"]) {
            next.no_stream_options = true;
        } else if names(&["max_tokens", "max_completion_tokens"]) {
            next.length = match self.length {
                LengthLimit::MaxTokens if names(&["max_completion_tokens"]) => {
                    LengthLimit::MaxCompletionTokens
                }
                _ => LengthLimit::Unlimited,
            };
        } else if names(&["temperature"]) {
            next.no_temperature = true;
        } else if names(&["response_format", "json_schema", "json_object", "json mode", "schema", "grammar"])
        {
            next.json = match self.json {
                JsonMode::Schema => JsonMode::Object,
                _ => JsonMode::Asked,
            };
        } else if names(&[
            "system role",
            "role 'system'",
            "role: system",
            "system message",
            "system instruction",
        ]) {
            next.no_system_role = true;
        }
        (next != self).then_some(next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_refusal_names_is_left_out_or_renamed() {
        let plain = Quirks::default();
        for (status, message, expected) in [
            (
                400,
                "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
                Some(Quirks { length: LengthLimit::MaxCompletionTokens, ..plain }),
            ),
            (422, "extra field: max_tokens", Some(Quirks { length: LengthLimit::Unlimited, ..plain })),
            (400, "'temperature' does not support 0.0", Some(Quirks { no_temperature: true, ..plain })),
            (400, "response_format.type must be text", Some(Quirks { json: JsonMode::Object, ..plain })),
            (400, "Unknown field: stream_options", Some(Quirks { no_stream_options: true, ..plain })),
            (400, "System role not supported", Some(Quirks { no_system_role: true, ..plain })),
            (400, "max_tokens is too large: maximum context length is 4096", None),
            (400, "no such model", None),
            (500, "temperature", None),
        ] {
            assert_eq!(plain.after_refusal(status, message), expected, "{message}");
        }
    }

    #[test]
    fn refusals_come_to_an_end() {
        let mut quirks = Quirks::default();
        let everything =
            "stream_options max_tokens max_completion_tokens temperature response_format system role";
        let mut steps = 0;
        for word in everything.split(' ').cycle().take(100) {
            if let Some(next) = quirks.after_refusal(400, word) {
                (quirks, steps) = (next, steps + 1);
            }
        }
        assert!(steps <= 8, "{steps}");
        assert_eq!(quirks.after_refusal(400, "response_format"), None);
    }
}
