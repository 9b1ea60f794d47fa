//! Promises about the ledger of model calls.

use std::time::Duration;

use memoryos::ports::{Call, CallOutcome, Purpose, Revision, Spend, Usage};

use super::Open;
use crate::samples::{call, instant, owner};

fn spent(purpose: Purpose, calls: u64, failed: u64) -> Spend {
    let usage = Usage { prompt_tokens: 100 * calls, completion_tokens: 10 * calls };
    let latency = Duration::from_millis(250) * u32::try_from(calls).expect("few calls");
    Spend { purpose, calls, failed, usage, latency }
}

/// In order of purpose; the first instant counts, failures count and are told apart.
pub async fn calls_add_up_by_purpose_from_a_time_on(open: &Open<'_>) {
    let (store, ana) = (open(), owner("ana"));
    let failed = Call { outcome: CallOutcome::Failed, ..call(Purpose::Learn, 30) };
    let first = [call(Purpose::Answer, 10), call(Purpose::Learn, 20), call(Purpose::Judge, 20)];
    store.record_calls(&ana, &first).await.expect("three calls");
    store.record_calls(&ana, &[failed, call(Purpose::Consolidate, 40)]).await.expect("two calls");
    store.record_calls(&ana, &[]).await.expect("no calls");
    let since_20 =
        [spent(Purpose::Consolidate, 1, 0), spent(Purpose::Learn, 2, 1), spent(Purpose::Judge, 1, 0)];
    assert_eq!(store.spend(&ana, instant(20)).await.expect("the spend"), since_20);
    let since_31 = [spent(Purpose::Consolidate, 1, 0)];
    assert_eq!(store.spend(&ana, instant(31)).await.expect("the spend"), since_31);
    assert_eq!(store.spend(&ana, instant(41)).await.expect("the spend"), []);
}

/// Spending is no part of the memory.
pub async fn calls_belong_to_their_owner_and_leave_the_revision(open: &Open<'_>) {
    let (store, ana, bo) = (open(), owner("ana"), owner("bo"));
    store.record_calls(&ana, &[call(Purpose::Answer, 10)]).await.expect("a call");
    assert_eq!(store.spend(&bo, instant(0)).await.expect("the spend"), []);
    assert_eq!(store.spend(&ana, instant(0)).await.expect("the spend"), [spent(Purpose::Answer, 1, 0)]);
    assert_eq!(store.revision(&ana).await.expect("the revision"), Revision(0));
}
