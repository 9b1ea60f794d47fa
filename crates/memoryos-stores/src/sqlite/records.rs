//! Records kept whole as JSON: chains, segments, facts and profile versions. Their formats are structs of their
//! own, so that a domain type can change without the files, and the other way round.

use memoryos::ports::{BoxError, Revision, StoreError};
use rusqlite::{Connection, params, types::Value};
use serde::{Serialize, de::DeserializeOwned};

use super::failure::{Failure, corrupt};

mod ids;
mod knowledge;
mod profile;
mod segments;

pub(super) use ids::IdBytes;

/// A domain type that is kept as one JSON text under an id.
pub(super) trait Record: Sized {
    /// The table, which also names the record in errors.
    const TABLE: &'static str;
    /// What is written.
    type Json: Serialize + DeserializeOwned;

    /// The id column.
    fn id(&self) -> Value;
    /// What is written of it.
    fn to_json(&self) -> Self::Json;
    /// The record again.
    ///
    /// # Errors
    /// When the JSON is of the right shape but means nothing.
    fn from_json(id: Value, json: Self::Json) -> Result<Self, BoxError>;
}

/// Adds the record, or replaces the one with its id.
pub(super) fn put<R: Record>(
    connection: &Connection,
    owner: i64,
    revision: i64,
    record: &R,
) -> Result<(), Failure> {
    let json = serde_json::to_string(&record.to_json()).map_err(|error| corrupt(R::TABLE, error))?;
    let sql = format!(
        "INSERT INTO {} (owner, id, revision, record) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (owner, id) DO UPDATE SET revision = excluded.revision, record = excluded.record",
        R::TABLE
    );
    connection.prepare_cached(&sql)?.execute(params![owner, record.id(), revision, json])?;
    Ok(())
}

/// The owner's records put after `since`, in order of their ids.
pub(super) fn put_after<R: Record>(
    connection: &Connection,
    owner: i64,
    since: Revision,
) -> Result<Vec<R>, Failure> {
    let sql = format!("SELECT id, record FROM {} WHERE owner = ?1 AND revision > ?2 ORDER BY id", R::TABLE);
    let mut statement = connection.prepare_cached(&sql)?;
    let mut rows = statement.query(params![owner, since.0.cast_signed()])?;
    let mut records = Vec::new();
    while let Some(row) = rows.next()? {
        let id: Value = row.get(0)?;
        let json = row.get_ref(1)?.as_bytes().map_err(|error| corrupt(R::TABLE, error))?;
        records.push(decode(id, json)?);
    }
    Ok(records)
}

fn decode<R: Record>(id: Value, json: &[u8]) -> Result<R, StoreError> {
    let json = serde_json::from_slice(json).map_err(|error| corrupt(R::TABLE, error))?;
    R::from_json(id, json).map_err(|error| corrupt(R::TABLE, error))
}
