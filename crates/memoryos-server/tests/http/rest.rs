//! REST as a client sees it.

use crate::support::{Reply, Server};
use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

fn said(text: &str) -> Value {
    json!({"user": {"text": text}, "at": "2026-02-03T10:00:00Z"})
}

/// A server that remembers `n` turns of ann.
async fn with_turns(n: usize) -> Server {
    let server = Server::open();
    let turns: Vec<Value> = (0..n).map(|i| said(&format!("The goat number {i} is grey."))).collect();
    let reply = server.post("/v1/users/ann/turns/batch", &json!({ "turns": turns })).await;
    assert_eq!(reply.status, StatusCode::OK);
    server
}

fn is_problem(reply: &Reply, status: u16, code: &str) {
    assert_eq!(reply.status.as_u16(), status, "{reply:?}");
    assert_eq!(reply.header("content-type"), "application/problem+json");
    let problem = reply.json();
    assert_eq!((problem["code"].as_str(), problem["status"].as_u64()), (Some(code), Some(status.into())));
    assert_eq!(problem["type"], format!("urn:memoryos:problem:{code}"));
}

#[tokio::test]
async fn a_turn_can_be_recalled_when_its_request_has_ended() {
    let server = with_turns(1).await;
    let recall =
        server.post("/v1/users/ann/recall", &json!({"query": "What colour is the goat?"})).await.json();
    assert!(recall["context"].as_str().expect("text").contains("grey"), "{recall}");
    assert_eq!(recall["items"][0]["kind"], "short_term_page");
    let of_bob =
        server.post("/v1/users/bob/recall", &json!({"query": "What colour is the goat?"})).await.json();
    assert_eq!(of_bob["items"], json!([]));
}

#[tokio::test]
async fn a_repeated_request_adds_nothing() {
    let server = Server::open();
    let again = [("idempotency-key", "r1")];
    let ask = async |path: &str, body: &Value| server.ask(&Method::POST, path, &again, body).await;
    let first = ask("/v1/users/ann/turns", &said("once")).await;
    let second = ask("/v1/users/ann/turns", &said("once")).await;
    assert_eq!((first.status.as_u16(), second.status.as_u16()), (201, 200));
    assert_eq!(first.json()["page"], second.json()["page"]);
    let batch = json!({"turns": [said("one"), said("two")]});
    let (first, second) =
        (ask("/v1/users/ann/turns/batch", &batch).await, ask("/v1/users/ann/turns/batch", &batch).await);
    assert_eq!(first.json()["remembered"][1]["page"], second.json()["remembered"][1]["page"]);
    assert_eq!(server.get("/v1/users/ann/pages").await.json()["items"].as_array().expect("a list").len(), 3);
}

#[tokio::test]
async fn a_batch_is_remembered_whole_or_not() {
    let server = Server::open();
    let batch = json!({"turns": [said("fine"), {"user": {"text": " "}}]});
    let reply = server.post("/v1/users/ann/turns/batch", &batch).await;
    is_problem(&reply, 422, "invalid_turn");
    assert!(reply.json()["detail"].as_str().expect("text").starts_with("turn 1:"));
    assert_eq!(server.get("/v1/users/ann/pages").await.json()["items"], json!([]));
}

#[tokio::test]
async fn pieces_of_a_list_follow_one_another_and_say_when_nothing_changed() {
    let server = with_turns(5).await;
    let mut path = "/v1/users/ann/pages?limit=2".to_owned();
    let mut orders = Vec::new();
    loop {
        let listing = server.get(&path).await.json();
        orders.extend(listing["items"].as_array().expect("a list").iter().map(|page| page["order"].clone()));
        let Some(next) = listing["next"].as_str() else { break };
        path = format!("/v1/users/ann/pages?limit=2&after={next}");
    }
    assert_eq!(json!(orders), json!([1, 2, 3, 4, 5]));
    let tag = server.get("/v1/users/ann/pages").await.header("etag").to_owned();
    let known = [("if-none-match", tag.as_str())];
    let unchanged = server.ask(&Method::GET, "/v1/users/ann/pages", &known, &Value::Null).await;
    assert_eq!((unchanged.status.as_u16(), unchanged.bytes.len()), (304, 0));
    server.post("/v1/users/ann/turns", &said("more")).await;
    let changed = server.ask(&Method::GET, "/v1/users/ann/pages", &known, &Value::Null).await;
    assert_eq!(changed.status, StatusCode::OK);
}

