//! The promises of [`Embedder`], one function each, and a macro that makes them tests.

use memoryos::ports::{Embedder, TextRole};
use memoryos::types::Embedding;

/// How far from 1 the length of a vector may be: rounding of f32 over some hundred numbers.
const LENGTH_TOLERANCE: f64 = 1e-5;
/// Texts that have tripped embedders: nothing, white space, controls, half an emoji family, right-to-left, long words.
const ODD: [&str; 10] = [
    "",
    " \t\n",
    "\0\u{7f}",
    "\u{fffd}\u{200b}",
    "👩‍👩‍👧",
    "…",
    "שלום",
    "我爱喝茶。",
    "e\u{301}\u{301}\u{301}",
    "##",
];
const TEXTS: [&str; 4] =
    ["Ana plays the cello.", "The dog sleeps.", "We met in Lisbon in May 2023; it rained.", "cello"];

/// As many vectors as texts, each of the length the spec tells.
///
/// # Panics
/// When the promise is broken, as every function here.
pub async fn there_is_one_vector_of_the_told_dimensions_for_each_text(embedder: &dyn Embedder) {
    let vectors = embed(embedder, &TEXTS).await;
    assert_eq!(vectors.len(), TEXTS.len());
    for vector in vectors {
        assert_eq!(vector.dimensions(), embedder.spec().dimensions);
        assert!((length(&vector) - 1.0).abs() < LENGTH_TOLERANCE, "a length of {}", length(&vector));
    }
}

/// Vectors are in the order of their texts.
///
/// # Panics
/// When the promise is broken.
pub async fn vectors_come_in_the_order_of_their_texts(embedder: &dyn Embedder) {
    let reversed: Vec<&str> = TEXTS.iter().rev().copied().collect();
    let mut vectors = embed(embedder, &reversed).await;
    vectors.reverse();
    assert_eq!(vectors, embed(embedder, &TEXTS).await);
}

/// A text's vector is the same alone, in a batch, beside a long neighbour, and a second time.
///
/// # Panics
/// When the promise is broken.
pub async fn a_text_has_the_same_vector_alone_and_in_a_batch(embedder: &dyn Embedder) {
    let long = "and then it rained ".repeat(40);
    let mut batch = TEXTS.to_vec();
    batch.push(&long);
    let together = embed(embedder, &batch).await;
    for (text, expected) in batch.iter().zip(together) {
        assert_eq!(embed(embedder, &[text]).await, [expected], "{text:?}");
    }
}

/// No texts, no vectors.
///
/// # Panics
/// When the promise is broken.
pub async fn an_empty_batch_gives_no_vectors(embedder: &dyn Embedder) {
    assert_eq!(embed(embedder, &[]).await, []);
}

/// A text without words has a vector of length 0, which is like no other.
///
/// # Panics
/// When the promise is broken.
pub async fn a_text_without_words_is_like_no_other(embedder: &dyn Embedder) {
    for text in ["", " \t\n", "\0"] {
        let [vector] = &embed(embedder, &[text]).await[..] else { panic!("one vector for one text") };
        assert_eq!(vector.dimensions(), embedder.spec().dimensions);
        assert!(length(vector) == 0.0, "{text:?} has a length of {}", length(vector));
    }
}

/// Whatever is said gets a vector of length 1 or 0.
///
/// # Panics
/// When the promise is broken.
pub async fn odd_and_endless_texts_give_a_vector_too(embedder: &dyn Embedder) {
    let (words, word) = ("the cello is in the attic ".repeat(2_000), "x".repeat(50_000));
    let mut texts = ODD.to_vec();
    texts.extend([words.as_str(), word.as_str()]);
    for (text, vector) in texts.iter().zip(embed(embedder, &texts).await) {
        let start: String = text.chars().take(20).collect();
        let length = length(&vector);
        assert_eq!(vector.dimensions(), embedder.spec().dimensions, "{start:?}");
        assert!(
            length == 0.0 || (length - 1.0).abs() < LENGTH_TOLERANCE,
            "{start:?} has a length of {length}"
        );
    }
}

/// A text is more like one that shares its subject than like one that does not.
///
/// # Panics
/// When the promise is broken.
pub async fn what_is_about_the_same_is_more_alike(embedder: &dyn Embedder) {
    let texts = ["the dog sleeps on the sofa", "a dog on a sofa", "interest rates rose in March"];
    let vectors = embed(embedder, &texts).await;
    let (near, far) = (vectors[0].similarity(&vectors[1]), vectors[0].similarity(&vectors[2]));
    assert!(near > far, "{near:?} is not above {far:?}");
}

async fn embed(embedder: &dyn Embedder, texts: &[&str]) -> Vec<Embedding> {
    embedder.embed(texts, TextRole::Passage).await.expect("every text gets a vector")
}

fn length(vector: &Embedding) -> f64 {
    vector.values().iter().map(|v| f64::from(*v).powi(2)).sum::<f64>().sqrt()
}

/// Makes a module of tests, one for each promise of [`Embedder`](memoryos::ports::Embedder).
///
/// `embedder_suite!(name: embedder)`, or `embedder_suite!(name: maybe, else "why it is skipped")` where `maybe` is an
/// `Option` of one; without it the tests print the reason and pass. The crate that uses it needs tokio's `macros`.
#[macro_export]
macro_rules! embedder_suite {
    ($name:ident: $embedder:expr) => {
        $crate::embedder_suite!($name: Some($embedder), else "never");
    };
    ($name:ident: $maybe:expr, else $reason:literal) => {
        $crate::embedder_suite!(@tests $name, $maybe, $reason,
            there_is_one_vector_of_the_told_dimensions_for_each_text,
            vectors_come_in_the_order_of_their_texts,
            a_text_has_the_same_vector_alone_and_in_a_batch,
            an_empty_batch_gives_no_vectors,
            a_text_without_words_is_like_no_other,
            odd_and_endless_texts_give_a_vector_too,
            what_is_about_the_same_is_more_alike,
        );
    };
    (@tests $name:ident, $maybe:expr, $reason:literal, $($promise:ident,)+) => {
        mod $name {
            #[allow(unused_imports, reason = "the expression may need nothing of its surroundings")]
            use super::*;
            $(
                #[::tokio::test]
                async fn $promise() {
                    match $maybe {
                        Some(embedder) => $crate::embedder::$promise(&embedder).await,
                        None => eprintln!("skipped: {}", $reason),
                    }
                }
            )+
        }
    };
}
