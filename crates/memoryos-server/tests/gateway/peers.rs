//! `OpenAI`'s own clients talk through the gateway.

use std::{path::Path, process::Command};

use memoryos_testkit::peers;
use serde_json::{Value, json};

use crate::{
    support::Gateway,
    upstream::{Answer, Asked, Upstream, end, event},
};

/// A small model: says what it was told, calls the tool it is offered, and has models that say no.
fn model(asked: &Asked) -> Answer {
    if asked.head.starts_with("GET /v1/models ") {
        let listed = json!({"id": "m", "object": "model", "created": 1, "owned_by": "us"});
        return Answer::json(200, json!({"object": "list", "data": [listed]}).to_string());
    }
    let name = asked.body["model"].as_str().unwrap_or_default();
    let refused =
        [("busy", 429), ("broken", 500), ("unknown", 404)].into_iter().find(|(known, _)| *known == name);
    if let Some((name, status)) = refused {
        let message = format!("the model {name} says no");
        let error = json!({"error": {"message": message, "type": "x", "param": null, "code": null}});
        return Answer::json(status, error.to_string());
    }
    let messages = asked.body["messages"].as_array().cloned().unwrap_or_default();
    let is_streamed = asked.body["stream"] == true;
    let has_result = messages.iter().any(|message| message["role"] == "tool");
    if asked.body["tools"].is_array() && !has_result {
        return calls(is_streamed);
    }
    let last = messages.iter().rposition(|message| message["role"] == "user").unwrap_or_default();
    says(&format!("You said: {}", asked.text(last)), is_streamed)
}

fn calls(is_streamed: bool) -> Answer {
    let call = |arguments: &str| json!({"index": 0, "id": "t1", "type": "function", "function": {"name": "weather", "arguments": arguments}});
    if !is_streamed {
        let mut call = call("{\"city\": \"Bern\"}");
        call.as_object_mut().expect("an object").remove("index");
        return Answer::message(
            &json!({"role": "assistant", "content": null, "tool_calls": [call]}),
            "tool_calls",
        );
    }
    let more = json!({"tool_calls": [{"index": 0, "function": {"arguments": "\"Bern\"}"}}]});
    let first = json!({"role": "assistant", "content": null, "tool_calls": [call("{\"city\": ")]});
    Answer::stream(event(&first, None) + &event(&more, None) + &end("tool_calls"))
}

fn says(text: &str, is_streamed: bool) -> Answer {
    if !is_streamed {
        return Answer::says(text);
    }
    let begin = event(&json!({"role": "assistant", "content": ""}), None);
    let words = text.split_inclusive(' ').map(|word| event(&json!({"content": word}), None));
    let usage: Value = json!({"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [],
        "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}});
    let end = end("stop").replace("data: [DONE]", &format!("data: {usage}\n\ndata: [DONE]"));
    Answer::stream(begin + &words.collect::<String>() + &end)
}

async fn runs(program: &Path, script: &str, library: Option<&Path>) {
    let upstream = Upstream::new(model);
    let gateway = Gateway::before(&upstream).await;
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/gateway").join(script);
    let mut command = Command::new(program);
    command.arg(script).arg(&gateway.url).args(library);
    let output = tokio::task::spawn_blocking(move || command.output()).await.expect("no panic");
    let output = output.expect("the client runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert_eq!(text(&output.stdout).trim(), "done", "{}", text(&output.stderr));
    let kept = gateway.remembered("ann").await;
    assert!(kept.iter().all(|(user, reply)| !format!("{user}{reply}").contains("<memory>")), "{kept:?}");
    let asked_twice: Vec<_> = kept.iter().filter(|(user, _)| user.contains("weather")).collect();
    assert_eq!(asked_twice.len(), 1, "tools, errors and a second try are one turn: {kept:?}");
    assert!(gateway.remembered("bo").await.is_empty());
}

#[tokio::test]
async fn the_python_client_talks_through_the_gateway() {
    let Some(python) = peers::python() else { return };
    runs(&python, "openai_client.py", None).await;
}

#[tokio::test]
async fn the_npm_client_talks_through_the_gateway() {
    let (Some(node), Some(library)) = (peers::node(), peers::node_module("openai/index.mjs")) else { return };
    runs(&node, "openai_client.mjs", Some(&library)).await;
}
