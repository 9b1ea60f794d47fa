//! Beside the pages: facts, the profile and what segments are about, as notes that compete for their share.

use std::collections::BTreeMap;

use super::{
    Arm, ArmScore, DropReason, Dropped, Item, ItemKind, Prepared, gather::Gathered, rank::Ranked, render,
};
use crate::{
    config::{Config, RecallConfig},
    index::Words,
    text::tokens::count_tokens,
    tiers::mid_term::heat,
    types::{About, Fact, FactId, Moment, Place, SegmentId, Source},
    view::View,
};

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

    pub(super) fn dropped(&self, reason: DropReason) -> Dropped {
        let sources = self.sources.iter().map(|s| s.page).collect();
        Dropped { kind: self.kind, sources, score: self.score, reason }
    }
}

/// The notes worth a line, best first.
pub(super) fn notes(
    config: &RecallConfig,
    view: &View,
    words: &Words,
    query: &Prepared,
    gathered: &Gathered,
    ranked: &[Ranked],
) -> Vec<Note> {
    let mut notes = facts(config, view, words, query, gathered, ranked);
    notes.extend(profile(config, view, words, query));
    notes.extend(summaries(config, view, query, ranked));
    notes.sort_by(|a, b| b.score.total_cmp(&a.score));
    notes
}

/// Facts on the scale of the passages, those that come near the best of them.
fn facts(
    config: &RecallConfig,
    view: &View,
    words: &Words,
    query: &Prepared,
    gathered: &Gathered,
    ranked: &[Ranked],
) -> Vec<Note> {
    let least = ranked.first().map_or(0.0, |best| best.score * config.fact_cut);
    let found =
        scored_facts(config, view, words, query, |words, meaning| gathered.scale.fuse(words, meaning));
    found
        .into_iter()
        .map(|(_, note)| note)
        .filter(|note| note.score >= least && note.score > 0.0 && !note.arms.is_empty())
        .collect()
}

/// Facts with whom they are about, by cosine, best first.
pub(super) fn facts_by_meaning(
    config: &RecallConfig,
    view: &View,
    words: &Words,
    query: &Prepared,
) -> Vec<(About, Note)> {
    let mut notes = scored_facts(config, view, words, query, |_, meaning| meaning);
    notes.sort_by(|(_, a), (_, b)| b.score.total_cmp(&a.score));
    notes
}

/// Every fact that may be recalled, scored by its words and its meaning. Its words are the share it has of what
/// the query's words tell among the passages: facts are too few to know which words are rare.
fn scored_facts(
    config: &RecallConfig,
    view: &View,
    words: &Words,
    query: &Prepared,
    score: impl Fn(f32, f32) -> f32,
) -> Vec<(About, Note)> {
    let (ids, fact_words, vectors) = view.index.facts();
    let words = fact_words.shares(&query.terms, |term| words.rarity(term));
    let meaning = query.embedding.as_ref().map_or_else(|| vec![0.0; ids.len()], |e| vectors.similarities(e));
    let may_come =
        |fact: &Fact| (fact.archived_at.is_none() || query.with_archive) && !query.is_later(fact.said_at);
    ids.iter()
        .enumerate()
        .map(|(i, id)| (i, view.state.fact(*id).expect("indexed facts are facts of the state")))
        .filter(|(_, fact)| may_come(fact))
        .map(|(i, fact)| {
            let note = Note {
                kind: ItemKind::Fact,
                heading: render::heading(fact.about),
                text: render::fact(fact, query),
                sources: fact.sources.clone(),
                fact: Some(fact.id),
                segment: None,
                at: Moment::utc(fact.said_at),
                score: score(words[i], meaning[i]),
                arms: arms(&words, &meaning, config.found_meaning, i),
            };
            (fact.about, note)
        })
        .collect()
}

/// Profile lines that share telling words with the query.
fn profile(config: &RecallConfig, view: &View, words: &Words, query: &Prepared) -> Vec<Note> {
    let (lines, line_words) = view.index.profile();
    let shares = line_words.shares(&query.terms, |term| words.rarity(term));
    lines
        .iter()
        .enumerate()
        .filter(|(i, line)| shares[*i] > config.profile_cut && !query.is_later(line.at.at))
        .map(|(i, line)| Note {
            kind: ItemKind::Trait,
            heading: render::PROFILE_HEADING,
            text: render::note(&line.text),
            sources: line.sources.clone(),
            fact: None,
            segment: None,
            at: line.at,
            score: shares[i],
            arms: arms(&shares, &[], config.found_meaning, i),
        })
        .collect()
}

/// What the segments are about from which most of the best passages come; not those that went on after the query's
/// time, whose summaries tell of it.
fn summaries(config: &RecallConfig, view: &View, query: &Prepared, ranked: &[Ranked]) -> Vec<Note> {
    let mut votes: BTreeMap<SegmentId, Vec<f32>> = BTreeMap::new();
    for candidate in ranked.iter().take(config.voting_passages) {
        let page = view.state.page_at(view.index.passages().at(candidate.passage).page);
        if let Place::Segment(id) = page.state.place {
            votes.entry(id).or_default().push(candidate.score);
        }
    }
    let is_over = |id: SegmentId| view.state.pages_in(id).all(|page| !query.is_later(page.turn.at().at));
    let mut segments: Vec<(SegmentId, Vec<f32>)> =
        votes.into_iter().filter(|(id, v)| v.len() >= LEAST_VOTES && is_over(*id)).collect();
    segments.sort_by(|(_, a), (_, b)| b.iter().sum::<f32>().total_cmp(&a.iter().sum()));
    let about = |(id, votes): (SegmentId, Vec<f32>)| {
        let segment = view.state.segment(id)?;
        let first = view.state.pages_in(id).next()?;
        Some(Note {
            kind: ItemKind::Summary,
            heading: render::SUMMARY_HEADING,
            text: render::note(&segment.summary),
            sources: view.state.pages_in(id).map(|p| Source { page: p.id, quote: None }).collect(),
            fact: None,
            segment: Some(id),
            at: first.turn.at(),
            score: votes.iter().sum::<f32>() / votes.len() as f32,
            arms: vec![ArmScore { arm: Arm::Segment, rank: 1, score: votes.len() as f32 }],
        })
    };
    segments.into_iter().take(config.summaries).filter_map(about).collect()
}

/// The arms in which the note of this index was found.
fn arms(words: &[f32], meaning: &[f32], found_meaning: f32, i: usize) -> Vec<ArmScore> {
    [(Arm::Words, words, f32::MIN_POSITIVE), (Arm::Meaning, meaning, found_meaning)]
        .into_iter()
        .filter(|(_, scores, least)| scores.get(i).is_some_and(|s| s >= least))
        .map(|(arm, scores, _)| {
            let rank = scores.iter().filter(|s| **s > scores[i]).count() + 1;
            ArmScore { arm, rank, score: scores[i] }
        })
        .collect()
}
