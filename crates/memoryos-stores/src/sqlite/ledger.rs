//! Model calls as rows, added up by SQL.

use std::time::Duration;

use jiff::Timestamp;
use memoryos::{
    ports::{BoxError, Call, CallOutcome, Purpose, Spend, Usage},
    types::Owner,
};
use rusqlite::{Connection, Row, named_params, params};

use super::{
    failure::{Failure, corrupt},
    owners,
    times::to_nanos,
};

const PURPOSES: [Purpose; 4] = [Purpose::Consolidate, Purpose::Learn, Purpose::Answer, Purpose::Judge];

fn purpose_name(purpose: Purpose) -> &'static str {
    match purpose {
        Purpose::Consolidate => "consolidate",
        Purpose::Learn => "learn",
        Purpose::Answer => "answer",
        Purpose::Judge => "judge",
    }
}

/// Writes the calls down. Within a transaction: all or none.
pub(super) fn record(connection: &Connection, owner: &Owner, calls: &[Call]) -> Result<(), Failure> {
    let owner = owners::find_or_add(connection, owner)?.row;
    let mut insert = connection.prepare_cached(
        "INSERT INTO call (owner, at, purpose, model, prompt_tokens, completion_tokens, latency_nanos, failed)
         VALUES (:owner, :at, :purpose, :model, :prompt_tokens, :completion_tokens, :latency_nanos, :failed)",
    )?;
    for call in calls {
        insert.execute(named_params! {
            ":owner": owner,
            ":at": to_nanos(call.at),
            ":purpose": purpose_name(call.purpose),
            ":model": call.model,
            ":prompt_tokens": call.usage.prompt_tokens.cast_signed(),
            ":completion_tokens": call.usage.completion_tokens.cast_signed(),
            ":latency_nanos": i64::try_from(call.latency.as_nanos()).unwrap_or(i64::MAX),
            ":failed": call.outcome == CallOutcome::Failed,
        })?;
    }
    Ok(())
}

/// The owner's calls from `since` on, by purpose.
pub(super) fn spend(connection: &Connection, owner: i64, since: Timestamp) -> Result<Vec<Spend>, Failure> {
    let mut select = connection.prepare_cached(
        "SELECT purpose, count(*) AS calls, sum(failed) AS failed, sum(prompt_tokens) AS prompt_tokens,
                sum(completion_tokens) AS completion_tokens, sum(latency_nanos) AS latency_nanos
         FROM call WHERE owner = ?1 AND at >= ?2 GROUP BY purpose",
    )?;
    let mut rows = select.query(params![owner, to_nanos(since)])?;
    let mut sums = Vec::new();
    while let Some(row) = rows.next()? {
        sums.push(decode(row).map_err(|error| corrupt("call", error))?);
    }
    sums.sort_by_key(|spend| spend.purpose);
    Ok(sums)
}

fn decode(row: &Row<'_>) -> Result<Spend, BoxError> {
    let name = row.get_ref("purpose")?.as_str()?;
    let purpose = PURPOSES.into_iter().find(|purpose| purpose_name(*purpose) == name);
    let number = |column| row.get::<_, i64>(column).map(i64::cast_unsigned);
    Ok(Spend {
        purpose: purpose.ok_or_else(|| format!("no purpose {name:?}"))?,
        calls: number("calls")?,
        failed: number("failed")?,
        usage: Usage {
            prompt_tokens: number("prompt_tokens")?,
            completion_tokens: number("completion_tokens")?,
        },
        latency: Duration::from_nanos(number("latency_nanos")?),
    })
}
