//! Imports of files kept beside the repository, where they are there, and of the demo conversation.

use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
};

use memoryos::{
    import::{Conversation, Format, Import, SourceFile, detect, read},
    types::Moment,
};
use serde_json::Value;

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The file's bytes, or `None` with a printed reason.
fn shared(name: &str) -> Option<Vec<u8>> {
    let path = workspace().join("../shared").join(name);
    fs::read(&path).inspect_err(|error| eprintln!("skipped: {name} is not there ({error})")).ok()
}

fn read_as(expected: Format, files: &[SourceFile<'_>]) -> Import {
    assert_eq!(detect(files), Ok(expected));
    read(expected, files, Moment::parse("2026-03-01").expect("a time")).expect("an import")
}

/// Reads `files` and compares the numbers of turns, messages, notes and skipped parts.
fn check(files: &[&str], format: Format, expected: (usize, usize, usize, usize)) {
    let found: Option<Vec<Vec<u8>>> = files.iter().map(|name| shared(name)).collect();
    let Some(found) = found else { return };
    let sources: Vec<_> = files.iter().zip(&found).map(|(path, bytes)| SourceFile { path, bytes }).collect();
    let report = read_as(format, &sources).report;
    let counts = (report.turns, report.messages, report.notes, report.skipped_count);
    assert_eq!(counts, expected, "{files:?}: {:?}", report.skipped);
}

#[test]
fn the_samples_of_each_format_are_read() {
    check(&["samples/memoryos_playground.json"], Format::MemoryosPlayground, (2, 4, 0, 0));
    check(&["samples/locomo_sample.json"], Format::Locomo, (4, 7, 0, 0));
    check(&["samples/openai_messages.jsonl"], Format::OpenaiMessages, (3, 6, 0, 3));
    let store = [
        "samples/memoryos_store/users/demo/short_term.json",
        "samples/memoryos_store/users/demo/mid_term.json",
        "samples/memoryos_store/users/demo/long_term_user.json",
        "samples/memoryos_store/assistants/default_assistant_profile/long_term_assistant.json",
    ];
    check(&store, Format::MemoryosStore, (2, 4, 3, 2));
}

#[test]
fn samples_of_other_products_are_refused() {
    for other in
        ["chatgpt_conversations.json", "claude_conversations.json", "telegram_result.json", "whatsapp_de.txt"]
    {
        if let Some(bytes) = shared(&format!("samples/{other}")) {
            assert!(detect(&[SourceFile { path: "conversations.json", bytes: &bytes }]).is_err(), "{other}");
        }
    }
}

/// Each message of the sample stands in exactly one turn, on its speaker's side.
fn check_messages(conversation: &Conversation, sample: &Value) {
    let mut turn_of: HashMap<&str, usize> = HashMap::new();
    for (index, ids) in conversation.turn_sources.iter().enumerate() {
        for id in ids {
            assert_eq!(turn_of.insert(id, index), None, "{id} stands twice");
        }
    }
    let sessions =
        sample["conversation"].as_object().expect("an object").values().filter_map(Value::as_array);
    for message in sessions.flatten() {
        let index = turn_of.remove(message["dia_id"].as_str().expect("an id")).expect("a turn");
        let turn = &conversation.turns[index];
        let is_user = message["speaker"].as_str() == conversation.user_name.as_deref();
        let side = if is_user { turn.user() } else { turn.assistant() };
        assert!(side.text.contains(message["text"].as_str().expect("words")), "{message}");
    }
    assert_eq!(turn_of, HashMap::new());
}

#[test]
fn every_locomo_message_stands_in_exactly_one_turn() {
    let Some(bytes) = shared("data/locomo/locomo5.json") else { return };
    let import = read_as(Format::Locomo, &[SourceFile { path: "locomo5.json", bytes: &bytes }]);
    assert_eq!((import.report.skipped_count, import.report.remark_count), (0, 0));
    let samples: Vec<Value> = serde_json::from_slice(&bytes).expect("JSON");
    for (conversation, sample) in import.conversations.iter().zip(&samples) {
        check_messages(conversation, sample);
        assert!(conversation.turns.is_sorted_by_key(|turn| turn.at().at), "{}", conversation.id);
    }
    let counts: Vec<_> =
        import.conversations.iter().map(|one| one.turn_sources.iter().flatten().count()).collect();
    assert_eq!(counts, [419, 369, 663, 629, 680]);
    assert_eq!(import.report.messages, counts.iter().sum::<usize>());
}

#[test]
fn the_paged_evaluation_sets_are_read_whole() {
    for (name, conversations) in [
        ("data/beam/beam_100k_1.json", 1),
        ("data/beam/beam_100k_4.json", 1),
        ("data/gvd/gvd_cn_8users.json", 8),
        ("data/gvd/gvd_en_8users.json", 8),
    ] {
        let Some(bytes) = shared(name) else { continue };
        let import = read_as(Format::Paged, &[SourceFile { path: name, bytes: &bytes }]);
        assert_eq!(import.conversations.len(), conversations, "{name}");
        assert_eq!((import.report.skipped_count, import.report.remark_count), (0, 0), "{name}");
    }
}

#[test]
fn the_demo_conversation_is_whole_and_holds_the_evidence_of_its_questions() {
    let data = workspace().join("crates/memoryos-cli/data");
    let bytes = fs::read(data.join("demo.json")).expect("the demo conversation");
    let import = read_as(Format::MemoryosPlayground, &[SourceFile { path: "demo.json", bytes: &bytes }]);
    assert_eq!((import.report.skipped_count, import.report.remark_count), (0, 0));
    let conversation = &import.conversations[0];
    assert!(conversation.turns.len() >= 90);
    assert!(conversation.turns.is_sorted_by_key(|turn| turn.at().at));
    assert!(conversation.turns.iter().all(|turn| turn.at().offset.is_some()));
    assert_eq!(conversation.user_name.as_deref(), Some("Mara"));

    let questions = fs::read(data.join("demo-questions.json")).expect("the questions");
    let questions: Vec<Value> = serde_json::from_slice(&questions).expect("JSON");
    assert!(questions.len() >= 5);
    for evidence in questions.iter().flat_map(|question| question["expect"].as_array().expect("a list")) {
        let evidence = evidence.as_str().expect("words");
        let said = conversation.turns.iter().flat_map(|turn| [turn.user(), turn.assistant()]);
        assert_eq!(said.filter(|message| message.text.contains(evidence)).count(), 1, "{evidence}");
    }
}
