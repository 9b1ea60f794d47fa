use serde_json::{Value, json};

use super::*;

fn read_json(value: &Value) -> Result<Vec<Evaluated>, DatasetError> {
    read(value.to_string().as_bytes())
}

fn locomo() -> Value {
    json!([{
        "sample_id": "conv-1",
        "conversation": {
            "speaker_a": "Ann", "speaker_b": "Bo",
            "session_1_date_time": "1:56 pm on 8 May, 2023",
            "session_1": [
                { "speaker": "Ann", "dia_id": "D1:1", "text": "I planted figs." },
                { "speaker": "Bo", "dia_id": "D1:2", "text": "Look at this!", "blip_caption": "a goat" },
                { "speaker": "Bo", "dia_id": "D1:3", "text": "He is called Anton." },
            ],
        },
        "qa": [
            { "question": "What did Ann plant?", "answer": "figs", "evidence": ["D1:1"], "category": 4 },
            { "question": "Who is the goat?", "answer": 7, "evidence": ["D1:2; D1:03", "D9:9"], "category": 1 },
            { "question": "What did Bo plant?", "adversarial_answer": "figs", "evidence": ["D1:1"], "category": 5 },
        ],
    }])
}

fn pages() -> Value {
    json!({
        "id": "p", "speaker_a": "Ann", "speaker_b": "assistant",
        "pages": [
            { "user_input": "我喜欢猫", "agent_response": "好的", "timestamp": "2023-04-27 09:00:00", "dia": ["0", "1"] },
            { "user_input": "...", "agent_response": "Hello", "timestamp": "2023-04-27 09:02:00", "dia": ["2"] },
        ],
        "turns": {},
        "questions": [
            { "q": "什么?", "a": "", "ev": ["0"], "alts": [["0", "2"]], "cat": 4 },
            { "q": "Where?", "a": "nowhere", "ev": [], "cat": 4, "kind": "abstention" },
        ],
    })
}

fn long_mem_eval(id: &str) -> Value {
    json!([{
        "question_id": id, "question_type": "knowledge-update", "question": "Where is my desk?", "answer": "hall",
        "question_date": "2026/02/20 (Fri) 10:15",
        "haystack_session_ids": ["s2", "s1"],
        "haystack_dates": ["2026/02/10 (Tue) 18:00", "2026/02/03 (Tue) 02:21"],
        "haystack_sessions": [
            [{ "role": "user", "content": "It is in the hall.", "has_answer": true },
             { "role": "assistant", "content": "Noted.", "has_answer": false }],
            [{ "role": "user", "content": "My desk is in the attic." }],
        ],
        "answer_session_ids": ["s2"],
    }])
}

fn facts() -> Value {
    json!([{
        "context": "Here is a list of facts:\n0. Figs come from Peru.\n1. Anton plays the harp.\n2. Anton lives in Peru.\n3. Anton plays the harp.",
        "questions": ["What does Anton play?", "Where do figs come from?"],
        "answers": [["harp"], ["Peru"]],
        "metadata": { "source": "factconsolidation_sh_1k" },
    }])
}

#[test]
fn dirty_evidence_is_repaired() {
    let check = |dirty: &str, clean: &[&str]| assert_eq!(repaired(dirty), clean, "{dirty:?}");
    check("D1:3", &["D1:3"]);
    check("D8:6; D9:17", &["D8:6", "D9:17"]);
    check("D9:1 D4:4 D4:6", &["D9:1", "D4:4", "D4:6"]);
    check("D:11:26", &["D11:26"]);
    check("D30:05", &["D30:5"]);
    check("D", &[]);
    check("", &[]);
}

#[test]
fn a_locomo_question_needs_each_known_message_once_and_a_trap_needs_none() {
    let sets = read_json(&locomo()).expect("a set");
    let [figs, goat, trap] = &sets[0].questions[..] else { panic!("three questions") };
    assert_eq!((figs.label().as_str(), figs.needed.len(), figs.is_scored()), ("4 single-hop", 1, true));
    assert_eq!(goat.needed, [["D1:2"], ["D1:3"]]);
    assert_eq!(goat.answers, ["7"]);
    assert_eq!((trap.label().as_str(), trap.answerable, trap.is_scored()), ("5 adversarial", false, false));
    assert_eq!((trap.answers.len(), trap.adversarial_answer.as_deref()), (0, Some("figs")));
}

#[test]
fn every_text_of_a_set_stands_in_a_turn() {
    for set in [locomo(), pages(), long_mem_eval("q"), facts()] {
        for evaluated in read_json(&set).expect("a set") {
            let turns = evaluated.conversation.turns.iter().zip(&evaluated.conversation.turn_sources);
            let said: Vec<(&str, String)> = turns
                .flat_map(|(turn, ids)| {
                    let whole = format!("{}\n{}", turn.user().text, turn.assistant().text);
                    ids.iter().map(move |id| (id.as_str(), whole.clone()))
                })
                .collect();
            assert_eq!(said.len(), evaluated.texts.len());
            for (id, whole) in said {
                assert!(whole.contains(&evaluated.texts[id]), "{id}: {whole}");
            }
        }
    }
}

#[test]
fn pages_know_alternatives_one_sided_pages_and_questions_to_leave_unanswered() {
    let set = &read_json(&pages()).expect("a set")[0];
    assert_eq!(set.questions[0].needed, [["0", "2"]]);
    assert_eq!(
        (set.texts["0"].as_str(), set.texts["1"].as_str(), set.texts["2"].as_str()),
        ("我喜欢猫", "好的", "Hello")
    );
    assert_eq!((set.questions[1].label().as_str(), set.questions[1].answerable), ("abstention", false));
}

