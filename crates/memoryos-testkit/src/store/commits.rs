//! Promises about a commit: whole or not at all, in order, one revision each.

use memoryos::{
    ports::{Change, JobKind, LeasedJob, Revision, StoreError, Vectors},
    types::{Owner, Place},
};

use super::{MODEL, Open, commit, everything, page_id};
use crate::samples::{
    add_page, chain, embedding, fact, instant, job, keyed_page, owner, page, page_vectors, profile_version,
    segment, state,
};

/// `commit` returns `base` + 1, and that is the owner's revision then.
pub async fn a_commit_moves_the_revision_by_one(open: &Open<'_>) {
    let (store, ana) = (open(), owner("ana"));
    let first = store.commit(&ana, Revision(0), &[add_page(1), add_page(2)]).await.expect("the first commit");
    let second = store.commit(&ana, first, &[add_page(3)]).await.expect("the second commit");
    assert_eq!((first, second), (Revision(1), Revision(2)));
    assert_eq!(store.revision(&ana).await.expect("the revision"), second);
}

/// A list without changes returns the base it was given.
pub async fn an_empty_commit_changes_nothing_whatever_its_base(open: &Open<'_>) {
    let (store, ana) = (open(), owner("ana"));
    commit(&*store, &ana, &[add_page(1)]).await;
    for base in [Revision(0), Revision(1), Revision(7)] {
        assert_eq!(store.commit(&ana, base, &[]).await.expect("an empty commit"), base);
    }
    assert_eq!(store.revision(&ana).await.expect("the revision"), Revision(1));
}

/// A later change of a commit sees the earlier ones and wins over them.
pub async fn changes_are_made_in_their_order(open: &Open<'_>) {
    let (store, ana) = (open(), owner("ana"));
    let moves = [Place::Pending, Place::ShortTerm, Place::Pending];
    let moves = moves.map(|place| Change::SetPageState(page_id(1), state(place)));
    let facts = ["tea", "coffee"].map(|text| Change::PutFact(fact(1, text)));
    commit(&*store, &ana, &[vec![add_page(1)], moves.into(), facts.into()].concat()).await;
    let all = everything(&*store, &ana).await;
    assert_eq!(all.pages[0].state, state(Place::Pending));
    assert_eq!(all.facts, [fact(1, "coffee")]);
}

/// What has an id is put whole, in place of what had it.
pub async fn putting_again_replaces(open: &Open<'_>) {
    let (store, ana) = (open(), owner("ana"));
    let vectors = page_vectors(1, MODEL, &[1.0, 0.0]);
    commit(&*store, &ana, &one_of_each(&ana)).await;
    let mut warm = segment(1);
    (warm.visits, warm.archived_at) = (3, Some(instant(9)));
    let longer = Vectors { embeddings: vec![embedding(&[0.0, 1.0]), embedding(&[1.0, 1.0])], ..vectors };
    let again = [
        Change::PutChain(chain(1, 9)),
        Change::PutSegment(warm.clone()),
        Change::PutFact(fact(1, "another")),
        Change::PutProfile(profile_version(1, "Anna")),
        Change::PutVectors(longer.clone()),
    ];
    commit(&*store, &ana, &again).await;
    let all = everything(&*store, &ana).await;
    assert_eq!((all.chains, all.segments), (vec![chain(1, 9)], vec![warm]));
    assert_eq!((all.facts, all.profiles), (vec![fact(1, "another")], vec![profile_version(1, "Anna")]));
    assert_eq!(all.vectors, [longer]);
}

/// When the last change is refused, none of those before it happened.
pub async fn a_refused_change_leaves_nothing_of_its_commit(open: &Open<'_>) {
    let (store, ana) = (open(), owner("ana"));
    let base = commit(&*store, &ana, &[Change::AddPage(page(7))]).await;
    let before = everything(&*store, &ana).await;
    let refused = [one_of_each(&ana), vec![add_page(7)]].concat();
    super::assert_conflict(&store.commit(&ana, base, &refused).await);
    assert_eq!(everything(&*store, &ana).await, before);
    assert_eq!(store.jobs(None).await.expect("the jobs"), []);
    // Neither did the refusal leave a key or an id taken.
    store.commit(&ana, base, &one_of_each(&ana)).await.expect("the same changes without the refused one");
}

/// A finished job and what came of it are kept together or not at all.
pub async fn a_lost_lease_leaves_nothing_of_its_commit(open: &Open<'_>) {
    let (store, ana) = (open(), owner("ana"));
    let never_leased = LeasedJob { job: job(5, &ana, JobKind::Learn, 0), token: 1 };
    let changes = [one_of_each(&ana), vec![Change::FinishJob(never_leased)]].concat();
    let refused = store.commit(&ana, Revision(0), &changes).await;
    assert!(matches!(refused, Err(StoreError::LeaseLost)), "{refused:?}");
    let all = everything(&*store, &ana).await;
    assert_eq!((all.revision, all.pages, all.facts), (Revision(0), vec![], vec![]));
    assert_eq!(store.jobs(None).await.expect("the jobs"), []);
}

/// One change of each kind that adds something.
pub(super) fn one_of_each(owner: &Owner) -> Vec<Change> {
    vec![
        Change::AddPage(keyed_page(1, "first")),
        Change::SetPageState(page_id(1), state(Place::Pending)),
        Change::PutChain(chain(1, 1)),
        Change::PutSegment(segment(1)),
        Change::PutFact(fact(1, "likes tea")),
        Change::PutProfile(profile_version(1, "Ana")),
        Change::PutVectors(page_vectors(1, MODEL, &[1.0, 0.0])),
        Change::AddJob(job(1, owner, JobKind::Consolidate, 0)),
    ]
}
