//! Third step: what fits the limit, without saying anything twice.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::{
    DropReason, Dropped, Item, ItemKind, Limit, MAX_DROPPED, Prepared, Recall,
    gather::{Gathered, gather},
    knowledge::{self, Note},
    rank::{Ranked, by_page, confidence, explain, rank},
    render::{self, Stretch},
};
use crate::{
    config::Config,
    index::{Passage, Words},
    ports::Languages,
    text::tokens::count_tokens,
    tiers::mid_term::heat,
    types::{Page, Place, SegmentId},
    view::View,
};

/// How many passages that no longer fit are looked past for shorter ones that do.
const MAX_MISSES: usize = 50;

/// The hybrid strategy: single messages, ranked by words, meaning and neighbours.
pub(super) fn hybrid(
    config: &Config,
    languages: Languages,
    view: &View,
    words: &Words,
    query: &Prepared,
) -> Recall {
    let gathered = gather(&config.recall, languages, view, words, query);
    let (Limit::Tokens(room) | Limit::Items(room)) = query.limit;
    let ranked = rank(&gathered, config.recall.found_meaning, room);
    let notes = knowledge::notes(&config.recall, view, words, query, &gathered, &ranked);
    let mut packing = Packing::new(view, query.limit);
    // Under a limit of items pages come first: a page tells more than a line.
    let (reserved, share) = match query.limit {
        Limit::Tokens(budget) => {
            let share = (budget as f32 * config.recall.knowledge_share) as usize;
            (share, share)
        }
        Limit::Items(items) => (0, items),
    };
    let offered = match query.limit {
        Limit::Tokens(_) => ranked,
        Limit::Items(_) => by_page(&gathered, view.index.passages(), &ranked, config.recall.other_side),
    };
    packing.reserve(reserved);
    packing.add_passages(&offered, config.recall.cut);
    packing.release();
    let chosen_notes = packing.add_notes(&notes, share);
    packing.add_passages(&offered, config.recall.cut);
    let confidence = confidence(&gathered, &words.shares(&query.terms, |term| words.rarity(term)));
    finish(config, view, query, &gathered, &packing, &chosen_notes, confidence)
}

/// What is being packed: passages by page, in the order in which pages were first chosen.
pub(super) struct Packing<'a> {
    view: &'a View,
    limit: Limit,
    used: usize,
    reserved: usize,
    pub(super) pages: BTreeMap<usize, Vec<Passage>>,
    order: Vec<(usize, Ranked)>,
    headers: BTreeSet<Stretch>,
    said: HashSet<String>,
    taken: HashSet<usize>,
    dropped: BTreeMap<usize, (f32, DropReason)>,
    dropped_notes: Vec<Dropped>,
}

impl<'a> Packing<'a> {
    pub(super) fn new(view: &'a View, limit: Limit) -> Self {
        Self {
            view,
            limit,
            used: 0,
            reserved: 0,
            pages: BTreeMap::new(),
            order: Vec::new(),
            headers: BTreeSet::new(),
            said: HashSet::new(),
            taken: HashSet::new(),
            dropped: BTreeMap::new(),
            dropped_notes: Vec::new(),
        }
    }

    fn reserve(&mut self, amount: usize) {
        self.reserved = amount;
    }

    fn release(&mut self) {
        self.reserved = 0;
        self.dropped.clear();
    }

    fn room(&self) -> usize {
        let (Limit::Tokens(all) | Limit::Items(all)) = self.limit;
        all.saturating_sub(self.used + self.reserved)
    }

    /// Takes passages in their order while there is room; those below `cut` of the best are too weak. Under a limit
    /// of items a passage brings its whole page.
    pub(super) fn add_passages(&mut self, ranked: &[Ranked], cut: f32) {
        let weakest = ranked.first().map_or(0.0, |best| best.score * cut);
        let mut misses = 0;
        for candidate in ranked.iter().filter(|c| c.score > 0.0) {
            if misses > MAX_MISSES {
                break;
            }
            let reason =
                if candidate.score < weakest { Some(DropReason::Weak) } else { self.try_passage(*candidate) };
            let page = self.view.index.passages().at(candidate.passage).page;
            if let (Some(reason), false) = (reason, self.pages.contains_key(&page)) {
                misses += usize::from(reason != DropReason::Duplicate);
                self.dropped.entry(page).or_insert((candidate.score, reason));
            }
        }
    }

