//! Answers by a model, here a server of the test's own.

mod support;

use std::{net::TcpListener, thread};

use memoryos_testkit::loopback::{self, read_request};
use support::Person;

/// A server that answers every chat with a stream of these pieces, or with this status when there are none.
/// Returns its address.
fn server(pieces: &'static [&'static str], status: &'static str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    thread::spawn(move || {
        for stream in listener.incoming() {
            let stream = stream.expect("a connection");
            read_request(&stream).expect("a request");
            let chunk = |piece: &&str| {
                let chunk = serde_json::json!({"choices": [{"index": 0, "delta": {"content": piece}}]});
                format!("data: {chunk}\n\n")
            };
            let mut body: String = pieces.iter().map(chunk).collect();
            body.push_str(
                "data: {\"choices\": [{\"index\": 0, \"delta\": {}, \"finish_reason\": \"stop\"}]}\n\n",
            );
            body.push_str("data: [DONE]\n\n");
            loopback::reply(&stream, status, "text/event-stream", &body);
        }
    });
    format!("http://{address}/v1")
}

#[test]
fn a_model_answers_from_what_was_recalled_and_the_ledger_counts_it() {
    let person = Person::new();
    person.json(&["remember", "My dog is called Rex"]);
    let url = server(&["Your dog ", "is Rex."], "200 OK");
    let run = person.run(&["ask", "What is my dog called?", "--llm-url", &url, "--llm-model", "m"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(run.out, "Your dog is Rex.\n");
    assert!(run.err.contains("from "), "{run:?}");
    let status = person.json(&["status"]);
    assert_eq!(status["spend"][0]["purpose"], "answer", "{status}");
    assert_eq!(status["spend"][0]["calls"], 1);
}

#[test]
fn a_chat_keeps_the_question_and_the_answer() {
    let person = Person::new();
    let url = server(&["Hello ", "Ada."], "200 OK");
    let run = person.run_with(&["chat", "--llm-url", &url, "--llm-model", "m"], &[], b"I am Ada\n");
    assert!(run.code == 0 && run.out.contains("Hello Ada."), "{run:?}");
    let export = person.run(&["export"]).out;
    assert!(export.contains("I am Ada") && export.contains("Hello Ada."), "{export}");
}

#[test]
fn a_chat_whose_model_fails_keeps_the_question_alone() {
    let person = Person::new();
    let url = server(&[], "401 Unauthorized");
    let run = person.run_with(&["chat", "--llm-url", &url, "--llm-model", "m"], &[], b"I am Ada\n");
    assert!(run.err.contains("refused the API key") && run.err.contains("MEMORYOS_LLM_API_KEY"), "{run:?}");
    let export = person.run(&["export"]).out;
    assert!(
        export.contains("I am Ada") && export.contains(r#""assistant":{"speaker":null,"text":""}"#),
        "{export}"
    );
}
