//! A whole memory before a server in trouble: nothing is lost, the work waits or is done by rules, and status says so.

use std::{sync::Arc, time::Duration};

use memoryos::{
    Config, Memory, Parts,
    config::OnFailure,
    ports::{Llm, Purpose},
    recall::Query,
    types::{Message, Moment, Owner, Turn},
};
use memoryos_models::openai::{OpenAiConfig, OpenAiLlm};
use memoryos_stores::MapStore;
use memoryos_testkit::{HashEmbedder, ManualClock, SequentialIds};
use serde_json::json;

use super::server::{Reply, Server};

/// What a reply to the consolidation of two pages looks like.
const GROUPED: &str = r#"{"continues":[2],"topics":[{"turns":[1,2],"summary":"The bees are fed.","keywords":["bees"]}],"thread":"Feeding bees."}"#;

fn ana() -> Owner {
    Owner::new("ana", "assistant").expect("a name")
}

/// Two turns in short-term memory and two that wait to be consolidated by this model.
async fn memory(llm: OpenAiLlm, on_failure: OnFailure) -> Memory {
    let mut config = Config::default();
    config.short_term.capacity = 2;
    config.mid_term.batch_pages = 2;
    config.distiller.on_failure = on_failure;
    let parts = Parts {
        store: Arc::new(MapStore::new()),
        embedder: Arc::new(HashEmbedder::new(32)),
        llm: Some(Arc::new(llm) as Arc<dyn Llm>),
        distiller: None,
        clock: Arc::new(ManualClock::at("2026-03-01T09:00:00Z")),
        ids: Arc::new(SequentialIds::default()),
    };
    let memory = Memory::new(parts, config).expect("a valid configuration");
    for i in 0..4 {
        let at = Moment::parse("2026-03-01T09:00:00Z").expect("a time");
        let words = Message::new(format!("I fed the bees, round {i}"));
        let turn = Turn::new(words, Message::new("Good."), at).expect("a turn");
        memory.remember(&ana(), turn).await.expect("remembered, whatever the model does");
    }
    memory
}

/// Pages in short-term memory, pending, and settled.
async fn places(memory: &Memory) -> (u64, u64, u64) {
    let counts = memory.status(&ana()).await.expect("status").counts;
    (counts.short_term_pages, counts.pending_pages, counts.mid_term_pages)
}

/// The model fails: nothing moves, the job waits and says why, recall goes on; or rules do the work, if so configured.
async fn check_trouble(name: &str, llm: impl Fn() -> OpenAiLlm, reason: &str) {
    let waiting = memory(llm(), OnFailure::Queue).await;
    let settled = waiting.settle(&ana()).await.expect("settled as far as it goes");
    assert_eq!(places(&waiting).await, (2, 2, 0), "{name}");
    let error = settled.waiting.first().and_then(|job| job.last_error.clone()).unwrap_or_default();
    assert!(error.contains(reason), "{name}: {error}");
    let spend = waiting.status(&ana()).await.expect("status").spend;
    assert!(
        spend.iter().any(|s| s.purpose == Purpose::Consolidate && s.failed + s.calls > 0),
        "{name}: {spend:?}"
    );
    let recall = waiting.recall(&ana(), &Query::new("which bees?")).await.expect("recalled");
    assert!(recall.context.contains("round 0"), "{name}: {}", recall.context);

    let by_rules = memory(llm(), OnFailure::Offline).await;
    let settled = by_rules.settle(&ana()).await.expect("settled");
    assert_eq!((places(&by_rules).await, settled.waiting), ((2, 0, 2), Vec::new()), "{name}");
}

#[tokio::test]
async fn a_server_in_trouble_changes_nothing() {
    let says_nothing = |content| Reply::message(&json!({"role": "assistant", "content": content}), "stop");
    let cases = [
        ("no key", Reply::refusal(401, "wrong key"), "refused the API key"),
        ("too many requests", Reply::refusal(429, "slow down").header("retry-after: 0"), "rate limit"),
        ("broken", Reply::status(500, "{}"), "HTTP 500"),
        ("cut", Reply::says(GROUPED).cut(), "broke off"),
        ("empty", says_nothing(json!("")), "without any text"),
        ("null", says_nothing(json!(null)), "without any text"),
        ("only thoughts", Reply::says("<think>never closed"), "without any text"),
        (
            "refusal",
            Reply::message(&json!({"role": "assistant", "content": null, "refusal": "no"}), "stop"),
            "declined",
        ),
        ("an apology", Reply::says("I'm sorry, but I can't help with that."), "reply is not"),
        ("a number", Reply::says("5"), "reply is not"),
        ("another shape", Reply::says(r#"{"answer":5}"#), "reply is not"),
        (
            "cut in its first item",
            Reply::message(&json!({"content": &GROUPED[..40]}), "length"),
            "reply is not",
        ),
    ];
    for (name, reply, reason) in cases {
        check_trouble(name, || Server::with(vec![reply.clone()]).llm(), reason).await;
    }
}

#[tokio::test]
async fn a_server_that_is_not_there_or_too_slow_changes_nothing() {
    let nobody = || {
        OpenAiLlm::new(OpenAiConfig {
            retry: super::server::quick(),
            ..OpenAiConfig::new("http://127.0.0.1:9", "m")
        })
    };
    check_trouble("refused connection", || nobody().expect("a client"), "cannot be reached").await;
    let slow = || {
        let server = Server::with(vec![Reply::says(GROUPED).after(Duration::from_secs(20))]);
        OpenAiLlm::new(OpenAiConfig { timeout: Duration::from_millis(40), ..server.config() })
            .expect("a client")
    };
    check_trouble("timeout", slow, "no reply from the model within").await;
}

#[tokio::test]
async fn a_reply_is_used_whatever_surrounds_it() {
    let wrapped = [
        GROUPED.to_owned(),
        format!("```json\n{GROUPED}\n```\nHope this helps!"),
        format!("Here you are: {GROUPED}"),
        format!("<think>shape is {{\"topics\":[]}}</think>{GROUPED}"),
        format!("<THINKING>hm</THINKING>{GROUPED}"),
        format!("the user feeds bees</think>{GROUPED}"),
    ];
    for text in wrapped {
        let server =
            Server::with(vec![Reply::says(&text), Reply::says(r#"{"facts":[],"profile":[],"traits":[]}"#)]);
        let memory = memory(server.llm(), OnFailure::Queue).await;
        let settled = memory.settle(&ana()).await.expect("settled");
        assert_eq!((places(&memory).await, settled.waiting), ((2, 0, 2), Vec::new()), "{text}");
        let summaries = memory
            .look(&ana(), |view| view.state.segments().map(|s| s.summary.clone()).collect::<Vec<_>>())
            .await
            .expect("looked");
        assert_eq!(summaries, ["The bees are fed."], "{text}");
    }
}
