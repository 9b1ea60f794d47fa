//! Every local embedder keeps every promise of the port.

use memoryos::ports::{EmbedError, Embedder, TextRole};
use memoryos_models::{MiniLm, StaticEmbedder};
use memoryos_testkit::embedder_suite;
use memoryos_testkit::hash_embedder::HashEmbedder;

use super::minilm;

embedder_suite!(hash: HashEmbedder::new(64));
embedder_suite!(built_in: StaticEmbedder::new());
embedder_suite!(installed_minilm: minilm(), else "MEMORYOS_MODELS_DIR holds no minilm");

#[tokio::test]
async fn a_model_that_is_not_installed_says_how_to_get_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let embedder = MiniLm::new(folder.path());
    assert_eq!((embedder.spec().model_id.as_str(), embedder.spec().max_tokens), ("all-minilm-l6-v2", 256));
    assert_eq!(embedder.embed(&[], TextRole::Query).await.expect("no work"), []);
    match embedder.embed(&["hello"], TextRole::Query).await {
        Err(EmbedError::Missing { hint, .. }) => assert_eq!(hint, "memoryos model install minilm"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_vectors_of_a_texts_pieces_add_up_to_its_own() {
    let embedder = StaticEmbedder::new();
    let pieces = embedder.token_vectors("The cello, unplayed.");
    assert_eq!(pieces.len(), 7, "the cello , un ##play ##ed .");
    let mut sum = vec![0.0; embedder.spec().dimensions];
    for piece in &pieces {
        sum.iter_mut().zip(piece).for_each(|(sum, x): (&mut f32, _)| *sum += x);
    }
    let sum = memoryos::types::Embedding::new(sum).expect("a vector");
    assert!(sum.similarity(&embedder.embedding("The cello, unplayed.")).0 > 0.9999);
}
