//! How good the memory is, measured on data sets.

mod support;

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::Value;
use support::Person;

/// Two people, two sessions, four questions: one answerable with one message, one with two, one a trap, and one
/// whose evidence is written as it should not be.
const LOCOMO: &str = r#"[{
    "sample_id": "conv-1",
    "conversation": {
        "speaker_a": "Ann", "speaker_b": "Bo",
        "session_1_date_time": "1:56 pm on 8 May, 2023",
        "session_1": [
            {"speaker": "Ann", "dia_id": "D1:1", "text": "I planted three fig trees behind the barn."},
            {"speaker": "Bo", "dia_id": "D1:2", "text": "Nice!\nMy goat Anton ate my last one."}],
        "session_2_date_time": "9:00 am on 9 June, 2023",
        "session_2": [
            {"speaker": "Ann", "dia_id": "D2:1", "text": "How is Anton?"},
            {"speaker": "Bo", "dia_id": "D2:2", "text": "He climbed the church tower.", "blip_caption": "a goat on a roof"}]},
    "qa": [
        {"question": "What did Ann plant behind the barn?", "answer": "fig trees", "evidence": ["D1:1"], "category": 4},
        {"question": "What did the goat Anton eat and climb?", "answer": "a fig tree, a tower", "evidence": ["D1:2; D:2:02"], "category": 1},
        {"question": "What did Bo plant?", "adversarial_answer": "fig trees", "evidence": ["D1:1"], "category": 5}]}]"#;

#[test]
fn the_evidence_of_a_small_conversation_comes_back() {
    let person = Person::new();
    let file = person.file("small.json", LOCOMO);
    let dump = person.folder().join("dump.jsonl");
    let dumped = dump.to_str().expect("text");
    let outcomes = person.json(&["--embedder", "builtin", "eval", "recall", &file, "--dump", dumped]);
    let outcome = &outcomes[0];
    assert_eq!(
        (&outcome["questions"], &outcome["scored"], &outcome["unanswerable"]),
        (&3.into(), &2.into(), &1.into())
    );
    let arms: Vec<&Value> = outcome["arms"].as_array().expect("arms").iter().collect();
    let names: Vec<&str> = arms.iter().filter_map(|arm| arm["name"].as_str()).collect();
    assert_eq!(names, ["MemoryOS", "words only", "meaning only", "the paper's strategy"]);
    let wide = &arms[0]["limits"][1];
    assert_eq!((&wide["unit"], &wide["limit"]), (&"tokens".into(), &1000.into()));
    assert_eq!(wide["overall"]["recall"]["mean"], 1.0, "{wide}");
    let kinds: Vec<&str> =
        wide["categories"].as_array().expect("kinds").iter().filter_map(|c| c["name"].as_str()).collect();
    assert_eq!(kinds, ["1 multi-hop", "4 single-hop"]);
    let lines = std::fs::read_to_string(&dump).expect("a dump");
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 3, "every question has its line");
    assert!(
        lines[1]["context"].as_str().expect("text").contains("Nice!\nMy goat"),
        "as it was said: {}",
        lines[1]
    );
    assert_eq!((&lines[1]["conv"], &lines[1]["i"]), (&"conv-1".into(), &1.into()));
    assert!(lines[1]["dia"].as_array().expect("ids").contains(&"D2:2".into()));
}

#[test]
fn what_each_part_is_worth_is_told() {
    let person = Person::new();
    let file = person.file("small.json", LOCOMO);
    let ablations = person.json(&["--embedder", "builtin", "eval", "ablate", &file]);
    let groups = ablations[0]["groups"].as_array().expect("groups");
    assert!(groups.iter().all(|group| !group["without"].as_array().expect("parts").is_empty()));
}

