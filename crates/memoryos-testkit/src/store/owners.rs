//! Promises about owners: whose memory is whose.

use memoryos::{
    ports::{Change, Delta, OwnerStatus, Purpose, Revision},
    types::Owner,
};

use super::{MODEL, Open, commit, commits::one_of_each, everything};
use crate::samples::{add_page, call, instant, owner, page_of, turn};

/// The same ids, keys and orders serve two owners, and each reads their own words.
pub async fn owners_never_see_each_other(open: &Open<'_>) {
    let (store, ana, bo) = (open(), owner("ana"), owner("bo"));
    commit(&*store, &ana, &one_of_each(&ana)).await;
    let untouched = everything(&*store, &bo).await;
    assert_eq!(untouched, Delta { is_complete: true, ..Delta::default() });
    assert_eq!(store.status(&bo).await.expect("the status"), OwnerStatus::default());
    assert_eq!(store.jobs(Some(&bo)).await.expect("the jobs"), []);

    commit(&*store, &bo, &one_of_each(&bo)).await;
    commit(&*store, &bo, &[Change::AddPage(page_of(2, turn("bo's secret", "kept")))]).await;
    assert_eq!(everything(&*store, &ana).await.revision, Revision(1));
    assert_eq!(everything(&*store, &ana).await.pages.len(), 1);
    assert_eq!(everything(&*store, &bo).await.pages.len(), 2);
}

/// Names are never paths, and never run into each other.
pub async fn any_unicode_name_is_an_owner(open: &Open<'_>) {
    let store = open();
    let long = "x".repeat(10_240);
    let longer = "x".repeat(10_241);
    let names = [
        ("张伟", "助手"),
        ("../../x", "/etc/passwd"),
        ("a:b", "c\\d"),
        ("ann@example.com", "a b"),
        ("team_a", "bot"),
        ("team", "a_bot"),
        ("Ann", "bot"),
        ("ann", "bot"),
        ("ann ", "bot"),
        ("e\u{301}", "composed or not"),
        ("\u{e9}", "composed or not"),
        ("'; DROP TABLE page; --", "%"),
        ("🐱", "שלום"),
        (long.as_str(), "bot"),
        (longer.as_str(), "bot"),
    ];
    let owners = names.map(|(user, assistant)| Owner::new(user, assistant).expect("a name"));
    for owner in &owners {
        let words = format!("said by {owner:?}");
        commit(&*store, owner, &[Change::AddPage(page_of(1, turn(&words, "")))]).await;
    }
    for owner in &owners {
        let pages = everything(&*store, owner).await.pages;
        assert_eq!(pages, [page_of(1, turn(&format!("said by {owner:?}"), ""))]);
    }
    assert_eq!(store.owners().await.expect("the owners").len(), owners.len());
}

/// In order of the user's name, then of the assistant's; who has no page is not listed.
pub async fn owners_are_listed_in_order_once_they_have_a_page(open: &Open<'_>) {
    let store = open();
    assert_eq!(store.owners().await.expect("no owners"), []);
    let mut owners: Vec<Owner> = [("b", "2"), ("a", "2"), ("Z", "1"), ("a", "1"), ("é", "1"), ("ab", "1")]
        .map(|(user, assistant)| Owner::new(user, assistant).expect("a name"))
        .into();
    for owner in &owners {
        commit(&*store, owner, &[add_page(1)]).await;
    }
    store.record_calls(&owner("pageless"), &[call(Purpose::Answer, 0)]).await.expect("a call");
    owners.sort();
    assert_eq!(store.owners().await.expect("the owners"), owners);
}

/// Asking about somebody is no error, and does not make them known.
pub async fn nothing_is_known_of_an_unknown_owner(open: &Open<'_>) {
    let (store, nobody) = (open(), owner("nobody"));
    assert_eq!(store.revision(&nobody).await.expect("the revision"), Revision(0));
    assert_eq!(everything(&*store, &nobody).await, Delta { is_complete: true, ..Delta::default() });
    let delta = store.changes_since(&nobody, Revision(4), MODEL).await.expect("the memory");
    assert_eq!(delta, Delta { is_complete: true, ..Delta::default() });
    assert_eq!(store.status(&nobody).await.expect("the status"), OwnerStatus::default());
    assert_eq!(store.spend(&nobody, instant(0)).await.expect("the spend"), []);
    assert_eq!(store.owners().await.expect("the owners"), []);
}
