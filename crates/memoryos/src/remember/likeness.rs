//! Second step: how alike a pending page and each segment are.

use std::collections::HashMap;

use crate::{
    ports::Languages,
    state::Position,
    text::language::latin_share,
    tiers::mid_term::{WordCounts, likeness, trust},
    types::{Embedding, Page, SegmentId, Similarity},
    view::View,
};

/// Where words decide, a segment is met at its newest pages, no more than these: each must be cut into words first,
/// and a topic that has moved on is where it is now.
const READ_OF_A_SEGMENT: usize = 8;

/// Compares pages with the segments of a view, reading each page of a segment at most once.
pub(super) struct Comparison<'a> {
    view: &'a View,
    languages: Languages,
    is_common_known: bool,
    latin_shares: HashMap<SegmentId, f32>,
    words: HashMap<Position, WordCounts>,
}

impl<'a> Comparison<'a> {
    pub(super) fn new(view: &'a View, languages: Languages) -> Self {
        let is_common_known = view.index.passage_vectors().knows_common();
        Self { view, languages, is_common_known, latin_shares: HashMap::new(), words: HashMap::new() }
    }

    /// How alike the page and the pages of each segment in mid-term memory are, on average.
    pub(super) fn with_segments(
        &mut self,
        page: &Page,
        embedding: Option<&Embedding>,
    ) -> Vec<(SegmentId, Similarity)> {
        let view = self.view;
        let meanings = embedding.map(|page| view.index.passage_vectors().distinct_similarities(page));
        let text = page.turn.text();
        let share = latin_share(&text);
        let mut words = None;
        let with = |segment: SegmentId| {
            let trusted = if meanings.is_some() { self.trust(segment, share) } else { 0.0 };
            let by_meaning = Similarity(meanings.as_ref().map_or(0.0, |all| by_meaning(view, segment, all)));
            let by_words =
                || Similarity(self.by_words(segment, words.get_or_insert_with(|| WordCounts::of(&text))));
            (segment, likeness(trusted, by_meaning, by_words))
        };
        view.state.active_segments().map(|segment| segment.id).map(with).collect()
    }

    /// How far the vectors of a segment's pages and of a page with this share of Latin letters can be trusted.
    fn trust(&mut self, segment: SegmentId, share: f32) -> f32 {
        let view = self.view;
        let of_segment = || {
            mean(newest(view, segment).map(|position| latin_share(&view.state.page_at(position).turn.text())))
        };
        // Who knows many languages need not be told which these are.
        let of_segment = match self.languages {
            Languages::Many => 1.0,
            Languages::English => *self.latin_shares.entry(segment).or_insert_with(of_segment),
        };
        trust(self.languages, [share, of_segment], self.is_common_known)
    }

    /// How many words the page and a segment's newest pages share, on average.
    fn by_words(&mut self, segment: SegmentId, page: &WordCounts) -> f32 {
        let view = self.view;
        mean(newest(view, segment).map(|position| {
            let of_page = || WordCounts::of(&view.state.page_at(position).turn.text());
            self.words.entry(position).or_insert_with(of_page).similarity(page).0
        }))
    }
}

/// How alike a page and the passages of a segment are by their vectors, on average.
fn by_meaning(view: &View, segment: SegmentId, with_each: &[f32]) -> f32 {
    let passages =
        view.state.positions_in(segment).flat_map(|position| view.index.passages().of_page(position));
    mean(passages.map(|passage| with_each[passage]))
}

fn newest(view: &View, segment: SegmentId) -> impl Iterator<Item = Position> {
    let positions: Vec<Position> = view.state.positions_in(segment).collect();
    positions.into_iter().rev().take(READ_OF_A_SEGMENT)
}

/// 0 of nothing.
fn mean(values: impl Iterator<Item = f32>) -> f32 {
    let (sum, n) = values.fold((0.0, 0), |(sum, n), value| (sum + value, n + 1));
    if n == 0 { 0.0 } else { sum / n as f32 }
}