#[tokio::test]
async fn what_settles_is_shown_by_tier() {
    let server = with_turns(14).await;
    let settled = server.post("/v1/users/ann/settle", &Value::Null).await.json();
    assert_eq!(settled["waiting"], json!([]));
    let tiers = server.get("/v1/users/ann/status").await.json()["tiers"].clone();
    assert_eq!((tiers["short_term_pages"].as_u64(), tiers["mid_term_pages"].as_u64()), (Some(10), Some(4)));
    let segments = server.get("/v1/users/ann/segments").await.json();
    let first = &segments["items"][0];
    assert!(first["heat"]["total"].as_f64().expect("a heat") > 0.0, "{segments}");
    let id = first["id"].as_str().expect("an id");
    let open = server.get(&format!("/v1/users/ann/segments/{id}")).await;
    assert_eq!(open.json()["page_records"].as_array().map(Vec::len), first["pages"].as_array().map(Vec::len));
    let restore = format!("/v1/users/ann/segments/{id}/restore");
    let stale = server.ask(&Method::POST, &restore, &[("if-match", "\"r1\"")], &Value::Null).await;
    is_problem(&stale, 412, "changed");
    let fresh = [("if-match", open.header("etag"))];
    assert_eq!(server.ask(&Method::POST, &restore, &fresh, &Value::Null).await.status, StatusCode::OK);
}

#[tokio::test]
async fn without_a_model_an_answer_is_the_evidence_whole_or_as_events() {
    let server = with_turns(1).await;
    let asked = json!({"query": "What colour is the goat?"});
    let answer = server.post("/v1/users/ann/answer", &asked).await.json();
    assert!(answer["answer"].is_null());
    assert!(answer["evidence"][0]["text"].as_str().expect("text").contains("grey"), "{answer}");
    let streamed = json!({"query": "What colour is the goat?", "stream": true});
    let events = server.post("/v1/users/ann/answer", &streamed).await;
    assert_eq!(events.header("content-type"), "text/event-stream");
    let text = String::from_utf8(events.bytes.to_vec()).expect("text");
    let names: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("event: ")).collect();
    assert_eq!(names, ["recall", "answer"]);
}

#[tokio::test]
async fn an_import_goes_to_the_user_of_its_path_once() {
    let server = Server::open();
    let chat = json!([
        {"role": "user", "content": "I keep goats."}, {"role": "assistant", "content": "How many?"},
        {"role": "user", "content": "Three."}, {"role": "assistant", "content": "Good."},
    ]);
    let dry = server.post("/v1/users/ann/import?dry_run=true", &chat).await.json();
    assert_eq!((dry["turns"].as_u64(), dry["owners"][0]["added"].as_u64()), (Some(2), Some(0)));
    for added in [2, 0] {
        let report = server.post("/v1/users/ann/import", &chat).await.json();
        assert_eq!(
            report["owners"],
            json!([{"user": "ann", "assistant": "assistant", "conversations": report["owners"][0]["conversations"], "turns": 2, "added": added}])
        );
    }
    let as_events = [("accept", "text/event-stream")];
    let events = server.ask(&Method::POST, "/v1/users/bob/import", &as_events, &chat).await;
    let text = String::from_utf8(events.bytes.to_vec()).expect("text");
    assert!(text.contains("event: progress") && text.contains("event: report"), "{text}");
    let lines = String::from_utf8(server.get("/v1/users/bob/export").await.bytes.to_vec()).expect("text");
    assert_eq!(lines.lines().filter(|line| line.contains("\"type\":\"page\"")).count(), 2);
    is_problem(&server.post("/v1/users/ann/import", &json!({"no": "chat"})).await, 422, "unreadable_import");
}

#[tokio::test]
async fn files_of_a_form_are_imported_too() {
    let server = Server::open();
    let chat =
        r#"[{"role": "user", "content": "I keep goats."}, {"role": "assistant", "content": "How many?"}]"#;
    let body = format!(
        "--x\r\ncontent-disposition: form-data; name=\"file\"; filename=\"chat.json\"\r\n\r\n{chat}\r\n--x--\r\n"
    );
    let request = axum::http::Request::post("/v1/users/ann/import")
        .header("host", "localhost")
        .header("content-type", "multipart/form-data; boundary=x")
        .body(body.into())
        .expect("a request");
    assert_eq!(server.send(request).await.json()["owners"][0]["added"], 1);
}

