//! What is said comes back: remember, recall, ask, chat, and what looks at the tiers.

mod support;

use support::Person;

/// Turns that give every tier something to hold.
fn person_with_a_history() -> Person {
    let person = Person::new();
    let mut turns = Vec::new();
    for (index, said) in
        ["My name is Ada", "I moved to Lyon in March", "I am allergic to peanuts"].iter().enumerate()
    {
        turns.push(turn(said, "Noted.", index));
    }
    turns.extend(
        (3..30).map(|index| turn(&format!("We talked about cheese number {index}"), "Which one?", index)),
    );
    let file = person.file("history.json", &format!("[{}]", turns.join(",")));
    let taken = person.json(&["import", &file]);
    assert_eq!(taken["owners"][0]["added"], 30, "{taken}");
    person
}

fn turn(said: &str, reply: &str, minute: usize) -> String {
    format!(
        r#"{{"user_input": "{said}", "agent_response": "{reply}", "timestamp": "2026-02-03 10:{minute:02}:00"}}"#
    )
}

#[test]
fn a_turn_is_remembered_and_comes_back_by_word_and_by_meaning() {
    let person = Person::new();
    let page = person.json(&[
        "remember",
        "My dog is called Rex",
        "A fine name",
        "--at",
        "2026-03-01T10:00:00+02:00",
    ]);
    let recall = person.json(&["recall", "what is my dog called", "--no-visits"]);
    let item = &recall["items"][0];
    assert_eq!(item["sources"][0], page["page"]);
    assert_eq!(item["kind"], "short_term_page");
    assert_eq!(item["at"], "2026-03-01T10:00:00+02:00");
    assert!(item["text"].as_str().is_some_and(|text| text.contains("Rex")), "{recall}");
    assert!(item["arms"].as_array().is_some_and(|arms| !arms.is_empty()), "{recall}");
}

#[test]
fn standard_input_is_remembered_as_it_is_and_a_key_only_once() {
    let person = Person::new();
    let said = "我对花生过敏 🐱\nzweite Zeile".as_bytes();
    let first = person.run_with(&["remember", "--key", "k1"], &[], said);
    let second = person.run_with(&["remember", "-", "--key", "k1"], &[], said);
    assert_eq!((first.code, second.code), (0, 0), "{first:?} {second:?}");
    assert_eq!(first.out, second.out, "the same page");
    let recall = person.json(&["recall", "花生", "--items", "1"]);
    assert!(
        recall["items"][0]["text"].as_str().is_some_and(|text| text.contains("zweite Zeile")),
        "{recall}"
    );
}

