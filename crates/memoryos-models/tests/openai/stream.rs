//! Replies as they are written: what goes wrong, and what becomes of it.

use std::time::Duration;

use memoryos::ports::LlmError;
use memoryos_models::openai::{OpenAiConfig, OpenAiLlm};
use memoryos_testkit::llm::streamed;
use serde_json::{Value, json};

use crate::server::{Reply, Server};

fn delta(delta: &Value) -> String {
    json!({"choices": [{"index": 0, "delta": delta}]}).to_string()
}

fn says(text: &str) -> String {
    delta(&json!({"content": text}))
}

fn done() -> String {
    "[DONE]".to_owned()
}

#[tokio::test]
async fn only_the_text_of_the_events_is_passed_on() {
    let usage = json!({"choices": [], "usage": {"prompt_tokens": 1, "completion_tokens": 2}}).to_string();
    let events = [
        delta(&json!({"role": "assistant", "content": null})),
        delta(&json!({"reasoning_content": "Hm", "content": null})),
        says("<thi"),
        says("nk>Hm</th"),
        says("ink>\n\nPa"),
        delta(&json!({"content": [{"type": "text", "text": "ris"}]})),
        usage,
        done(),
    ];
    let server = Server::with(vec![Reply::events(&events)]);
    let (pieces, end) = streamed(&server.llm()).await;
    assert_eq!((pieces.concat().as_str(), end.is_none()), ("Paris", true), "{end:?}");
    let body = &server.asked()[0].body;
    assert_eq!((&body["stream"], &body["stream_options"]), (&json!(true), &json!({"include_usage": true})));
}

#[tokio::test]
async fn a_server_that_does_not_stream_is_borne_with() {
    let (pieces, end) = streamed(&Server::with(vec![Reply::says("Paris")]).llm()).await;
    assert_eq!((pieces.concat().as_str(), end.is_none()), ("Paris", true), "{end:?}");
    let server = Server::with(vec![
        Reply::refusal(400, "unknown field stream_options"),
        Reply::events(&[says("Paris"), done()]),
    ]);
    let (pieces, _) = streamed(&server.llm()).await;
    assert_eq!((pieces.concat().as_str(), server.asked()[1].body.get("stream_options")), ("Paris", None));
}

#[tokio::test]
async fn what_goes_wrong_within_ends_the_stream_with_an_error() {
    let failure = json!({"error": {"message": "out of memory"}}).to_string();
    for (events, text) in [
        (vec![says("Par"), failure], "Par"),
        (vec![says("Par")], "Par"),
        (vec![says("Par"), "{cut".to_owned()], "Par"),
    ] {
        let (pieces, end) = streamed(&Server::with(vec![Reply::events(&events)]).llm()).await;
        assert_eq!(pieces.concat(), text);
        assert!(matches!(end, Some(LlmError::Interrupted(_))), "{end:?}");
    }
    let refused = [delta(&json!({"refusal": "cannot"})), done()];
    let (_, end) = streamed(&Server::with(vec![Reply::events(&refused)]).llm()).await;
    assert!(matches!(end, Some(LlmError::Refused)), "{end:?}");
    let (_, end) = streamed(&Server::with(vec![Reply::refusal(401, "no")]).llm()).await;
    assert!(matches!(end, Some(LlmError::Auth { .. })), "{end:?}");
}

#[tokio::test]
async fn silence_ends_the_stream() {
    let server = Server::with(vec![Reply::events(&[says("Paris"), done()]).after(Duration::from_secs(5))]);
    let config = OpenAiConfig {
        timeout: Duration::from_millis(40),
        retry: memoryos_models::http::Retry::never(),
        ..server.config()
    };
    let (pieces, end) = streamed(&OpenAiLlm::new(config).expect("a client")).await;
    assert!(pieces.is_empty() && matches!(end, Some(LlmError::Timeout(_))), "{end:?}");
}

#[tokio::test]
async fn reasoning_without_an_opening_tag_is_shown_once_at_most() {
    let events = [says("Hm. Paris?"), says("</think>"), says("Paris"), done()];
    let llm = Server::with(vec![Reply::events(&events)]).llm();
    let (_, end) = streamed(&llm).await;
    assert!(matches!(&end, Some(error @ LlmError::Interrupted(_)) if error.is_transient()), "{end:?}");
    let (pieces, end) = streamed(&llm).await;
    assert_eq!((pieces.concat().as_str(), end.is_none()), ("Paris", true), "{end:?}");
}
