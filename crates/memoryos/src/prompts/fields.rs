//! Reading fields of a reply that has the right shape only roughly.

use std::collections::BTreeSet;

use serde_json::Value;

/// Words with which models say that there is nothing; compared without punctuation, in lower case.
const NOTHING: [&str; 24] = [
    "none",
    "none found",
    "no",
    "na",
    "n a",
    "nil",
    "null",
    "nothing",
    "nothing found",
    "unknown",
    "not found",
    "not specified",
    "not mentioned",
    "not applicable",
    "empty",
    "无",
    "没有",
    "暂无",
    "未知",
    "不详",
    "未提及",
    "なし",
    "없음",
    "keine",
];

/// The first of `names` that the object has and that is not null.
pub(super) fn field<'a>(object: &'a Value, names: &[&str]) -> Option<&'a Value> {
    names.iter().filter_map(|name| object.get(name)).find(|value| !value.is_null())
}

/// A text that says something, trimmed; numbers count as text.
pub(super) fn text(value: Option<&Value>) -> Option<String> {
    let text = match value? {
        Value::String(text) => text.trim().to_owned(),
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    (!says_nothing(&text)).then_some(text)
}

/// Whether a text stands for "nothing", has no letter or digit, or announces a list.
pub(super) fn says_nothing(text: &str) -> bool {
    let plain = comparable(text);
    plain.is_empty()
        || NOTHING.contains(&plain.as_str())
        || text.trim_end_matches(['*', ' ']).ends_with([':', '：'])
}

/// Lower case without punctuation or repeated blanks, for telling whether two texts say the same.
pub(super) fn comparable(text: &str) -> String {
    let plain: String = text.chars().map(|c| if c.is_alphanumeric() { c } else { ' ' }).collect();
    plain.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a text repeats words of our own prompt: with nothing to tell, models read the prompt back.
pub(super) fn repeats(prompt: &str, text: &str) -> bool {
    comparable(prompt).contains(&comparable(text))
}

/// Lower-case words and phrases, no repeats: of a list, of its objects' first texts, or of a text with commas.
pub(super) fn keywords(value: Option<&Value>) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let parts: Vec<&str> = match value {
        Some(Value::String(text)) => vec![text],
        Some(Value::Array(items)) => items.iter().filter_map(first_text).collect(),
        _ => vec![],
    };
    for part in parts.iter().flat_map(|part| part.split([',', '，', '、', ';', '\n'])) {
        let word = part.trim().to_lowercase();
        if !says_nothing(&word) && !words.contains(&word) {
            words.push(word);
        }
    }
    words
}

fn first_text(value: &Value) -> Option<&str> {
    match value {
        Value::Object(object) => object.values().find_map(Value::as_str),
        other => other.as_str(),
    }
}

/// Numbers that a reply refers to: `2`, `"2"`, `"[2]"`, `[1, 2]`, `"1-3"`. Those outside `known` are left out, which
/// models do name.
pub(super) fn numbers(value: Option<&Value>, known: std::ops::RangeInclusive<usize>) -> BTreeSet<usize> {
    let mut found: BTreeSet<usize> = match value {
        Some(Value::Array(items)) => {
            items.iter().flat_map(|item| numbers(Some(item), known.clone())).collect()
        }
        Some(Value::Number(number)) => number.as_u64().map(|number| number as usize).into_iter().collect(),
        Some(Value::String(text)) => {
            text.split([',', ' ', '，', '、']).flat_map(|part| range(part, &known)).collect()
        }
        _ => BTreeSet::new(),
    };
    found.retain(|number| known.contains(number));
    found
}

fn range(part: &str, known: &std::ops::RangeInclusive<usize>) -> Vec<usize> {
    let ends: Vec<usize> =
        part.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse().ok()).collect();
    match ends[..] {
        [one] => vec![one],
        [first, last] => (first.max(*known.start())..=last.min(*known.end())).collect(),
        _ => vec![],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn words_for_nothing_say_nothing_in_any_language() {
        for nothing in [
            "**",
            "N/A",
            "- None found",
            "None",
            "无",
            "没有。",
            "Here are the facts:",
            " ",
            "以下是事实：",
            "null",
        ] {
            assert_eq!(text(Some(&json!(nothing))), None, "{nothing}");
        }
        for something in ["Owns a tandem", "Has no children", "无锡", "7"] {
            assert_eq!(text(Some(&json!(something))), Some(something.to_owned()));
        }
    }

    #[test]
    fn keywords_come_in_several_shapes() {
        for (value, words) in [
            (json!("Cat, dog"), vec!["cat", "dog"]),
            (json!("猫，狗、鸟"), vec!["猫", "狗", "鸟"]),
            (json!(["Cat", "cat", "N/A"]), vec!["cat"]),
            (json!([{"word": "hive"}, {"word": "bee"}]), vec!["hive", "bee"]),
            (json!(null), vec![]),
            (json!(5), vec![]),
        ] {
            assert_eq!(keywords(Some(&value)), words, "{value}");
        }
    }

    #[test]
    fn unknown_numbers_are_left_out() {
        for (value, found) in [
            (json!([1, 12]), vec![1]),
            (json!("[2]"), vec![2]),
            (json!(["1-3"]), vec![1, 2, 3]),
            (json!("1, 3"), vec![1, 3]),
            (json!("2-99999999999"), vec![2, 3]),
            (json!(-1), vec![]),
            (json!(2.5), vec![]),
            (json!(null), vec![]),
        ] {
            assert_eq!(numbers(Some(&value), 1..=3).into_iter().collect::<Vec<_>>(), found, "{value}");
        }
    }
}
