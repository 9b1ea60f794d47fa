//! Promises about what changed since a revision.

use memoryos::{
    ports::{Change, Revision, Vectors},
    types::Place,
};

use super::{MODEL, Open, changes_since, commit, commits::one_of_each, everything, numbers, page_id};
use crate::samples::{
    add_page, chain, embedding, fact, instant, owner, page_vectors, profile_version, segment, state,
};

/// The reader is told to drop what it held.
pub async fn from_zero_a_delta_is_complete(open: &Open<'_>) {
    let (store, ana) = (open(), owner("ana"));
    commit(&*store, &ana, &one_of_each(&ana)).await;
    let revision = commit(&*store, &ana, &[add_page(2)]).await;
    let all = everything(&*store, &ana).await;
    assert!(all.is_complete);
    assert_eq!((all.revision, numbers(&all.pages)), (revision, vec![1, 2]));
    let counts =
        [all.chains.len(), all.segments.len(), all.facts.len(), all.profiles.len(), all.vectors.len()];
    assert_eq!(counts, [1; 5]);
}

/// Rows of the base itself stay away; from the present revision nothing comes.
pub async fn a_delta_holds_what_changed_after_its_base(open: &Open<'_>) {
    let (store, ana) = (open(), owner("ana"));
    let first = commit(&*store, &ana, &[one_of_each(&ana), vec![add_page(2)]].concat()).await;
    let later = [
        add_page(3),
        Change::SetPageState(page_id(2), state(Place::Pending)),
        Change::PutChain(chain(2, 3)),
        Change::PutSegment(segment(2)),
        Change::PutFact(fact(2, "new")),
        Change::PutProfile(profile_version(2, "Anna")),
        Change::PutVectors(page_vectors(3, MODEL, &[0.0, 1.0])),
    ];
    let second = commit(&*store, &ana, &later).await;
    let delta = changes_since(&*store, &ana, first).await;
    assert!(!delta.is_complete);
    assert_eq!((delta.revision, numbers(&delta.pages)), (second, vec![2, 3]));
    assert_eq!((delta.chains, delta.segments), (vec![chain(2, 3)], vec![segment(2)]));
    assert_eq!((delta.facts, delta.profiles), (vec![fact(2, "new")], vec![profile_version(2, "Anna")]));
    assert_eq!(delta.vectors, [page_vectors(3, MODEL, &[0.0, 1.0])]);

    let nothing = changes_since(&*store, &ana, second).await;
    let nothing_new = memoryos::ports::Delta { revision: second, ..Default::default() };
    assert_eq!(nothing, nothing_new);
}

/// Whole records, each once, as they are at the delta's revision.
pub async fn what_changed_twice_comes_once_in_its_newest_form(open: &Open<'_>) {
    let (store, ana) = (open(), owner("ana"));
    let first = commit(&*store, &ana, &one_of_each(&ana)).await;
    for visits in 1..=3 {
        let mut visited = segment(1);
        (visited.visits, visited.last_visit) = (visits, instant(visits.into()));
        let place = if visits % 2 == 0 { Place::Pending } else { Place::Segment(visited.id) };
        let moved = Change::SetPageState(page_id(1), state(place));
        commit(&*store, &ana, &[Change::PutSegment(visited), moved]).await;
    }
    let delta = changes_since(&*store, &ana, first).await;
    assert_eq!(delta.segments.iter().map(|segment| segment.visits).collect::<Vec<_>>(), [3]);
    assert_eq!(numbers(&delta.pages), [1]);
    assert_eq!(delta.pages[0].state, state(Place::Segment(segment(1).id)));
    assert_eq!(delta.pages[0].turn.key().map(memoryos::types::TurnKey::as_str), Some("first"));
}

/// By their order, however they were written or moved.
pub async fn pages_come_in_their_order(open: &Open<'_>) {
    let (store, ana) = (open(), owner("ana"));
    let first = commit(&*store, &ana, &[3, 1, 12, 2].map(add_page)).await;
    assert_eq!(numbers(&everything(&*store, &ana).await.pages), [1, 2, 3, 12]);
    let moves = [12, 1, 3].map(|order| Change::SetPageState(page_id(order), state(Place::Pending)));
    commit(&*store, &ana, &moves).await;
    assert_eq!(numbers(&changes_since(&*store, &ana, first).await.pages), [1, 3, 12]);
}

/// Models stand beside each other; each is read alone.
pub async fn a_delta_holds_vectors_of_the_model_asked_for(open: &Open<'_>) {
    let (store, ana) = (open(), owner("ana"));
    let old = page_vectors(1, MODEL, &[1.0, 0.0]);
    let wide =
        Vectors { embeddings: vec![embedding(&[1.0, 2.0, 3.0])], ..page_vectors(1, "other-3d", &[1.0]) };
    commit(&*store, &ana, &[add_page(1), Change::PutVectors(old.clone())]).await;
    let second = commit(&*store, &ana, &[Change::PutVectors(wide.clone())]).await;
    for (model, expected) in [(MODEL, vec![old]), ("other-3d", vec![wide]), ("never seen", vec![])] {
        let all = store.changes_since(&ana, Revision(0), model).await.expect("the memory");
        assert_eq!((all.vectors, all.revision), (expected, second), "{model}");
    }
    assert_eq!(changes_since(&*store, &ana, Revision(1)).await.vectors, []);
}

/// A reader that is ahead of the store (after a restore) starts over.
pub async fn a_base_that_never_was_is_answered_with_everything(open: &Open<'_>) {
    let (store, ana) = (open(), owner("ana"));
    commit(&*store, &ana, &one_of_each(&ana)).await;
    assert_eq!(changes_since(&*store, &ana, Revision(9)).await, everything(&*store, &ana).await);
}

/// Neither the revision, nor the jobs, nor a byte on the disk.
pub async fn reading_changes_nothing(open: &Open<'_>) {
    let (store, ana) = (open(), owner("ana"));
    let revision = commit(&*store, &ana, &one_of_each(&ana)).await;
    let jobs = store.jobs(None).await.expect("the jobs");
    let bytes = store.bytes_on_disk().await.expect("the bytes");
    for _ in 0..3 {
        everything(&*store, &ana).await;
        changes_since(&*store, &ana, revision).await;
        store.status(&ana).await.expect("the status");
        store.owners().await.expect("the owners");
        store.spend(&ana, instant(0)).await.expect("the spend");
    }
    assert_eq!(store.revision(&ana).await.expect("the revision"), revision);
    assert_eq!(store.jobs(None).await.expect("the jobs"), jobs);
    assert_eq!(store.bytes_on_disk().await.expect("the bytes"), bytes);
}
