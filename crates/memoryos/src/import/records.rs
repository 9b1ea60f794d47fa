//! The records of a file, one at a time: items of a JSON array, or one value a line, or a single value.
//!
//! The file is cut into records before any is parsed, so that a damaged one costs only itself, and so that a large
//! array is never held as a tree in memory.

use std::borrow::Cow;

use serde_json::Value;

use super::repair::repaired;

/// A part of a file that can be read by itself.
pub(super) struct Record {
    /// Its place in the file, from 1.
    pub(super) number: usize,
    /// `None` when it is no JSON, even after repair.
    pub(super) value: Option<Value>,
}

/// The file as text. What is not UTF-8 becomes U+FFFD.
pub(super) fn text(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes))
}

/// The records of a file in order.
pub(super) fn records(text: &str) -> impl Iterator<Item = Record> {
    slices(text).enumerate().map(|(index, slice)| Record { number: index + 1, value: parse(slice) })
}

fn parse(slice: &str) -> Option<Value> {
    serde_json::from_str(slice).ok().or_else(|| serde_json::from_str(&repaired(slice)).ok())
}

fn slices(text: &str) -> Box<dyn Iterator<Item = &str> + '_> {
    let text = text.trim();
    if let Some(items) = text.strip_prefix('[') {
        Box::new(Items { rest: Some(items) })
    } else if text.lines().next().is_some_and(|line| is_closed(line.trim())) {
        Box::new(text.lines().map(str::trim).filter(|line| !line.is_empty()))
    } else {
        Box::new(Some(text).filter(|text| !text.is_empty()).into_iter())
    }
}

/// Whether every bracket opened in `line` is closed in it: then the file is one of lines.
fn is_closed(line: &str) -> bool {
    let mut depth = Depth::default();
    line.bytes().for_each(|byte| depth.follow(byte));
    !line.is_empty() && depth.brackets == 0 && !depth.in_string
}

/// Cuts the inside of an array at the commas that stand in no deeper bracket and in no string.
struct Items<'a> {
    /// What follows the last cut; `None` after the end.
    rest: Option<&'a str>,
}

impl<'a> Iterator for Items<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let rest = self.rest.take()?.trim_start();
        if let Some(after) = rest.strip_prefix(']') {
            // Something behind the array is no record, and is reported like one that does not parse.
            return Some(after.trim()).filter(|after| !after.is_empty());
        }
        let mut depth = Depth::default();
        for (index, byte) in rest.bytes().enumerate() {
            if depth.is_outermost() && (byte == b',' || byte == b']') {
                self.rest = Some(&rest[if byte == b',' { index + 1 } else { index }..]);
                return Some(rest[..index].trim_end());
            }
            depth.follow(byte);
        }
        // The array is not closed: what is left, even nothing, is a record that was cut off.
        Some(rest)
    }
}

/// Where in the nesting of a JSON text one is.
#[derive(Default)]
struct Depth {
    brackets: usize,
    in_string: bool,
    escaped: bool,
}

impl Depth {
    fn is_outermost(&self) -> bool {
        self.brackets == 0 && !self.in_string
    }

    fn follow(&mut self, byte: u8) {
        if self.in_string {
            match byte {
                _ if self.escaped => self.escaped = false,
                b'\\' => self.escaped = true,
                b'"' => self.in_string = false,
                _ => {}
            }
        } else {
            match byte {
                b'"' => self.in_string = true,
                b'[' | b'{' => self.brackets += 1,
                b']' | b'}' => self.brackets = self.brackets.saturating_sub(1),
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(file: &str, expected: &[Option<&str>]) {
        let found: Vec<Option<String>> =
            records(file).map(|record| record.value.map(|value| value.to_string())).collect();
        let expected: Vec<Option<String>> = expected.iter().map(|text| text.map(str::to_owned)).collect();
        assert_eq!(found, expected, "{file}");
    }

    #[test]
    fn a_file_falls_into_records_and_a_damaged_one_costs_only_itself() {
        check(r#"[{"a":1}, {"a":[2,3]}]"#, &[Some(r#"{"a":1}"#), Some(r#"{"a":[2,3]}"#)]);
        check("{\"a\":1}\n\n{\"a\":2\n{\"a\":3}\n", &[Some(r#"{"a":1}"#), None, Some(r#"{"a":3}"#)]);
        check("{\n \"a\": 1\n}", &[Some(r#"{"a":1}"#)]);
        check(r#"[{"a":1}, {a}, "x,]y", 4,]"#, &[Some(r#"{"a":1}"#), None, Some(r#""x,]y""#), Some("4")]);
        check(r#"[{"a":"]\"}"},{"a":"#, &[Some(r#"{"a":"]\"}"}"#), None]);
        check(r#"[{"a":1},"#, &[Some(r#"{"a":1}"#), None]);
        check("[1] and more", &[Some("1"), None]);
        check("", &[]);
        check("[]", &[]);
    }

    #[test]
    fn a_byte_order_mark_is_no_part_of_the_text() {
        assert_eq!(text(b"\xEF\xBB\xBF{}"), "{}");
        assert_eq!(text(b"a\xFFb"), "a\u{FFFD}b");
    }
}
