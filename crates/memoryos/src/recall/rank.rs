//! Second step: the arms become one order, and each place in it can be explained.

use std::collections::BTreeSet;

use super::{Arm, ArmScore, gather::Gathered};
use crate::index::Passages;

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
    let mut ranked: Vec<Ranked> = (0..gathered.scores.len())
        .filter(|&p| gathered.eligible[p])
        .map(|p| Ranked { passage: p, score: gathered.scores[p] })
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

/// The pages of these passages, best first, each by its best passage: what comes back whole is worth what both its
/// sides have. A page's score is that of its better side, moved `other_side` of the way to that of the other.
pub(super) fn by_page(
    gathered: &Gathered,
    passages: &Passages,
    ranked: &[Ranked],
    other_side: f32,
) -> Vec<Ranked> {
    let mut seen = BTreeSet::new();
    let of_page = |best: &Ranked| {
        let page = passages.at(best.passage).page;
        seen.insert(page).then(|| {
            let others =
                passages.of_page(page).filter(|p| passages.at(*p).side != passages.at(best.passage).side);
            let other = others.map(|p| gathered.scores[p]).max_by(f32::total_cmp).unwrap_or(best.score);
            Ranked { score: best.score + other_side * (other - best.score), ..*best }
        })
    };
    let mut pages: Vec<Ranked> = ranked.iter().filter_map(of_page).collect();
    // Stable: equals stay in the order of their best passages.
    pages.sort_by(|a, b| b.score.total_cmp(&a.score));
    pages
}

/// How sure a recall can be, 0 to 1: how much of what the question's words tell (`shares`, `[passages]`) a single
/// passage has, or how near one comes to its meaning, among the words of whom it is about; less where somebody else's
/// words have more of it, for then it asks one what the other said.
pub(super) fn confidence(gathered: &Gathered, shares: &[f32]) -> f32 {
    let names_one = gathered.speaker.contains(&1.0);
    let (mut share, mut theirs, mut meaning) = (0.0_f32, 0.0_f32, 0.0_f32);
    for passage in (0..shares.len()).filter(|p| gathered.eligible[*p]) {
        share = share.max(shares[passage]);
        if !names_one || gathered.speaker[passage] > 0.0 {
            theirs = theirs.max(shares[passage]);
            meaning = meaning.max(gathered.meaning[passage]);
        }
    }
    if gathered.scale.meaning_weight == 0.0 {
        meaning = 0.0;
    }
    let found = 1.0 - (1.0 - theirs) * (1.0 - meaning);
    if share > 0.0 { found * theirs / share } else { found }
}

/// For each of these passages, every arm in which it was found, with its place there.
pub(super) fn explain(gathered: &Gathered, found_meaning: f32, passages: &[usize]) -> Vec<Vec<ArmScore>> {
    let mut explained = vec![Vec::new(); passages.len()];
    let arms = [
        (Arm::Words, &gathered.words, FOUND_SHARE),
        (Arm::Meaning, &gathered.meaning, found_meaning),
        (Arm::Neighbours, &gathered.neighbours, FOUND_SHARE),
        (Arm::Conversation, &gathered.conversation, FOUND_SHARE),
        (Arm::Instruction, &gathered.instruction, 1.0),
        (Arm::Speaker, &gathered.speaker, 1.0),
        (Arm::Successor, &gathered.successor, FOUND_SHARE),
        (Arm::Time, &gathered.time, 1.0),
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
    // ahead[i]: how many scores are above at least i of those asked for.
    let mut ahead = vec![0; asked.len() + 1];
    for (score, _) in scores.iter().zip(eligible).filter(|(_, ok)| **ok) {
        ahead[asked.partition_point(|a| a < score)] += 1;
    }
    for i in (0..asked.len()).rev() {
        ahead[i] += ahead[i + 1];
    }
    let place = |p: &usize| ahead[asked.partition_point(|a| *a <= scores[*p])] + 1;
    passages.iter().map(place).collect()
}
