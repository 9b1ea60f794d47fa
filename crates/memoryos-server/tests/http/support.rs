//! A server without a network: requests go straight to its router.

use std::{net::SocketAddr, sync::Arc};

use axum::{
    Router,
    body::{Body, Bytes, to_bytes},
    http::{HeaderMap, Method, Request, StatusCode},
};
use jiff::Timestamp;
use memoryos_api::{Access, Scope, Users};
use memoryos_host::{Chosen, RandomIds, Settings, SystemClock, settings::Flags};
use memoryos_server::{App, auth::KeyFile, router};
use memoryos_stores::MapStore;
use memoryos_testkit::HashEmbedder;
use serde_json::Value;
use tower::ServiceExt;

/// A server over a memory of its own.
pub(crate) struct Server {
    router: Router,
    folder: tempfile::TempDir,
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) bytes: Bytes,
}

impl Server {
    /// One that asks this machine for no key.
    pub(crate) fn open() -> Self {
        Self::with(&[])
    }

    /// The same with settings, as `MEMORYOS_SERVER__…` would give them.
    pub(crate) fn with(variables: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let flags = Flags { data: Some(folder.path().to_owned()), ..Flags::default() };
        let variables = variables.iter().map(|(name, value)| ((*name).into(), (*value).into()));
        let settings = Settings::load_from(&flags, variables).expect("settings");
        let parts = memoryos::Parts {
            store: Arc::new(MapStore::default()),
            embedder: Arc::new(HashEmbedder::new(16)),
            llm: None,
            distiller: None,
            clock: Arc::new(SystemClock),
            ids: Arc::new(RandomIds::default()),
        };
        let memory = Arc::new(memoryos::Memory::new(parts, settings.memory.clone()).expect("a memory"));
        let chosen = Chosen::by(&settings);
        let address: SocketAddr = "127.0.0.1:80".parse().expect("an address");
        let app = Arc::new(App { memory, settings, chosen });
        let router = router(app, address, tokio_util::sync::CancellationToken::new()).expect("a router");
        Self { router, folder }
    }

    /// A key to the memory of these users, or of all; from then on keys are asked for.
    pub(crate) fn key(&self, users: Option<&[&str]>, scope: Scope) -> String {
        let users = users
            .map_or(Users::All, |users| Users::Only(users.iter().map(|user| (*user).to_owned()).collect()));
        let file = KeyFile::in_folder(self.folder.path());
        file.create("a test", Access { users, scope }, Timestamp::UNIX_EPOCH).expect("made").secret
    }

    /// The keys of this server.
    pub(crate) fn keys(&self) -> KeyFile {
        KeyFile::in_folder(self.folder.path())
    }

    /// The server itself, for a reply that is read as it comes.
    pub(crate) fn router(&self) -> Router {
        self.router.clone()
    }

    pub(crate) async fn send(&self, request: Request<Body>) -> Reply {
        let response = self.router.clone().oneshot(request).await.expect("a router always answers");
        let (parts, body) = response.into_parts();
        let bytes = to_bytes(body, usize::MAX).await.expect("a body");
        Reply { status: parts.status, headers: parts.headers, bytes }
    }

    /// A request with headers and, unless it is `null`, a JSON body.
    pub(crate) async fn ask(
        &self,
        method: &Method,
        path: &str,
        headers: &[(&str, &str)],
        body: &Value,
    ) -> Reply {
        let mut request = Request::builder().method(method).uri(path).header("host", "localhost");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let body = if body.is_null() {
            Body::empty()
        } else {
            request = request.header("content-type", "application/json");
            Body::from(body.to_string())
        };
        self.send(request.body(body).expect("a request")).await
    }

    pub(crate) async fn get(&self, path: &str) -> Reply {
        self.ask(&Method::GET, path, &[], &Value::Null).await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Reply {
        self.ask(&Method::POST, path, &[], body).await
    }
}

impl Reply {
    /// The body as JSON; `null` where it is none.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes).unwrap_or_default()
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }
}
