//! Schemathesis asks the server whatever its own document allows, and much that it does not.

use std::process::Command;

use memoryos_testkit::peers;

#[path = "support/serve.rs"]
mod serve;
mod support;
use serve::Served;
use support::Person;

/// What a refusal may be.
const CONFIG: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/peers/schemathesis.toml");

/// The same requests each time, and no more than a minute of them.
const BOUNDS: [&str; 7] = [
    "--seed",
    "1",
    "--max-examples=25",
    "--generation-database=none",
    "--request-timeout=10",
    "--no-color",
    "-w1",
];

/// Turns that fill short-term memory and make segments of the rest, so that there is something at every address.
fn with_segments() -> Person {
    let person = Person::new();
    let narrow = [("MEMORYOS_SHORT_TERM__CAPACITY", "1")];
    for said in ["The goat is grey.", "The boat leaks.", "The train to Lyon was late."] {
        assert_eq!(person.run_with(&["remember", said, "--no-wait"], &narrow, b"").code, 0);
    }
    assert_eq!(person.run_with(&["settle"], &narrow, b"").code, 0);
    person
}

#[test]
fn no_request_that_the_document_allows_or_forbids_finds_a_fault() {
    let Some(python) = peers::python() else { return };
    let person = with_segments();
    let key = person.run(&["keys", "create", "--all-users", "--scope", "admin"]).out.trim().to_owned();
    let server = Served::start(&person);
    let mut command = Command::new(python.with_file_name("schemathesis"));
    command.current_dir(person.folder()).args(["--config-file", CONFIG, "run"]);
    command.arg(format!("{}/openapi.json", server.url)).args(BOUNDS);
    command.args(["--header", &format!("Authorization: Bearer {key}")]);
    let output = command.output().expect("schemathesis runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{}\n{}", text(&output.stdout), text(&output.stderr));
}