#[test]
fn a_file_that_is_no_set_and_a_setting_that_does_not_exist_are_named() {
    let person = Person::new();
    let other = person.file("other.json", r#"[{"hello": 1}]"#);
    person
        .run(&["eval", "recall", &other])
        .failed(1, &["other.json", "LoCoMo", "LongMemEval", "FactConsolidation"]);
    let file = person.file("small.json", LOCOMO);
    person
        .run(&["eval", "recall", &file, "--set", "recall.color=1"])
        .failed(2, &["recall.color", "memoryos config"]);
    person
        .run(&["--embedder", "minilm", "eval", "recall", &file])
        .failed(1, &["not installed", "model install"]);
}

#[test]
fn results_that_cannot_be_written_are_refused_before_anything_is_measured() {
    let person = Person::new();
    let file = person.file("small.json", LOCOMO);
    let missing = person.folder().join("missing/results");
    let missing = missing.to_str().expect("text");
    let folder = person.folder().to_str().expect("text");
    let spelled = format!("{folder}/./small.json");
    let other = person.file("other", "as it was");
    let check = |command: &[&str], flags: &[&str]| {
        for flag in flags {
            person.run(&[command, &[flag, missing]].concat()).failed(1, &[missing, "cannot be written"]);
            person.run(&[command, &[flag, folder]].concat()).failed(1, &[folder, "cannot be written"]);
            if command.contains(&file.as_str()) {
                person.run(&[command, &[flag, &spelled]].concat()).failed(2, &["small.json is a data set"]);
            }
            let also = if *flag == "--html" { "--out" } else { "--html" };
            person
                .run(&[command, &[flag, &other, also, &other]].concat())
                .failed(2, &[&other, "would be written twice"]);
        }
    };
    // Without its model it would fail with another message.
    let minilm = ["--embedder", "minilm", "eval"];
    let all = ["--out", "--html", "--markdown", "--vectors", "--dump"];
    check(&[&minilm[..], &["recall", &file]].concat(), &all);
    check(&[&minilm[..], &["ablate", &file]].concat(), &all[..4]);
    check(&["eval", "tiers"], &all[..3]);
    check(&["eval", "answer", &file, "--estimate"], &all[..2]);
    assert_eq!(std::fs::read_to_string(&file).expect("the set"), LOCOMO);
    assert_eq!(std::fs::read_to_string(&other).expect("the file"), "as it was");
    let fresh = person.folder().join("fresh");
    let fresh = fresh.to_str().expect("text");
    person.run(&[&minilm[..], &["recall", &file, "--out", fresh]].concat()).failed(1, &["not installed"]);
    assert!(!Path::new(fresh).exists(), "to look is not to leave a file");
}

#[test]
fn one_file_or_one_conversation_given_twice_is_named() {
    let person = Person::new();
    let (one, two) = (person.file("one.json", LOCOMO), person.file("two.json", LOCOMO));
    let again = format!("{}/./one.json", person.folder().display());
    for command in ["recall", "ablate", "answer"] {
        person.run(&["eval", command, &one, &again]).failed(2, &[&again, "is given twice"]);
    }
    let clash = ["one.json", "two.json", "both have a conversation \"conv-1\""];
    person.run(&["eval", "recall", "--together", &one, &two]).failed(1, &clash);
    person.run(&["eval", "answer", &one, &two]).failed(1, &clash);
}

#[test]
fn a_set_without_evidence_has_nothing_to_measure() {
    let person = Person::new();
    let bare = person.file("bare.json", &LOCOMO.replace("\"evidence\": [", "\"evidence\": [7], \"was\": ["));
    for command in ["recall", "ablate"] {
        person.run(&["eval", command, &bare]).failed(1, &["nothing to measure in bare"]);
    }
    let empty = person.file("empty.json", "[]");
    person.run(&["eval", "recall", &empty]).failed(1, &["no conversations in it"]);
}

#[test]
fn a_file_of_vectors_that_broke_off_is_told_of_and_mended() {
    let person = Person::new();
    let file = person.file("small.json", LOCOMO);
    let vectors = person.folder().join("vectors");
    let flags = ["--no-baselines", "--vectors", vectors.to_str().expect("text")];
    let command = [&["--embedder", "builtin", "eval", "recall", &file][..], &flags].concat();
    assert_eq!(person.run(&command).code, 0);
    let whole = std::fs::read(&vectors).expect("vectors");
    std::fs::write(&vectors, &whole[..whole.len() - 1]).expect("torn");
    let mended = person.run(&command);
    assert!(mended.code == 0 && mended.err.contains("broke off"), "{mended:?}");
    assert_eq!(std::fs::read(&vectors).expect("vectors").len(), whole.len());
    let again = person.run(&command);
    assert!(again.code == 0 && !again.err.contains("broke off"), "{again:?}");
}

#[test]
fn limits_are_shown_as_they_are_written() {
    let help = Person::new().run(&["eval", "recall", "--help"]).out;
    for words in ["with commas", "[default: 500,1000,2000,4000]", "[default: 5,10,20]"] {
        assert!(help.contains(words), "{words}: {help}");
    }
}

/// Where the scorer and the sets lie beside a checkout; `None`, with a word about it, where they do not.
fn shared() -> Option<PathBuf> {
    let root =
        Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the crate lies in the workspace");
    let shared = root.join("../shared");
    let has_python = Command::new("python3").arg("--version").output().is_ok_and(|run| run.status.success());
    if !shared.join("tools/score_context.py").is_file() || !has_python {
        eprintln!("skipped: there is no scorer in {} or no python3 to run it", shared.display());
        return None;
    }
    Some(shared)
}

/// The scorer finds in a dump at this limit what we find at it; `place` is that of the limit among ours.
fn check_against_scorer(sets: &str, dump_at: &[&str], place: usize) {
    let Some(shared) = shared() else { return };
    let person = Person::new();
    let pages = shared.join(sets);
    let pages = pages.to_str().expect("text");
    let dump = person.folder().join("dump.jsonl");
    let dumped = dump.to_str().expect("text");
    let flags = ["--embedder", "builtin", "eval", "recall", pages, "--no-baselines", "--dump", dumped];
    let limits = ["--budgets", "1000", "--items", "5"];
    let outcomes = person.json(&[&flags[..], &limits, dump_at].concat());
    let ours =
        outcomes[0]["arms"][0]["limits"][place]["overall"]["recall"]["mean"].as_f64().expect("a share");
    let scored =
        Command::new("python3").arg(shared.join("tools/score_context.py")).args([pages, dumped]).output();
    let scored = String::from_utf8(scored.expect("the scorer runs").stdout).expect("text");
    let overall = scored.lines().find(|line| line.starts_with("overall")).expect("a line over all");
    let theirs = overall.split_whitespace().skip_while(|word| *word != "recall").nth(1).expect("a figure");
    let theirs: f64 = theirs.parse().expect("a number");
    assert!(
        (ours * 100.0 - theirs).abs() <= 0.1,
        "{sets} {dump_at:?}: ours {:.2}, theirs {theirs}",
        ours * 100.0
    );
}

#[test]
fn an_independent_scorer_agrees() {
    check_against_scorer("data/gvd/gvd_en_8users.json", &["--dump-budget", "1000"], 0);
    check_against_scorer("data/gvd/gvd_cn_8users.json", &["--dump-items", "5"], 1);
}
