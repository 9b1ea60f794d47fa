//! What people already have, taken once.

mod support;

use support::Person;

const CONVERSATION: &str = r#"{"messages": [
    {"role": "user", "content": "I keep goats"}, {"role": "assistant", "content": "How many?"}]}"#;

#[test]
fn importing_twice_changes_nothing() {
    let person = Person::new();
    let file = person.file("chat.jsonl", &CONVERSATION.replace('\n', ""));
    assert_eq!(person.json(&["import", &file])["owners"][0]["added"], 1);
    let before = person.json(&["status"]);
    assert_eq!(person.json(&["import", &file])["owners"][0]["added"], 0);
    assert_eq!(person.json(&["status"])["tiers"], before["tiers"]);
}

#[test]
fn a_dry_run_tells_and_takes_nothing() {
    let person = Person::new();
    let report = person.run_with(
        &["import", "-", "--dry-run", "--json"],
        &[],
        CONVERSATION.replace('\n', "").as_bytes(),
    );
    assert_eq!(report.code, 0, "{report:?}");
    assert!(report.out.contains("\"turns\": 1"), "{report:?}");
    assert!(!person.folder().join("data 数据").exists());
}

#[test]
fn each_conversation_of_people_is_a_user_of_its_own_unless_one_is_named() {
    let pages = |id: &str| {
        format!(
            r#"{{"id": "{id}", "speaker_a": "Ann", "speaker_b": "Bo", "pages": [
                {{"user_input": "Hello from {id}", "agent_response": "Hi", "timestamp": "2026-01-01 10:00:00"}}]}}"#
        )
    };
    let both = format!("[{},{}]", pages("张伟"), pages("../../x"));
    let person = Person::new();
    let file = person.file("paged.json", &both);
    person.json(&["import", &file, "--format", "paged"]);
    let owners = person.json(&["owners"]);
    let users: Vec<_> =
        owners.as_array().expect("a list").iter().map(|owner| owner["user"].clone()).collect();
    assert_eq!(users, ["../../x", "张伟"]);
    person.json(&["import", &file, "--user", "both"]);
    let both = person.json(&["status", "--user", "both"]);
    assert_eq!(both["tiers"]["short_term_pages"], 2);
    assert_eq!(
        person.json(&["recall", "Hello", "--user", "张伟"])["items"].as_array().map(Vec::len),
        Some(1)
    );
}

#[test]
fn what_is_no_export_is_refused_and_nothing_is_written() {
    let person = Person::new();
    let file = person.file("notes.json", r#"{"shopping": ["milk"]}"#);
    person.run(&["import", &file]).failed(1, &["nothing was imported", "not a known format"]);
    person.run(&["import", "/nowhere/at-all.json"]).failed(1, &["/nowhere/at-all.json", "cannot be read"]);
    person.run(&["import", &file, "--format", "telepathy"]).failed(2, &["telepathy", "locomo"]);
    assert!(!person.folder().join("data 数据").exists());
}