#[tokio::test]
async fn every_failure_is_a_problem_document() {
    let server = Server::with(&[("MEMORYOS_SERVER__BODY_LIMIT_BYTES", "2000")]);
    let ann = |path: &str| format!("/v1/users/ann/{path}");
    is_problem(&server.get("/nowhere").await, 404, "not_found");
    is_problem(
        &server.ask(&Method::DELETE, &ann("pages"), &[], &Value::Null).await,
        405,
        "method_not_allowed",
    );
    is_problem(&server.get(&ann("pages/no-id")).await, 404, "not_found");
    is_problem(&server.get(&ann("pages/01M8QFSN652MBSNWP7RTZMS3DS")).await, 404, "no_such_page");
    is_problem(&server.get(&ann("segments/01M8QFSN652MBSNWP7RTZMS3DS")).await, 404, "no_such_segment");
    is_problem(&server.get(&ann("pages?limit=many")).await, 400, "invalid_query");
    is_problem(&server.get(&ann("pages?after=gone")).await, 422, "invalid_cursor");
    is_problem(&server.get(&ann("segments?at=soon")).await, 400, "invalid_query");
    is_problem(&server.post(&ann("recall"), &json!({"query": " "})).await, 422, "blank_query");
    is_problem(
        &server.post(&ann("recall"), &json!({"query": "x", "items": 1, "budget_tokens": 1})).await,
        422,
        "invalid_query",
    );
    is_problem(
        &server.post(&ann("turns"), &json!({"user": {"text": "x"}, "at": "soon"})).await,
        422,
        "invalid_turn",
    );
    is_problem(&server.post(&ann("turns"), &json!({"usr": {"text": "x"}})).await, 422, "invalid_body");
    is_problem(
        &server.post(&ann("turns"), &json!({"user": {"text": "x".repeat(3000)}})).await,
        413,
        "invalid_body",
    );
    is_problem(&server.get("/v1/users/ann%00/pages").await, 400, "invalid_owner");
    let no_json = axum::http::Request::post(ann("turns")).header("host", "localhost").body("{}".into());
    is_problem(&server.send(no_json.expect("a request")).await, 415, "invalid_body");
}

#[tokio::test]
async fn more_requests_than_allowed_are_told_when_to_come_back() {
    let server = Server::with(&[("MEMORYOS_SERVER__REQUESTS_PER_MINUTE", "2")]);
    for _ in 0..2 {
        assert_eq!(server.get("/v1/users/ann/pages").await.status, StatusCode::OK);
    }
    let refused = server.get("/v1/users/ann/pages").await;
    is_problem(&refused, 429, "too_many_requests");
    assert!(refused.header("retry-after").parse::<u64>().expect("seconds") > 0);
    assert_eq!(server.get("/healthz").await.status, StatusCode::OK, "health is not counted");
}

#[tokio::test]
async fn the_document_page_needs_nothing_from_elsewhere() {
    let server = Server::open();
    let page = server.get("/docs").await;
    assert!(page.header("content-security-policy").contains("script-src 'self'"));
    let text = String::from_utf8(page.bytes.to_vec()).expect("text");
    assert!(!text.contains("http://") && !text.contains("https://") && !text.contains("<script>"), "{text}");
    for path in ["/docs/page.js", "/docs/page.css"] {
        assert_eq!(server.get(path).await.status, StatusCode::OK);
    }
}

#[tokio::test]
async fn numbers_name_routes_and_never_users() {
    let server = with_turns(1).await;
    let text = String::from_utf8(server.get("/metrics").await.bytes.to_vec()).expect("text");
    assert!(text.contains("memoryos_http_request_duration_seconds_count{method=\"POST\",route=\"/v1/users/{user}/turns/batch\",status=\"200\"} 1"), "{text}");
    assert!(text.contains("memoryos_owners 1") && text.ends_with("# EOF\n"));
    assert!(!text.contains("ann"));
}