#[test]
fn a_long_mem_eval_question_is_asked_at_its_time_of_sessions_in_order() {
    let set = &read_json(&long_mem_eval("q1")).expect("a set")[0];
    let said: Vec<&str> = set.conversation.turns.iter().map(|turn| turn.user().text.as_str()).collect();
    assert_eq!(said, ["My desk is in the attic.", "It is in the hall."]);
    assert!(set.conversation.turns.iter().all(|turn| turn.user().speaker.is_none()));
    assert_eq!(set.questions[0].needed, [["1:1"]]);
    assert_eq!(set.questions[0].at.map(|at| at.to_string()).as_deref(), Some("2026-02-20T10:15:00Z"));
    let abstention = &read_json(&long_mem_eval("q1_abs")).expect("a set")[0].questions[0];
    assert_eq!((abstention.answerable, abstention.needed.len()), (false, 0));
}

#[test]
fn of_numbered_facts_the_latest_that_answers_is_the_evidence() {
    let set = &read_json(&facts()).expect("a set")[0];
    assert_eq!(set.questions[0].needed, [["3"]]);
    assert_eq!(set.questions[1].needed, [["0"]], "that Anton lives there is no answer");
    assert_eq!((set.questions[0].label().as_str(), set.conversation.turns.len()), ("sh_1k", 4));
}

#[test]
fn an_entry_of_evidence_that_is_none_costs_nothing_but_itself() {
    let check = |evidence: Value, needed: &[[&str; 1]]| {
        let (mut dialogue, mut pages) = (locomo(), pages());
        dialogue[0]["qa"][0]["evidence"] = evidence.clone();
        pages["questions"][0]["ev"] =
            serde_json::from_str(&evidence.to_string().replace("D1:1", "1")).expect("JSON");
        pages["questions"][0]["alts"] = Value::Null;
        let said = &read_json(&dialogue).expect("a set")[0].questions[0];
        assert_eq!(
            (&said.needed[..], said.answerable),
            (&needed.iter().map(|id| id.map(str::to_owned).to_vec()).collect::<Vec<_>>()[..], true),
            "{evidence}"
        );
        let turned = &read_json(&pages).expect("a set")[0].questions[0];
        assert_eq!((turned.needed.len(), turned.answerable), (needed.len(), true), "{evidence}");
    };
    check(json!(["D1:1", null]), &[["D1:1"]]);
    check(json!([null, 7, {}]), &[]);
    check(json!("D1:1"), &[["D1:1"]]);
    check(Value::Null, &[]);
    let mut pages = pages();
    pages["questions"][0]["alts"] = json!([["0", null], null, "2"]);
    assert_eq!(read_json(&pages).expect("a set")[0].questions[0].needed, [["0"], ["2"]]);
}

#[test]
fn a_question_without_words_is_left_out_and_counted() {
    let mut set = locomo();
    set[0]["qa"][1]["question"] = json!(" \n");
    let evaluated = &read_json(&set).expect("a set")[0];
    let places: Vec<usize> = evaluated.questions.iter().map(|question| question.index).collect();
    assert_eq!((places, evaluated.blank_questions), (vec![0, 2], 1));
}

#[test]
fn files_that_have_one_conversation_between_them_are_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = |name: &str, id: &str| {
        let (path, mut set) = (folder.path().join(name), locomo());
        set[0]["sample_id"] = json!(id);
        std::fs::write(&path, set.to_string()).expect("written");
        Dataset::open(&path).expect("a set")
    };
    let both = open("talk-1.json", "a").and(open("talk-2.json", "b")).expect("two conversations");
    assert_eq!((both.name.as_str(), both.conversations.len(), both.files[1].format), ("talk", 2, LOCOMO));
    let clash = both.and(open("talk-3.json", "b")).expect_err("b is there").to_string();
    for words in ["talk-2.json", "talk-3.json", "\"b\""] {
        assert!(clash.contains(words), "{clash}");
    }
}

#[test]
fn what_cannot_be_evaluated_is_refused_with_a_reason() {
    let check = |value: &Value, words: &str| {
        let refused = anyhow::Error::from(read_json(value).map(|_| ()).expect_err(words));
        assert!(format!("{refused:#}").contains(words), "{refused:#}");
    };
    check(&json!([{ "hello": 1 }]), "known are LoCoMo");
    check(&json!([]), "there are no conversations in it");
    let twice = locomo();
    check(&json!([twice[0], twice[0]]), "conversation \"conv-1\" stands there twice");
    let mut broken = locomo();
    broken[0]["conversation"]["session_1"][1]["dia_id"] = json!("D1:1");
    check(&broken, "message \"D1:1\" stands there twice");
    let mut broken = locomo();
    broken[0]["qa"][1] = json!({ "category": 4 });
    check(&broken, "missing field `question`");
    let mut broken = pages();
    broken["pages"] = json!([]);
    check(&broken, "\"p\" has no turns");
    let mut broken = pages();
    broken["questions"][0]["alts"] = json!([["7"]]);
    check(&broken, "names \"7\", which no page holds");
    let mut broken = long_mem_eval("q");
    broken[0]["haystack_dates"] = json!(["2026/02/03 (Tue) 02:21"]);
    check(&broken, "2 sessions and 1 dates");
    let mut broken = long_mem_eval("q");
    broken[0]["question_date"] = json!("soon");
    check(&broken, "\"soon\" is no time");
    assert!(matches!(read(b"{"), Err(DatasetError::NotJson(_))));
}
