//! Beside the pages: facts, the profile and what segments are about, as notes that compete for their share.

use std::collections::BTreeMap;

use super::{Arm, ArmScore, Item, ItemKind, Prepared, gather::Gathered, rank::Ranked, render};
use crate::{
    config::{Config, RecallConfig},
    index::Bm25,
    text::tokens::count_tokens,
    tiers::mid_term::heat,
    types::{About, FactId, Moment, Place, SegmentId, Source},
    view::View,
};

/// A fact must share this much of the best passage's score to be worth a line.
const LEAST_FACT_SCORE: f32 = 0.25;
/// A trait must share this much of the query's telling words.
const LEAST_PROFILE_SCORE: f32 = 0.3;
/// How many of the best passages say which segments the query is about.
const PASSAGES_THAT_VOTE: usize = 30;
/// How many segments are summed up.
const SUMMARIES: usize = 2;
/// A segment with fewer votes is told better by its pages.
const LEAST_VOTES: usize = 3;

/// A line of derived memory.
pub(super) struct Note {
    pub(super) kind: ItemKind,
    /// What it stands under in the context.
    pub(super) heading: &'static str,
    /// Its line in the context.
    pub(super) text: String,
    pub(super) sources: Vec<Source>,
    fact: Option<FactId>,
    segment: Option<SegmentId>,
    at: Moment,
    pub(super) score: f32,
    arms: Vec<ArmScore>,
}

impl Note {
    pub(super) fn item(&self, config: &Config, view: &View, query: &Prepared) -> Item {
        let segment = self.segment.and_then(|id| view.state.segment(id));
        Item {
            kind: self.kind,
            text: self.text.clone(),
            sources: self.sources.iter().map(|s| s.page).collect(),
            fact: self.fact,
            segment: self.segment,
            at: self.at,
            score: self.score,
            arms: self.arms.clone(),
            heat: segment.map(|s| heat(&view.state.stats(s), query.at, &config.heat)),
            tokens: count_tokens(&self.text),
        }
    }
}

/// The notes worth a line, best first.
pub(super) fn notes(
    config: &RecallConfig,
    view: &View,
    query: &Prepared,
    gathered: &Gathered,
    ranked: &[Ranked],
) -> Vec<Note> {
    let mut notes = facts(config, view, query, gathered, ranked);
    notes.extend(profile(view, query));
    notes.extend(summaries(view, ranked));
    notes.sort_by(|a, b| b.score.total_cmp(&a.score));
    notes
}

/// Facts on the scale of the passages, those that come near the best of them.
fn facts(
    config: &RecallConfig,
    view: &View,
    query: &Prepared,
    gathered: &Gathered,
    ranked: &[Ranked],
) -> Vec<Note> {
    let least = ranked.first().map_or(0.0, |best| best.score * LEAST_FACT_SCORE);
    let scale = gathered.scale;
    let notes =
        scored_facts(config, view, query, |words, meaning| scale.fuse(words.min(scale.best_words), meaning));
    notes.into_iter().map(|(_, note)| note).filter(|note| note.score > 0.0 && note.score >= least).collect()
}

/// Facts with whom they are about, by cosine, best first.
pub(super) fn facts_by_meaning(config: &RecallConfig, view: &View, query: &Prepared) -> Vec<(About, Note)> {
    let mut notes = scored_facts(config, view, query, |_, meaning| meaning);
    notes.sort_by(|(_, a), (_, b)| b.score.total_cmp(&a.score));
    notes
}

/// Every active fact (or all, with the archive), scored by what its words and its meaning come to.
fn scored_facts(
    config: &RecallConfig,
    view: &View,
    query: &Prepared,
    score: impl Fn(f32, f32) -> f32,
) -> Vec<(About, Note)> {
    let (ids, words, vectors) = view.index.facts();
    let words = words.scores(&query.terms, Bm25 { k1: config.bm25_k1, b: config.bm25_b });
    let meaning = query.embedding.as_ref().map_or_else(|| vec![0.0; ids.len()], |e| vectors.similarities(e));
    let facts = ids
        .iter()
        .enumerate()
        .map(|(i, id)| (i, view.state.fact(*id).expect("indexed facts are facts of the state")));
    facts
        .filter(|(_, fact)| fact.archived_at.is_none() || query.with_archive)
        .map(|(i, fact)| {
            let note = Note {
                kind: ItemKind::Fact,
                heading: render::heading(fact.about),
                text: render::fact(fact),
                sources: fact.sources.clone(),
                fact: Some(fact.id),
                segment: None,
                at: Moment::utc(fact.said_at),
                score: score(words[i], meaning[i]),
                arms: arms(&words, &meaning, i),
            };
            (fact.about, note)
        })
        .collect()
}

/// Profile lines that share telling words with the query.
fn profile(view: &View, query: &Prepared) -> Vec<Note> {
    let (lines, words) = view.index.profile();
    let all: f32 = query.terms.iter().map(|t| words.rarity(t)).sum();
    let scores = words.scores(&query.terms, Bm25 { k1: 0.0, b: 0.0 });
    lines
        .iter()
        .zip(&scores)
        .enumerate()
        .filter(|(_, (_, score))| **score > LEAST_PROFILE_SCORE * all)
        .map(|(i, (line, score))| Note {
            kind: ItemKind::Trait,
            heading: "Profile of the user:",
            text: format!("- {}", line.text),
            sources: line.sources.clone(),
            fact: None,
            segment: None,
            at: line.at,
            score: score / all,
            arms: arms(&scores, &[], i),
        })
        .collect()
}

/// What the segments are about from which most of the best passages come.
fn summaries(view: &View, ranked: &[Ranked]) -> Vec<Note> {
    let mut votes: BTreeMap<SegmentId, Vec<f32>> = BTreeMap::new();
    for candidate in ranked.iter().take(PASSAGES_THAT_VOTE) {
        let page = view.state.page_at(view.index.passages().at(candidate.passage).page);
        if let Place::Segment(id) = page.state.place {
            votes.entry(id).or_default().push(candidate.score);
        }
    }
    let mut segments: Vec<(SegmentId, Vec<f32>)> =
        votes.into_iter().filter(|(_, v)| v.len() >= LEAST_VOTES).collect();
    segments.sort_by(|(_, a), (_, b)| b.iter().sum::<f32>().total_cmp(&a.iter().sum()));
    let about = |(id, votes): (SegmentId, Vec<f32>)| {
        let segment = view.state.segment(id)?;
        let first = view.state.pages_in(id).next()?;
        Some(Note {
            kind: ItemKind::Summary,
            heading: "Talked about:",
            text: format!("- {}", segment.summary),
            sources: view.state.pages_in(id).map(|p| Source { page: p.id, quote: None }).collect(),
            fact: None,
            segment: Some(id),
            at: first.turn.at(),
            score: votes.iter().sum::<f32>() / votes.len() as f32,
            arms: vec![ArmScore { arm: Arm::Segment, rank: 1, score: votes.len() as f32 }],
        })
    };
    segments.into_iter().take(SUMMARIES).filter_map(about).collect()
}

/// The arms in which the note of this index was found.
fn arms(words: &[f32], meaning: &[f32], i: usize) -> Vec<ArmScore> {
    [(Arm::Words, words, 0.0), (Arm::Meaning, meaning, 0.2)]
        .into_iter()
        .filter(|(_, scores, least)| scores.get(i).is_some_and(|s| s > least))
        .map(|(arm, scores, _)| {
            let rank = scores.iter().filter(|s| **s > scores[i]).count() + 1;
            ArmScore { arm, rank, score: scores[i] }
        })
        .collect()
}
