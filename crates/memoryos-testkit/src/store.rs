//! What every [`Store`] promises, one function a promise. [`store_suite!`](crate::store_suite) makes a test of each.
//!
//! A promise gets a way to open the store, not a store: opening again gives another handle on the same data.

#![expect(clippy::missing_panics_doc, reason = "a promise panics where it is broken")]

use memoryos::{
    ports::{Change, Delta, Revision, Store, StoreError},
    types::{Owner, Page, PageId},
};

mod commits;
mod conflicts;
mod deltas;
mod handles;
mod jobs;
mod ledger;
mod owners;
mod status;
mod words;

pub use commits::*;
pub use conflicts::*;
pub use deltas::*;
pub use handles::*;
pub use jobs::*;
pub use ledger::*;
pub use owners::*;
pub use status::*;
pub use words::*;

/// Opens a handle on one and the same store, the first time an empty one.
pub type Open<'a> = dyn Fn() -> Box<dyn Store> + 'a;

/// The model whose vectors the promises ask for.
const MODEL: &str = "hash-2d";

/// Commits on whatever is there.
async fn commit(store: &dyn Store, owner: &Owner, changes: &[Change]) -> Revision {
    let base = store.revision(owner).await.expect("the revision is read");
    store.commit(owner, base, changes).await.expect("the changes are made")
}

/// Everything an owner has.
async fn everything(store: &dyn Store, owner: &Owner) -> Delta {
    changes_since(store, owner, Revision(0)).await
}

/// What changed for an owner.
async fn changes_since(store: &dyn Store, owner: &Owner, since: Revision) -> Delta {
    store.changes_since(owner, since, MODEL).await.expect("the memory is read")
}

/// The pages' ids as the numbers [`samples`](crate::samples) made them of.
fn numbers(pages: &[Page]) -> Vec<u128> {
    pages.iter().map(|page| page.id.bits()).collect()
}

fn page_id(order: u64) -> PageId {
    PageId::from_bits(order.into())
}

#[track_caller]
fn assert_conflict<T: std::fmt::Debug>(result: &Result<T, StoreError>) {
    assert!(matches!(result, Err(StoreError::Conflict { .. })), "not a conflict: {result:?}");
}

/// Makes one `#[tokio::test]` for each promise of a store. `$place` is evaluated in each test and gives an
/// `impl Fn() -> Box<dyn Store>`, see [`store::Open`](crate::store::Open); use it within a module of its own. The
/// crate needs `tokio` with `macros` and `rt-multi-thread`.
#[macro_export]
macro_rules! store_suite {
    ($place:expr) => {
        $crate::store_suite! { @each $place;
            a_commit_moves_the_revision_by_one,
            an_empty_commit_changes_nothing_whatever_its_base,
            changes_are_made_in_their_order,
            putting_again_replaces,
            a_refused_change_leaves_nothing_of_its_commit,
            a_lost_lease_leaves_nothing_of_its_commit,
            a_base_that_is_not_the_revision_is_a_conflict,
            a_taken_id_order_or_key_is_a_conflict,
            a_key_taken_twice_within_one_commit_is_a_conflict,
            moving_a_page_that_is_not_there_is_a_conflict,
            writers_at_the_same_time_all_get_through_when_they_try_again,
            owners_never_see_each_other,
            any_unicode_name_is_an_owner,
            owners_are_listed_in_order_once_they_have_a_page,
            nothing_is_known_of_an_unknown_owner,
            words_come_back_byte_for_byte,
            a_megabyte_of_text_comes_back,
            times_come_back_exactly,
            every_field_of_a_record_comes_back,
            vectors_come_back_bit_for_bit,
            from_zero_a_delta_is_complete,
            a_delta_holds_what_changed_after_its_base,
            what_changed_twice_comes_once_in_its_newest_form,
            pages_come_in_their_order,
            a_delta_holds_vectors_of_the_model_asked_for,
            a_base_that_never_was_is_answered_with_everything,
            reading_changes_nothing,
            a_waiting_job_of_the_same_kind_serves_for_both,
            a_failed_job_keeps_its_pause_until_somebody_hastens_it,
            a_leased_job_does_not_serve_for_a_new_one,
            the_job_due_longest_is_leased_first,
            a_job_is_not_leased_before_its_time,
            one_of_an_owners_jobs_is_done_at_a_time_while_other_owners_go_on,
            one_of_many_workers_gets_a_job,
            a_lease_that_ran_out_passes_to_the_next_with_another_token,
            a_lost_lease_finishes_nothing,
            a_finished_job_is_gone,
            a_returned_job_waits_counts_and_says_why,
            returning_a_lost_lease_changes_nothing,
            leasing_and_returning_leave_the_revision,
            jobs_are_listed_oldest_first_for_all_or_one,
            calls_add_up_by_purpose_from_a_time_on,
            calls_belong_to_their_owner_and_leave_the_revision,
            status_counts_what_there_is,
            two_handles_see_the_same_memory,
            everything_is_there_after_reopening,
        }
    };
    (@each $place:expr; $($promise:ident),+ $(,)?) => {$(
        #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
        async fn $promise() {
            let open = $place;
            $crate::store::$promise(&open).await;
        }
    )+};
}
