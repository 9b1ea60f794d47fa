//! A gateway on loopback, before an upstream and over a memory of its own.

use std::{ffi::OsString, path::Path, sync::Arc};

use jiff::Timestamp;
use memoryos::{
    Memory, Parts,
    types::{Message, Moment, Owner, Turn},
};
use memoryos_api::{Access, Scope, Users};
use memoryos_host::{Chosen, RandomIds, Settings, SystemClock, settings::Flags};
use memoryos_server::{App, auth::KeyFile, router};
use memoryos_stores::MapStore;
use memoryos_testkit::{FailingStore, HashEmbedder};
use reqwest::{Client, RequestBuilder, Response};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use crate::upstream::Upstream;

/// What is remembered of a turn.
pub(crate) type Said = (String, String);

/// Dimensions of the test's embedder: enough for words to keep apart.
const DIMENSIONS: usize = 64;

pub(crate) struct Gateway {
    pub(crate) url: String,
    pub(crate) memory: Arc<Memory>,
    pub(crate) store: Arc<FailingStore<MapStore>>,
    client: Client,
    folder: tempfile::TempDir,
}

impl Gateway {
    /// A gateway before this upstream, that asks this machine for no key.
    pub(crate) async fn before(upstream: &Upstream) -> Self {
        Self::with(&upstream.url, &[]).await
    }

    /// A gateway with these settings.
    pub(crate) async fn with(url: &str, variables: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let named = [("MEMORYOS_GATEWAY__URL", url), ("MEMORYOS_USER", "ann")];
        let settings = settings(folder.path(), named.iter().chain(variables));
        let store = Arc::new(FailingStore::new(MapStore::default()));
        let parts = Parts {
            store: store.clone(),
            embedder: Arc::new(HashEmbedder::new(DIMENSIONS)),
            llm: None,
            distiller: None,
            clock: Arc::new(SystemClock),
            ids: Arc::new(RandomIds::default()),
        };
        let memory = Arc::new(Memory::new(parts, settings.memory.clone()).expect("a memory"));
        let chosen = Chosen::by(&settings);
        let app = Arc::new(App { memory: memory.clone(), settings, chosen });
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let url = format!("http://{address}/v1");
        let routes = router(app, address, CancellationToken::new()).expect("a router");
        tokio::spawn(async move { axum::serve(listener, routes).await });
        let client = memoryos_models::http::client(&url.parse().expect("an address")).expect("a client");
        Self { url, memory, store, client, folder }
    }

    /// A key to the memory of these users; from then on keys are asked for.
    pub(crate) fn key(&self, users: &[&str], scope: Scope) -> String {
        let users = Users::Only(users.iter().map(|user| (*user).to_owned()).collect());
        let file = KeyFile::in_folder(self.folder.path());
        file.create("a test", Access { users, scope }, Timestamp::UNIX_EPOCH).expect("made").secret
    }

    /// A request with this body.
    pub(crate) fn post(&self, body: &Value) -> RequestBuilder {
        self.client.post(format!("{}/chat/completions", self.url)).json(body)
    }

    pub(crate) fn get(&self, path: &str) -> RequestBuilder {
        self.client.get(format!("{}{path}", self.url))
    }

    /// The answer to a chat of these messages.
    pub(crate) async fn chat(&self, messages: &Value) -> Response {
        self.post(&json!({"model": "m", "messages": messages})).send().await.expect("an answer")
    }

    /// The answer to one message.
    pub(crate) async fn says(&self, text: &str) -> Response {
        self.chat(&json!([{"role": "user", "content": text}])).await
    }

    /// Remembers a turn of another conversation.
    pub(crate) async fn remember(&self, user: &str, said: &str, answered: &str) {
        let at = Moment::parse("2026-01-05 10:00").expect("a time");
        let turn = Turn::new(Message::new(said), Message::new(answered), at).expect("a turn");
        self.memory.remember(&owner(user), turn).await.expect("remembered");
    }

    /// All that is remembered of a user, in order.
    pub(crate) async fn remembered(&self, user: &str) -> Vec<Said> {
        let both = |turn: &Turn| (turn.user().text.clone(), turn.assistant().text.clone());
        let owner = owner(user);
        let pages = self
            .memory
            .look(&owner, |view| view.state.pages().iter().map(|page| both(&page.turn)).collect::<Vec<_>>());
        pages.await.expect("looked")
    }
}

pub(crate) fn owner(user: &str) -> Owner {
    Owner::new(user, "assistant").expect("a name")
}

/// What a header of an answer says; empty where there is none.
pub(crate) fn header(response: &Response, name: &str) -> String {
    response.headers().get(name).map(|value| value.to_str().expect("text").to_owned()).unwrap_or_default()
}

fn settings<'a>(data: &Path, variables: impl Iterator<Item = &'a (&'a str, &'a str)>) -> Settings {
    let flags = Flags { data: Some(data.to_owned()), ..Flags::default() };
    let variables = variables.map(|(name, value)| (OsString::from(name), OsString::from(value)));
    Settings::load_from(&flags, variables).expect("settings")
}
