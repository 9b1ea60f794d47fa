//! Promises about jobs: asked for once, done by one, never lost.

use std::{slice, sync::Arc, time::Duration};

use memoryos::{
    ports::{Change, Job, JobKind, LeasedJob, Revision, Store, StoreError},
    types::Owner,
};

use super::{Open, commit, everything};
use crate::samples::{add_page, instant, job, owner};

const MINUTE: Duration = Duration::from_mins(1);

async fn add(store: &dyn Store, jobs: &[Job]) {
    for job in jobs {
        commit(store, &job.owner, &[Change::AddJob(job.clone())]).await;
    }
}

async fn lease(store: &dyn Store, of: Option<&Owner>, secs: i64) -> Option<LeasedJob> {
    store.lease_job(of, instant(secs), MINUTE).await.expect("asking for a job")
}

async fn lease_id(store: &dyn Store, of: Option<&Owner>, secs: i64) -> Option<u128> {
    lease(store, of, secs).await.map(|leased| leased.job.id.bits())
}

async fn jobs(store: &dyn Store) -> Vec<Job> {
    store.jobs(None).await.expect("the jobs")
}

/// From the earlier of their two times on; another kind, or another owner, has a job of its own.
pub async fn a_waiting_job_of_the_same_kind_serves_for_both(open: &Open<'_>) {
    let (store, ana, bo) = (open(), owner("ana"), owner("bo"));
    let first = job(1, &ana, JobKind::Learn, 50);
    add(&*store, &[first.clone(), job(2, &ana, JobKind::Learn, 90)]).await;
    assert_eq!(jobs(&*store).await, slice::from_ref(&first));
    add(&*store, &[job(3, &ana, JobKind::Learn, 20)]).await;
    let sooner = Job { not_before: instant(20), ..first };
    assert_eq!(jobs(&*store).await, slice::from_ref(&sooner));
    let others = [job(4, &ana, JobKind::Embed, 60), job(5, &bo, JobKind::Learn, 70)];
    add(&*store, &others).await;
    assert_eq!(jobs(&*store).await, [vec![sooner], others.into()].concat());
}

/// New work of the same kind does not cut the pause short that a failure asked for; being asked to hurry does.
pub async fn a_failed_job_keeps_its_pause_until_somebody_hastens_it(open: &Open<'_>) {
    let (store, ana, bo) = (open(), owner("ana"), owner("bo"));
    add(&*store, &[job(1, &ana, JobKind::Learn, 0), job(2, &bo, JobKind::Learn, 80)]).await;
    let leased = lease(&*store, None, 0).await.expect("a job");
    store.return_job(&leased, instant(90), "too many requests").await.expect("it is returned");
    add(&*store, &[job(3, &ana, JobKind::Learn, 10)]).await;
    assert_eq!(lease_id(&*store, Some(&ana), 89).await, None);
    commit(&*store, &ana, &[Change::HastenJobs(instant(20))]).await;
    assert_eq!(lease_id(&*store, Some(&ana), 19).await, None);
    assert_eq!(lease_id(&*store, None, 20).await, Some(1), "and no other owner's jobs are hastened");
    assert_eq!(lease_id(&*store, None, 79).await, None);
}

/// What came after the work began needs work of its own.
pub async fn a_leased_job_does_not_serve_for_a_new_one(open: &Open<'_>) {
    let (store, ana) = (open(), owner("ana"));
    add(&*store, &[job(1, &ana, JobKind::Learn, 0)]).await;
    let leased = lease(&*store, None, 0).await.expect("a job");
    add(&*store, &[job(2, &ana, JobKind::Learn, 1)]).await;
    assert_eq!(jobs(&*store).await, [leased.job, job(2, &ana, JobKind::Learn, 1)]);
}

/// Least time first, then least id, among all owners.
pub async fn the_job_due_longest_is_leased_first(open: &Open<'_>) {
    let (store, ana, bo, cy) = (open(), owner("ana"), owner("bo"), owner("cy"));
    let late = Job { not_before: instant(9), ..job(1, &ana, JobKind::Learn, 0) };
    let all = [
        late,
        job(4, &ana, JobKind::Embed, 5),
        job(3, &bo, JobKind::Learn, 3),
        job(2, &cy, JobKind::Learn, 5),
    ];
    add(&*store, &all).await;
    assert_eq!(lease_id(&*store, None, 10).await, Some(3));
    assert_eq!(lease_id(&*store, None, 10).await, Some(2));
    assert_eq!(lease_id(&*store, None, 10).await, Some(4));
}

