//! Where pages are, and whether they say what was said.

use memoryos::{View, types::Page};

use super::{Finding, listed};
use crate::tiers::stage::{Said, Stage};

/// Short-term memory holds exactly these turns, in order and word for word.
pub(super) fn short_term(stage: &Stage, view: &View, turns: &[String]) -> Finding {
    same(stage, view.state.short_term(), turns)
}

/// Exactly these turns wait to be consolidated, in order and word for word.
pub(super) fn pending(stage: &Stage, view: &View, turns: &[String]) -> Finding {
    same(stage, view.state.pending(), turns)
}

fn same<'a>(stage: &Stage, pages: impl Iterator<Item = &'a Page>, turns: &[String]) -> Finding {
    let seen: Vec<String> = pages.map(|page| seen(stage, page)).collect();
    Finding::new(seen == turns, listed(turns), listed(&seen))
}

/// The turn's name, with a remark where its words have changed.
fn seen(stage: &Stage, page: &Page) -> String {
    let name = stage.name(page.id);
    let is_verbatim = stage.said().iter().any(|said| is_kept_by(said, page));
    if is_verbatim { name.to_owned() } else { format!("{name} in other words") }
}

fn is_kept_by(said: &Said, page: &Page) -> bool {
    said.page == page.id && said.turn == page.turn
}

/// So many turns are there, each word for word, in one place: short-term memory, waiting, or a segment.
pub(super) fn kept(stage: &Stage, view: &View, turns: usize) -> Finding {
    let held = &view.state;
    let in_segments: usize = held.segments().map(|segment| held.pages_in(segment.id).count()).sum();
    let places = held.short_term().len() + held.pending().len() + in_segments;
    let is_whole = |said: &&Said| held.page(said.page).is_some_and(|page| is_kept_by(said, page));
    let verbatim = stage.said().iter().filter(is_whole).count();
    Finding::new(
        [verbatim, places, held.pages().len()] == [turns; 3],
        format!("{turns} turns word for word, each in one place"),
        format!("{} pages, {verbatim} word for word, {places} places", held.pages().len()),
    )
}
