//! An embedder for tests: every word has a direction of its own, so that texts are alike as far as they share words.

use async_trait::async_trait;
use memoryos::ports::{EmbedError, Embedder, EmbedderSpec, Languages, TextRole};
use memoryos::types::Embedding;

/// The longest text it reads whole, in words: as the models it stands for.
const MAX_TOKENS: usize = 256;
/// FNV-1a's start and factor for 64 bits; the standard library's hash may change with its version.
const FNV: (u64, u64) = (0xcbf2_9ce4_8422_2325, 0x0100_0000_01b3);
/// Half of the range of 24 bits, which an f32 holds exactly.
const HALF_RANGE: f32 = 8_388_608.0;

/// Embeds a text as the sum of its words' directions, each hashed from the word in lower case.
///
/// Deterministic on every machine; order, accents and meaning do not count. It takes every language.
pub struct HashEmbedder {
    spec: EmbedderSpec,
}

impl HashEmbedder {
    /// With vectors of `dimensions` numbers, under an id that names their count.
    ///
    /// # Panics
    /// When `dimensions` is 0.
    pub fn new(dimensions: usize) -> Self {
        Self::with_id(&format!("hash-{dimensions}"), dimensions)
    }

    /// With an id of one's own, which the vectors depend on: two ids stand for two models.
    ///
    /// # Panics
    /// When `dimensions` is 0.
    pub fn with_id(model_id: &str, dimensions: usize) -> Self {
        assert!(dimensions > 0, "a vector needs at least one dimension");
        let model_id = model_id.to_owned();
        Self {
            spec: EmbedderSpec { model_id, dimensions, max_tokens: MAX_TOKENS, languages: Languages::Many },
        }
    }

    /// The vector of one text; zeros when it has no word.
    ///
    /// # Panics
    /// Never: sums of few small numbers are finite.
    pub fn embedding(&self, text: &str) -> Embedding {
        let mut sum = vec![0.0_f32; self.spec.dimensions];
        for word in text.split(|char: char| !char.is_alphanumeric()).filter(|word| !word.is_empty()) {
            let mut state = self.seed(&word.to_lowercase());
            for number in &mut sum {
                state = scrambled(state);
                // 24 bits, from −1 to 1: the directions of two words are then nearly at right angles.
                *number += (state >> 40) as f32 / HALF_RANGE - 1.0;
            }
        }
        Embedding::new(sum).expect("sums of hashes are finite")
    }

    fn seed(&self, word: &str) -> u64 {
        let bytes = self.spec.model_id.bytes().chain([0]).chain(word.bytes());
        bytes.fold(FNV.0, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(FNV.1))
    }
}

/// One step of `SplitMix64`.
fn scrambled(state: u64) -> u64 {
    let step = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (step ^ (step >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

#[async_trait]
impl Embedder for HashEmbedder {
    fn spec(&self) -> &EmbedderSpec {
        &self.spec
    }

    async fn embed(&self, texts: &[&str], _role: TextRole) -> Result<Vec<Embedding>, EmbedError> {
        Ok(texts.iter().map(|text| self.embedding(text)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_alike_as_far_as_they_share_words() {
        let embedder = HashEmbedder::new(128);
        let similarity = |a: &str, b: &str| embedder.embedding(a).similarity(&embedder.embedding(b)).0;
        assert!(similarity("a red dog", "Red dog, a!") > 0.999);
        assert!(similarity("a red dog", "a red cat") > 0.4);
        assert!(similarity("dog", "cello").abs() < 0.3);
    }

    #[test]
    fn another_id_gives_other_vectors() {
        let (one, two) = (HashEmbedder::with_id("one", 64), HashEmbedder::with_id("two", 64));
        assert!(one.embedding("dog").similarity(&two.embedding("dog")).0 < 0.5);
    }
}
