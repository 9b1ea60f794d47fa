//! Promises about counts.

use memoryos::{
    ports::{Change, OwnerStatus},
    types::{About, Fact, Place, Segment},
};

use super::{Open, commit, page_id};
use crate::samples::{add_page, fact, instant, owner, profile_version, segment, state};

/// Pages of archived segments count as archived; archived facts are not counted, superseded ones are.
pub async fn status_counts_what_there_is(open: &Open<'_>) {
    let (store, ana) = (open(), owner("ana"));
    let archived = Segment { archived_at: Some(instant(9)), ..segment(2) };
    let places = [Place::Pending, Place::Pending, Place::Segment(segment(1).id), Place::Segment(archived.id)];
    let moves = (1..).zip(places).map(|(order, place)| Change::SetPageState(page_id(order), state(place)));
    let facts = [
        fact(1, "tea"),
        Fact {
            superseded: Some(memoryos::types::Superseded { at: instant(1), by: None }),
            ..fact(2, "coffee")
        },
        Fact { archived_at: Some(instant(2)), ..fact(3, "milk") },
        Fact { about: About::Assistant, ..fact(4, "sings") },
    ];
    let mut changes: Vec<Change> = (1..=9).map(add_page).chain(moves).collect();
    changes.extend(facts.map(Change::PutFact));
    changes.extend([segment(1), segment(3), archived].map(Change::PutSegment));
    changes.extend([profile_version(1, "A"), profile_version(2, "B")].map(Change::PutProfile));
    let revision = commit(&*store, &ana, &changes).await;
    let expected = OwnerStatus {
        revision,
        short_term_pages: 5,
        pending_pages: 2,
        mid_term_pages: 1,
        segments: 2,
        archived_pages: 1,
        archived_segments: 1,
        user_facts: 2,
        assistant_facts: 1,
        profile_versions: 2,
    };
    assert_eq!(store.status(&ana).await.expect("the status"), expected);
    // Restored, its pages are back in mid-term memory.
    let revision = commit(&*store, &ana, &[Change::PutSegment(segment(2))]).await;
    let restored = OwnerStatus {
        revision,
        mid_term_pages: 2,
        segments: 3,
        archived_pages: 0,
        archived_segments: 0,
        ..expected
    };
    assert_eq!(store.status(&ana).await.expect("the status"), restored);
}