#[test]
fn nothing_found_is_a_result_with_a_code_of_its_own_and_makes_no_memory() {
    let person = Person::new();
    for looking in ["recall", "ask"] {
        let run = person.run(&[looking, "anything"]);
        run.failed(3, &["no memory yet"]);
        assert!(run.out.is_empty());
    }
    let asked = person.run(&["ask", "anything", "--json"]);
    assert!(asked.code == 3 && asked.out.contains(r#""evidence": []"#), "{asked:?}");
    assert!(!person.folder().join("data 数据").exists(), "looking makes nothing");
}

#[test]
fn without_a_model_a_question_gets_its_evidence_and_the_way_to_a_model() {
    let person = Person::new();
    person.json(&["remember", "My dog is called Rex"]);
    let run = person.run(&["ask", "What is my dog called?"]);
    assert_eq!(run.code, 0);
    assert!(run.out.contains("My dog is called Rex"), "{run:?}");
    assert!(run.err.contains("--llm-url"), "{run:?}");
    let shape = person.json(&["ask", "What is my dog called?"]);
    assert!(shape["answer"].is_null() && shape["evidence"][0]["text"].is_string(), "{shape}");
}

#[test]
fn a_chat_without_a_model_shows_evidence_and_keeps_what_was_said() {
    let person = Person::new();
    let said = b"My cat is called Tom\n/memory\n/help\nWhat is my cat called?\n/quit\nnever read\n";
    let run = person.run_with(&["chat"], &[], said);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.out.contains("Tom") && run.out.contains("/quit"), "{run:?}");
    let status = person.json(&["status"]);
    assert_eq!(status["tiers"]["short_term_pages"], 2, "{status}");
}

#[test]
fn the_tiers_can_be_looked_at_while_nothing_changes() {
    let person = person_with_a_history();
    let before = person.run(&["export"]).out;
    let status = person.json(&["status"]);
    assert_eq!(status["tiers"]["short_term_pages"], 10, "{status}");
    assert_eq!(status["tiers"]["mid_term_pages"], 20, "{status}");
    let segments = person.json(&["segments"]);
    let heat = &segments[0]["heat"];
    let parts = ["visits", "unread_pages", "recency"].map(|part| heat[part].as_f64().unwrap_or(f64::NAN));
    let total = heat["total"].as_f64().unwrap_or(f64::NAN);
    assert!((parts.iter().sum::<f64>() - total).abs() < 1e-9, "{segments}");
    let earlier = person.json(&["segments", "--at", "2026-02-03T10:30:00Z"]);
    assert!(earlier[0]["heat"]["recency"].as_f64() > heat["recency"].as_f64(), "heat fades: {earlier}");
    let id = segments[0]["id"].as_str().expect("an id");
    let pages = person.json(&["segments", "--pages", &id[20..]]);
    assert_eq!(pages["pages"].as_array().map(Vec::len), pages["page_records"].as_array().map(Vec::len));
    for look in [
        vec!["profile"],
        vec!["profile", "--versions"],
        vec!["facts"],
        vec!["owners"],
        vec!["status", "--index"],
    ] {
        person.json(&look);
        assert_eq!(person.run(&look).code, 0, "{look:?}");
    }
    let without_time = |export: &str| export.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(without_time(&before), without_time(&person.run(&["export"]).out), "looking touches nothing");
}

#[test]
fn rules_learn_facts_and_each_names_its_source() {
    let person = person_with_a_history();
    let facts = person.json(&["facts", "--about", "user"]);
    let facts = facts.as_array().expect("a list");
    assert!(!facts.is_empty());
    assert!(facts.iter().all(|fact| fact["sources"][0]["page"].is_string()), "{facts:?}");
    assert!(person.run(&["facts"]).out.contains("from "));
}

#[test]
fn an_export_holds_everything_a_line_each_and_replaces_a_file_whole() {
    let person = person_with_a_history();
    let file = person.file("export.jsonl", "old");
    assert_eq!(person.run(&["export", &file]).code, 0);
    let text = std::fs::read_to_string(&file).expect("written");
    let kinds: Vec<String> = text
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON")["type"].to_string())
        .collect();
    assert_eq!(kinds[..2], ["\"export\"", "\"owner\""]);
    assert_eq!(kinds.iter().filter(|kind| *kind == "\"page\"").count(), 30);
    assert!(kinds.iter().any(|kind| kind == "\"segment\""));
}

#[test]
fn settling_leaves_nothing_that_waits() {
    let person = person_with_a_history();
    let settled = person.json(&["settle", "--all"]);
    assert_eq!(settled["waiting"].as_array().map(Vec::len), Some(0), "{settled}");
    assert_eq!(person.json(&["status"])["jobs"].as_array().map(Vec::len), Some(0));
}

#[test]
fn an_archived_segment_can_be_seen_and_brought_back() {
    let person = Person::new();
    // Each page is a batch of its own, none is ever alike enough to join, and there is room for one segment.
    let narrow = [
        ("MEMORYOS_SHORT_TERM__CAPACITY", "1"),
        ("MEMORYOS_MID_TERM__BATCH_PAGES", "1"),
        ("MEMORYOS_MID_TERM__JOIN_THRESHOLD", "2"),
        ("MEMORYOS_MID_TERM__CAPACITY", "1"),
    ];
    let talk: Vec<String> =
        ["my cello", "rye bread", "tax forms"].map(|said| turn(said, "Tell me more.", 1)).into();
    let file = person.file("talk.json", &format!("[{}]", talk.join(",")));
    let run = |arguments: &[&str]| {
        let run = person.run_with(arguments, &narrow, b"");
        assert_eq!(run.code, 0, "{run:?}");
        serde_json::from_str::<serde_json::Value>(&run.out).expect("JSON")
    };
    run(&["import", &file, "--json"]);
    let archived = run(&["segments", "--archived", "--json"]);
    let id = archived[0]["id"].as_str().expect("one segment had to go");
    let restored = run(&["segments", "restore", &id[18..], "--json"]);
    assert!(restored["id"] == id && restored["archived_at"].is_null(), "{restored}");
    person.run(&["segments", "restore", "nothing"]).failed(2, &["there is no segment nothing"]);
}
