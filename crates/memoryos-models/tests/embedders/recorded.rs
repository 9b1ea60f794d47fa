//! Against vectors that another implementation of the model gave.

use std::fs;

use memoryos::ports::{Embedder, TextRole};
use memoryos::types::Embedding;
use memoryos_models::StaticEmbedder;
use serde::Deserialize;

use super::{file, minilm};

/// How far apart f32 runtimes may be; they were seen to differ in the seventh digit.
const SAME: f32 = 0.9999;
/// How well the built-in table orders pairs of sentences as the model does it came from: Spearman's ρ, measured 0.65.
/// Half of the pairs have nothing to do with each other, and their order means little.
const ORDER: f64 = 0.6;

#[derive(Deserialize)]
struct Recorded {
    text: String,
    vector: Vec<f32>,
}

#[tokio::test]
async fn minilm_gives_the_vectors_of_sentence_transformers() {
    let Some(embedder) = minilm() else {
        eprintln!("skipped: MEMORYOS_MODELS_DIR holds no minilm");
        return;
    };
    let (texts, expected) = recorded();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let found = embedder.embed(&texts, TextRole::Passage).await.expect("vectors");
    for ((text, expected), found) in texts.iter().zip(expected).zip(found) {
        let similarity = found.similarity(&expected).0;
        assert!(similarity > SAME, "{similarity} for {text:?}");
    }
}

#[test]
fn the_built_in_table_orders_pairs_of_sentences_as_minilm_does() {
    let (texts, expected) = recorded();
    let embedder = StaticEmbedder::new();
    let found: Vec<Embedding> = texts.iter().map(|text| embedder.embedding(text)).collect();
    let order = spearman(&similarities(&found), &similarities(&expected));
    assert!(order > ORDER, "the orders agree only to {order}");
}

fn recorded() -> (Vec<String>, Vec<Embedding>) {
    let text = fs::read_to_string(file("tests/recorded/minilm.json")).expect("the recording");
    let recorded: Vec<Recorded> = serde_json::from_str(&text).expect("the recording parses");
    let pair = |one: Recorded| (one.text, Embedding::new(one.vector).expect("a vector"));
    recorded.into_iter().map(pair).unzip()
}

fn similarities(vectors: &[Embedding]) -> Vec<f32> {
    let pairs =
        vectors.iter().enumerate().flat_map(|(at, a)| vectors[..at].iter().map(|b| a.similarity(b).0));
    pairs.collect()
}

fn spearman(a: &[f32], b: &[f32]) -> f64 {
    let (a, b, n) = (ranks(a), ranks(b), a.len() as f64);
    let distance: f64 = a.iter().zip(&b).map(|(a, b)| (a - b).powi(2)).sum();
    1.0 - 6.0 * distance / (n * (n * n - 1.0))
}

fn ranks(values: &[f32]) -> Vec<f64> {
    values.iter().map(|value| values.iter().filter(|other| *other < value).count() as f64).collect()
}
