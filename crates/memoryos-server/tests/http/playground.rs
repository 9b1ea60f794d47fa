//! The page, what it begins with, and the numbers it watches.

use axum::{
    body::Body,
    http::{Method, Request, StatusCode},
};
use futures::StreamExt;
use memoryos_api::Scope;
use serde_json::{Value, json};
use tower::ServiceExt;

use crate::support::Server;

#[tokio::test]
async fn the_page_is_there_without_a_key_and_lets_nothing_in_from_elsewhere() {
    let server = Server::open();
    server.key(None, Scope::Admin);
    let page = server.get("/").await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(page.header("content-type").starts_with("text/html"));
    let policy = page.header("content-security-policy");
    assert!(policy.contains("default-src 'none'") && policy.contains("script-src 'self'"), "{policy}");
    assert!(!policy.contains("unsafe"), "{policy}");
    for missing in ["/assets/nothing.js", "/assets/../Cargo.toml", "/assets/%2e%2e/index.html"] {
        assert_eq!(server.get(missing).await.status, StatusCode::NOT_FOUND, "{missing}");
    }
}

#[tokio::test]
async fn the_page_begins_with_a_memory_that_the_key_opens() {
    let server = Server::open();
    let check = async |key: Option<&str>, user: &str| {
        let bearer = key.map(|key| format!("Bearer {key}"));
        let headers: Vec<(&str, &str)> = bearer.iter().map(|it| ("authorization", it.as_str())).collect();
        let reply = server.ask(&Method::GET, "/playground/parameters", &headers, &Value::Null).await;
        assert_eq!(reply.json()["owner"], json!({"user": user, "assistant": "assistant"}), "{reply:?}");
    };
    check(None, "me").await;
    check(Some(&server.key(None, Scope::Read)), "me").await;
    check(Some(&server.key(Some(&["bob", "ann"]), Scope::Read)), "ann").await;
    check(Some(&server.key(Some(&["ann", "me"]), Scope::Read)), "me").await;
}

#[tokio::test]
async fn a_watched_status_tells_of_every_change() {
    let server = Server::open();
    let request = Request::get("/v1/users/ann/status").header("accept", "text/event-stream");
    let request = request.header("host", "localhost").body(Body::empty()).expect("a request");
    let reply = server.router().oneshot(request).await.expect("a reply");
    let mut told = reply.into_body().into_data_stream();
    let mut pages = async || {
        let bytes = told.next().await.expect("an event").expect("bytes");
        let text = String::from_utf8(bytes.to_vec()).expect("text");
        let data = text.lines().find_map(|line| line.strip_prefix("data: ")).expect("data");
        serde_json::from_str::<Value>(data).expect("JSON")["tiers"]["short_term_pages"].clone()
    };
    assert_eq!(pages().await, json!(0));
    let stored = server.post("/v1/users/ann/turns", &json!({"user": {"text": "It rains."}})).await;
    assert_eq!(stored.status, StatusCode::CREATED);
    assert_eq!(pages().await, json!(1));
}

#[tokio::test]
async fn pages_can_be_asked_for_by_their_place() {
    let server = Server::open();
    let turns: Vec<Value> = (0..12).map(|n| json!({"user": {"text": format!("turn {n}")}})).collect();
    let stored = server.post("/v1/users/ann/turns/batch", &json!({"turns": turns})).await;
    assert_eq!(stored.status, StatusCode::OK);
    for (place, expected) in [("short_term", 10), ("pending", 2), ("segment", 0)] {
        let reply = server.get(&format!("/v1/users/ann/pages?place={place}")).await.json();
        assert_eq!(reply["items"].as_array().map(Vec::len), Some(expected), "{place}");
    }
}
