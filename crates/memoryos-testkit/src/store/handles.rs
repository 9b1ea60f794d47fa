//! Promises about several handles on one store, and about opening it again.

use std::time::Duration;

use memoryos::ports::Purpose;

use super::{Open, assert_conflict, commit, commits::one_of_each, everything, numbers};
use crate::samples::{add_page, call, instant, owner};

/// Whoever wrote it, and a base that the other handle moved is a conflict.
pub async fn two_handles_see_the_same_memory(open: &Open<'_>) {
    let (here, there, ana) = (open(), open(), owner("ana"));
    let first = commit(&*here, &ana, &one_of_each(&ana)).await;
    let second = commit(&*there, &ana, &[add_page(2)]).await;
    assert_conflict(&here.commit(&ana, first, &[add_page(3)]).await);
    here.commit(&ana, second, &[add_page(3)]).await.expect("the next page");
    assert_eq!(everything(&*there, &ana).await, everything(&*here, &ana).await);
    assert_eq!(numbers(&everything(&*there, &ana).await.pages), [1, 2, 3]);
    // A job leased here is leased there; one handle going away does not hurt the other.
    let minute = Duration::from_mins(1);
    let leased = here.lease_job(None, instant(1), minute).await.expect("asking").expect("a job");
    assert_eq!(there.lease_job(None, instant(1), minute).await.expect("asking"), None);
    drop(here);
    there.return_job(&leased, instant(2), "handed over").await.expect("returning");
    commit(&*there, &ana, &[add_page(4)]).await;
    assert_eq!(everything(&*open(), &ana).await.pages.len(), 4);
}

/// The memory, its jobs with their leases, and the ledger.
pub async fn everything_is_there_after_reopening(open: &Open<'_>) {
    let (before, ana) = (open(), owner("ana"));
    commit(&*before, &ana, &one_of_each(&ana)).await;
    before.record_calls(&ana, &[call(Purpose::Answer, 0)]).await.expect("a call");
    let leased = before.lease_job(None, instant(1), Duration::from_mins(1)).await.expect("asking");
    let memory = everything(&*before, &ana).await;
    let spend = before.spend(&ana, instant(0)).await.expect("the spend");
    drop(before);
    for _ in 0..2 {
        let after = open();
        assert_eq!(everything(&*after, &ana).await, memory);
        assert_eq!(after.jobs(None).await.expect("the jobs"), [leased.clone().expect("a job").job]);
        assert_eq!(after.spend(&ana, instant(0)).await.expect("the spend"), spend);
    }
}
