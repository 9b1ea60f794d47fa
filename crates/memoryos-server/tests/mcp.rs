//! MCP at `/mcp`: behind the same door as all else, and with the same keys.

use std::sync::Arc;

use axum::{
    Router,
    body::{Body, to_bytes},
    http::{HeaderMap, Request, StatusCode, header},
};
use memoryos::ports::Clock;
use memoryos_api::{Access, Scope, Users};
use memoryos_host::{Settings, SystemClock, settings::Flags};
use memoryos_server::{App, auth::KeyFile, router};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;

/// A server on a folder of its own.
struct Server {
    folder: TempDir,
    router: Router,
}

impl Server {
    async fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let values = vec![("embedder.name", "builtin".to_owned())];
        let flags = Flags { data: Some(folder.path().to_owned()), config: None, values };
        let home = [("HOME".into(), folder.path().into())];
        let settings = Settings::load_from(&flags, home).expect("settings");
        let opened = memoryos_host::open(&settings).await.expect("a memory");
        let app = Arc::new(App { memory: opened.memory, settings, chosen: opened.chosen });
        let here = ([127, 0, 0, 1], 0).into();
        let router = router(app, here, CancellationToken::new()).expect("a router");
        Self { folder, router }
    }

    /// A key for the memory of one user; from the first on, everyone needs one.
    fn key(&self, user: &str, scope: Scope) -> String {
        let access = Access { users: Users::Only([user.to_owned()].into()), scope };
        let keys = KeyFile::in_folder(self.folder.path());
        keys.create(user, access, SystemClock.now()).expect("a key").secret
    }

    /// Posts a message with these headers beside those of every client.
    async fn post(&self, headers: &[(&str, &str)], message: Value) -> (StatusCode, HeaderMap, String) {
        let mut request = Request::post("/mcp")
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::ACCEPT, "application/json, text/event-stream");
        if headers.iter().all(|(name, _)| *name != "host") {
            request = request.header(header::HOST, "localhost:8080");
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(Body::from(message.to_string())).expect("a request");
        let response = self.router.clone().oneshot(request).await.expect("the router answers");
        let (status, headers) = (response.status(), response.headers().clone());
        let body = to_bytes(response.into_body(), usize::MAX).await.expect("a body");
        (status, headers, String::from_utf8_lossy(&body).into_owned())
    }

    /// What a tool gives to the holder of a key, in the revision that knows no sessions.
    async fn call(&self, key: &str, tool: &str, arguments: Value) -> Value {
        let meta = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "0"},
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        let params = json!({"name": tool, "arguments": arguments, "_meta": meta});
        let message = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params});
        let bearer = format!("Bearer {key}");
        let headers = [
            ("authorization", bearer.as_str()),
            ("mcp-protocol-version", "2026-07-28"),
            ("mcp-method", "tools/call"),
            ("mcp-name", tool),
        ];
        let (status, _, body) = self.post(&headers, message).await;
        assert_eq!(status, StatusCode::OK, "{body}");
        last_message(&body)["result"]["structuredContent"].take()
    }
}

/// The last message of a body, which is one message or a stream of events.
fn last_message(body: &str) -> Value {
    let mut data =
        body.lines().filter_map(|line| line.strip_prefix("data:")).filter(|data| !data.trim().is_empty());
    let last = data.next_back().unwrap_or(body);
    serde_json::from_str(last).unwrap_or_else(|error| panic!("{error}: {body}"))
}

fn opening() -> Value {
    let client = json!({"name": "test", "version": "0"});
    let params = json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client});
    json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params})
}

#[tokio::test]
async fn a_key_opens_to_the_tools_what_it_opens_elsewhere() {
    let server = Server::new().await;
    let (ann, reader) = (server.key("ann", Scope::Write), server.key("ann", Scope::Read));
    let turn = |user: &str| json!({"user_input": "I sail.", "agent_response": "Where?", "user": user});
    assert_eq!(server.call(&ann, "add_memory", turn("ann")).await["status"], "success");
    assert_eq!(server.call(&ann, "add_memory", turn("bo")).await["code"], "forbidden");
    assert_eq!(server.call(&reader, "add_memory", turn("ann")).await["code"], "forbidden");
    let query = json!({"query": "sailing", "user": "ann"});
    assert_eq!(server.call(&reader, "retrieve_memory", query).await["short_term_count"], 1);
}

#[tokio::test]
async fn without_a_key_or_by_another_name_nobody_comes_in() {
    let server = Server::new().await;
    let refused = async |headers: &[(&str, &str)], expected| {
        let (status, _, body) = server.post(headers, opening()).await;
        assert_eq!(status, expected, "{headers:?}: {body}");
    };
    refused(&[("host", "memory.example")], StatusCode::FORBIDDEN).await;
    refused(&[("origin", "https://elsewhere.example")], StatusCode::FORBIDDEN).await;
    refused(&[], StatusCode::OK).await;
    let key = server.key("ann", Scope::Read);
    refused(&[], StatusCode::UNAUTHORIZED).await;
    refused(&[("authorization", "Bearer guess")], StatusCode::UNAUTHORIZED).await;
    refused(&[("authorization", &format!("Bearer {key}"))], StatusCode::OK).await;
}

#[tokio::test]
async fn a_session_keeps_no_access_beyond_the_key_of_each_request() {
    let server = Server::new().await;
    let (ann, bo) = (server.key("ann", Scope::Write), server.key("bo", Scope::Write));
    let bearer = |key: &str| format!("Bearer {key}");
    let (status, headers, _) = server.post(&[("authorization", &bearer(&ann))], opening()).await;
    assert_eq!(status, StatusCode::OK);
    let session = headers["mcp-session-id"].to_str().expect("text").to_owned();
    let send = async |key: &str, message: Value| {
        let headers = [
            ("authorization", bearer(key)),
            ("mcp-session-id", session.clone()),
            ("mcp-protocol-version", "2025-11-25".to_owned()),
        ];
        let headers: Vec<(&str, &str)> =
            headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
        server.post(&headers, message).await
    };
    let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    assert_eq!(send(&ann, initialized).await.0, StatusCode::ACCEPTED);
    for (key, expected) in [(&ann, "success"), (&bo, "error")] {
        let params = json!({"name": "get_user_profile", "arguments": {"user": "ann"}});
        let message = json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": params});
        let (_, _, body) = send(key, message).await;
        assert_eq!(last_message(&body)["result"]["structuredContent"]["status"], expected, "{body}");
    }
}
