//! First step of a recall: how well every passage does in each arm.

use jiff::SignedDuration;

use super::Prepared;
use crate::{config::RecallConfig, index::Bm25, ports::Languages, view::View};

/// Messages further apart than this are of different conversations, and no neighbours.
const SAME_CONVERSATION: SignedDuration = SignedDuration::from_hours(4);

/// The arms, each `[passages]`.
pub(super) struct Gathered {
    /// BM25 as a share of the best, 0 to 1.
    pub(super) words: Vec<f32>,
    /// Cosine, −1 to 1.
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
    pub(super) best_words: f32,
    pub(super) meaning_weight: f32,
    pub(super) least_meaning: f32,
    pub(super) most_meaning: f32,
}

impl Scale {
    /// The fused score, 0 to about 1: both arms from worst to best as 0 to 1, weighed. Min-max fusion found more
    /// than rank fusion on LoCoMo: how far ahead the best is tells more than that it is ahead.
    pub(super) fn fuse(&self, words: f32, meaning: f32) -> f32 {
        let words = if self.best_words > 0.0 { words / self.best_words } else { 0.0 };
        let spread = (self.most_meaning - self.least_meaning).max(f32::MIN_POSITIVE);
        let meaning = ((meaning - self.least_meaning) / spread).max(0.0);
        (1.0 - self.meaning_weight) * words + self.meaning_weight * meaning
    }
}

pub(super) fn gather(config: &RecallConfig, languages: Languages, view: &View, query: &Prepared) -> Gathered {
    let index = &view.index;
    let passages = index.passages();
    let bm25 = Bm25 { k1: config.bm25_k1, b: config.bm25_b };
    let words =
        index.passage_words().expect("a searchable view is cut into words").scores(&query.terms, bm25);
    let meaning = match &query.embedding {
        Some(embedding) => index.passage_vectors().similarities(embedding),
        None => vec![0.0; passages.len()],
    };
    let eligible: Vec<bool> = passages
        .iter()
        .map(|p| query.with_archive || !view.state.is_archived(view.state.page_at(p.page)))
        .collect();
    let scale = scale(config, languages, query, &words, &meaning, &eligible);
    let base: Vec<f32> = words.iter().zip(&meaning).map(|(w, m)| scale.fuse(*w, *m)).collect();
    let neighbours = neighbours(config, view, &base);
    let share = scale.best_words.max(f32::MIN_POSITIVE);
    let words = words.into_iter().map(|w| w / share).collect();
    Gathered { words, meaning, neighbours, base, eligible, scale }
}

fn scale(
    config: &RecallConfig,
    languages: Languages,
    query: &Prepared,
    words: &[f32],
    meaning: &[f32],
    eligible: &[bool],
) -> Scale {
    let among = |scores: &[f32]| -> Vec<f32> {
        scores.iter().zip(eligible).filter(|(_, ok)| **ok).map(|(s, _)| *s).collect()
    };
    let (words, meaning) = (among(words), among(meaning));
    // An English model's vectors of another script are noise; words of any script are not.
    let trust = match languages {
        Languages::English => query.latin_share,
        Languages::Many => 1.0,
    };
    let meaning_weight = if query.embedding.is_some() { config.meaning_weight * trust } else { 0.0 };
    Scale {
        best_words: words.iter().copied().fold(0.0, f32::max),
        meaning_weight,
        least_meaning: meaning.iter().copied().fold(f32::INFINITY, f32::min).min(1.0),
        most_meaning: meaning.iter().copied().fold(-1.0, f32::max),
    }
}

/// What each passage gains from the one before and the one after it in the same conversation: an answer seldom
/// repeats the words of its question.
fn neighbours(config: &RecallConfig, view: &View, base: &[f32]) -> Vec<f32> {
    let passages = view.index.passages();
    let said_at = |i: usize| view.state.page_at(passages.at(i).page).turn.at().at;
    let are_close = |a: usize, b: usize| said_at(b).duration_since(said_at(a)).abs() <= SAME_CONVERSATION;
    let mut gains = vec![0.0; base.len()];
    for i in 1..base.len() {
        if are_close(i - 1, i) {
            gains[i] += config.neighbour_before * base[i - 1];
            gains[i - 1] += config.neighbour_after * base[i];
        }
    }
    gains
}