/// On the very instant it is due, and not a nanosecond before.
pub async fn a_job_is_not_leased_before_its_time(open: &Open<'_>) {
    let (store, ana) = (open(), owner("ana"));
    add(&*store, &[job(1, &ana, JobKind::Learn, 5)]).await;
    let just_before = instant(5) - Duration::from_nanos(1);
    assert_eq!(store.lease_job(None, just_before, MINUTE).await.expect("asking"), None);
    let leased = lease(&*store, None, 5).await.expect("a job that is due");
    assert_eq!(leased.job, Job { leased_until: Some(instant(65)), ..job(1, &ana, JobKind::Learn, 5) });
}

/// An owner's other jobs wait; nobody else's do.
pub async fn one_of_an_owners_jobs_is_done_at_a_time_while_other_owners_go_on(open: &Open<'_>) {
    let (store, ana, bo) = (open(), owner("ana"), owner("bo"));
    let all = [
        job(1, &ana, JobKind::Consolidate, 0),
        job(2, &ana, JobKind::Learn, 0),
        job(3, &bo, JobKind::Learn, 1),
    ];
    add(&*store, &all).await;
    assert_eq!(lease_id(&*store, Some(&ana), 10).await, Some(1));
    assert_eq!(lease_id(&*store, Some(&ana), 10).await, None);
    assert_eq!(lease_id(&*store, None, 10).await, Some(3));
    assert_eq!(lease_id(&*store, None, 10).await, None);
    // Once the lease ran out, the owner has jobs to give again, longest due first.
    assert_eq!(lease_id(&*store, Some(&ana), 70).await, Some(1));
}

/// However many ask at the same time.
pub async fn one_of_many_workers_gets_a_job(open: &Open<'_>) {
    let (store, ana): (Arc<dyn Store>, _) = (open().into(), owner("ana"));
    add(&*store, &[job(1, &ana, JobKind::Learn, 0)]).await;
    let workers = (0..8).map(|_| {
        let store = Arc::clone(&store);
        tokio::spawn(async move { lease(&*store, None, 1).await.is_some() })
    });
    let mut winners = 0;
    for worker in workers.collect::<Vec<_>>() {
        winners += u32::from(worker.await.expect("the worker ends"));
    }
    assert_eq!(winners, 1);
}

/// A worker that died holds nothing for ever.
pub async fn a_lease_that_ran_out_passes_to_the_next_with_another_token(open: &Open<'_>) {
    let (store, ana) = (open(), owner("ana"));
    add(&*store, &[job(1, &ana, JobKind::Learn, 0)]).await;
    let first = lease(&*store, None, 0).await.expect("a job");
    assert_eq!(lease(&*store, None, 59).await, None);
    let second = lease(&*store, None, 60).await.expect("the job again");
    assert_eq!(second.job.id, first.job.id);
    assert_ne!(second.token, first.token);
    assert_eq!(second.job.leased_until, Some(instant(120)));
}

/// The first worker comes back too late; the second has it, and finishes.
pub async fn a_lost_lease_finishes_nothing(open: &Open<'_>) {
    let (store, ana) = (open(), owner("ana"));
    add(&*store, &[job(1, &ana, JobKind::Learn, 0)]).await;
    let base = commit(&*store, &ana, &[add_page(1)]).await;
    let first = lease(&*store, None, 0).await.expect("a job");
    let second = lease(&*store, None, 60).await.expect("the job again");
    let too_late = store.commit(&ana, base, &[add_page(2), Change::FinishJob(first)]).await;
    assert!(matches!(too_late, Err(StoreError::LeaseLost)), "{too_late:?}");
    assert_eq!(everything(&*store, &ana).await.pages.len(), 1);
    commit(&*store, &ana, &[add_page(2), Change::FinishJob(second.clone())]).await;
    assert_eq!(jobs(&*store).await, []);
    let twice = store.commit(&ana, base, &[Change::FinishJob(second)]).await;
    assert!(twice.is_err(), "finished twice");
}

