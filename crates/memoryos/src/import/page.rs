//! A page as the Python original writes it: both sides and a time. Shared by all formats that hold such pages.

use serde_json::Value;

use super::{Reason, collector::Collector, pairing::Pair, times::moment};
use crate::types::Message;

/// How the original begins the sentence it keeps in place of a reply when its model failed, and how the client below
/// it begins its own. Nobody said these.
const FAILURES: [&str; 2] = ["Error: Could not get response from LLM", "Error code: "];

/// Names that say only which side speaks.
const ROLE_NAMES: [&str; 3] = ["user", "assistant", "agent"];

/// Whether a record has the keys of a page.
pub(super) fn is_page(record: &Value) -> bool {
    record.get("user_input").is_some() || record.get("agent_response").is_some()
}

/// A name, unless it is missing or only says which side speaks.
pub(super) fn name(value: &Value) -> Option<String> {
    let name = value.as_str()?.trim();
    let tells_only_the_side = ROLE_NAMES.iter().any(|role| name.eq_ignore_ascii_case(role));
    (!name.is_empty() && !tells_only_the_side).then(|| name.to_owned())
}

/// Whether `text` is what a failed model call left behind.
pub(super) fn is_failure(text: &str) -> bool {
    FAILURES.iter().any(|opening| text.trim_start().starts_with(opening))
}

/// The page as a pair. A side equal to `empty_mark` is empty. What is wrong with it goes into the report.
pub(super) fn pair(
    page: &Value,
    empty_mark: Option<&str>,
    place: &str,
    collector: &mut Collector,
) -> Option<Pair> {
    let (Some(user), Some(assistant)) =
        (side(&page["user_input"], empty_mark), side(&page["agent_response"], empty_mark))
    else {
        collector.skip(place, Reason::Shape);
        return None;
    };
    if user.is_empty() && assistant.is_empty() {
        collector.skip(place, Reason::Blank);
        return None;
    }
    let assistant = words_or_remark(assistant, place, collector);
    let user = words_or_remark(user, place, collector);
    if user.is_empty() && assistant.is_empty() {
        collector.skip(place, Reason::Junk);
        return None;
    }
    let at = moment(&page["timestamp"]);
    if at.is_none() {
        collector.remark(place, Reason::Time);
    }
    let sources = ids(&page["dia"]);
    let sides = usize::from(!user.is_empty()) + usize::from(!assistant.is_empty());
    Some(Pair {
        user: Message { speaker: name(&page["user_name"]), text: user.to_owned() },
        assistant: Message { speaker: name(&page["assistant_name"]), text: assistant.to_owned() },
        at,
        messages: sides.max(sources.len()),
        sources,
    })
}

/// The words of a side, empty when there are none; `None` when it is not text.
fn side<'a>(value: &'a Value, empty_mark: Option<&str>) -> Option<&'a str> {
    match value {
        Value::Null => Some(""),
        Value::String(text) if text.trim().is_empty() || Some(text.as_str()) == empty_mark => Some(""),
        Value::String(text) => Some(text),
        _ => None,
    }
}

/// `text`, or nothing where it is what a failed call left behind: the other side is still worth keeping.
fn words_or_remark<'a>(text: &'a str, place: &str, collector: &mut Collector) -> &'a str {
    if is_failure(text) {
        collector.remark(place, Reason::Junk);
        ""
    } else {
        text
    }
}

fn ids(value: &Value) -> Vec<String> {
    let id = |value: &Value| match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    value.as_array().map(|ids| ids.iter().filter_map(id).collect()).unwrap_or_default()
}
