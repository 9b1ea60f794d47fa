//! Taking a model's reasoning out of its reply, whole or as it is written.

const OPENING: [&str; 2] = ["<think>", "<thinking>"];
const CLOSING: [&str; 2] = ["</think>", "</thinking>"];
/// Openings that lost a character; taken as such only at the very beginning of a reply.
const BROKEN_OPENING: [&str; 3] = ["think>", "thinking>", "<think\n"];
/// The longest of all of them, in bytes.
const LONGEST_TAG: usize = "</thinking>".len();

/// The reply without its reasoning, trimmed; empty when there is nothing else.
///
/// Tags may be closed, never closed, closed only, in any case. A tag after a backtick, or within a reply that is
/// JSON from its first character, is something being talked about. A tag opened in mid-line and never closed is
/// talked about as well.
pub fn without_reasoning(reply: &str) -> String {
    let (answer, was_loose) = match begins_inside_reasoning(reply) {
        Some(end) => (&reply[end..], true),
        None => (reply, false),
    };
    let mut filter = ReasoningFilter::default();
    let mut text = filter.push(answer);
    text.push_str(&filter.finish());
    // A reply that went wrong around its reasoning may leave a stray quote or bracket behind.
    let has_residue_only = |text: &str| text.chars().all(|c| c.is_whitespace() || "\"'`>".contains(c));
    if (was_loose || filter.has_reasoned) && has_residue_only(&text) {
        String::new()
    } else {
        text.trim().to_owned()
    }
}

/// Where the answer starts in a reply that begins in the middle of its reasoning: some servers write the opening
/// tag themselves, so that the reply holds a closing one only.
pub fn begins_inside_reasoning(reply: &str) -> Option<usize> {
    if is_json(reply) {
        return None;
    }
    let lower = reply.to_ascii_lowercase();
    let (close, end) = first_tag(&lower, &CLOSING)?;
    let opened_before = first_tag(&lower, &OPENING).is_some_and(|(open, _)| open < close);
    (!opened_before).then_some(end)
}

/// Takes reasoning out of a reply that arrives in pieces, a tag possibly split over several.
///
/// It cannot know of a closing tag without an opening one before it comes; see [`begins_inside_reasoning`] and
/// [`ReasoningFilter::inside_reasoning`].
#[derive(Debug, Default)]
pub struct ReasoningFilter {
    state: State,
    /// What cannot be decided yet.
    held: String,
    /// The last character that was let through.
    last: Option<char>,
    has_reasoned: bool,
    has_loose_close: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    /// Nothing but white space yet.
    #[default]
    Start,
    Text,
    /// Inside reasoning; what was held is thrown away.
    Reasoning,
    /// After an opening tag in mid-line, which is reasoning only if it is closed.
    Doubtful,
    /// Inside reasoning whose opening tag the server kept, which is text if it is never closed.
    Unopened,
    /// JSON from its first character: passed on as it is.
    Json,
}

impl ReasoningFilter {
    /// A filter for a model whose replies are known to begin inside their reasoning. A reply without a closing
    /// tag is then held to its end and taken for text.
    pub fn inside_reasoning() -> Self {
        Self { state: State::Unopened, ..Self::default() }
    }

    /// Whether a closing tag came without an opening one, so that what went before was reasoning after all.
    pub fn has_loose_close(&self) -> bool {
        self.has_loose_close
    }

    /// Takes a piece in; gives the text that is certain now.
    pub fn push(&mut self, piece: &str) -> String {
        self.held.push_str(piece);
        let mut out = String::new();
        while self.step(&mut out) {}
        out
    }

    /// The text that was held back, now that nothing more comes.
    pub fn finish(&mut self) -> String {
        match self.state {
            State::Reasoning => String::new(),
            _ => std::mem::take(&mut self.held),
        }
    }

    /// Decides about the beginning of what is held; false when it has to wait for more.
    fn step(&mut self, out: &mut String) -> bool {
        if self.held.is_empty() {
            return false;
        }
        match self.state {
            State::Start => self.start(),
            State::Json => {
                out.push_str(&std::mem::take(&mut self.held));
                false
            }
            State::Text => self.text(out),
            State::Reasoning | State::Doubtful | State::Unopened => self.reasoning(),
        }
    }

    fn start(&mut self) -> bool {
        self.held = self.held.trim_start().to_owned();
        let lower = self.held.to_ascii_lowercase();
        if lower.is_empty() {
            return false;
        }
        let openings = || OPENING.iter().chain(&BROKEN_OPENING);
        if let Some(tag) = openings().find(|tag| lower.starts_with(**tag)) {
            self.held.drain(..tag.len());
            self.state = State::Reasoning;
            self.has_reasoned = true;
            return true;
        }
        if openings().any(|tag| tag.starts_with(&lower)) {
            return false;
        }
        self.state = if is_json(&lower) { State::Json } else { State::Text };
        true
    }

