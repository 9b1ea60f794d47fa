//! First step of a recall: how well every passage does in each arm.

use super::Prepared;
use crate::{
    config::RecallConfig,
    index::{Bm25, Words},
    ports::Languages,
    types::Page,
    view::View,
};

/// The arms, each `[passages]`.
pub(super) struct Gathered {
    /// BM25 as a share of the best, 0 to 1.
    pub(super) words: Vec<f32>,
    /// Cosine, −1 to 1; the least of all for passages without a vector.
    pub(super) meaning: Vec<f32>,
    /// What the passages before and after bring, in units of `base`.
    pub(super) neighbours: Vec<f32>,
    /// Words and meaning fused.
    pub(super) base: Vec<f32>,
    /// Whether the passage may be recalled at all.
    pub(super) eligible: Vec<bool>,
    /// How words and meaning share the base, for what is scored beside the passages.
    pub(super) scale: Scale,
}

/// How raw scores become shares of one scale.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    best_words: f32,
    pub(super) meaning_weight: f32,
    least_meaning: f32,
    most_meaning: f32,
}

/// Cosines closer together than this tell nothing apart: the best of them is not worth a full share.
const LEAST_SPREAD: f32 = 0.3;

impl Scale {
    /// The fused score, 0 to 1: both arms from worst to best as 0 to 1, weighed; `words` as a share of the best.
    /// Min-max fusion found more than rank fusion on LoCoMo: how far ahead the best is tells more than that it is.
    pub(super) fn fuse(&self, words: f32, meaning: f32) -> f32 {
        let spread = (self.most_meaning - self.least_meaning).max(LEAST_SPREAD);
        let meaning = ((meaning - self.least_meaning) / spread).clamp(0.0, 1.0);
        (1.0 - self.meaning_weight) * words + self.meaning_weight * meaning
    }

    /// Whether anything shares a word or a meaning with the query.
    pub(super) fn has_found(&self, least_meaning: f32) -> bool {
        self.best_words > 0.0 || (self.meaning_weight > 0.0 && self.most_meaning >= least_meaning)
    }
}

/// Scores every passage; `words` are those of the passages.
pub(super) fn gather(
    config: &RecallConfig,
    languages: Languages,
    view: &View,
    words: &Words,
    query: &Prepared,
) -> Gathered {
    let index = &view.index;
    let bm25 = Bm25 { k1: config.bm25_k1, b: config.bm25_b };
    let mut words = words.scores(&query.terms, bm25);
    let mut meaning = match &query.embedding {
        Some(embedding) => index.passage_vectors().similarities(embedding),
        None => vec![0.0; words.len()],
    };
    let eligible = eligible(view, query);
    let scale = scale(config, languages, view, query, &words, &meaning, &eligible);
    for (passage, meaning) in meaning.iter_mut().enumerate() {
        if !index.passage_vectors().has(passage) {
            *meaning = scale.least_meaning;
        }
    }
    let share = scale.best_words.max(f32::MIN_POSITIVE);
    for score in &mut words {
        *score /= share;
    }
    let base: Vec<f32> = words.iter().zip(&meaning).map(|(w, m)| scale.fuse(*w, *m)).collect();
    let neighbours = neighbours(config, view, &base);
    Gathered { words, meaning, neighbours, base, eligible, scale }
}

fn scale(
    config: &RecallConfig,
    languages: Languages,
    view: &View,
    query: &Prepared,
    words: &[f32],
    meaning: &[f32],
    eligible: &[bool],
) -> Scale {
    // An English model's vectors of another script are noise; words of any script are not.
    let trust = match languages {
        Languages::English => query.latin_share,
        Languages::Many => 1.0,
    };
    let mut scale = Scale {
        best_words: 0.0,
        meaning_weight: if query.embedding.is_some() { config.meaning_weight * trust } else { 0.0 },
        // A lone passage is not the worst of all: what is as far as this is alike in nothing.
        least_meaning: config.found_meaning,
        most_meaning: -1.0,
    };
    for passage in (0..words.len()).filter(|p| eligible[*p]) {
        scale.best_words = scale.best_words.max(words[passage]);
        if view.index.passage_vectors().has(passage) {
            scale.least_meaning = scale.least_meaning.min(meaning[passage]);
            scale.most_meaning = scale.most_meaning.max(meaning[passage]);
        }
    }
    scale
}

/// Whether each passage may be recalled: not those said after the query's time, and not those of archived segments
/// unless the archive is asked for.
fn eligible(view: &View, query: &Prepared) -> Vec<bool> {
    let passages = view.index.passages();
    let mut eligible = vec![true; passages.len()];
    if !query.with_archive {
        let archived = view.state.segments().filter(|s| s.archived_at.is_some());
        for position in archived.flat_map(|s| view.state.positions_in(s.id)) {
            eligible[passages.of_page(position)].fill(false);
        }
    }
    let later = |page: &Page| page.turn.at().at > query.at;
    for (position, _) in
        view.state.pages().iter().enumerate().filter(|(_, page)| query.looks_back && later(page))
    {
        eligible[passages.of_page(position)].fill(false);
    }
    eligible
}

/// What each passage gains from the one before and the one after it in the same conversation: an answer seldom
/// repeats the words of its question.
fn neighbours(config: &RecallConfig, view: &View, base: &[f32]) -> Vec<f32> {
    let mut gains = vec![0.0; base.len()];
    for (i, _) in view.index.passages().iter().enumerate().skip(1).filter(|(_, p)| p.follows) {
        gains[i] += config.neighbour_before * base[i - 1];
        gains[i - 1] += config.neighbour_after * base[i];
    }
    gains
}
