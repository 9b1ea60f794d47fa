use memoryos_models::StaticEmbedder;
use serde_json::{Value, json};

use super::*;
use crate::datasets::{DataFile, LOCOMO, read};

fn set(conversations: &Value) -> Dataset {
    let conversations = read(conversations.to_string().as_bytes()).expect("a set");
    Dataset { name: "small".to_owned(), files: Vec::new(), conversations }
}

/// A conversation in pages with one question, whose evidence is the message `1`.
fn pages(user: &str, assistant: &str, question: &str) -> Value {
    json!({
        "id": "p", "speaker_a": "Ann", "speaker_b": "Bo",
        "pages": [
            { "user_input": "It rains again.", "agent_response": "It does.", "timestamp": "2026-01-01 09:00:00", "dia": ["x", "y"] },
            { "user_input": user, "agent_response": assistant, "timestamp": "2026-01-02 09:00:00", "dia": ["0", "1"] },
        ],
        "questions": [{ "q": question, "ev": ["1"], "cat": 4 }],
    })
}

async fn measured(set: &Dataset, limits: &[Limit]) -> Measured {
    let embedder = Arc::new(Remembering::new(Arc::new(StaticEmbedder::new())));
    let arm = Arm::new("MemoryOS", &Config::default(), &[]).expect("the defaults");
    let plan = Plan { arms: vec![arm], limits: limits.to_vec(), settles: true, dump_at: Some(limits[0]) };
    measure(set, &embedder, &plan, &|_| ()).await.expect("measured")
}

async fn share(conversations: &Value, limit: Limit) -> f64 {
    measured(&set(conversations), &[limit]).await.answers[0][0][0].share
}

#[tokio::test]
async fn a_message_that_is_recalled_is_found_also_when_it_has_lines() {
    let told = pages("What do the goats eat?", "Figs,\n  and:\nmore figs.", "Which figs do goats eat?");
    assert_eq!(share(&told, Limit::Tokens(200)).await.to_bits(), 1.0_f64.to_bits());
}

#[tokio::test]
async fn a_message_in_passages_is_found_when_all_of_them_are_there_and_not_before() {
    let long: Vec<String> =
        (0..60).map(|day| format!("On day {day} the goats ate figs number {day}.")).collect();
    let told = pages("Tell me of the goats", &long.join(" "), "What did the goats eat?");
    assert_eq!(share(&told, Limit::Tokens(2_000)).await.to_bits(), 1.0_f64.to_bits());
    assert_eq!(share(&told, Limit::Tokens(300)).await.to_bits(), 0.0_f64.to_bits());
    assert_eq!(
        share(&told, Limit::Items(1)).await.to_bits(),
        1.0_f64.to_bits(),
        "a page brings its messages"
    );
}

#[tokio::test]
async fn what_is_said_after_a_question_is_asked_does_not_come_back() {
    let session = |text: &str| json!([{ "role": "user", "content": text, "has_answer": true }]);
    let told = json!([{
        "question_id": "q", "question": "Where is the desk?", "answer": "attic", "question_date": "2026/02/20 (Fri) 10:15",
        "haystack_dates": ["2026/02/03 (Tue) 02:21", "2026/03/03 (Tue) 02:21"],
        "haystack_sessions": [session("The desk is in the attic."), session("The desk is in the hall now.")],
    }]);
    assert_eq!(share(&told, Limit::Tokens(500)).await.to_bits(), 0.5_f64.to_bits());
}

#[tokio::test]
async fn figures_and_the_dump_tell_of_every_question() {
    let set = set(&pages("What do the goats eat?", "Figs.", "Which figs do goats eat?"));
    let limits = [Limit::Tokens(200), Limit::Items(1)];
    let measured = measured(&set, &limits).await;
    assert_eq!(measured.dump.len(), 1);
    assert!(measured.dump[0].dia.contains(&"1".to_owned()));
    let arm = Arm::new("MemoryOS", &Config::default(), &[]).expect("the defaults");
    let plan = Plan { arms: vec![arm], limits: limits.to_vec(), settles: true, dump_at: None };
    let outcome = Outcome::new(&set, "model", &plan, &measured);
    let tokens = &outcome.arms[0].limits[0];
    assert_eq!((tokens.unit, tokens.limit, tokens.overall.questions), ("tokens", 200, 1));
    assert_eq!(tokens.categories[0].name, "4 single-hop");
    assert_eq!(tokens.confidence_roc_area, None, "nothing is unanswerable");
    assert!(outcome.whole.tokens > tokens.overall.tokens / 2.0);
    let shown = report(&[outcome], Vec::new());
    assert!(shown.parts.len() >= 5 && shown.title.contains("model"));
}

#[tokio::test]
async fn the_whole_conversation_is_measured_like_the_others() {
    let whole =
        async |conversations: &Value| measured(&set(conversations), &[Limit::Items(1)]).await.whole[0];
    let all = whole(&pages("What do the goats eat?", "Figs,\n  and:\nmore figs.", "Which figs?")).await;
    assert_eq!(all.share.to_bits(), 1.0_f64.to_bits());
    let mut one_id = pages("What do goats eat?", "Figs.", "Which figs?");
    one_id["pages"][1]["dia"] = json!(["1"]);
    one_id["turns"] = json!({ "1": "What do goats eat?\nFigs." });
    assert_eq!(whole(&one_id).await.share.to_bits(), 1.0_f64.to_bits(), "an id may stand for a whole turn");
    one_id["turns"] = json!({ "1": "What do cows eat?" });
    assert_eq!(whole(&one_id).await.share.to_bits(), 0.0_f64.to_bits(), "which nobody said");
    let session = |text: &str| json!([{ "role": "user", "content": text, "has_answer": true }]);
    let told = json!([{
        "question_id": "q", "question": "Where is the desk?", "answer": "attic", "question_date": "2026/02/20 (Fri) 10:15",
        "haystack_dates": ["2026/02/03 (Tue) 02:21", "2026/03/03 (Tue) 02:21"],
        "haystack_sessions": [session("The desk is in the attic."), session("The desk is in the hall now.")],
    }]);
    assert_eq!(
        whole(&told).await.share.to_bits(),
        0.5_f64.to_bits(),
        "half of it is said after the question"
    );
}

#[tokio::test]
async fn a_set_is_known_as_locomo_by_its_format_and_says_what_it_left_out() {
    let mut told = pages("What do the goats eat?", "Figs.", "Which figs do goats eat?");
    told["questions"].as_array_mut().expect("a list").push(json!({ "q": "", "ev": ["1"], "cat": 4 }));
    let check = async |name: &str, format: &'static str, is_locomo: bool| {
        let (path, sha256) = (name.into(), String::new());
        let file = DataFile { path, format, conversations: 1, name: name.to_owned(), sha256 };
        let set = Dataset { name: name.to_owned(), files: vec![file], ..set(&told) };
        let arm = Arm::new("MemoryOS", &Config::default(), &[]).expect("the defaults");
        let limits = vec![Limit::Items(1)];
        let plan = Plan { arms: vec![arm], limits: limits.clone(), settles: true, dump_at: None };
        let outcome = Outcome::new(&set, "model", &plan, &measured(&set, &limits).await);
        let shown = report(&[outcome], Vec::new());
        assert_eq!(shown.caveats.iter().any(|caveat| caveat.contains("LoCoMo")), is_locomo, "{name}");
        assert!(shown.circumstances[0].1.contains("1 without words left out"), "{:?}", shown.circumstances);
    };
    check("not-locomo", "pages", false).await;
    check("dialogues", LOCOMO, true).await;
}
