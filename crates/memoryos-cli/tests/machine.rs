//! What is about the machine: settings, models, health, help, the demonstration.

mod support;

use support::Person;

#[test]
fn every_setting_tells_its_value_and_origin() {
    let person = Person::new();
    let variables = [("MEMORYOS_SHORT_TERM__CAPACITY", "7")];
    let run = person.run_with(&["config", "--json", "--changed"], &variables, b"");
    let changed: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
    let keys: Vec<_> = changed.as_array().expect("a list").iter().map(|entry| entry["key"].clone()).collect();
    assert_eq!(keys, ["data", "short_term.capacity"]);
    assert_eq!(changed[1]["origin"], "MEMORYOS_SHORT_TERM__CAPACITY");
    let path = person.json(&["config", "path"]);
    assert!(path["read"].is_null() && path["candidates"][0].is_string(), "{path}");
}

#[test]
fn a_sound_machine_passes_every_check() {
    let person = Person::new();
    person.json(&["remember", "hello"]);
    let checks = person.json(&["doctor"]);
    let verdicts: Vec<_> =
        checks.as_array().expect("a list").iter().map(|check| check["verdict"].clone()).collect();
    assert_eq!(verdicts, ["ok"; 6], "{checks}");
}

#[test]
fn models_are_listed_and_a_missing_one_names_the_command_that_installs_it() {
    let person = Person::new();
    let models = person.json(&["model", "list"]);
    assert_eq!(models[0]["name"], "builtin");
    assert_eq!(models[0]["in_use"], true);
    let run = person.run(&["doctor", "--embedder", "minilm"]);
    assert!(run.out.contains("memoryos model install minilm"), "{run:?}");
    assert_eq!(run.code, 1);
    // Words keep a memory going whose model is missing.
    assert_eq!(person.run(&["remember", "hello there", "--embedder", "minilm", "--no-wait"]).code, 0);
    let empty = person.folder().to_str().expect("text").to_owned();
    person.run(&["model", "install", "minilm", "--from", &empty]).failed(1, &["holds no"]);
}

#[test]
fn the_demonstration_asks_five_questions_and_finds_what_they_are_after() {
    let person = Person::new();
    let demo = person.json(&["demo"]);
    let questions = demo["questions"].as_array().expect("a list");
    assert_eq!(questions.len(), 5);
    for question in questions {
        assert_eq!(question["found"], true, "{}", question["question"]);
        assert!(question["recall"]["items"][0]["arms"][0]["rank"].is_number(), "{question}");
    }
    let told = person.run(&["demo"]);
    assert_eq!(told.code, 0);
    assert!(told.out.contains("5 of 5 questions"), "{}", told.out);
    assert!(!person.folder().join("data 数据").exists(), "the demonstration leaves nothing");
}

#[test]
fn shells_get_their_completions() {
    let person = Person::new();
    for shell in ["bash", "zsh", "fish", "powershell"] {
        let run = person.run(&["completions", shell]);
        assert!(run.code == 0 && run.out.contains("memoryos"), "{shell}");
    }
}

#[test]
fn the_help_says_what_there_is() {
    insta::assert_snapshot!(Person::new().run(&["--help"]).out);
}

#[test]
fn every_command_has_help() {
    let person = Person::new();
    let commands = [
        "remember",
        "recall",
        "ask",
        "chat",
        "import",
        "status",
        "segments",
        "profile",
        "facts",
        "settle",
        "export",
        "owners",
        "config",
        "model",
        "mcp",
        "doctor",
        "demo",
        "completions",
    ];
    for command in commands {
        let run = person.run(&[command, "--help"]);
        assert!(run.code == 0 && run.out.contains("Usage"), "{command}: {run:?}");
    }
}
