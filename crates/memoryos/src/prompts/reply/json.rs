//! Finding JSON in a reply: in fences, in prose, with trailing commas, cut off in the middle.

use serde_json::Value;

/// How many opening brackets are tried before a reply is given up; prose has a few, a hostile reply thousands.
const CANDIDATES: usize = 64;

/// A JSON value found in a reply.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundJson {
    /// The value; of one that broke off, the items of its outermost list that were complete.
    pub value: Value,
    /// Whether it had an end.
    pub complete: bool,
}

/// The objects and lists in `reply`, in their order, those within others not counted.
///
/// Fences and prose around them are skipped and strings are left alone, whatever they contain. Trailing commas,
/// raw line breaks in strings and halves of surrogate pairs are forgiven.
pub fn json_values(reply: &str) -> Vec<FoundJson> {
    let mut found = Vec::new();
    let mut at = 0;
    for _ in 0..CANDIDATES {
        let Some(start) = reply[at..].find(['{', '[']) else { break };
        let start = at + start;
        let parsed = scan(&reply[start..])
            .and_then(|scan| serde_json::from_str(&scan.text).ok().map(|value| (value, scan.end)));
        at = match parsed {
            Some((value, end)) => {
                found.push(FoundJson { value, complete: end.is_some() });
                end.map_or(reply.len(), |end| start + end)
            }
            None => start + 1,
        };
    }
    found
}

/// JSON text made sound.
struct Scan {
    text: String,
    /// Where it ended in the input; `None` when the input broke off.
    end: Option<usize>,
}

/// Follows one value from its opening bracket to the closing one. `None` when brackets do not match, or when it
/// breaks off before anything was complete.
fn scan(input: &str) -> Option<Scan> {
    let mut scanner = Scanner::default();
    let mut letters = input.char_indices().peekable();
    while let Some((at, c)) = letters.next() {
        match c {
            '"' => {
                let string = string_literal(&input[at..])?;
                scanner.value(string.text.as_str());
                match string.end {
                    None => return scanner.salvaged(),
                    Some(len) => while letters.next_if(|(next, _)| *next < at + len).is_some() {},
                }
                scanner.element_done();
            }
            '{' | '[' => {
                scanner.value(c.encode_utf8(&mut [0; 4]));
                scanner.open.push(c);
            }
            '}' | ']' => {
                scanner.close(c)?;
                if scanner.open.is_empty() {
                    return Some(Scan { text: scanner.text, end: Some(at + 1) });
                }
                scanner.element_done();
            }
            ',' => scanner.comma(),
            c => scanner.other(c),
        }
    }
    scanner.salvaged()
}

#[derive(Default)]
struct Scanner {
    text: String,
    open: Vec<char>,
    /// A comma that is written once a value follows it.
    comma: bool,
    /// Length of `text`, and what was open, when the outermost list last had only complete items.
    sound: Option<(usize, Vec<char>)>,
}

impl Scanner {
    fn value(&mut self, text: &str) {
        if std::mem::take(&mut self.comma) {
            self.text.push(',');
        }
        self.text.push_str(text);
    }

    fn other(&mut self, c: char) {
        if c.is_whitespace() {
            self.text.push(' ');
        } else {
            self.value(c.encode_utf8(&mut [0; 4]));
        }
    }

    fn comma(&mut self) {
        if self.lists() == 0 || self.is_in_outermost_list() {
            self.sound = Some((self.text.len(), self.open.clone()));
        }
        self.comma = true;
    }

    fn close(&mut self, bracket: char) -> Option<()> {
        let opened = self.open.pop()?;
        self.comma = false;
        self.text.push(bracket);
        matches!((opened, bracket), ('{', '}') | ('[', ']')).then_some(())
    }

    /// A string or a bracket closed: an item of the outermost list is complete if that is where we are.
    fn element_done(&mut self) {
        if self.is_in_outermost_list() {
            self.sound = Some((self.text.len(), self.open.clone()));
        }
    }

    fn lists(&self) -> usize {
        self.open.iter().filter(|c| **c == '[').count()
    }

    fn is_in_outermost_list(&self) -> bool {
        self.open.last() == Some(&'[') && self.lists() == 1
    }

    /// What was complete when the input broke off, with its brackets closed.
    fn salvaged(mut self) -> Option<Scan> {
        let (len, open) = self.sound?;
        self.text.truncate(len);
        self.text.extend(open.iter().rev().map(|c| if *c == '[' { ']' } else { '}' }));
        Some(Scan { text: self.text, end: None })
    }
}

