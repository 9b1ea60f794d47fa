//! Streamed answers.

use futures::StreamExt;
use serde_json::{Value, json};

use crate::{
    support::{Gateway, header},
    upstream::{Answer, Upstream, end, event, words},
};

fn streamed(text: &str) -> Value {
    json!({"stream": true, "model": "m", "messages": [{"role": "user", "content": text}]})
}

#[tokio::test]
async fn a_stream_comes_back_byte_for_byte_and_is_remembered_before_it_ends() {
    let body = ": hello\r\n\r\n".to_owned()
        + &words(&["Gr", "üße", " 🐐"])
        + "event: x\n"
        + &end("stop")
        + ": bye\n\n";
    let upstream = Upstream::always(Answer::stream(body.clone()));
    let gateway = Gateway::before(&upstream).await;
    let response = gateway.post(&streamed("Hello goat")).send().await.expect("an answer");
    assert_eq!(header(&response, "content-type"), "text/event-stream");
    assert_eq!(header(&response, "x-memoryos-recalled"), "0");
    let mut seen = Vec::new();
    let mut chunks = response.bytes_stream();
    while let Some(chunk) = chunks.next().await {
        seen.extend_from_slice(&chunk.expect("whole"));
        if String::from_utf8_lossy(&seen).contains("[DONE]") {
            assert_eq!(gateway.remembered("ann").await.len(), 1, "whoever asks next finds it");
        }
    }
    assert_eq!(String::from_utf8(seen).expect("text"), body);
    assert_eq!(gateway.remembered("ann").await, [("Hello goat".to_owned(), "Grüße 🐐".to_owned())]);
}

#[tokio::test]
async fn a_report_follows_the_answer_where_one_is_asked_for() {
    let body = words(&["Hi"]) + &end("stop");
    for (body, tail) in [
        (body.clone(), "data: [DONE]\n\n"),
        (body.trim_end().to_owned(), "data: [DONE]"),
        (body.replace("data: [DONE]\n\n", ""), ""),
    ] {
        let upstream = Upstream::always(Answer::stream(body.clone()));
        let gateway = Gateway::before(&upstream).await;
        let mut asked = streamed("Hello");
        asked["memoryos"] = json!({"report": true});
        let text = gateway.post(&asked).send().await.expect("an answer").text().await.expect("whole");
        let told = text
            .strip_prefix(body.strip_suffix(tail).expect("a tail"))
            .and_then(|rest| rest.strip_suffix(tail));
        let told =
            told.and_then(|event| event.trim_end().strip_prefix("data: ")).expect("a report before the end");
        let told: Value = serde_json::from_str(told).expect("JSON");
        assert_eq!((&told["memoryos"]["remembered"], &told["choices"]), (&json!(true), &json!([])));
    }
}

#[tokio::test]
async fn a_stream_of_tool_calls_passes_and_waits_for_its_end() {
    let call = json!({"tool_calls": [{"index": 0, "id": "t", "type": "function", "function": {"name": "f", "arguments": "{}"}}]});
    let body = event(&json!({"role": "assistant", "content": "Let me see."}), None)
        + &event(&call, None)
        + &end("tool_calls");
    let upstream = Upstream::always(Answer::stream(body.clone()));
    let gateway = Gateway::before(&upstream).await;
    let text = gateway.post(&streamed("Hello")).send().await.expect("an answer").text().await.expect("whole");
    assert_eq!(text, body);
    assert!(gateway.remembered("ann").await.is_empty());
}

#[tokio::test]
async fn who_hangs_up_lets_go_of_the_upstream_and_keeps_what_was_read() {
    let upstream = Upstream::always(Answer::Endless(words(&["First,", " the goats"])));
    let gateway = Gateway::before(&upstream).await;
    let mut response = gateway.post(&streamed("Tell me a story")).send().await.expect("an answer");
    let mut seen = String::new();
    while !seen.contains("goats") {
        seen += &String::from_utf8_lossy(&response.chunk().await.expect("a chunk").expect("more"));
    }
    drop(response);
    upstream.wait_for_hang_up().await;
    let kept = loop {
        let kept = gateway.remembered("ann").await;
        if !kept.is_empty() {
            break kept;
        }
        tokio::task::yield_now().await;
    };
    assert_eq!(kept, [("Tell me a story".to_owned(), "First, the goats …".to_owned())]);
}

#[tokio::test]
async fn who_hangs_up_before_the_first_word_has_not_had_a_turn() {
    let upstream = Upstream::always(Answer::Endless(String::new()));
    let gateway = Gateway::before(&upstream).await;
    let response = gateway.post(&streamed("Tell me a story")).send().await.expect("an answer");
    drop(response);
    upstream.wait_for_hang_up().await;
    assert!(gateway.remembered("ann").await.is_empty());
}

#[tokio::test]
async fn a_silent_upstream_is_given_up() {
    let upstream = Upstream::always(Answer::Endless(words(&["First,"])));
    let gateway = Gateway::with(&upstream.url, &[("MEMORYOS_GATEWAY__TIMEOUT_SECS", "0")]).await;
    let response = gateway.post(&streamed("Hello")).send().await.expect("an answer");
    assert_eq!(response.status(), 504);
    let told: Value = response.json().await.expect("JSON");
    assert_eq!(told["error"]["code"], "upstream_silent");
    assert!(gateway.remembered("ann").await.is_empty());
}
