use std::ffi::OsString;

use super::*;

fn load(
    file: &str,
    variables: &[(&str, &str)],
    flags: &[(&'static str, &str)],
) -> Result<Settings, SettingsError> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("config.toml");
    std::fs::write(&path, file).expect("written");
    let flags = Flags {
        data: Some(folder.path().to_owned()),
        config: Some(path),
        values: flags.iter().map(|(key, text)| (*key, (*text).to_owned())).collect(),
    };
    Settings::load_from(&flags, variables.iter().map(|(k, v)| (OsString::from(k), OsString::from(v))))
}

fn refusal(file: &str, variables: &[(&str, &str)]) -> String {
    load(file, variables, &[]).expect_err("refused").to_string()
}

#[test]
fn each_layer_overrules_the_one_below() {
    let file = "user = \"file\"\n[recall]\nbudget_tokens = 1\nbm25_b = 0.5\n[short_term]\ncapacity = 3\n";
    let variables =
        [("MEMORYOS_RECALL__BUDGET_TOKENS", "2"), ("MEMORYOS_USER", "environment"), ("HOME", "x")];
    let settings = load(file, &variables, &[("user", "张伟")]).expect("loads");
    assert_eq!(settings.user, "张伟");
    assert_eq!(settings.memory.recall.budget_tokens, 2);
    assert_eq!(settings.memory.short_term.capacity, 3);
    assert_eq!(settings.origin("user"), Some(&Origin::Flag));
    assert_eq!(
        settings.origin("recall.budget_tokens"),
        Some(&Origin::Environment("MEMORYOS_RECALL__BUDGET_TOKENS".into()))
    );
    assert!(matches!(settings.origin("recall.bm25_b"), Some(Origin::File(_))));
    assert_eq!(settings.origin("recall.bm25_k1"), Some(&Origin::Default));
}

#[test]
fn a_preset_lies_below_whatever_is_set_by_itself() {
    let settings = load("preset = \"paper\"\n[short_term]\ncapacity = 9\n", &[], &[]).expect("loads");
    assert_eq!((settings.memory.short_term.capacity, settings.memory.mid_term.capacity), (9, 200));
    assert_eq!(settings.origin("mid_term.capacity"), Some(&Origin::Preset));
}

#[test]
fn an_unknown_key_is_refused_with_the_nearest_known_one() {
    let cases = [
        ("[recall]\nbudget_token = 5", vec![], "recall.budget_tokens?"),
        ("budget_tokens = 5", vec![], "recall.budget_tokens?"),
        ("", vec![("MEMORYOS_SHORTTERM__CAPACITY", "5")], "short_term.capacity?"),
        ("[llm]\napi_key = \"sk-secret\"", vec![], "MEMORYOS_LLM_API_KEY"),
    ];
    for (file, variables, expected) in cases {
        let message = refusal(file, &variables);
        assert!(message.contains(expected) && !message.contains("sk-secret"), "{message}");
    }
}

#[test]
fn a_value_of_the_wrong_kind_is_refused_with_key_value_and_origin() {
    let cases = [
        ("[short_term]\ncapacity = \"ten\"", vec![], ["short_term.capacity", "ten", "config.toml"]),
        ("[short_term]\ncapacity = -1", vec![], ["short_term.capacity", "-1", "config.toml"]),
        ("", vec![("MEMORYOS_SHORT_TERM__CAPACITY", "0")], ["short_term.capacity", "0", "at least 1"]),
        ("", vec![("MEMORYOS_EMBEDDER", "gpt")], ["embedder.name", "gpt", "MEMORYOS_EMBEDDER"]),
        (
            "",
            vec![("MEMORYOS_LLM__RETRIES", "5000000000")],
            ["llm.retries", "5000000000", "MEMORYOS_LLM__RETRIES"],
        ),
        ("preset = \"papers\"", vec![], ["preset", "papers", "config.toml"]),
        ("[recall]\nbm25_b = [1]", vec![], ["recall.bm25_b", "a number", "config.toml"]),
    ];
    for (file, variables, expected) in cases {
        let message = refusal(file, &variables);
        assert!(expected.iter().all(|part| message.contains(part)), "{message}");
    }
}

#[test]
fn every_setting_can_be_looked_up_and_shows_its_shortest_form() {
    let settings = load("", &[("MEMORYOS_LLM_URL", "https://ann:pw@example.org/v1")], &[]).expect("loads");
    let entries = settings.entries();
    assert_eq!(entries.len(), settings.slots.0.len() + 1, "each slot is described");
    let value = |key: &str| entries.iter().find(|e| e.key == key).map(|e| e.value.clone());
    assert_eq!(value("recall.bm25_k1").as_deref(), Some("0.9"));
    assert_eq!(value("llm.url").as_deref(), Some("https://…@example.org/v1"));
}
