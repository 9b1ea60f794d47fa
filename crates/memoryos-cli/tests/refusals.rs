//! What cannot be done is said in one line, with a code and a hint.

mod support;

use support::Person;

#[test]
fn what_no_memory_can_hold_is_refused_at_the_door() {
    let person = Person::new();
    let cases: [(&[&str], &[u8], &str); 6] = [
        (&["remember", ""], b"", "a turn needs"),
        (&["remember"], b"  \n", "a turn needs"),
        (&["remember"], b"a\0b", "NUL"),
        (&["remember"], b"cut emoji \xed\xa0\xbd", "not UTF-8"),
        (&["remember", "hello", "--user", ""], b"", "must not be empty"),
        (&["remember", "hello", "--at", "soon"], b"", "soon"),
    ];
    for (arguments, input, words) in cases {
        person.run_with(arguments, &[], input).failed(2, &[words]);
    }
    assert!(!person.folder().join("data 数据").join("memory.db").exists(), "nothing was kept");
}

#[test]
fn a_blank_query_is_refused() {
    let person = Person::new();
    person.json(&["remember", "hello"]);
    person.run(&["recall", "  "]).failed(2, &["must not be blank"]);
    person.run(&["ask", ""]).failed(2, &["must not be blank"]);
}

#[test]
fn settings_that_do_not_exist_or_fit_are_refused_with_their_origin() {
    let person = Person::new();
    let run = |variables: &[(&str, &str)]| person.run_with(&["status"], variables, b"");
    run(&[("MEMORYOS_RECAL__CUT", "1")])
        .failed(2, &["recal.cut", "MEMORYOS_RECAL__CUT", "recall.cut?", "hint:"]);
    run(&[("MEMORYOS_SHORT_TERM__CAPACITY", "0")]).failed(2, &["short_term.capacity = 0", "at least 1"]);
    let file = person.file("config.toml", "[recall]\nbudget_tokens = \"many\"\n");
    person
        .run(&["status", "--config", &file])
        .failed(2, &["recall.budget_tokens = many", &file, "a whole number"]);
    person.run(&["status", "--config", "/nowhere.toml"]).failed(2, &["/nowhere.toml", "cannot be read"]);
    person
        .run(&["remember", "x", "--llm-url", "http://localhost:1"])
        .failed(1, &["llm.model is not", "--llm-model"]);
}

#[test]
fn a_folder_that_cannot_be_written_is_named() {
    let person = Person::new();
    let file = person.file("occupied", "");
    person.run(&["remember", "x", "--data", &file]).failed(1, &["occupied", "cannot be opened", "--data"]);
    let doctor = person.run(&["doctor", "--data", &file]);
    assert_eq!(doctor.code, 1, "{doctor:?}");
    assert!(doctor.out.contains("is a file"), "{doctor:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_folder_of_a_read_only_file_system_is_named() {
    let person = Person::new();
    person
        .run(&["remember", "x", "--data", "/proc/memoryos"])
        .failed(1, &["/proc/memoryos", "cannot be opened"]);
}

#[test]
fn a_damaged_memory_is_refused_and_left_as_it_is() {
    let person = Person::new();
    let folder = person.folder().join("data 数据");
    std::fs::create_dir(&folder).expect("made");
    let damaged = b"not a database at all, but somebody's words".repeat(100);
    std::fs::write(folder.join("memory.db"), &damaged).expect("written");
    person.run(&["remember", "x"]).failed(1, &["memory.db", "cannot be opened", "hint:"]);
    assert_eq!(std::fs::read(folder.join("memory.db")).expect("there"), damaged);
}

#[test]
fn a_model_server_that_is_down_is_named_and_the_evidence_shown() {
    let person = Person::new();
    person.json(&["remember", "My dog is called Rex"]);
    let server = [("MEMORYOS_LLM_URL", "http://127.0.0.1:9/v1"), ("MEMORYOS_LLM__RETRIES", "0")];
    let variables =
        [&server[..], &[("MEMORYOS_LLM_MODEL", "m"), ("MEMORYOS_LLM_API_KEY", "sk-secret")]].concat();
    let run = person.run_with(&["ask", "What is my dog called?"], &variables, b"");
    run.failed(1, &["127.0.0.1:9", "cannot be reached", "hint:"]);
    assert!(run.out.contains("Rex"), "{run:?}");
    let shown = person.run_with(&["config"], &variables, b"");
    assert!(!format!("{run:?}{shown:?}").contains("sk-secret"), "keys are shown to nobody");
}

#[test]
fn an_embedding_server_that_is_down_is_told_and_words_do_its_work() {
    let person = Person::new();
    let server = [
        ("MEMORYOS_EMBEDDER__URL", "http://127.0.0.1:9/v1"),
        ("MEMORYOS_EMBEDDER__MODEL", "m"),
        ("MEMORYOS_LLM__RETRIES", "0"),
    ];
    let run = |arguments: &[&str]| {
        let run = person.run_with(&[arguments, &["--embedder", "openai"]].concat(), &server, b"");
        assert!(run.err.contains("127.0.0.1:9") && run.err.contains("by words"), "{run:?}");
        run
    };
    assert_eq!(run(&["remember", "My dog is called Rex"]).code, 0);
    let found = run(&["recall", "dog"]);
    assert!(found.code == 0 && found.out.contains("Rex"), "{found:?}");
    let jobs = person.json(&["status"])["jobs"].clone();
    assert_eq!(jobs[0]["kind"], "embed", "{jobs}");
    assert!(jobs[0]["last_error"].as_str().is_some_and(|error| error.contains("127.0.0.1:9")), "{jobs}");
    person.json(&["settle"]);
    assert_eq!(person.json(&["status"])["jobs"].as_array().map(Vec::len), Some(0));
}
