//! First step: the turn becomes a page in short-term memory, and what that pushes out waits.

use std::collections::HashMap;

use super::{Remembered, embed::EmbeddedTurn};
use crate::{
    memory::Memory,
    ports::{Change, JobKind},
    state::OwnerState,
    tiers::short_term::surplus,
    types::{ItemId, Owner, Page, PageId, PageState, Place, TurnKey},
    view::View,
};

/// The changes that keep `turns`, and what becomes of each.
pub(super) fn append(
    memory: &Memory,
    owner: &Owner,
    view: &View,
    turns: &[EmbeddedTurn],
) -> (Vec<Change>, Vec<Remembered>) {
    let state = &view.state;
    let mut added: Vec<(Page, &EmbeddedTurn)> = Vec::new();
    let mut keys: HashMap<&TurnKey, PageId> = HashMap::new();
    let mut remembered = Vec::new();
    for turn in turns {
        let key = turn.turn.key();
        let known = key.and_then(|key| state.page_with_key(key).or_else(|| keys.get(key).copied()));
        if let Some(page) = known {
            remembered.push(Remembered { page, already: true });
            continue;
        }
        let page = Page {
            id: PageId::from_bits(memory.ids.fresh()),
            order: state.next_order() + added.len() as u64,
            turn: turn.turn.clone(),
            recorded_at: memory.now(),
            state: PageState { place: Place::ShortTerm, chain: None, learned: false },
        };
        keys.extend(key.map(|key| (key, page.id)));
        remembered.push(Remembered { page: page.id, already: false });
        added.push((page, turn));
    }
    (changes(memory, owner, view, added), remembered)
}

fn changes(
    memory: &Memory,
    owner: &Owner,
    view: &View,
    mut added: Vec<(Page, &EmbeddedTurn)>,
) -> Vec<Change> {
    let state = &view.state;
    let mut changes = Vec::new();
    let queue: Vec<PageId> =
        state.short_term().map(|p| p.id).chain(added.iter().map(|(p, _)| p.id)).collect();
    let leaving = surplus(&queue, memory.config.short_term.capacity);
    for id in leaving {
        match added.iter_mut().find(|(page, _)| page.id == *id) {
            Some((page, _)) => page.state.place = Place::Pending,
            None => changes.push(Change::SetPageState(*id, pending(state, *id))),
        }
    }
    if !leaving.is_empty() {
        let n_pending = state.pending().len() + leaving.len();
        changes.push(memory.consolidation_job(owner, n_pending));
    }
    if added.is_empty() {
        return changes;
    }
    // Older pages lack vectors when the embedder failed, or is another one now.
    if view.index.lacks_vectors() || added.iter().any(|(_, turn)| turn.embeddings.is_none()) {
        changes.push(memory.new_job(owner, JobKind::Embed, memory.now()));
    }
    for (page, turn) in added {
        let item = ItemId::Page(page.id);
        let vectors = turn.embeddings.clone();
        changes.push(Change::AddPage(page));
        changes.extend(vectors.map(|embeddings| memory.put_vectors(item, embeddings)));
    }
    changes
}

fn pending(state: &OwnerState, id: PageId) -> PageState {
    let page = state.page(id).expect("short-term pages are pages of this state");
    PageState { place: Place::Pending, ..page.state }
}
