//! A memory served over HTTP within the test, to callers of the test's choosing.

#![allow(dead_code, reason = "each test file uses a part")]

use std::path::Path;

use axum::body::{Body, to_bytes};
use http::{Request, header};
use memoryos_api::{Access, Scope, Users};
use memoryos_host::{Settings, settings::Flags};
use memoryos_mcp::{Served, http as mcp};
use serde_json::{Value, json};
use tempfile::TempDir;
use tower::ServiceExt;

/// The revision that knows no sessions: each request stands by itself.
const REVISION: &str = "2026-07-28";

/// A memory in a folder of its own, and the service in front of it.
pub(crate) struct Host {
    pub(crate) folder: TempDir,
    pub(crate) served: Served,
    pub(crate) service: mcp::Service,
}

impl Host {
    pub(crate) async fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let served = served(folder.path()).await;
        let service = mcp::service(served.clone(), tokio_util::sync::CancellationToken::new());
        Self { folder, served, service }
    }

    /// Every message that a request brings back, the reply last.
    pub(crate) async fn messages(
        &self,
        access: Option<&Access>,
        method: &str,
        mut params: Value,
    ) -> Vec<Value> {
        params["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!(REVISION);
        params["_meta"]["io.modelcontextprotocol/clientInfo"] = json!({"name": "test", "version": "0"});
        params["_meta"]["io.modelcontextprotocol/clientCapabilities"] = json!({});
        let name =
            params.get("name").or_else(|| params.get("uri")).and_then(Value::as_str).map(str::to_owned);
        let body = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
        let mut request = Request::post("/")
            .header(header::HOST, "localhost")
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::ACCEPT, "application/json, text/event-stream")
            .header("mcp-protocol-version", REVISION)
            .header("mcp-method", method);
        if let Some(name) = name {
            request = request.header("mcp-name", name);
        }
        let mut request = request.body(Body::from(body.to_string())).expect("a request");
        request.extensions_mut().extend(access.cloned().map(one).unwrap_or_default());
        let response = self.service.clone().oneshot(request).await.expect("the service answers");
        let body = to_bytes(Body::new(response.into_body()), usize::MAX).await.expect("a body");
        let text = String::from_utf8(body.to_vec()).expect("text");
        let data =
            text.lines().filter_map(|line| line.strip_prefix("data:")).filter(|data| !data.trim().is_empty());
        let told: Vec<Value> = data.map(|data| serde_json::from_str(data).expect("JSON")).collect();
        if told.is_empty() { vec![serde_json::from_str(&text).expect(&text)] } else { told }
    }

    /// The reply to a request: its result, or its error.
    pub(crate) async fn ask(&self, access: Option<&Access>, method: &str, params: Value) -> Value {
        let mut reply = self.messages(access, method, params).await.pop().expect("a reply");
        let key = if reply.get("result").is_some() { "result" } else { "error" };
        reply[key].take()
    }

    /// What a tool gives to one who may do everything: its structured content, which must be its text as well.
    pub(crate) async fn call(&self, tool: &str, arguments: Value) -> Value {
        self.call_as(Some(&Access::UNLIMITED), tool, arguments).await
    }

    /// The same for a caller.
    pub(crate) async fn call_as(&self, access: Option<&Access>, tool: &str, arguments: Value) -> Value {
        let result = self.ask(access, "tools/call", json!({"name": tool, "arguments": arguments})).await;
        let content = result["structuredContent"].clone();
        let text = result["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{tool}: {result}"));
        assert_eq!(serde_json::from_str::<Value>(text).expect("JSON"), content);
        assert_eq!(result["isError"].as_bool(), Some(content["status"] == "error"), "{tool}: {result}");
        content
    }

    /// Remembers so many turns, each about a lamp of its own.
    pub(crate) async fn remember_lamps(&self, user: &str, n_turns: usize) {
        for number in 0..n_turns {
            let said = format!("Lamp number {number} stands in the hall.");
            let arguments = json!({"user_input": said, "agent_response": "Noted.", "user": user});
            assert_eq!(self.call("add_memory", arguments).await["status"], "success");
        }
    }
}

fn one(access: Access) -> http::Extensions {
    let mut extensions = http::Extensions::new();
    extensions.insert(access);
    extensions
}

/// A caller who may do this with the memory of one user.
pub(crate) fn only(user: &str, scope: Scope) -> Access {
    Access { users: Users::Only([user.to_owned()].into()), scope }
}

/// A memory in this folder, by the model inside the program, whatever the machine is set to.
pub(crate) async fn served(folder: &Path) -> Served {
    let values = vec![("embedder.name", "builtin".to_owned())];
    let flags = Flags { data: Some(folder.to_owned()), config: None, values };
    let home = [("HOME".into(), folder.into())];
    let settings = Settings::load_from(&flags, home).expect("settings");
    let opened = memoryos_host::open(&settings).await.expect("a memory");
    Served { memory: opened.memory, settings, chosen: opened.chosen }
}
