//! Jobs as rows, and the leases on them.

use std::time::Duration;

use jiff::Timestamp;
use memoryos::{
    ports::{BoxError, Job, JobKind, LeasedJob, StoreError},
    types::Owner,
};
use rusqlite::{Connection, OptionalExtension, Row, named_params, params};

use super::{
    failure::{self, Failure, corrupt},
    owners,
    records::IdBytes,
    times::{from_nanos, to_nanos},
};

const COLUMNS: &str =
    "owner.user, owner.assistant, job.rowid, job.id, kind, created_at, not_before, attempts,
                       leased_until, token, last_error";

fn kind_name(kind: JobKind) -> &'static str {
    match kind {
        JobKind::Consolidate => "consolidate",
        JobKind::Learn => "learn",
        JobKind::Embed => "embed",
    }
}

fn kind_named(name: &str) -> Result<JobKind, BoxError> {
    [JobKind::Consolidate, JobKind::Learn, JobKind::Embed]
        .into_iter()
        .find(|kind| kind_name(*kind) == name)
        .ok_or_else(|| format!("no kind of job {name:?}").into())
}

/// Adds a job, or lets one of its kind that waits serve for both; `false` when its id is taken.
pub(super) fn add(connection: &Connection, owner: i64, job: &Job) -> Result<bool, Failure> {
    let (kind, not_before) = (kind_name(job.kind), to_nanos(job.not_before));
    let mut update = connection.prepare_cached(
        "UPDATE job SET not_before = iif(attempts = 0, min(not_before, ?3), not_before)
         WHERE owner = ?1 AND kind = ?2 AND leased_until IS NULL",
    )?;
    if update.execute(params![owner, kind, not_before])? > 0 {
        return Ok(true);
    }
    let mut insert = connection.prepare_cached(
        "INSERT INTO job (owner, id, kind, created_at, not_before, attempts, leased_until, last_error)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    )?;
    let added = insert.execute(params![
        owner,
        IdBytes::from(job.id),
        kind,
        to_nanos(job.created_at),
        not_before,
        job.attempts,
        job.leased_until.map(to_nanos),
        job.last_error,
    ]);
    failure::unless_taken(added)
}

/// Lets every job that waits fall due at `due` at the latest.
pub(super) fn hasten(connection: &Connection, owner: i64, due: Timestamp) -> Result<(), Failure> {
    let mut update =
        connection.prepare_cached("UPDATE job SET not_before = min(not_before, ?2) WHERE owner = ?1")?;
    update.execute(params![owner, to_nanos(due)])?;
    Ok(())
}

/// Removes a job that is done.
pub(super) fn finish(connection: &Connection, owner: i64, leased: &LeasedJob) -> Result<(), Failure> {
    let mut delete = connection.prepare_cached(
        "DELETE FROM job WHERE owner = ?1 AND id = ?2 AND token = ?3 AND leased_until IS NOT NULL",
    )?;
    match delete.execute(params![owner, IdBytes::from(leased.job.id), leased.token.cast_signed()])? {
        0 => Err(StoreError::LeaseLost.into()),
        _ => Ok(()),
    }
}

/// Gives a job back, if the lease is still held.
pub(super) fn give_back(
    connection: &Connection,
    leased: &LeasedJob,
    not_before: Timestamp,
    error: &str,
) -> Result<(), Failure> {
    let Some(owner) = owners::find(connection, &leased.job.owner)? else { return Ok(()) };
    let mut update = connection.prepare_cached(
        "UPDATE job SET leased_until = NULL, not_before = ?4, attempts = attempts + 1, last_error = ?5
         WHERE owner = ?1 AND id = ?2 AND token = ?3 AND leased_until IS NOT NULL",
    )?;
    let (id, token) = (IdBytes::from(leased.job.id), leased.token.cast_signed());
    update.execute(params![owner.row, id, token, to_nanos(not_before), error])?;
    Ok(())
}

/// Leases the job that has been due the longest, of an owner none of whose jobs is being done. Within a transaction.
pub(super) fn lease(
    connection: &Connection,
    of: Option<&Owner>,
    now: Timestamp,
    lease: Duration,
) -> Result<Option<LeasedJob>, Failure> {
    let Some((row, mut leased)) = longest_due(connection, of, now)? else { return Ok(None) };
    let until = now.checked_add(lease).unwrap_or(Timestamp::MAX);
    leased.token += 1;
    leased.job.leased_until = Some(from_nanos(to_nanos(until)));
    connection
        .prepare_cached("UPDATE job SET leased_until = ?2, token = ?3 WHERE rowid = ?1")?
        .execute(params![row, to_nanos(until), leased.token.cast_signed()])?;
    Ok(Some(leased))
}

fn longest_due(
    connection: &Connection,
    of: Option<&Owner>,
    now: Timestamp,
) -> Result<Option<(i64, LeasedJob)>, Failure> {
    let mut select = connection.prepare_cached(&format!(
        "SELECT {COLUMNS} FROM job JOIN owner ON owner.id = job.owner
         WHERE not_before <= :now
           AND NOT EXISTS (SELECT 1 FROM job AS held WHERE held.owner = job.owner AND held.leased_until > :now)
           AND (:user IS NULL OR (owner.user = :user AND owner.assistant = :assistant))
         ORDER BY not_before, job.id LIMIT 1"
    ))?;
    let (user, assistant) = (of.map(|o| o.user.as_str()), of.map(|o| o.assistant.as_str()));
    let wanted = named_params! { ":now": to_nanos(now), ":user": user, ":assistant": assistant };
    let found = select.query_row(wanted, |row| Ok(decode(row))).optional()?;
    Ok(found.transpose().map_err(|error| corrupt("job", error))?)
}

/// Jobs that are not done, oldest first.
pub(super) fn all(connection: &Connection, of: Option<&Owner>) -> Result<Vec<Job>, Failure> {
    let mut select = connection.prepare_cached(&format!(
        "SELECT {COLUMNS} FROM job JOIN owner ON owner.id = job.owner
         WHERE ?1 IS NULL OR (owner.user = ?1 AND owner.assistant = ?2) ORDER BY created_at, job.id"
    ))?;
    let (user, assistant) = (of.map(|o| o.user.as_str()), of.map(|o| o.assistant.as_str()));
    let mut rows = select.query(params![user, assistant])?;
    let mut jobs = Vec::new();
    while let Some(row) = rows.next()? {
        let (_, leased) = decode(row).map_err(|error| corrupt("job", error))?;
        jobs.push(leased.job);
    }
    Ok(jobs)
}

/// The row's number, and the job with the token of its latest lease.
fn decode(row: &Row<'_>) -> Result<(i64, LeasedJob), BoxError> {
    let job = Job {
        id: row.get::<_, IdBytes>("id")?.into(),
        owner: owners::decode(row)?,
        kind: kind_named(row.get_ref("kind")?.as_str()?)?,
        created_at: from_nanos(row.get("created_at")?),
        not_before: from_nanos(row.get("not_before")?),
        attempts: row.get("attempts")?,
        leased_until: row.get::<_, Option<i64>>("leased_until")?.map(from_nanos),
        last_error: row.get("last_error")?,
    };
    Ok((row.get("rowid")?, LeasedJob { job, token: row.get::<_, i64>("token")?.cast_unsigned() }))
}
