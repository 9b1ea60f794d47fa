//! Promises about commits that do not fit what is there, and about commits at the same time.

use std::sync::Arc;

use memoryos::{
    ports::{Change, Revision, Store, StoreError},
    types::{Owner, PageId, Place},
};

use super::{Open, assert_conflict, commit, everything, numbers, page_id};
use crate::samples::{add_page, keyed_page, owner, page, state};

/// Nothing is written for a base that is past or still to come, and the error tells the revision found.
pub async fn a_base_that_is_not_the_revision_is_a_conflict(open: &Open<'_>) {
    let (store, ana) = (open(), owner("ana"));
    commit(&*store, &ana, &[add_page(1)]).await;
    let revision = commit(&*store, &ana, &[add_page(2)]).await;
    for wrong in [Revision(0), Revision(1), Revision(3)] {
        match store.commit(&ana, wrong, &[add_page(3)]).await {
            Err(StoreError::Conflict { base, found }) => assert_eq!((base, found), (wrong, revision)),
            other => panic!("not a conflict: {other:?}"),
        }
    }
    assert_eq!(numbers(&everything(&*store, &ana).await.pages), [1, 2]);
}

/// Each page has its own id, order and, where it has one, key.
pub async fn a_taken_id_order_or_key_is_a_conflict(open: &Open<'_>) {
    let (store, ana) = (open(), owner("ana"));
    let base = commit(&*store, &ana, &[Change::AddPage(keyed_page(1, "k"))]).await;
    let (mut same_id, mut same_order) = (page(2), page(2));
    same_id.id = page_id(1);
    same_order.order = 1;
    for taken in [same_id, same_order, keyed_page(2, "k")] {
        assert_conflict(&store.commit(&ana, base, &[Change::AddPage(taken)]).await);
    }
    assert_eq!(everything(&*store, &ana).await.pages, [keyed_page(1, "k")]);
    // A key that differs in case, or by a space, is another key; pages without one never clash.
    let free = [keyed_page(2, "K"), keyed_page(3, "k "), page(4), page(5)].map(Change::AddPage);
    store.commit(&ana, base, &free).await.expect("these keys are free");
}

/// A list that contradicts itself is refused whole.
pub async fn a_key_taken_twice_within_one_commit_is_a_conflict(open: &Open<'_>) {
    let (store, ana) = (open(), owner("ana"));
    let twice = [keyed_page(1, "k"), keyed_page(2, "k")].map(Change::AddPage);
    assert_conflict(&store.commit(&ana, Revision(0), &twice).await);
    assert_eq!(everything(&*store, &ana).await.pages, []);
}

/// A page that is not there cannot move; nor can that of another owner.
pub async fn moving_a_page_that_is_not_there_is_a_conflict(open: &Open<'_>) {
    let (store, ana, bo) = (open(), owner("ana"), owner("bo"));
    commit(&*store, &bo, &[add_page(1)]).await;
    let base = commit(&*store, &ana, &[add_page(2)]).await;
    let moved = Change::SetPageState(page_id(1), state(Place::Pending));
    assert_conflict(&store.commit(&ana, base, &[add_page(3), moved]).await);
    assert_eq!(numbers(&everything(&*store, &ana).await.pages), [2]);
}

/// Eight writers of four pages each: no page is lost, none doubled, and the orders have no gap.
pub async fn writers_at_the_same_time_all_get_through_when_they_try_again(open: &Open<'_>) {
    const WRITERS: u64 = 8;
    const PAGES: u64 = 4;
    let (store, ana): (Arc<dyn Store>, _) = (open().into(), owner("ana"));
    let tasks: Vec<_> = (0..WRITERS)
        .map(|writer| {
            let (store, ana) = (Arc::clone(&store), ana.clone());
            tokio::spawn(async move {
                for nth in 0..PAGES {
                    append(&*store, &ana, (writer * PAGES + nth + 1).into()).await;
                }
            })
        })
        .collect();
    for task in tasks {
        task.await.expect("the writer gets through");
    }
    let pages = everything(&*store, &ana).await.pages;
    let mut ids = numbers(&pages);
    ids.sort_unstable();
    assert_eq!(ids, (1..=u128::from(WRITERS * PAGES)).collect::<Vec<_>>());
    assert!(pages.iter().map(|page| page.order).eq(1..=WRITERS * PAGES), "orders have a gap");
}

/// Appends a page with this id after those found, trying again whenever another writer was faster.
async fn append(store: &dyn Store, owner: &Owner, id: u128) {
    loop {
        let base = store.revision(owner).await.expect("the revision");
        let mut next = page(base.0 + 1);
        next.id = PageId::from_bits(id);
        match store.commit(owner, base, &[Change::AddPage(next)]).await {
            Err(StoreError::Conflict { .. }) => {}
            done => {
                done.expect("the page is added");
                return;
            }
        }
    }
}
