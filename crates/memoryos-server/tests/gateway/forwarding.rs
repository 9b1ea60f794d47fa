//! What goes on to the upstream, and what comes back.

use serde_json::{Value, json};

use crate::{
    support::{Gateway, header},
    upstream::{Answer, Upstream},
};

#[tokio::test]
async fn everything_but_what_is_ours_goes_on_as_it_came() {
    let upstream = Upstream::always(Answer::says("Hi"));
    let gateway = Gateway::before(&upstream).await;
    let body = json!({
        "model": "m", "temperature": 0.5, "seed": 12_345_678_901_234_567_890_u64, "user": "bo",
        "messages": [
            {"role": "developer", "content": "Be brief.", "x_more": {"a": [1, 2.50]}},
            {"role": "user", "content": [
                {"type": "text", "text": "Look:"},
                {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBORw0KGgo="}},
            ]},
        ],
        "tools": [{"type": "function", "function": {"name": "f", "parameters": {"type": "object"}}}],
        "x_unheard_of": {"b": null}, "memoryos": {"remember": false, "recall": false},
    });
    assert!(gateway.post(&body).send().await.expect("an answer").status().is_success());
    let mut expected = body;
    expected.as_object_mut().expect("an object").remove("memoryos");
    assert_eq!(upstream.last().body, expected);
}

#[tokio::test]
async fn the_upstream_is_the_configured_one_and_sees_no_key_of_ours() {
    let upstream = Upstream::always(Answer::says("Hi"));
    let check = async |variables: &[(&str, &str)], authorization: &str, expected: Option<&str>| {
        let gateway = Gateway::with(&upstream.url, variables).await;
        let body =
            json!({"messages": [{"role": "user", "content": "Hi"}], "base_url": "http://127.0.0.1:9/v1"});
        let sent = gateway.post(&body).header("authorization", authorization).header("cookie", "a=b");
        assert!(sent.send().await.expect("an answer").status().is_success());
        let head = upstream.last().head.to_ascii_lowercase();
        let seen = head.lines().find_map(|line| line.strip_prefix("authorization: "));
        assert_eq!(seen, expected, "{variables:?} {authorization}");
        assert!(!head.contains("cookie"), "{head}");
    };
    let forwards = [("MEMORYOS_GATEWAY__FORWARD_AUTHORIZATION", "true")];
    check(&[], "Bearer sk-of-client", None).await;
    check(&forwards, "Bearer sk-of-client", Some("bearer sk-of-client")).await;
    check(&forwards, "Bearer mos_ours", None).await;
    check(&forwards, "bearer  MOS_ours", None).await;
}

#[tokio::test]
async fn a_key_that_opens_the_memory_goes_beside_the_one_that_the_upstream_asks_for() {
    let upstream = Upstream::always(Answer::says("Hi"));
    let gateway = Gateway::with(&upstream.url, &[("MEMORYOS_GATEWAY__FORWARD_AUTHORIZATION", "true")]).await;
    let ours = gateway.key(&["ann"], memoryos_api::Scope::Write);
    let request = gateway.post(&json!({"messages": [{"role": "user", "content": "Hi"}]}));
    let request = request.header("x-api-key", ours).header("authorization", "Bearer sk-of-client");
    assert!(request.send().await.expect("an answer").status().is_success());
    assert!(upstream.last().head.contains("sk-of-client"));
}

#[tokio::test]
async fn the_configured_model_is_asked_whatever_the_client_names() {
    let upstream = Upstream::always(Answer::says("Hi"));
    let gateway = Gateway::with(&upstream.url, &[("MEMORYOS_GATEWAY__MODEL", "ours")]).await;
    gateway.says("Hi").await;
    assert_eq!(upstream.last().body["model"], "ours");
}

#[tokio::test]
async fn an_answer_comes_back_byte_for_byte_but_for_one_field_at_its_end() {
    let body = "{ \"id\":\"c\" , \"usage\":{\"n\":1.50},\"choices\":[{\"index\":0,\"message\":{\"content\":\"Hi \\u00e9\"}}] }\n";
    let headers =
        "x-request-id: r1\r\nopenai-version: 1\r\nset-cookie: a=b\r\naccess-control-allow-origin: *\r\n";
    let upstream =
        Upstream::always(Answer::Whole(200, "application/json; charset=utf-8", headers.into(), body.into()));
    let gateway = Gateway::before(&upstream).await;
    let response = gateway.says("Hello").await;
    for (name, expected) in [
        ("content-type", "application/json; charset=utf-8"),
        ("x-request-id", "r1"),
        ("openai-version", "1"),
        ("set-cookie", ""),
        ("access-control-allow-origin", ""),
        ("x-memoryos-remembered", "true"),
    ] {
        assert_eq!(header(&response, name), expected, "{name}");
    }
    let text = response.text().await.expect("a text");
    assert!(text.starts_with(body.trim_end().trim_end_matches('}')), "{text}");
    let told: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(told["memoryos"]["remembered"], true);
}

#[tokio::test]
async fn tools_pass_through_both_ways() {
    let call = json!({"role": "assistant", "content": null, "tool_calls": [
        {"id": "t1", "type": "function", "function": {"name": "weather", "arguments": "{\"city\": \"Bern\"}"}},
    ]});
    let (answer, asked_for) = (call.clone(), call.clone());
    let upstream = Upstream::new(move |asked| match asked.body["messages"].as_array() {
        Some(messages) if messages.iter().any(|message| message["role"] == "tool") => {
            Answer::says("12 degrees.")
        }
        _ => Answer::message(&answer, "tool_calls"),
    });
    let gateway = Gateway::before(&upstream).await;
    let question = json!({"role": "user", "content": "How warm is it in Bern?"});
    let first: Value = gateway.chat(&json!([question])).await.json().await.expect("JSON");
    assert_eq!(first["choices"][0]["message"], asked_for);
    assert_eq!(first["memoryos"]["remembered"], false);
    assert!(gateway.remembered("ann").await.is_empty(), "the turn has not ended yet");
    let result = json!({"role": "tool", "tool_call_id": "t1", "content": "12"});
    let second: Value = gateway.chat(&json!([question, call, result])).await.json().await.expect("JSON");
    assert_eq!(second["memoryos"]["remembered"], true);
    let sent = &upstream.last().body["messages"];
    assert_eq!((&sent[2], &sent[3]), (&call, &result));
    let turn = ("How warm is it in Bern?".to_owned(), "12 degrees.".to_owned());
    assert_eq!(gateway.remembered("ann").await, [turn]);
}

#[tokio::test]
async fn models_are_the_upstreams() {
    let upstream = Upstream::new(|asked| {
        let line = asked.head.lines().next().unwrap_or_default().to_owned();
        Answer::json(200, json!({"object": "list", "data": [{"id": line}]}).to_string())
    });
    let gateway = Gateway::before(&upstream).await;
    for (path, expected) in [
        ("/models", "GET /v1/models HTTP/1.1"),
        ("/models/org/m-7b", "GET /v1/models/org/m-7b HTTP/1.1"),
        ("/models/..%2F..%2Fadmin", "GET /v1/models/admin HTTP/1.1"),
    ] {
        let listed: Value = gateway.get(path).send().await.expect("an answer").json().await.expect("JSON");
        assert_eq!(listed["data"][0]["id"], expected);
    }
}
