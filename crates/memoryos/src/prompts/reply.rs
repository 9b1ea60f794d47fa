//! Reading what a model wrote: without its reasoning, and the JSON out of whatever surrounds it.

mod json;
mod reasoning;

pub use json::{FoundJson, json_values};
pub use reasoning::{ReasoningFilter, begins_inside_reasoning, without_reasoning};

use super::{Parsed, UnexpectedReply};
use serde_json::Value;

/// The last JSON value of the reply that `read` accepts; a whole one before one that broke off.
///
/// The last, because models show the shape first and fill it afterwards.
///
/// # Errors
/// When no value in the reply is accepted.
pub fn read_json<T>(
    reply: &str,
    expected: &'static str,
    read: impl Fn(&Value) -> Option<T>,
) -> Result<Parsed<T>, UnexpectedReply> {
    let found = json_values(&without_reasoning(reply));
    let pick = |complete: bool| {
        let of_kind = found.iter().rev().filter(|json| json.complete == complete);
        of_kind.filter_map(|json| read(&json.value)).map(|value| Parsed { value, complete }).next()
    };
    pick(true).or_else(|| pick(false)).ok_or_else(|| UnexpectedReply { expected, reply: reply.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings(reply: &str) -> Option<Parsed<Value>> {
        read_json(reply, "findings", |v| v.get("findings").cloned()).ok()
    }

    #[test]
    fn the_last_value_of_the_right_shape_after_the_reasoning_is_taken() {
        let whole = |value: Value| Some(Parsed { value, complete: true });
        for (reply, expected) in [
            // An example within the reasoning is not the answer.
            (r#"<think>shape is {"findings":["x"]}</think>{"findings":[]}"#, whole(serde_json::json!([]))),
            (
                r#"Shape: {"findings":["x"]}. So: {"findings":["y"]} as [1] says."#,
                whole(serde_json::json!(["y"])),
            ),
            (r#"{"findings":["y"]} and {"other":1}"#, whole(serde_json::json!(["y"]))),
            ("no JSON at all", None),
            ("", None),
        ] {
            assert_eq!(findings(reply), expected, "{reply}");
        }
    }

    #[test]
    fn a_value_that_broke_off_counts_only_when_no_whole_one_does() {
        let cut = findings(r#"{"findings":["a","b"#).expect("salvaged");
        assert_eq!(cut, Parsed { value: serde_json::json!(["a"]), complete: false });
        let both = findings(r#"{"findings":["a"]} again: {"findings":["b","c"#).expect("the whole one");
        assert_eq!(both, Parsed { value: serde_json::json!(["a"]), complete: true });
    }
}
