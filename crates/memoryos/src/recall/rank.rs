//! Second step: the arms become one order, and each place in it can be explained.

use super::{Arm, ArmScore, gather::Gathered};

/// A passage below this share of the best words, or of the best neighbour, was not found but merely counted.
const FOUND_SHARE: f32 = 0.01;

/// A passage with what it is ranked by.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranked {
    /// Its index.
    pub(super) passage: usize,
    /// What it is ranked by.
    pub(super) score: f32,
}

/// How many passages are put in order at least; more only for budgets that could hold more.
const RANKED_AT_LEAST: usize = 2_000;

/// The passages that may be recalled and were found, best first, equals in order of time; of many only as many as
/// `room_tokens` could hold.
pub(super) fn rank(gathered: &Gathered, found_meaning: f32, room_tokens: usize) -> Vec<Ranked> {
    if !gathered.scale.has_found(found_meaning) {
        return Vec::new();
    }
    let mut ranked: Vec<Ranked> = (0..gathered.base.len())
        .filter(|&p| gathered.eligible[p])
        .map(|p| Ranked { passage: p, score: gathered.base[p] + gathered.neighbours[p] })
        .collect();
    let better_first = |a: &Ranked, b: &Ranked| b.score.total_cmp(&a.score).then(a.passage.cmp(&b.passage));
    let limit = RANKED_AT_LEAST.max(room_tokens);
    if ranked.len() > limit {
        ranked.select_nth_unstable_by(limit, better_first);
        ranked.truncate(limit);
    }
    ranked.sort_unstable_by(better_first);
    ranked
}

/// How sure a recall can be: whether the best passage has the words, the meaning, or both.
pub(super) fn confidence(gathered: &Gathered, best: Option<&Ranked>, covered: f32) -> f32 {
    best.map_or(0.0, |best| {
        let meaning =
            if gathered.scale.meaning_weight > 0.0 { gathered.meaning[best.passage].max(0.0) } else { 0.0 };
        1.0 - (1.0 - covered) * (1.0 - meaning)
    })
}

/// For each of these passages, every arm in which it was found, with its place there.
pub(super) fn explain(gathered: &Gathered, found_meaning: f32, passages: &[usize]) -> Vec<Vec<ArmScore>> {
    let mut explained = vec![Vec::new(); passages.len()];
    let arms = [
        (Arm::Words, &gathered.words, FOUND_SHARE),
        (Arm::Meaning, &gathered.meaning, found_meaning),
        (Arm::Neighbours, &gathered.neighbours, FOUND_SHARE),
    ];
    for (arm, scores, least) in arms {
        if arm == Arm::Meaning && gathered.scale.meaning_weight == 0.0 {
            continue;
        }
        let places = places(scores, &gathered.eligible, passages);
        for ((passage, rank), arms) in passages.iter().zip(places).zip(&mut explained) {
            if scores[*passage] >= least {
                arms.push(ArmScore { arm, rank, score: scores[*passage] });
            }
        }
    }
    explained
}

/// The place of each of these passages in an arm, from 1: one more than how many are ahead. One pass over all
/// scores for all of them together.
fn places(scores: &[f32], eligible: &[bool], passages: &[usize]) -> Vec<usize> {
    let mut asked: Vec<f32> = passages.iter().map(|p| scores[*p]).collect();
    asked.sort_unstable_by(f32::total_cmp);
    // ahead[i]: how many scores are above exactly i of those asked for.
    let mut ahead = vec![0; asked.len() + 1];
    for (score, _) in scores.iter().zip(eligible).filter(|(_, ok)| **ok) {
        ahead[asked.partition_point(|a| a < score)] += 1;
    }
    let place = |p: &usize| {
        let below = asked.partition_point(|a| *a <= scores[*p]);
        ahead[below..].iter().sum::<usize>() + 1
    };
    passages.iter().map(place).collect()
}
