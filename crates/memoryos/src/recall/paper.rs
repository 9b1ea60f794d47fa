//! The paper's recall, for reproduction: segments first, then their pages, all by meaning; short-term memory and
//! knowledge beside them.
//!
//! Source: Memory OS of AI Agent, §3.5.

use std::collections::BTreeMap;

use super::{
    Arm, ArmScore, Item, ItemKind, Limit, Prepared, Recall, knowledge,
    pack::{context, page_item, visits},
    render,
};
use crate::{
    config::Config,
    index::{Passage, Words},
    text::{tokens::count_tokens, words::words},
    tiers::mid_term::{Candidate, fitness},
    types::{About, Embedding, SegmentId, Similarity},
    view::View,
};

pub(super) fn recall(config: &Config, view: &View, words: &Words, query: &Prepared) -> Recall {
    let pages = ranked_pages(config, view, query);
    let facts = ranked_facts(config, view, words, query);
    let recent = view
        .state
        .short_term()
        .rev()
        .filter(|page| !query.is_later(page.turn.at().at))
        .filter_map(|page| view.state.position(page.id))
        .map(|position| (position, 0.0, Vec::new()));
    let mut filling = Filling { view, limit: query.limit, used: 0, chosen: BTreeMap::new() };
    // The paper has no limit. Where one is set, what was searched for goes before what happens to be recent.
    let kept: Vec<_> =
        pages.into_iter().chain(recent).filter(|(position, ..)| filling.take_page(*position)).collect();
    let notes: Vec<_> = facts.iter().filter(|note| filling.take_note(&note.text)).collect();
    let mut items: Vec<Item> = kept
        .into_iter()
        .map(|(position, score, arms)| Item {
            arms,
            ..page_item(config, view, query, &filling.chosen, position, score)
        })
        .collect();
    items.extend(notes.iter().map(|note| note.item(config, view, query)));
    let context = context(view, &notes, &filling.chosen);
    let best = items.iter().filter(|i| i.kind != ItemKind::Fact).map(|i| i.score).fold(0.0, f32::max);
    Recall {
        tokens: count_tokens(&context),
        context,
        dropped: Vec::new(),
        confidence: best.clamp(0.0, 1.0),
        visits: visits(view, filling.chosen.keys().copied()),
        items,
    }
}

/// Pages of the top-m segments by cosine, the top-k of them; with the place of each page and of its segment.
fn ranked_pages(config: &Config, view: &View, query: &Prepared) -> Vec<(usize, f32, Vec<ArmScore>)> {
    let Some(embedding) = &query.embedding else { return Vec::new() };
    let segments = ranked_segments(config, view, query, embedding);
    let similarities = view.index.passage_vectors().similarities(embedding);
    let mut pages: Vec<(f32, usize, ArmScore)> = Vec::new();
    for (place, (f, segment)) in segments.into_iter().enumerate() {
        let arm = ArmScore { arm: Arm::Segment, rank: place + 1, score: f };
        let said = |p: &usize| !query.is_later(view.state.page_at(*p).turn.at().at);
        for position in view.state.positions_in(segment).filter(said) {
            let best = view.index.passages().of_page(position).map(|p| similarities[p]).fold(-1.0, f32::max);
            pages.push((best, position, arm));
        }
    }
    pages.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    pages.truncate(config.recall.paper_pages);
    let explained = pages.into_iter().enumerate().map(|(i, (score, position, segment))| {
        (position, score, vec![segment, ArmScore { arm: Arm::Meaning, rank: i + 1, score }])
    });
    explained.collect()
}

fn ranked_segments(
    config: &Config,
    view: &View,
    query: &Prepared,
    embedding: &Embedding,
) -> Vec<(f32, SegmentId)> {
    let keywords = words(&query.text);
    let segments = view.state.segments().filter(|s| query.with_archive || s.archived_at.is_none());
    let mut ranked: Vec<(f32, SegmentId)> = segments
        .map(|segment| {
            let mean = view.index.segment_embedding(&view.state, segment.id);
            let similarity = mean.map_or(Similarity(0.0), |mean| mean.similarity(embedding));
            let candidate = Candidate { id: segment.id, similarity, keywords: &segment.keywords };
            (fitness(candidate, &keywords), segment.id)
        })
        .collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    ranked.truncate(config.recall.paper_segments);
    ranked
}

/// The facts of each kind that are most alike, best first.
fn ranked_facts(config: &Config, view: &View, words: &Words, query: &Prepared) -> Vec<knowledge::Note> {
    let mut notes = knowledge::facts_by_meaning(&config.recall, view, words, query);
    let mut taken = BTreeMap::new();
    notes.retain(|(about, _)| {
        let n = taken.entry(*about).or_insert(0);
        *n += 1;
        *n <= config.recall.paper_facts
    });
    notes.into_iter().map(|(_, note): (About, _)| note).collect()
}

/// What is taken while there is room.
struct Filling<'a> {
    view: &'a View,
    limit: Limit,
    used: usize,
    chosen: BTreeMap<usize, Vec<Passage>>,
}

impl Filling<'_> {
    fn take_page(&mut self, position: usize) -> bool {
        if self.chosen.contains_key(&position) {
            return false;
        }
        let passages: Vec<Passage> =
            self.view.index.passages().of_page(position).map(|p| *self.view.index.passages().at(p)).collect();
        let text = render::passages(&self.view.state, &BTreeMap::from([(position, passages.clone())]));
        let taken = self.take(count_tokens(&text) + 1);
        if taken {
            self.chosen.insert(position, passages);
        }
        taken
    }

    fn take_note(&mut self, text: &str) -> bool {
        self.take(count_tokens(text) + 1)
    }

    fn take(&mut self, tokens: usize) -> bool {
        let (all, cost) = match self.limit {
            Limit::Tokens(all) => (all, tokens),
            Limit::Items(all) => (all, 1),
        };
        let fits = self.used + cost <= all;
        self.used += if fits { cost } else { 0 };
        fits
    }
}