    fn text(&mut self, out: &mut String) -> bool {
        let lower = self.held.to_ascii_lowercase();
        let Some(at) = lower.find('<') else {
            let text = std::mem::take(&mut self.held);
            self.let_through(&text, out);
            return false;
        };
        let before = self.held.drain(..at).collect::<String>();
        self.let_through(&before, out);
        let rest = &lower[at..];
        if self.last == Some('`') {
            // A tag in code is talked about.
        } else if let Some(tag) = OPENING.iter().find(|tag| rest.starts_with(**tag)) {
            if self.is_at_line_start() {
                self.held.drain(..tag.len());
                self.state = State::Reasoning;
                self.has_reasoned = true;
            } else {
                self.state = State::Doubtful;
            }
            return true;
        } else if CLOSING.iter().any(|tag| rest.starts_with(tag)) {
            self.has_loose_close = true;
        } else if OPENING.iter().chain(&CLOSING).any(|tag| tag.starts_with(rest)) {
            return false;
        }
        let bracket = self.held.drain(..1).collect::<String>();
        self.let_through(&bracket, out);
        true
    }

    fn reasoning(&mut self) -> bool {
        let lower = self.held.to_ascii_lowercase();
        if let Some((_, end)) = first_tag(&lower, &CLOSING) {
            self.held.drain(..end);
            self.has_reasoned = true;
            self.state = if self.last.is_none() { State::Start } else { State::Text };
            return true;
        }
        if self.state == State::Reasoning {
            // Only the last few bytes can still become a closing tag.
            let keep = self.held.len().saturating_sub(LONGEST_TAG);
            self.held.drain(..self.held.floor_char_boundary(keep));
        }
        false
    }

    fn let_through(&mut self, text: &str, out: &mut String) {
        self.last = text.chars().next_back().or(self.last);
        out.push_str(text);
    }

    fn is_at_line_start(&self) -> bool {
        self.last.is_none_or(|c| c == '\n')
    }
}

fn is_json(reply: &str) -> bool {
    reply.trim_start().starts_with(['{', '['])
}

/// The first tag that is not written in code: where it starts and where it ends.
fn first_tag(lower: &str, tags: &[&str]) -> Option<(usize, usize)> {
    let occurrences =
        tags.iter().flat_map(|tag| lower.match_indices(tag).map(|(at, tag)| (at, at + tag.len())));
    occurrences.filter(|(at, _)| !lower[..*at].ends_with('`')).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    const REPLIES: [(&str, &str); 20] = [
        ("Paris", "Paris"),
        ("<think>Hm.</think>Paris", "Paris"),
        ("\n<think>\nHm.\n</think>\n\nParis", "Paris"),
        ("<THINK>Hm.</Think>Paris", "Paris"),
        ("<thinking>Hm.</thinking>Paris", "Paris"),
        ("<think>a</think><think>b</think>Paris", "Paris"),
        ("Sure: <think>Hm.</think>Paris", "Sure: Paris"),
        ("Paris\n<think>or not", "Paris"),
        ("<think>never closed", ""),
        ("<think></think>", ""),
        ("Hm. Paris?</think>Paris", "Paris"),
        ("think>\nThe query is about keys\n</think>\"", ""),
        ("think>\nThe query is about keys", ""),
        ("<think\nHm.</think>Paris", "Paris"),
        ("The `<think>` tag opens, `</think>` closes.", "The `<think>` tag opens, `</think>` closes."),
        ("Write <think> to open", "Write <think> to open"),
        (
            r#"{"facts":["Asked about <think> and </think>"]}"#,
            r#"{"facts":["Asked about <think> and </think>"]}"#,
        ),
        ("a < b, <b>bold</b>, 1 <", "a < b, <b>bold</b>, 1 <"),
        ("<think>想一想</think>巴黎", "巴黎"),
        ("\"", "\""),
    ];

    #[test]
    fn reasoning_is_taken_out_however_it_is_tagged() {
        for (reply, text) in REPLIES {
            assert_eq!(without_reasoning(reply), text, "{reply}");
        }
    }

    #[test]
    fn in_pieces_of_any_size_the_same_comes_out() {
        for (reply, text) in REPLIES {
            for size in 1..6 {
                let mut filter = match begins_inside_reasoning(reply) {
                    Some(_) => ReasoningFilter::inside_reasoning(),
                    None => ReasoningFilter::default(),
                };
                let letters: Vec<char> = reply.chars().collect();
                let mut out: String = letters
                    .chunks(size)
                    .map(|piece| filter.push(&piece.iter().collect::<String>()))
                    .collect();
                out.push_str(&filter.finish());
                // A stray quote is judged once the reply is whole.
                let out = if text.is_empty() { out.trim().trim_matches('"') } else { out.trim() };
                assert_eq!(out, text, "{reply} in pieces of {size}");
            }
        }
    }

    #[test]
    fn a_loose_closing_tag_is_noticed_and_waited_for_the_next_time() {
        let mut unaware = ReasoningFilter::default();
        unaware.push("Hm. Paris?</thi");
        unaware.push("nk>Paris");
        assert!(unaware.has_loose_close());

        let mut aware = ReasoningFilter::inside_reasoning();
        assert_eq!(aware.push("Hm. Paris?</thi"), "");
        assert_eq!(aware.push("nk>Paris"), "Paris");

        let mut without = ReasoningFilter::inside_reasoning();
        assert_eq!(without.push("Paris"), "");
        assert_eq!(without.finish(), "Paris");
    }
}
