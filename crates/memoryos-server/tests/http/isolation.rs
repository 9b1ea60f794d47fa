//! Whose memory a key opens, for every route the server's own document names: a new route cannot escape.

use crate::support::Server;
use axum::http::{Method, StatusCode};
use memoryos_api::Scope;
use serde_json::{Value, json};

/// What may be asked without a key.
const OPEN: [&str; 2] = ["/healthz", "/readyz"];

/// Routes beside the document, which follow other protocols.
const OTHERS: [(&str, &str); 6] = [
    ("get", "/metrics"),
    ("get", "/playground/parameters"),
    ("post", "/v1/chat/completions"),
    ("get", "/v1/models"),
    ("post", "/mcp"),
    ("get", "/mcp"),
];

/// Every route of the document as method, path, and whether it only looks.
async fn routes(server: &Server) -> Vec<(Method, String)> {
    let document = server.get("/openapi.json").await.json();
    let paths = document["paths"].as_object().expect("paths").clone();
    let mut routes = Vec::new();
    for (path, methods) in paths {
        for method in methods.as_object().expect("methods").keys() {
            routes.push((method.to_uppercase().parse().expect("a method"), path.clone()));
        }
    }
    assert!(routes.len() > 15, "{routes:?}");
    routes
}

/// The path with a user and made-up ids in it.
fn of(path: &str, user: &str) -> String {
    path.replace("{user}", user)
        .replace("{page}", "01M8QFSN652MBSNWP7RTZMS3DS")
        .replace("{segment}", "01M8QFSN652MBSNWP7RTZMS3DS")
}

/// A body that every route would take.
fn body(method: &Method) -> Value {
    if method == Method::GET {
        Value::Null
    } else {
        json!({"query": "x", "user": {"text": "x"}, "turns": []})
    }
}

async fn status(server: &Server, method: &Method, path: &str, key: Option<&str>) -> StatusCode {
    let bearer = key.map(|key| format!("Bearer {key}"));
    let headers: Vec<(&str, &str)> = bearer.iter().map(|bearer| ("authorization", bearer.as_str())).collect();
    server.ask(method, path, &headers, &body(method)).await.status
}

#[tokio::test]
async fn no_route_shows_a_key_another_users_memory() {
    let server = Server::open();
    let routes = routes(&server).await;
    let stored = server.post("/v1/users/bob/turns", &json!({"user": {"text": "Bob's secret is 4711"}})).await;
    assert_eq!(stored.status, StatusCode::CREATED);
    let key = server.key(Some(&["ann"]), Scope::Admin);
    for (method, path) in routes.iter().filter(|(_, path)| !OPEN.contains(&path.as_str())) {
        for user in ["bob", "Ann", "ann%2F..%2Fbob", "%61nn%00"] {
            let status = status(&server, method, &of(path, user), Some(&key)).await;
            assert_eq!(status, StatusCode::FORBIDDEN, "{method} {path} of {user}");
        }
        let own = status(&server, method, &of(path, "ann"), Some(&key)).await;
        assert_eq!(own == StatusCode::FORBIDDEN, !path.contains("{user}"), "{method} {path}: {own}");
    }
}

#[tokio::test]
async fn no_route_but_those_of_health_opens_without_a_key() {
    let server = Server::open();
    let routes = routes(&server).await;
    server.key(Some(&["ann"]), Scope::Write);
    let others = OTHERS
        .iter()
        .map(|(method, path)| (method.to_uppercase().parse().expect("a method"), (*path).to_owned()));
    for (method, path) in routes.into_iter().chain(others) {
        for key in [None, Some("mos_wrong"), Some("")] {
            let status = status(&server, &method, &of(&path, "ann"), key).await;
            if OPEN.contains(&path.as_str()) {
                assert_eq!(status, StatusCode::OK, "{method} {path}");
            } else {
                assert_eq!(status, StatusCode::UNAUTHORIZED, "{method} {path} with {key:?}");
            }
        }
    }
}

#[tokio::test]
async fn a_key_for_looking_changes_nothing() {
    let server = Server::open();
    let routes = routes(&server).await;
    let key = server.key(Some(&["ann"]), Scope::Read);
    let writes = ["turns", "turns/batch", "restore", "import", "settle"];
    for (method, path) in routes.iter().filter(|(method, _)| method != Method::GET) {
        let writes = writes.iter().any(|end| path.ends_with(end));
        let looks = ["recall", "answer"].iter().any(|end| path.ends_with(end));
        assert!(writes != looks, "say whether {method} {path} writes");
        let status = status(&server, method, &of(path, "ann"), Some(&key)).await;
        assert_eq!(status == StatusCode::FORBIDDEN, writes, "{method} {path}: {status}");
    }
}

#[tokio::test]
async fn what_concerns_everyone_is_for_keys_that_open_everything() {
    let server = Server::open();
    let (of_ann, all_write, all) = (
        server.key(Some(&["ann"]), Scope::Admin),
        server.key(None, Scope::Write),
        server.key(None, Scope::Admin),
    );
    for path in ["/v1/users", "/metrics"] {
        for (key, expected) in [(&of_ann, 403), (&all_write, 403), (&all, 200)] {
            assert_eq!(status(&server, &Method::GET, path, Some(key)).await.as_u16(), expected, "{path}");
        }
    }
    let shown = |key: &str| {
        let bearer = format!("Bearer {key}");
        let server = &server;
        async move {
            server
                .ask(&Method::GET, "/v1/users/ann/status", &[("authorization", &bearer)], &Value::Null)
                .await
                .json()
        }
    };
    assert!(shown(&of_ann).await["data_folder"].is_null());
    assert!(shown(&all).await["data_folder"].is_string());
}

#[tokio::test]
async fn a_revoked_key_opens_nothing_from_then_on() {
    let server = Server::open();
    let key = server.key(Some(&["ann"]), Scope::Read);
    assert_eq!(status(&server, &Method::GET, "/v1/users/ann/pages", Some(&key)).await, StatusCode::OK);
    let id = server.keys().keys().expect("keys").expect("there")[0].id.clone();
    server.keys().revoke(&id).expect("revoked");
    assert_eq!(
        status(&server, &Method::GET, "/v1/users/ann/pages", Some(&key)).await,
        StatusCode::UNAUTHORIZED
    );
    // With the last key gone the doors stay shut.
    assert_eq!(status(&server, &Method::GET, "/v1/users/ann/pages", None).await, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn pages_elsewhere_do_not_reach_in_through_a_browser() {
    let server = Server::with(&[("MEMORYOS_SERVER__CORS_ORIGINS", "https://app.example")]);
    let check = async |headers: &[(&str, &str)], expected: u16| {
        let mut request = axum::http::Request::builder().uri("/v1/users/ann/pages");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let reply = server.send(request.body(axum::body::Body::empty()).expect("a request")).await;
        assert_eq!(reply.status.as_u16(), expected, "{headers:?}");
    };
    check(&[("host", "localhost:8765")], 200).await;
    check(&[("host", "[::1]:8765")], 200).await;
    check(&[("host", "rebound.example")], 403).await;
    check(&[("host", "localhost:8765"), ("origin", "http://localhost:8765")], 200).await;
    check(&[("host", "localhost:8765"), ("origin", "http://localhost:3000")], 403).await;
    check(&[("host", "localhost:8765"), ("origin", "null")], 403).await;
    check(&[("host", "localhost:8765"), ("origin", "https://app.example")], 200).await;
}