    fn try_passage(&mut self, candidate: Ranked) -> Option<DropReason> {
        if self.taken.contains(&candidate.passage) {
            return None;
        }
        let passages = self.view.index.passages();
        let position = passages.at(candidate.passage).page;
        let indexes: Vec<usize> = match self.limit {
            Limit::Tokens(_) => vec![candidate.passage],
            Limit::Items(_) => passages.of_page(position).collect(),
        };
        let page = self.view.state.page_at(position);
        let lines: Vec<String> = indexes.iter().map(|i| render::line(page, passages.at(*i))).collect();
        if lines.iter().all(|line| self.said.contains(line)) {
            return Some(DropReason::Duplicate);
        }
        let stretch = render::stretch(page, passages.at(candidate.passage));
        let cost = self.cost(position, stretch, &lines);
        if cost > self.room() {
            return Some(DropReason::Budget);
        }
        self.used += cost;
        self.headers.insert(stretch);
        self.said.extend(lines);
        self.taken.extend(&indexes);
        let chosen = self.pages.entry(position).or_default();
        if chosen.is_empty() {
            self.order.push((position, candidate));
        }
        chosen.extend(indexes.iter().map(|i| *passages.at(*i)));
        chosen.sort_by_key(|p| (p.side, p.span().start));
        None
    }

    fn cost(&self, position: usize, stretch: Stretch, lines: &[String]) -> usize {
        match self.limit {
            Limit::Items(_) => usize::from(!self.pages.contains_key(&position)),
            Limit::Tokens(_) => {
                let at = self.view.state.page_at(position).turn.at();
                let is_headed = self.headers.contains(&stretch);
                let header = if is_headed { 0 } else { count_tokens(&render::header(at)) + 1 };
                header + lines.iter().map(|line| count_tokens(line) + 1).sum::<usize>()
            }
        }
    }

    /// Takes notes in their order while they fit `share`; those whose page tells the same are duplicates.
    fn add_notes<'n>(&mut self, notes: &'n [Note], share: usize) -> Vec<&'n Note> {
        let mut chosen: Vec<&Note> = Vec::new();
        let mut headings = BTreeSet::new();
        let limit = share.min(self.room());
        let mut used = 0;
        for note in notes {
            if self.tells(note) {
                self.dropped_notes.push(note.dropped(DropReason::Duplicate));
                continue;
            }
            let cost = match self.limit {
                Limit::Items(_) => 1,
                Limit::Tokens(_) => {
                    let heading =
                        if headings.contains(note.heading) { 0 } else { count_tokens(note.heading) + 1 };
                    heading + count_tokens(&note.text) + 1
                }
            };
            if used + cost <= limit {
                used += cost;
                headings.insert(note.heading);
                chosen.push(note);
            } else {
                self.dropped_notes.push(note.dropped(DropReason::Budget));
            }
        }
        self.used += used;
        chosen
    }

    /// Whether the pages chosen so far say what the note says: every page it comes from is among them, with the
    /// words it quotes.
    fn tells(&self, note: &Note) -> bool {
        let state = &self.view.state;
        !note.sources.is_empty()
            && note.sources.iter().all(|source| {
                let chosen = state.position(source.page).and_then(|p| Some((p, self.pages.get(&p)?)));
                chosen.is_some_and(|(position, passages)| {
                    let page = state.page_at(position);
                    match &source.quote {
                        Some(quote) => passages.iter().any(|p| p.text(page).contains(quote)),
                        None => passages.len() == self.view.index.passages().of_page(position).len(),
                    }
                })
            })
    }
}

