//! `memoryos mcp` on the standard streams, byte by byte.

use std::{
    net::TcpListener,
    sync::{
        Arc,
        mpsc::{Sender, channel},
    },
    thread,
    time::Instant,
};

use memoryos_testkit::loopback::{read_request, reply};
use serde_json::{Value, json};

#[path = "support/mcp.rs"]
mod client;
mod support;
use client::{PATIENCE, Server, initialize};
use support::Person;

fn turn(text: &str) -> Value {
    json!({"user_input": text, "agent_response": "I see."})
}

/// An embedding server that replies to each request only once it is let. Dropping the gate lets everything through.
struct SlowEmbedder {
    url: String,
    _gate: Sender<()>,
}

impl SlowEmbedder {
    fn start() -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a free port");
        let url = format!("http://{}/v1", listener.local_addr().expect("an address"));
        let (gate, shut) = channel::<()>();
        let shut = Arc::new(std::sync::Mutex::new(shut));
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let shut = Arc::clone(&shut);
                thread::spawn(move || {
                    let Some(request) = read_request(&stream) else { return };
                    drop(shut.lock().map(|shut| shut.recv()));
                    let asked: Value = serde_json::from_slice(&request.body).expect("JSON");
                    let n = asked["input"].as_array().map_or(1, Vec::len);
                    let one = |index| json!({"object": "embedding", "index": index, "embedding": [1.0, 0.0]});
                    let data: Vec<Value> = (0..n).map(one).collect();
                    let body = json!({"object": "list", "model": "slow", "data": data});
                    reply(&stream, "200 OK", "application/json", &body.to_string());
                });
            }
        });
        Self { url, _gate: gate }
    }

    fn variables(&self, dimensions: &'static str) -> Vec<(&str, &str)> {
        vec![
            ("MEMORYOS_EMBEDDER__NAME", "openai"),
            ("MEMORYOS_EMBEDDER__URL", &self.url),
            ("MEMORYOS_EMBEDDER__MODEL", "slow"),
            ("MEMORYOS_EMBEDDER__DIMENSIONS", dimensions),
        ]
    }
}

#[test]
fn every_line_of_standard_output_is_a_message_however_much_is_logged() {
    let person = Person::new();
    let mut server = Server::ready(&person, &[("MEMORYOS_LOG", "trace")]);
    server.write("this is no message");
    server.write("{\"jsonrpc\": \"2.0\", \"id\": 99");
    let tools = server.ask("tools/list", json!({}))["result"]["tools"].clone();
    for tool in tools.as_array().expect("tools") {
        let arguments = json!({"query": "a", "user_input": "a", "agent_response": "b", "text": "c"});
        server.call(tool["name"].as_str().expect("a name"), arguments);
    }
    for (method, params) in [
        ("resources/list", json!({})),
        ("resources/read", json!({"uri": "memoryos://config"})),
        ("prompts/get", json!({"name": "recall_context", "arguments": {"query": "a"}})),
        ("no/such/method", json!({})),
    ] {
        server.ask(method, params);
    }
    // Reads what is left, and checks each line.
    server.leave();
}

#[test]
fn each_revision_is_spoken_as_asked_for() {
    for revision in ["2025-06-18", "2025-11-25"] {
        let person = Person::new();
        let mut server = Server::start(&person, &[]);
        let reply = server.ask("initialize", initialize(revision));
        assert_eq!(reply["result"]["protocolVersion"], revision);
        assert!(reply["result"]["instructions"].is_string());
        server.leave();
    }
    let person = Person::new();
    let mut server = Server::start(&person, &[]);
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "0"},
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let reply = server.ask("server/discover", json!({"_meta": meta}));
    let supported = reply["result"]["supportedVersions"].as_array().expect("versions").clone();
    assert!(supported.contains(&json!("2026-07-28")), "{reply}");
    let called = json!({"name": "add_memory", "arguments": turn("No hands were shaken."), "_meta": meta});
    assert_eq!(server.ask("tools/call", called)["result"]["isError"], false);
    server.leave();
}

#[test]
fn a_ping_is_answered_while_a_turn_is_being_added() {
    let (person, embedder) = (Person::new(), SlowEmbedder::start());
    let mut server = Server::ready(&person, &embedder.variables("2"));
    let adding = server.send_call("add_memory", turn("The embedder takes its time."));
    assert_eq!(server.ask("ping", json!({}))["result"], json!({}));
    drop(embedder);
    assert_eq!(server.reply(adding)["result"]["isError"], false);
    server.leave();
}

