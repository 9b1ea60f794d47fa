//! Vectors from a server.

use memoryos::{
    ports::{EmbedError, Embedder, TextRole},
    types::Embedding,
};
use memoryos_models::openai::{EmbeddingsConfig, OpenAiEmbedder};
use serde_json::{Value, json};

use crate::server::{Reply, Server};

fn vectors(vectors: &[(usize, [f32; 2])]) -> Reply {
    let data: Vec<Value> = vectors.iter().map(|(index, v)| json!({"index": index, "embedding": v})).collect();
    Reply::json(&json!({"data": data}))
}

fn config(server: &Server) -> EmbeddingsConfig {
    EmbeddingsConfig { batch: 2, ..EmbeddingsConfig::new(server.config()) }
}

#[tokio::test]
async fn vectors_come_in_the_order_of_the_texts_whatever_the_server_does() {
    let server =
        Server::with(vec![vectors(&[(1, [0.0, 2.0]), (0, [3.0, 0.0])]), vectors(&[(0, [3.0, 4.0])])]);
    let embedder = OpenAiEmbedder::new(config(&server), 2).expect("a client");
    let found = embedder.embed(&["a", "b", "", "c"], TextRole::Passage).await.expect("vectors");
    let found: Vec<&[f32]> = found.iter().map(Embedding::values).collect();
    assert_eq!(found, [[1.0, 0.0], [0.0, 1.0], [0.0, 0.0], [0.6, 0.8]]);
    assert_eq!(
        server.asked().iter().map(|asked| asked.body["input"].clone()).collect::<Vec<_>>(),
        [json!(["a", "b"]), json!(["c"])]
    );
    assert_eq!(embedder.embed(&[], TextRole::Query).await.expect("nothing"), []);
    assert_eq!(server.asked().len(), 2, "no texts, no work");
}

#[tokio::test]
async fn dimensions_are_asked_for_once_and_checked() {
    let server = Server::with(vec![
        vectors(&[(0, [1.0, 0.0])]),
        Reply::json(&json!({"data": [{"embedding": [1.0]}]})),
    ]);
    let embedder = OpenAiEmbedder::connect(config(&server)).await.expect("a server");
    assert_eq!((embedder.spec().dimensions, embedder.spec().model_id.as_str()), (2, "openai/m/2"));
    let error = embedder.embed(&["a"], TextRole::Query).await.expect_err("one number only");
    assert!(matches!(error, EmbedError::Backend { transient: false, .. }), "{error:?}");

    let silent = Server::with(vec![Reply::status(500, "down")]);
    let known = EmbeddingsConfig { dimensions: Some(2), ..config(&silent) };
    OpenAiEmbedder::connect(known).await.expect("nothing to ask");
    assert_eq!(silent.asked().len(), 0);
    let error = OpenAiEmbedder::connect(config(&silent)).await.err().expect("down");
    assert!(matches!(error, EmbedError::Backend { transient: true, .. }), "{error:?}");
}

#[tokio::test]
async fn prefixes_tell_the_model_what_a_text_is_for() {
    let server = Server::with(vec![vectors(&[(0, [1.0, 0.0])])]);
    let prefixed = EmbeddingsConfig {
        query_prefix: "query: ".into(),
        passage_prefix: "passage: ".into(),
        ..config(&server)
    };
    let embedder = OpenAiEmbedder::new(prefixed, 2).expect("a client");
    embedder.embed(&["a"], TextRole::Query).await.expect("a vector");
    embedder.embed(&["a"], TextRole::Passage).await.expect("a vector");
    let inputs: Vec<Value> = server.asked().iter().map(|asked| asked.body["input"].clone()).collect();
    assert_eq!(inputs, [json!(["query: a"]), json!(["passage: a"])]);
    assert_eq!(embedder.spec().model_id, "openai/m/2/query:/passage:");
}

#[tokio::test]
async fn a_text_that_is_too_long_is_cut_and_no_error() {
    let too_long = Reply::refusal(400, "This model's maximum context length is 512 tokens");
    let llama = Reply::refusal(500, "input (1001 tokens) is too large to process");
    let server = Server::with(vec![too_long, llama, vectors(&[(0, [1.0, 0.0])])]);
    let embedder =
        OpenAiEmbedder::new(EmbeddingsConfig { max_tokens: 1_000, ..config(&server) }, 2).expect("a client");
    embedder.embed(&["long text ".repeat(10_000).as_str()], TextRole::Passage).await.expect("a vector");
    let lengths: Vec<usize> =
        server.asked().iter().map(|asked| asked.body["input"][0].as_str().map_or(0, str::len)).collect();
    assert_eq!(lengths, [4_000, 2_000, 1_000]);
    embedder.embed(&["long text ".repeat(10_000).as_str()], TextRole::Passage).await.expect("a vector");
    assert_eq!(server.asked()[3].body["input"][0].as_str().map_or(0, str::len), 1_000, "remembered");
}

#[tokio::test]
async fn a_failure_tells_whether_to_come_back() {
    for (reply, transient) in [
        (Reply::refusal(401, "no"), false),
        (Reply::status(503, "busy"), true),
        (Reply::json(&json!({"data": []})), true),
        (Reply::refusal(429, "later").header("retry-after: 60"), true),
    ] {
        let embedder = OpenAiEmbedder::new(config(&Server::with(vec![reply])), 2).expect("a client");
        let error = embedder.embed(&["a"], TextRole::Query).await.expect_err("a failure");
        assert!(matches!(error, EmbedError::Backend { transient: t, .. } if t == transient), "{error:?}");
    }
}