fn finish(
    config: &Config,
    view: &View,
    query: &Prepared,
    gathered: &Gathered,
    packing: &Packing<'_>,
    notes: &[&Note],
    confidence: f32,
) -> Recall {
    let mut items: Vec<Item> = notes.iter().map(|note| note.item(config, view, query)).collect();
    let found: Vec<usize> = packing.order.iter().map(|(_, ranked)| ranked.passage).collect();
    for ((position, ranked), arms) in
        packing.order.iter().zip(explain(gathered, config.recall.found_meaning, &found))
    {
        items.push(Item { arms, ..page_item(config, view, query, &packing.pages, *position, ranked.score) });
    }
    items.sort_by(|a, b| b.score.total_cmp(&a.score));
    let context = context(view, notes, &packing.pages);
    Recall {
        tokens: count_tokens(&context),
        context,
        dropped: dropped(view, packing),
        confidence: if items.is_empty() { 0.0 } else { confidence },
        visits: visits(view, packing.pages.keys().copied()),
        items,
    }
}

/// The item for what was chosen of a page.
pub(super) fn page_item(
    config: &Config,
    view: &View,
    query: &Prepared,
    chosen: &BTreeMap<usize, Vec<Passage>>,
    position: usize,
    score: f32,
) -> Item {
    let page = view.state.page_at(position);
    let one = BTreeMap::from([(position, chosen[&position].clone())]);
    let text = render::passages(&view.state, &one);
    let segment = segment_of(page);
    Item {
        kind: kind_of(page),
        tokens: count_tokens(&text),
        text,
        sources: vec![page.id],
        fact: None,
        segment,
        at: page.turn.at(),
        score,
        arms: Vec::new(),
        heat: segment
            .and_then(|id| view.state.segment(id))
            .map(|s| heat(&view.state.stats(s), query.at, &config.heat)),
    }
}

/// Notes under their headings, then passages in order of time.
pub(super) fn context(view: &View, notes: &[&Note], pages: &BTreeMap<usize, Vec<Passage>>) -> String {
    let mut blocks: Vec<String> = Vec::new();
    let mut headings: Vec<&str> = notes.iter().map(|n| n.heading).collect();
    headings.sort_unstable();
    headings.dedup();
    for heading in headings.into_iter().rev() {
        let told = notes.iter().filter(|n| n.heading == heading).map(|n| n.text.as_str());
        blocks.push(std::iter::once(heading).chain(told).collect::<Vec<_>>().join("\n"));
    }
    if !pages.is_empty() {
        blocks.push(render::passages(&view.state, pages));
    }
    blocks.join("\n")
}

/// The segments of pages, each once, in order of id.
pub(super) fn visits(view: &View, positions: impl Iterator<Item = usize>) -> Vec<SegmentId> {
    let segments: BTreeSet<SegmentId> = positions.filter_map(|p| segment_of(view.state.page_at(p))).collect();
    segments.into_iter().collect()
}

fn dropped(view: &View, packing: &Packing<'_>) -> Vec<Dropped> {
    let left_out = packing.dropped.iter().filter(|(position, _)| !packing.pages.contains_key(position));
    let mut dropped: Vec<Dropped> = left_out
        .map(|(position, (score, reason))| {
            let page = view.state.page_at(*position);
            Dropped { kind: kind_of(page), sources: vec![page.id], score: *score, reason: *reason }
        })
        .collect();
    dropped.extend(packing.dropped_notes.iter().cloned());
    dropped.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.sources.cmp(&b.sources)));
    dropped.truncate(MAX_DROPPED);
    dropped
}

fn kind_of(page: &Page) -> ItemKind {
    if page.state.place == Place::ShortTerm { ItemKind::ShortTermPage } else { ItemKind::Page }
}

fn segment_of(page: &Page) -> Option<SegmentId> {
    match page.state.place {
        Place::Segment(id) => Some(id),
        Place::ShortTerm | Place::Pending => None,
    }
}
