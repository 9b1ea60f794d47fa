//! First step of a recall: how well every passage does in each arm.

use super::{Prepared, asked::Asked, fit};
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
    /// What the passages before and after bring.
    pub(super) neighbours: Vec<f32>,
    /// What the best of the conversation brings.
    pub(super) conversation: Vec<f32>,
    /// 1 for what the user asked to be done from now on, else 0.
    pub(super) instruction: Vec<f32>,
    /// 1 for words of the speaker asked about, else 0; all 0 when the question names none.
    pub(super) speaker: Vec<f32>,
    /// 1 for words of the days asked about, else 0; all 0 when the question names none.
    pub(super) time: Vec<f32>,
    /// What an outdated passage lent to the one that replaced it.
    pub(super) successor: Vec<f32>,
    /// All of these as one: words and meaning fused, what the surroundings bring, less what does not fit the question.
    pub(super) scores: Vec<f32>,
    /// Whether the passage may be recalled at all.
    pub(super) eligible: Vec<bool>,
    /// How words and meaning share the score, for what is scored beside the passages.
    pub(super) scale: Scale,
}

/// How raw scores become shares of one scale.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    has_words: bool,
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
        self.has_words || (self.meaning_weight > 0.0 && self.most_meaning >= least_meaning)
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
    let passages = index.passages();
    let eligible = eligible(view, query);
    let asked = Asked::read(view, query);
    let bm25 =
        Bm25 { k1: config.bm25_k1, b: config.bm25_b, before: config.word_before, after: config.word_after };
    let follows = |p: usize| passages.follows(p) && eligible[p] && eligible[p - 1];
    let words = shares_of_best(words.scores(&asked.terms, bm25, follows), &eligible);
    let mut meaning = match &query.embedding {
        Some(embedding) => index.passage_vectors().similarities(embedding),
        None => vec![0.0; words.len()],
    };
    let scale = scale(config, languages, view, query, &words, &meaning, &eligible);
    for (passage, meaning) in meaning.iter_mut().enumerate() {
        if !index.passage_vectors().has(passage) {
            *meaning = scale.least_meaning;
        }
    }
    let base: Vec<f32> = words.iter().zip(&meaning).map(|(w, m)| scale.fuse(*w, *m)).collect();
    let neighbours = neighbours(config, &base, follows);
    let mut scores: Vec<f32> = base.iter().zip(&neighbours).map(|(own, lent)| own + lent).collect();
    let conversation = conversation(config, view, &scores, &eligible);
    for (score, lent) in scores.iter_mut().zip(&conversation) {
        *score += lent;
    }
    let instruction = instruction(config, view, &mut scores);
    let speaker = fit::speaker(config, view, &asked, &mut scores);
    let time = fit::time(config, view, &asked, &mut scores);
    let successor = fit::superseded(config, view, query, &mut scores);
    Gathered {
        words,
        meaning,
        neighbours,
        conversation,
        instruction,
        speaker,
        time,
        successor,
        scores,
        eligible,
        scale,
    }
}

/// Scores as shares of the best that may be recalled; all 0 when none is above it.
fn shares_of_best(scores: Vec<f32>, eligible: &[bool]) -> Vec<f32> {
    let best = scores.iter().zip(eligible).filter(|(_, ok)| **ok).map(|(s, _)| *s).fold(0.0, f32::max);
    let best = best.max(f32::MIN_POSITIVE);
    scores.into_iter().map(|score| score / best).collect()
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
        has_words: (0..words.len()).any(|p| eligible[p] && words[p] > 0.0),
        meaning_weight: if query.embedding.is_some() { config.meaning_weight * trust } else { 0.0 },
        // A lone passage is not the worst of all: what is as far as this is alike in nothing.
        least_meaning: config.found_meaning,
        most_meaning: -1.0,
    };
    for passage in (0..words.len()).filter(|p| eligible[*p]) {
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
    let later = |page: &Page| query.is_later(page.turn.at().at);
    for (position, _) in view.state.pages().iter().enumerate().filter(|(_, page)| later(page)) {
        eligible[passages.of_page(position)].fill(false);
    }
    eligible
}

/// What each passage gains from the one before and the one after it in the same conversation: an answer seldom
/// repeats the words of its question.
fn neighbours(config: &RecallConfig, base: &[f32], follows: impl Fn(usize) -> bool) -> Vec<f32> {
    let mut gains = vec![0.0; base.len()];
    for i in (1..base.len()).filter(|i| follows(*i)) {
        gains[i] += config.neighbour_before * base[i - 1];
        gains[i - 1] += config.neighbour_after * base[i];
    }
    gains
}

/// What each passage gains from the best of its conversation, which is itself for one.
fn conversation(config: &RecallConfig, view: &View, scores: &[f32], eligible: &[bool]) -> Vec<f32> {
    let passages = view.index.passages();
    let mut gains = vec![0.0; scores.len()];
    let mut start = 0;
    while start < scores.len() {
        let length = 1 + (start + 1..scores.len()).take_while(|p| passages.follows(*p)).count();
        let sitting = start..start + length;
        let best = sitting.clone().filter(|p| eligible[*p]).map(|p| scores[p]).fold(0.0, f32::max);
        gains[sitting].fill(config.conversation * best);
        start += length;
    }
    gains
}

/// Adds to what the user asked to be done from now on: the occasion it speaks of is seldom named as the question
/// names it. Says which passages these are.
fn instruction(config: &RecallConfig, view: &View, scores: &mut [f32]) -> Vec<f32> {
    let mut instruction = vec![0.0; scores.len()];
    for (index, _) in view.index.passages().iter().enumerate().filter(|(_, passage)| passage.instructs) {
        instruction[index] = 1.0;
        scores[index] += config.instruction;
    }
    instruction
}
