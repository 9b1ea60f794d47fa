//! A commit, within a transaction that is undone where it fails.

use memoryos::{
    ports::{Change, Revision, StoreError},
    types::Owner,
};
use rusqlite::Connection;

use super::{failure::Failure, jobs, owners, pages, records, vectors};

/// Makes `changes` if the owner is still at `base`; see [`Store::commit`](memoryos::ports::Store::commit).
pub(super) fn commit(
    connection: &Connection,
    owner: &Owner,
    base: Revision,
    changes: &[Change],
) -> Result<Revision, Failure> {
    let found = owners::find_or_add(connection, owner)?;
    if found.revision != base {
        return Err(StoreError::Conflict { base, found: found.revision }.into());
    }
    let next = Revision(base.0 + 1);
    owners::advance(connection, found.row, next)?;
    for change in changes {
        if !make(connection, found.row, next, change)? {
            return Err(StoreError::Conflict { base, found: base }.into());
        }
    }
    Ok(next)
}

/// Makes one change; `false` when what is there already does not allow it.
fn make(connection: &Connection, owner: i64, next: Revision, change: &Change) -> Result<bool, Failure> {
    let revision = next.0.cast_signed();
    match change {
        Change::AddPage(page) => return pages::add(connection, owner, revision, page),
        Change::SetPageState(id, state) => return pages::set_state(connection, owner, revision, *id, state),
        Change::AddJob(job) => return jobs::add(connection, owner, job),
        Change::HastenJobs(due) => jobs::hasten(connection, owner, *due)?,
        Change::FinishJob(leased) => jobs::finish(connection, owner, leased)?,
        Change::PutChain(chain) => records::put(connection, owner, revision, chain)?,
        Change::PutSegment(segment) => records::put(connection, owner, revision, segment)?,
        Change::PutFact(fact) => records::put(connection, owner, revision, fact)?,
        Change::PutProfile(version) => records::put(connection, owner, revision, version)?,
        Change::PutVectors(of_item) => vectors::put(connection, owner, revision, of_item)?,
    }
    Ok(true)
}
