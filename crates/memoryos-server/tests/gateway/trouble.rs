//! Upstreams that fail: the client hears it as it is, and nothing of it is remembered.

use serde_json::{Value, json};

use crate::{
    support::{Gateway, header},
    upstream::{Answer, Upstream, words},
};

#[tokio::test]
async fn an_error_comes_back_as_it_is_and_is_never_remembered() {
    let busy = r#"{"error": {"message": "Rate limit reached",  "type": "requests", "code": "rate_limit"}}"#;
    for (status, kind, body) in [
        (429, "application/json", busy),
        (401, "application/json", busy),
        (400, "application/json", r#"{"error":{"message":"context too long"}}"#),
        (500, "text/html", "<html>oops</html>"),
        (503, "text/event-stream", "data: {}\n\n"),
        (302, "text/plain", "over there"),
        (200, "application/json", "{\"choices\": [{\"mess"),
        (200, "application/json", r#"{"error": {"message": "overloaded", "code": 529}}"#),
        (200, "text/html", "<html>a login page</html>"),
        (200, "application/json", ""),
    ] {
        let headers = "retry-after: 7\r\nlocation: http://127.0.0.1:9/\r\n";
        let upstream = Upstream::always(Answer::Whole(status, kind, headers.into(), body.into()));
        let gateway = Gateway::before(&upstream).await;
        let response = gateway.says("Hello").await;
        assert_eq!(response.status(), status, "{body}");
        assert_eq!(header(&response, "content-type"), kind);
        assert_eq!(header(&response, "retry-after"), "7");
        assert_eq!(header(&response, "location"), "", "nobody is sent elsewhere");
        assert_eq!(header(&response, "x-memoryos-remembered"), "false");
        assert_eq!(response.text().await.expect("a text"), body);
        assert_eq!(upstream.asked().len(), 1, "trying again is the client's business");
        assert!(gateway.remembered("ann").await.is_empty(), "{status} {body}");
    }
}

#[tokio::test]
async fn an_upstream_that_is_not_there_is_an_error_of_openais_shape() {
    let silent = Upstream::always(Answer::Endless(String::new()));
    let dead = Upstream::always(Answer::HangUp);
    let cut = Upstream::always(Answer::Cut("application/json", r#"{"choices": []"#.into()));
    for (url, variables, status, code) in [
        ("http://127.0.0.1:9/v1", vec![], 502, "upstream_unreachable"),
        (&*dead.url, vec![], 502, "upstream_broken"),
        (&*cut.url, vec![], 502, "upstream_broken"),
        ("", vec![], 501, "no_upstream"),
        ("ftp://example.org", vec![], 501, "unusable_upstream"),
        ("", vec![("MEMORYOS_LLM_URL", "http://127.0.0.1:9/v1")], 502, "upstream_unreachable"),
    ] {
        let gateway = Gateway::with(url, &variables).await;
        let response = gateway.says("Hello").await;
        assert_eq!(response.status(), status, "{url}");
        let told: Value = response.json().await.expect("JSON");
        assert_eq!(told["error"]["code"], code, "{url}");
        let text = told.to_string();
        assert!(!text.contains("127.0.0.1") && !text.contains("Hello"), "{text}");
        assert!(gateway.remembered("ann").await.is_empty());
    }
    drop(silent);
}

#[tokio::test]
async fn a_request_that_cannot_be_read_is_refused_before_anybody_is_asked() {
    let upstream = Upstream::always(Answer::says("Fine."));
    let gateway = Gateway::with(&upstream.url, &[("MEMORYOS_SERVER__BODY_LIMIT_BYTES", "500")]).await;
    let user = json!([{"role": "user", "content": "Hello"}]);
    for (body, header_line, status) in [
        (json!([]), ("x-a", "b"), 400),
        (json!({"messages": "Hello"}), ("x-a", "b"), 400),
        (json!({"messages": user, "memoryos": {"remembre": false}}), ("x-a", "b"), 400),
        (json!({"messages": user}), ("x-memoryos-remember", "nope"), 400),
        (json!({"messages": user, "user": {"id": 1}}), ("x-a", "b"), 400),
        (json!({"messages": [{"role": "user", "content": "x".repeat(600)}]}), ("x-a", "b"), 413),
    ] {
        let response =
            gateway.post(&body).header(header_line.0, header_line.1).send().await.expect("an answer");
        assert_eq!(response.status(), status, "{body}");
        let told: Value = response.json().await.expect("JSON");
        assert_eq!(told["error"]["type"], "invalid_request_error", "{told}");
    }
    assert!(upstream.asked().is_empty());
}

#[tokio::test]
async fn a_stream_that_breaks_is_no_answer() {
    let half = words(&["Half", " a", " reply"]);
    let error = format!("{half}data: {{\"error\":{{\"message\":\"overloaded\"}}}}\n\n");
    for (answer, is_whole) in [
        (Answer::Cut("text/event-stream", half.clone()), false),
        (Answer::stream(half), true),
        (Answer::stream(error + "data: [DONE]\n\n"), true),
    ] {
        let upstream = Upstream::always(answer.clone());
        let gateway = Gateway::before(&upstream).await;
        let body = json!({"stream": true, "messages": [{"role": "user", "content": "Hello"}]});
        let response = gateway.post(&body).send().await.expect("an answer");
        assert_eq!(response.text().await.is_ok(), is_whole, "{answer:?}");
        assert!(gateway.remembered("ann").await.is_empty(), "{answer:?}");
    }
}
