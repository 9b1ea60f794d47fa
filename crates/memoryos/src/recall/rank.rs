//! Second step: the arms become one order, and each place in it can be explained.

use super::{Arm, ArmScore, gather::Gathered};

/// A passage below this share of the best words, and this cosine, was not found but merely counted.
const FOUND_WORDS: f32 = 0.01;
/// Between unrelated sentences the cosine of the local models seldom exceeds this.
const FOUND_MEANING: f32 = 0.2;

/// A passage with what it is ranked by.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranked {
    /// Its index.
    pub(super) passage: usize,
    /// What it is ranked by.
    pub(super) score: f32,
}

/// All passages that may be recalled and were found, best first, equals in order of time.
pub(super) fn rank(gathered: &Gathered) -> Vec<Ranked> {
    let mut ranked: Vec<Ranked> = (0..gathered.base.len())
        .filter(|&p| gathered.eligible[p])
        .map(|p| Ranked { passage: p, score: gathered.base[p] + gathered.neighbours[p] })
        .collect();
    ranked.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.passage.cmp(&b.passage)));
    if is_anything_found(gathered) { ranked } else { Vec::new() }
}

/// How sure a recall can be: whether the best passage has the words, the meaning, or both.
pub(super) fn confidence(gathered: &Gathered, best: Option<&Ranked>, covered: f32) -> f32 {
    best.map_or(0.0, |best| {
        let meaning =
            if gathered.scale.meaning_weight > 0.0 { gathered.meaning[best.passage].max(0.0) } else { 0.0 };
        1.0 - (1.0 - covered) * (1.0 - meaning)
    })
}

/// Every arm in which a passage was found, with its place there.
pub(super) fn explain(gathered: &Gathered, passage: usize) -> Vec<ArmScore> {
    let arms = [
        (Arm::Words, &gathered.words, FOUND_WORDS),
        (Arm::Meaning, &gathered.meaning, FOUND_MEANING),
        (Arm::Neighbours, &gathered.neighbours, FOUND_WORDS),
    ];
    arms.into_iter()
        .filter(|(arm, scores, least)| {
            scores[passage] >= *least && (*arm != Arm::Meaning || gathered.scale.meaning_weight > 0.0)
        })
        .map(|(arm, scores, _)| {
            let ahead =
                scores.iter().zip(&gathered.eligible).filter(|(s, ok)| **ok && **s > scores[passage]).count();
            ArmScore { arm, rank: ahead + 1, score: scores[passage] }
        })
        .collect()
}

fn is_anything_found(gathered: &Gathered) -> bool {
    gathered.scale.best_words > 0.0
        || (gathered.scale.meaning_weight > 0.0 && gathered.scale.most_meaning >= FOUND_MEANING)
}