#[test]
fn an_embedder_that_never_answers_does_not_keep_a_client_from_starting() {
    let (person, embedder) = (Person::new(), SlowEmbedder::start());
    // Without its dimensions it must be asked for them before the memory can be opened.
    let mut server = Server::ready(&person, &embedder.variables("0"));
    let adding = server.send_call("add_memory", turn("The memory is still being opened."));
    assert_eq!(server.ask("ping", json!({}))["result"], json!({}));
    assert!(server.ask("tools/list", json!({}))["result"]["tools"].is_array());
    drop(embedder);
    assert_eq!(server.reply(adding)["result"]["isError"], false);
    server.leave();
}

#[test]
fn a_cancelled_turn_is_kept_whole_and_nobody_is_told() {
    let (person, embedder) = (Person::new(), SlowEmbedder::start());
    let mut server = Server::ready(&person, &embedder.variables("2"));
    let adding = server.send_call("add_memory", turn("Cancelled half-way."));
    server
        .notify("notifications/cancelled", json!({"requestId": adding, "reason": "the client is impatient"}));
    assert_eq!(server.ask("ping", json!({}))["result"], json!({}));
    drop(embedder);
    let rest = server.leave();
    assert!(rest.iter().all(|message| message["id"] != adding), "{rest:?}");
    let status = person.json(&["status"]);
    assert_eq!(status["tiers"]["short_term_pages"], 1, "{status}");
}

#[test]
fn turns_added_at_once_are_all_kept() {
    let person = Person::new();
    let mut server = Server::ready(&person, &[]);
    let adding: Vec<u64> =
        (0..8).map(|number| server.send_call("add_memory", turn(&format!("Turn {number}.")))).collect();
    let mut pages: Vec<String> = Vec::new();
    for id in adding {
        let reply = server.reply(id);
        pages.push(reply["result"]["structuredContent"]["page_id"].as_str().expect("a page").to_owned());
    }
    pages.sort_unstable();
    pages.dedup();
    assert_eq!(pages.len(), 8);
    assert_eq!(server.call("memory_status", json!({}))["tiers"]["short_term_pages"], 8);
    server.leave();
}

#[test]
fn a_turn_that_was_sent_before_the_client_left_is_kept() {
    let person = Person::new();
    let mut server = Server::ready(&person, &[]);
    server.send_call("add_memory", turn("And off they went."));
    server.leave();
    assert_eq!(person.json(&["status"])["tiers"]["short_term_pages"], 1);
}

#[test]
fn a_retry_in_another_session_stores_once() {
    let person = Person::new();
    let arguments = json!({"user_input": "Once.", "agent_response": "", "request_id": "r-1"});
    for is_retry in [false, true] {
        let mut server = Server::ready(&person, &[]);
        assert_eq!(server.call("add_memory", arguments.clone())["already_stored"], is_retry);
        server.leave();
    }
    assert_eq!(person.json(&["status"])["tiers"]["short_term_pages"], 1);
}

#[test]
fn what_was_added_settles_while_the_client_is_there() {
    let person = Person::new();
    let mut server = Server::ready(&person, &[]);
    for number in 0..30 {
        server.call("add_memory", turn(&format!("My aviary has bird number {number}.")));
    }
    // Nothing but the worker makes segments.
    let given_up = Instant::now() + PATIENCE;
    while server.call("list_segments", json!({}))["total"] == 0 {
        assert!(Instant::now() < given_up, "nothing settles");
    }
    server.leave();
}

#[test]
fn a_client_that_says_nothing_ends_it_without_a_sound() {
    let person = Person::new();
    let run = person.run(&["mcp"]);
    assert_eq!((run.code, run.out.as_str()), (0, ""));
    assert!(run.err.contains(&person.data().display().to_string()), "{}", run.err);
}

#[test]
fn the_configuration_of_a_client_starts_this_binary_on_this_folder() {
    let person = Person::new();
    for client in ["claude-desktop", "claude-code", "cursor", "cline", "vscode"] {
        let run = person.run(&["--user", "ann", "mcp", "--print-config", client]);
        assert_eq!(run.code, 0, "{}", run.err);
        let config: Value = serde_json::from_str(&run.out).expect("JSON");
        let servers = if client == "vscode" { "servers" } else { "mcpServers" };
        let server = &config[servers]["memoryos"];
        assert_eq!(server["command"], env!("CARGO_BIN_EXE_memoryos"));
        let data = person.data().display().to_string();
        assert_eq!(server["args"], json!(["mcp", "--data", data, "--user", "ann"]), "{client}");
        assert!(!run.err.is_empty(), "says where it goes");
    }
    person.run(&["mcp", "--print-config", "notepad"]).failed(2, &["claude-desktop", "vscode"]);
}
