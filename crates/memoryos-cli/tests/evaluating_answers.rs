//! `eval answer`, with a server of the test's own in the place of the model.

mod support;

use std::{
    net::TcpListener,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use memoryos_testkit::loopback::{self, read_request};
use serde_json::{Value, json};
use support::Person;

/// A server that says `reply` to its first `alive` requests and fails at all later ones.
fn server(reply: &'static str, alive: usize) -> (String, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    let count = Arc::new(AtomicUsize::new(0));
    let counter = count.clone();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let stream = stream.expect("a connection");
            read_request(&stream).expect("a request");
            let is_alive = counter.fetch_add(1, Ordering::Relaxed) < alive;
            let (status, body) = if is_alive {
                let message = json!({"role": "assistant", "content": reply});
                ("200 OK", json!({"choices": [{"index": 0, "message": message, "finish_reason": "stop"}]}))
            } else {
                ("401 Unauthorized", json!({}))
            };
            loopback::reply(&stream, status, "application/json", &body.to_string());
        }
    });
    (format!("http://{address}/v1"), count)
}

fn data(person: &Person) -> String {
    let turn = |speaker: &str, id: &str, text: &str| json!({"speaker": speaker, "dia_id": id, "text": text});
    let set = json!([{
        "sample_id": "conv-1",
        "conversation": {
            "speaker_a": "Ann", "speaker_b": "Bo", "session_1_date_time": "1:56 pm on 8 May, 2023",
            "session_1": [turn("Ann", "D1:1", "My dog is called Rex."), turn("Bo", "D1:2", "Mine is called Tom.")],
        },
        "qa": [
            {"question": "What is Ann's dog called?", "answer": "Rex", "evidence": ["D1:1"], "category": 4},
            {"question": "What is Bo's dog called?", "answer": "Tom", "evidence": ["D1:2"], "category": 4},
            {"question": "What is Bo's cat called?", "adversarial_answer": "Tom", "evidence": ["D1:2"], "category": 5},
        ],
    }]);
    person.file("set.json", &set.to_string())
}

#[test]
fn a_run_is_scored_kept_and_not_repeated() {
    let person = Person::new();
    let (data, out, page) = (data(&person), person.file("out.jsonl", ""), person.file("page.html", ""));
    let (url, count) = server("Tom", usize::MAX);
    let command =
        ["eval", "answer", &data, "--llm-url", &url, "--llm-model", "m", "--out", &out, "--html", &page];
    person.run(&command).failed(2, &["nothing was sent", "--yes"]);
    assert_eq!(count.load(Ordering::Relaxed), 0, "nobody agreed to it");
    let shown = person.json(&[&command[..], &["--yes"]].concat());
    assert_eq!(count.load(Ordering::Relaxed), 3);
    let overall = &shown["summary"]["overall"];
    assert_eq!((&overall["questions"], &overall["f1"]["mean"]), (&json!(2), &json!(0.5)), "{shown}");
    assert_eq!(shown["summary"]["abstentions"][0]["trapped"], 1, "{shown}");
    assert!(std::fs::read_to_string(&page).expect("a page").contains("4 single-hop"));
    let again = person.run(&command);
    assert_eq!((again.code, count.load(Ordering::Relaxed)), (0, 3), "{again:?}");
    assert!(again.out.contains("5 adversarial") && again.err.contains("0 questions"), "{again:?}");
}

#[test]
fn an_estimate_asks_nothing() {
    let person = Person::new();
    let data = data(&person);
    let (url, count) = server("Tom", usize::MAX);
    let prices = ["--price-in", "1000000", "--price-out", "0"];
    let command = ["eval", "answer", &data, "--estimate", "--category", "4", "--judge-model", "j"];
    let model = ["--llm-url", &url, "--llm-model", "m"];
    let out = person.folder().join("out.jsonl");
    let kept = ["--out", out.to_str().expect("text")];
    for model in [&model[..], &model[2..], &[]] {
        let shown: Value = person.json(&[&command[..], &prices, &kept, model].concat());
        assert_eq!((shown["to_ask"].as_u64(), shown["to_judge"].as_u64()), (Some(2), Some(2)), "{shown}");
        assert_eq!(shown["cost"], shown["prompt_tokens"], "{shown}");
    }
    assert_eq!((count.load(Ordering::Relaxed), out.exists()), (0, false));
    let asked = ["eval", "answer", &data, "--category", "4", "--yes", "--limit", "1"];
    person.json(&[&asked[..], &model].concat());
    let left = person.json(&[&command[..], &model[2..]].concat());
    assert_eq!((&left["cached"], &left["to_ask"]), (&json!(1), &json!(1)), "the name of the model is enough");
}

#[test]
fn a_server_that_fails_ends_the_run_and_the_next_one_goes_on() {
    let person = Person::new();
    let (data, out) = (data(&person), person.file("out.jsonl", ""));
    let with = |url: &str| {
        let server = ["--llm-url", url, "--llm-model", "m", "--out", &out, "--concurrency", "1", "--yes"];
        person.run(&[&["eval", "answer", &data][..], &server].concat())
    };
    let (dying, _) = server("Rex", 1);
    with(&dying).failed(
        1,
        &["1 of 3 questions are answered", "run the same again", "m failed at question 1 of conv-1"],
    );
    let (sound, count) = server("Rex", usize::MAX);
    let run = with(&sound);
    assert_eq!((run.code, count.load(Ordering::Relaxed)), (0, 2), "{run:?}");
}

#[test]
fn without_a_model_or_a_question_it_says_what_is_missing() {
    let person = Person::new();
    let data = data(&person);
    person.run(&["eval", "answer", &data]).failed(1, &["no language model is configured", "--llm-url"]);
    let none =
        ["eval", "answer", &data, "--llm-url", "http://127.0.0.1:9", "--llm-model", "m", "--category", "2"];
    person.run(&none).failed(2, &["no question of these files"]);
    person.run(&["eval", "answer", &data, "--limit", "0"]).failed(2, &["--limit", "1.."]);
}
