//! First step of a recall, after the arms: what does not fit the question or no longer holds steps back.

use std::collections::BTreeSet;

use super::{Prepared, asked::Asked};
use crate::{
    config::RecallConfig,
    types::{Fact, Source},
    view::View,
};

/// How often a fact can have changed for its first telling still to lead to the last.
const MOST_CHANGES: usize = 50;

/// How many passages said on other days are read for whether they speak of the days asked about.
const READ_FOR_DAYS: usize = 50;

/// Takes from the words of others when the question is about those of one; says whose each passage is.
pub(super) fn speaker(config: &RecallConfig, view: &View, asked: &Asked, scores: &mut [f32]) -> Vec<f32> {
    let theirs = view.index.passages().iter().map(|passage| asked.is_theirs(passage));
    let one_for_theirs = |(theirs, score): (Option<bool>, &mut f32)| {
        if theirs == Some(false) {
            *score *= 1.0 - config.other_speaker;
        }
        f32::from(theirs == Some(true))
    };
    theirs.zip(scores).map(one_for_theirs).collect()
}

/// Takes from what was said on other days than the question names and does not speak of them either; says which
/// passages are of these days.
pub(super) fn time(config: &RecallConfig, view: &View, asked: &Asked, scores: &mut [f32]) -> Vec<f32> {
    let passages = view.index.passages();
    let mut time = vec![0.0; scores.len()];
    let mut others = Vec::new();
    for position in 0..passages.pages() {
        match asked.is_of_the_days(view.state.page_at(position)) {
            Some(true) => time[passages.of_page(position)].fill(1.0),
            Some(false) => others.extend(passages.of_page(position)),
            None => return time,
        }
    }
    others.sort_by(|a, b| scores[*b].total_cmp(&scores[*a]));
    for (place, passage) in others.into_iter().enumerate() {
        let page = view.state.page_at(passages.at(passage).page);
        if place < READ_FOR_DAYS && asked.speaks_of_the_days(page, passages.at(passage).text(page)) {
            time[passage] = 1.0;
        } else {
            scores[passage] *= 1.0 - config.other_time;
        }
    }
    time
}

/// Takes from passages that tell what no longer holds at the query's time, and lends their score to those that tell
/// what replaced it: "I moved to Lisbon" answers a question that only "I live in Porto" has the words of. Says what
/// was lent to whom, `[passages]`.
pub(super) fn superseded(
    config: &RecallConfig,
    view: &View,
    query: &Prepared,
    scores: &mut [f32],
) -> Vec<f32> {
    let ended = |fact: &&Fact| fact.superseded.is_some_and(|s| s.at <= query.at);
    let mut outdated = BTreeSet::new();
    let mut lent = Vec::new();
    for fact in view.state.facts().filter(ended) {
        let old = telling(view, fact);
        let best = old.iter().map(|p| scores[*p]).fold(0.0, f32::max);
        let new = successor(view, query, fact).map(|new| telling(view, new)).unwrap_or_default();
        lent.extend(new.into_iter().map(|passage| (passage, best)));
        outdated.extend(old);
    }
    for passage in &outdated {
        scores[*passage] *= 1.0 - config.superseded;
    }
    let mut successor = vec![0.0; scores.len()];
    for (passage, best) in lent.into_iter().filter(|(passage, _)| !outdated.contains(passage)) {
        if scores[passage] < best {
            scores[passage] = best;
            successor[passage] = best;
        }
    }
    successor
}

/// What holds at the query's time in place of a fact that ended.
fn successor<'a>(view: &'a View, query: &Prepared, fact: &'a Fact) -> Option<&'a Fact> {
    let by = |fact: &&Fact| {
        let ended = fact.superseded.filter(|s| s.at <= query.at)?;
        view.state.fact(ended.by?)
    };
    std::iter::successors(Some(fact), by).skip(1).take(MOST_CHANGES).last()
}

/// The passages that tell a fact.
fn telling(view: &View, fact: &Fact) -> Vec<usize> {
    let passages = view.index.passages();
    let of_source = |source: &Source| {
        let position = view.state.position(source.page)?;
        let page = view.state.page_at(position);
        let tells =
            |p: &usize| source.quote.as_ref().is_none_or(|quote| passages.at(*p).text(page).contains(quote));
        Some(passages.of_page(position).filter(tells).collect::<Vec<_>>())
    };
    fact.sources.iter().filter_map(of_source).flatten().collect()
}
