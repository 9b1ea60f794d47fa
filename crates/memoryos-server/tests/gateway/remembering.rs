//! Which turns are remembered, and with which words.

use memoryos_testkit::FailAt;
use serde_json::{Value, json};

use crate::{
    support::{Gateway, Said, header},
    upstream::{Answer, Upstream},
};

fn said(user: &str, assistant: &str) -> Said {
    (user.to_owned(), assistant.to_owned())
}

#[tokio::test]
async fn the_users_words_and_the_reply_are_kept_without_what_was_put_in() {
    let block = "<memory>\nKnown:\n| Ann keeps goats\n</memory>";
    let reply = format!("<think>The user has goats.</think>You said:\n\n{block}\nGoats it is.");
    let upstream = Upstream::always(Answer::says(&reply));
    let gateway = Gateway::before(&upstream).await;
    let parts = json!([{"type": "text", "text": "See here:"}, {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}]);
    gateway
        .chat(&json!([
            {"role": "system", "content": "Secret instructions."},
            {"role": "user", "content": parts},
            {"role": "user", "content": format!("What about this?\n\n{block}"), "name": "Ann"},
        ]))
        .await;
    assert_eq!(
        gateway.remembered("ann").await,
        [said("See here:\n(image)\nWhat about this?", "You said:\nGoats it is.")]
    );
}

#[tokio::test]
async fn a_conversation_is_remembered_turn_by_turn_and_each_turn_once() {
    let upstream = Upstream::new(|asked| {
        Answer::says(&format!("Reply {}", asked.body["messages"].as_array().map_or(0, Vec::len) / 2))
    });
    let gateway = Gateway::before(&upstream).await;
    let mut messages = vec![json!({"role": "system", "content": "It is ten o'clock."})];
    let mut expected = Vec::new();
    for number in 1..=4 {
        messages[0] = json!({"role": "system", "content": format!("It is {number} o'clock.")});
        messages.push(json!({"role": "user", "content": format!("Message {number}")}));
        // The client tries again.
        for _ in 0..3 {
            let told: Value = gateway.chat(&Value::Array(messages.clone())).await.json().await.expect("JSON");
            assert_eq!(told["memoryos"]["remembered"], true);
        }
        messages.push(json!({"role": "assistant", "content": format!("Reply {number}")}));
        expected.push(said(&format!("Message {number}"), &format!("Reply {number}")));
    }
    assert_eq!(gateway.remembered("ann").await, expected);
}

#[tokio::test]
async fn a_named_request_is_one_whatever_it_says() {
    let upstream = Upstream::always(Answer::says("Fine."));
    let gateway = Gateway::before(&upstream).await;
    for (name, kept) in [("r1", 1), ("r1", 1), ("r2", 2)] {
        let body = json!({"messages": [{"role": "user", "content": "Same words"}]});
        gateway.post(&body).header("idempotency-key", name).send().await.expect("an answer");
        assert_eq!(gateway.remembered("ann").await.len(), kept);
    }
}

#[tokio::test]
async fn requests_at_the_same_time_are_one_turn() {
    let upstream = Upstream::always(Answer::says("Fine."));
    let gateway = Gateway::before(&upstream).await;
    let all = (0..8).map(|_| gateway.says("At once"));
    for response in futures::future::join_all(all).await {
        assert!(response.status().is_success());
    }
    assert_eq!(gateway.remembered("ann").await.len(), 1);
}

#[tokio::test]
async fn a_disk_that_is_full_fails_no_chat() {
    let upstream = Upstream::always(Answer::says("Fine."));
    let gateway = Gateway::before(&upstream).await;
    gateway.store.fail_commit(1, FailAt::Before);
    let response = gateway.says("Remember me").await;
    assert_eq!(response.status(), 200);
    assert_eq!(header(&response, "x-memoryos-remembered"), "false");
    let told: Value = response.json().await.expect("JSON");
    assert_eq!(told["choices"][0]["message"]["content"], "Fine.");
    assert_eq!(told["memoryos"]["error"], "remember: store_busy");
    assert!(gateway.remembered("ann").await.is_empty());
}

#[tokio::test]
async fn what_the_client_begins_of_the_reply_belongs_to_it() {
    let upstream = Upstream::always(Answer::says(" 42."));
    let gateway = Gateway::before(&upstream).await;
    gateway
        .chat(&json!([{"role": "user", "content": "The answer?"}, {"role": "assistant", "content": "It is"}]))
        .await;
    assert_eq!(gateway.remembered("ann").await, [said("The answer?", "It is 42.")]);
    assert!(upstream.last().text(1).starts_with("The answer?"));
    assert_eq!(upstream.last().last(), "It is");
}
