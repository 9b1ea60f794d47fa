//! Others' MCP clients use the binary over both transports: the protocol's conformance suite, the Inspector, the
//! official Python client.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use memoryos_testkit::peers;
use serde_json::Value;

#[path = "support/serve.rs"]
mod serve;
mod support;
use serve::Served;
use support::Person;

/// What the Inspector does with a server.
const INSPECTIONS: [&[&str]; 8] = [
    &["tools/list", "--strict"],
    &["tools/call", "--tool-name", "add_memory", "--tool-arg", "user_input=I sail.", "agent_response=Where?"],
    &["tools/call", "--tool-name", "retrieve_memory", "--tool-arg", "query=sailing", "max_results=3"],
    &["resources/list"],
    &["resources/templates/list"],
    &["resources/read", "--uri", "memoryos://status"],
    &["prompts/list"],
    &["prompts/get", "--prompt-name", "recall_context", "--prompt-args", "query=sailing"],
];

/// A file of the folder `peers` beside this one.
fn file(name: &str) -> String {
    format!("{}/tests/peers/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// Runs a client in the person's own place. Nothing of the machine's settings gets in but where programs lie.
#[track_caller]
fn run(person: &Person, program: &Path, arguments: &[&str]) {
    let mut command = Command::new(program);
    command
        .env_clear()
        .env("HOME", person.folder())
        .env("PATH", std::env::var_os("PATH").unwrap_or_default());
    let output = command.args(arguments).output().expect("the client runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{arguments:?}\n{}\n{}", text(&output.stdout), text(&output.stderr));
}

fn text(path: &Path) -> &str {
    path.to_str().expect("the path is text")
}

#[track_caller]
fn conforms_to(revision: &str) {
    let suite = peers::node_module("@modelcontextprotocol/conformance/dist/index.js");
    let (Some(node), Some(suite)) = (peers::node(), suite) else { return };
    let person = Person::new();
    let server = Served::start(&person);
    let (url, results) = (format!("{}/mcp", server.url), person.folder().join("results"));
    let expected = file(&format!("conformance/{revision}.yaml"));
    let asked = ["server", "--url", &url, "--requirements", revision, "--expected-failures", &expected];
    run(&person, &node, &[&[text(&suite)][..], &asked, &["--output-dir", text(&results)]].concat());
}

#[test]
fn the_server_conforms_to_revision_2025_11_25() {
    conforms_to("2025-11-25");
}

#[test]
fn the_server_conforms_to_revision_2026_07_28() {
    conforms_to("2026-07-28");
}

/// Node and the Inspector's script.
fn inspector() -> Option<(PathBuf, PathBuf)> {
    let script = peers::node_module("@modelcontextprotocol/inspector/clients/launcher/build/index.js");
    peers::node().zip(script)
}

#[track_caller]
fn inspect(person: &Person, server: &[&str]) {
    let Some((node, script)) = inspector() else { return };
    for inspection in INSPECTIONS {
        run(person, &node, &[&[text(&script), "--cli"][..], server, &["--method"], inspection].concat());
    }
    assert_eq!(person.json(&["status"])["tiers"]["short_term_pages"], 1);
}

#[test]
fn the_inspector_uses_the_server_over_stdio_and_finds_no_fault_in_its_schemas() {
    let person = Person::new();
    inspect(&person, &[env!("CARGO_BIN_EXE_memoryos"), "mcp", "--data", text(&person.data())]);
}

#[test]
fn the_inspector_uses_the_server_over_http_and_finds_no_fault_in_its_schemas() {
    let person = Person::new();
    let server = Served::start(&person);
    inspect(&person, &[&format!("{}/mcp", server.url)]);
}

#[test]
fn the_python_client_calls_every_tool_over_stdio_and_reads_no_stray_byte() {
    let Some(python) = peers::python() else { return };
    for mode in ["legacy", "2026-07-28"] {
        let person = Person::new();
        let (heard, data) = (person.folder().join("heard"), person.data());
        let server = [env!("CARGO_BIN_EXE_memoryos"), "mcp", "-vvv", "--data", text(&data)];
        run(&person, &python, &[&[&file("mcp_client.py"), mode, text(&heard)][..], &server].concat());
        let heard = std::fs::read_to_string(&heard).expect("the server spoke UTF-8");
        assert!(heard.ends_with('\n') && heard.lines().count() > 10, "{heard}");
        for line in heard.lines() {
            let message: Value =
                serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line:?}"));
            assert_eq!(message["jsonrpc"], "2.0", "{line:?}");
        }
    }
}

#[test]
fn the_python_client_calls_every_tool_over_http() {
    let Some(python) = peers::python() else { return };
    for mode in ["legacy", "2026-07-28"] {
        let person = Person::new();
        let server = Served::start(&person);
        run(&person, &python, &[&file("mcp_client.py"), mode, &format!("{}/mcp", server.url)]);
    }
}
