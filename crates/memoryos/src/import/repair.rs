//! JSON as other programs write it: `NaN` and `Infinity`, halves of emoji, raw line breaks in strings.

/// Words that are no JSON but are written for numbers; each becomes `null`.
const NUMBER_WORDS: [&str; 3] = ["-Infinity", "Infinity", "NaN"];
/// Characters of an escape such as `\ud83d`.
const ESCAPE_LEN: usize = 6;

/// `text` with what JSON does not allow replaced by what comes closest. Tried only where strict parsing failed.
pub(super) fn repaired(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let mut in_string = false;
    while let Some(next) = rest.chars().next() {
        let taken = if in_string {
            in_string_piece(rest, next, &mut out)
        } else {
            outside_piece(rest, next, &mut out)
        };
        in_string ^= next == '"';
        rest = &rest[taken..];
    }
    out
}

/// Writes the next piece of a string and returns how many bytes of `rest` it was.
fn in_string_piece(rest: &str, next: char, out: &mut String) -> usize {
    if next == '\\' {
        return escape(rest, out);
    }
    match next {
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        control if control < ' ' => out.push('\u{FFFD}'),
        other => out.push(other),
    }
    next.len_utf8()
}

/// Writes the escape that opens `rest`; half of a surrogate pair becomes U+FFFD.
fn escape(rest: &str, out: &mut String) -> usize {
    let taken = match surrogate(rest) {
        Some(0xD800..0xDC00)
            if matches!(rest.get(ESCAPE_LEN..).and_then(surrogate), Some(0xDC00..0xE000)) =>
        {
            2 * ESCAPE_LEN
        }
        Some(_) => {
            out.push('\u{FFFD}');
            return ESCAPE_LEN;
        }
        None => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
    };
    out.push_str(&rest[..taken]);
    taken
}

/// The surrogate that an escape at the start of `text` stands for.
fn surrogate(text: &str) -> Option<u32> {
    let digits = text.get(..ESCAPE_LEN)?.strip_prefix("\\u")?;
    u32::from_str_radix(digits, 16).ok().filter(|unit| (0xD800..0xE000).contains(unit))
}

fn outside_piece(rest: &str, next: char, out: &mut String) -> usize {
    if let Some(word) = NUMBER_WORDS.iter().find(|word| rest.starts_with(**word)) {
        out.push_str("null");
        return word.len();
    }
    out.push(next);
    next.len_utf8()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        assert_eq!(repaired(text), expected);
        assert!(serde_json::from_str::<serde_json::Value>(&repaired(text)).is_ok(), "{text}");
    }

    #[test]
    fn what_json_does_not_allow_becomes_what_comes_closest() {
        check(r#"{"heat": Infinity, "x": [-Infinity, NaN]}"#, r#"{"heat": null, "x": [null, null]}"#);
        check(r#"{"a": "Infinity \" NaN"}"#, r#"{"a": "Infinity \" NaN"}"#);
        check(
            r#"["cut \ud83d", "whole \ud83d\ude00", "low \ude00"]"#,
            "[\"cut \u{FFFD}\", \"whole \\ud83d\\ude00\", \"low \u{FFFD}\"]",
        );
        check("[\"two\nlines\"]", r#"["two\nlines"]"#);
    }

    #[test]
    fn an_escape_cut_by_the_end_of_the_text_is_harmless() {
        for cut in ["\"\\", "\"\\u", "\"\\ud83", "\"\\ud83d\\", "\"\\你"] {
            assert!(repaired(cut).starts_with('"'));
        }
    }
}