/// With its commit, and for good. A lease that ran out still counts while nobody else took the job.
pub async fn a_finished_job_is_gone(open: &Open<'_>) {
    let (store, ana) = (open(), owner("ana"));
    add(&*store, &[job(1, &ana, JobKind::Learn, 0), job(2, &ana, JobKind::Embed, 1)]).await;
    let leased = lease(&*store, None, 0).await.expect("a job");
    let finish_and_ask_anew = [Change::FinishJob(leased), Change::AddJob(job(3, &ana, JobKind::Learn, 9))];
    commit(&*store, &ana, &finish_and_ask_anew).await;
    assert_eq!(jobs(&*store).await, [job(2, &ana, JobKind::Embed, 1), job(3, &ana, JobKind::Learn, 9)]);
    assert_eq!(lease_id(&*store, None, 9).await, Some(2));
}

/// It can be leased again from its new time on.
pub async fn a_returned_job_waits_counts_and_says_why(open: &Open<'_>) {
    let (store, ana) = (open(), owner("ana"));
    add(&*store, &[job(1, &ana, JobKind::Learn, 0)]).await;
    for attempt in 1..=2 {
        let secs = i64::from(attempt) * 100;
        let leased = lease(&*store, None, secs - 50).await.expect("the job");
        store.return_job(&leased, instant(secs), "no model, 没有").await.expect("returning");
        let back = Job { attempts: attempt, not_before: instant(secs), ..job(1, &ana, JobKind::Learn, 0) };
        assert_eq!(jobs(&*store).await, [Job { last_error: Some("no model, 没有".into()), ..back }]);
        assert_eq!(lease(&*store, None, secs - 1).await, None);
        // The lease went with it.
        let late = store.commit(&ana, Revision(1), &[Change::FinishJob(leased)]).await;
        assert!(matches!(late, Err(StoreError::LeaseLost)), "{late:?}");
    }
}

/// The worker that has it now is not disturbed.
pub async fn returning_a_lost_lease_changes_nothing(open: &Open<'_>) {
    let (store, ana) = (open(), owner("ana"));
    add(&*store, &[job(1, &ana, JobKind::Learn, 0)]).await;
    let first = lease(&*store, None, 0).await.expect("a job");
    let second = lease(&*store, None, 60).await.expect("the job again");
    store.return_job(&first, instant(500), "late").await.expect("no error");
    assert_eq!(jobs(&*store).await, slice::from_ref(&second.job));
    commit(&*store, &ana, &[Change::FinishJob(second.clone())]).await;
    store.return_job(&second, instant(500), "done already").await.expect("no error");
    assert_eq!(jobs(&*store).await, []);
}

/// They are no part of the memory.
pub async fn leasing_and_returning_leave_the_revision(open: &Open<'_>) {
    let (store, ana) = (open(), owner("ana"));
    add(&*store, &[job(1, &ana, JobKind::Learn, 0)]).await;
    let leased = lease(&*store, None, 0).await.expect("a job");
    store.return_job(&leased, instant(1), "later").await.expect("returning");
    assert_eq!(store.revision(&ana).await.expect("the revision"), Revision(1));
}

/// By the time they were asked for, then by id.
pub async fn jobs_are_listed_oldest_first_for_all_or_one(open: &Open<'_>) {
    let (store, ana, bo) = (open(), owner("ana"), owner("bo"));
    let [a, b, c] =
        [job(3, &ana, JobKind::Learn, 5), job(1, &bo, JobKind::Learn, 5), job(2, &ana, JobKind::Embed, 1)];
    add(&*store, &[a.clone(), b.clone(), c.clone()]).await;
    assert_eq!(jobs(&*store).await, [c.clone(), b.clone(), a.clone()]);
    assert_eq!(store.jobs(Some(&ana)).await.expect("ana's"), [c, a]);
    assert_eq!(store.jobs(Some(&bo)).await.expect("bo's"), [b]);
}