/// The string literal at the start of `input`, made sound. `None` when an escape is no escape.
fn string_literal(input: &str) -> Option<Scan> {
    let mut text = String::from('"');
    let mut at = 1;
    while let Some(c) = input[at..].chars().next() {
        at += c.len_utf8();
        match c {
            '"' => {
                text.push('"');
                return Some(Scan { text, end: Some(at) });
            }
            '\\' if input[at..].starts_with('u') => {
                let (escape, len) = unicode_escape(&input[at - 1..])?;
                text.push_str(&escape);
                at += len - 1;
            }
            '\\' => {
                let Some(escaped) = input[at..].chars().next() else { break };
                text.extend(['\\', escaped]);
                at += escaped.len_utf8();
            }
            '\n' => text.push_str("\\n"),
            c if c < ' ' => text.push(' '),
            c => text.push(c),
        }
    }
    Some(Scan { text, end: None })
}

/// The `\uXXXX` at the start of `input` and its length; two for a surrogate pair, U+FFFD for half of one.
fn unicode_escape(input: &str) -> Option<(String, usize)> {
    const LEN: usize = "\\uXXXX".len();
    let unit = |at: usize| {
        let digits = input.get(at..)?.strip_prefix("\\u")?.get(..4)?;
        u16::from_str_radix(digits, 16).ok()
    };
    let first = unit(0)?;
    let pair = (0xD800..0xDC00).contains(&first) && unit(LEN).is_some_and(|u| (0xDC00..0xE000).contains(&u));
    if pair {
        Some((input[..2 * LEN].to_owned(), 2 * LEN))
    } else if (0xD800..0xE000).contains(&first) {
        Some(("\\uFFFD".to_owned(), LEN))
    } else {
        Some((input[..LEN].to_owned(), LEN))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn json_is_found_whatever_surrounds_it() {
        for (reply, values) in [
            ("```json\n[{\"theme\":\"bees\"}]\n```\nHope this helps!", vec![json!([{"theme": "bees"}])]),
            ("Here you are: {\"a\": [1, 2,],} Bye [sic].", vec![json!({"a": [1, 2]})]),
            (
                r#"{"private":["Wants ```rust blocks``` in answers"]}"#,
                vec![json!({"private": ["Wants ```rust blocks``` in answers"]})],
            ),
            (r#"{"facts":["Likes \ud83e\udd80 soup"]}"#, vec![json!({"facts": ["Likes 🦀 soup"]})]),
            (r#"["half \ud83e of one"]"#, vec![json!(["half \u{FFFD} of one"])]),
            ("[\"two\nlines\"]", vec![json!(["two\nlines"])]),
            (r#"["a \"quoted\" } ] word"]"#, vec![json!([r#"a "quoted" } ] word"#])]),
            ("```json\n```", vec![]),
            ("5", vec![]),
            ("{not json} but {\"a\":1}", vec![json!({"a": 1})]),
            ("[1] and {\"a\":1}", vec![json!([1]), json!({"a": 1})]),
        ] {
            let found = json_values(reply);
            assert!(found.iter().all(|json| json.complete), "{reply}");
            assert_eq!(found.into_iter().map(|json| json.value).collect::<Vec<_>>(), values, "{reply}");
        }
    }

    #[test]
    fn of_a_reply_that_broke_off_the_complete_items_remain() {
        for (reply, value) in [
            (
                r#"[{"theme":"kiln","keywords":["clay"]},{"theme":"exam","keywo"#,
                json!([{"theme": "kiln", "keywords": ["clay"]}]),
            ),
            (
                r#"{"continues":[2],"topics":[{"turns":[1,2]},{"turns":[3"#,
                json!({"continues": [2], "topics": [{"turns": [1, 2]}]}),
            ),
            (r#"{"thread":"x","topics":[{"turns":[1"#, json!({"thread": "x"})),
            (r#"["a","b"#, json!(["a"])),
            (r"[1, 23", json!([1])),
        ] {
            assert_eq!(json_values(reply), [FoundJson { value, complete: false }], "{reply}");
        }
        assert_eq!(json_values(r#"{"facts":"#), []);
    }

    #[test]
    fn a_reply_of_brackets_alone_ends_quickly() {
        assert_eq!(json_values(&"[{".repeat(50_000)), []);
    }
}
