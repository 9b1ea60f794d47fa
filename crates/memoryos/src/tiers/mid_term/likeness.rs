//! Likeness: how alike two texts are, by what can be trusted to tell.

use std::collections::HashMap;

use crate::{ports::Languages, text::words::terms, types::Similarity};

/// The words of a text with how often each occurs.
#[derive(Clone, Debug, Default)]
pub struct WordCounts {
    counts: HashMap<String, f32>,
    length: f32,
}

impl WordCounts {
    /// Those of `text`, as it is indexed: stems, and single characters and pairs of Chinese.
    pub fn of(text: &str) -> Self {
        let mut counts: HashMap<String, f32> = HashMap::new();
        for term in terms(text) {
            *counts.entry(term).or_default() += 1.0;
        }
        let length = counts.values().map(|count| count * count).sum::<f32>().sqrt();
        Self { counts, length }
    }

    /// Cosine of the two as vectors of counts, 0 to 1; 0 when one has no words.
    ///
    /// What a text is about it says again and again, so that counts alone tell topics apart: pages of one topic in
    /// the scripted conversations come to 0.25 to 0.6, strangers to 0.1 at most, in English and in Chinese. Weighing
    /// by rarity as well needs more pages than a young memory has, and brought both closer together.
    ///
    /// Source: Salton, Wong and Yang, A Vector Space Model for Automatic Indexing, 1975.
    pub fn similarity(&self, other: &Self) -> Similarity {
        let (few, many) = if self.counts.len() <= other.counts.len() { (self, other) } else { (other, self) };
        let shared = few.counts.iter().filter_map(|(word, count)| Some(count * many.counts.get(word)?));
        let along: f32 = shared.sum();
        Similarity(if along > 0.0 { along / (self.length * other.length) } else { 0.0 })
    }
}

/// How far the vectors of two texts tell whether these are alike, 0 to 1. `latin_shares` are the shares of their
/// letters that are Latin: an English model's vectors of another script are noise. While `is_common_known` is false,
/// what all of an owner's texts have in common cannot be told from what two of them share, and vectors of unrelated
/// texts look alike.
pub fn trust(languages: Languages, latin_shares: [f32; 2], is_common_known: bool) -> f32 {
    match languages {
        _ if !is_common_known => 0.0,
        Languages::Many => 1.0,
        Languages::English => latin_shares[0].min(latin_shares[1]),
    }
}

/// The likeness of two texts: that of their vectors as far as it can be trusted, for the rest that of their words.
pub fn likeness(trust: f32, by_meaning: Similarity, by_words: impl FnOnce() -> Similarity) -> Similarity {
    let words = if trust < 1.0 { by_words().0 } else { 0.0 };
    Similarity(trust * by_meaning.0 + (1.0 - trust) * words)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The least likeness of pages that belong together, and more than strangers have.
    const ALIKE: f32 = 0.25;

    fn check(a: &str, b: &str, alike: bool) {
        let Similarity(found) = WordCounts::of(a).similarity(&WordCounts::of(b));
        assert!(if alike { found > ALIKE } else { found < ALIKE / 2.0 }, "{a} / {b}: {found}");
    }

    #[test]
    fn pages_of_one_topic_share_their_words() {
        check("The bees took the syrup, the hive hums.", "Half of the bees left the hive.", true);
        check("The bank offered us a mortgage.", "Two guppies died in the aquarium.", false);
        check("蜜蜂很躁动，我怀疑蜂王老了，蜂箱太小。", "蜜蜂分群了，蜂箱空了一半。", true);
        check("银行给我们的房贷是固定利率。", "鱼缸里死了两条孔雀鱼。", false);
        check("", "蜜蜂", false);
    }

    #[test]
    fn vectors_count_as_far_as_their_model_knows_the_language() {
        let mixed = |languages, shares, known| {
            likeness(trust(languages, shares, known), Similarity(0.8), || Similarity(0.2)).0
        };
        let cases = [
            (Languages::English, [1.0, 1.0], true, 0.8),
            (Languages::English, [1.0, 0.0], true, 0.2),
            (Languages::English, [0.5, 1.0], true, 0.5),
            (Languages::Many, [0.0, 0.0], true, 0.8),
            (Languages::Many, [1.0, 1.0], false, 0.2),
        ];
        for (languages, shares, known, expected) in cases {
            assert!((mixed(languages, shares, known) - expected).abs() < 1e-6, "{languages:?} {shares:?}");
        }
    }
}
