//! Owners as rows: any two names, and the revision of the memory between them.

use memoryos::{
    ports::{BoxError, Revision},
    types::Owner,
};
use rusqlite::{Connection, OptionalExtension, Row};

use super::failure::{Failure, corrupt};

/// Where an owner stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct OwnerRow {
    /// The number of the row, which every other table names.
    pub(super) row: i64,
    /// The revision found.
    pub(super) revision: Revision,
}

/// The owner's row, if there is one.
pub(super) fn find(connection: &Connection, owner: &Owner) -> Result<Option<OwnerRow>, Failure> {
    let mut select =
        connection.prepare_cached("SELECT id, revision FROM owner WHERE user = ?1 AND assistant = ?2")?;
    let names = (owner.user.as_str(), owner.assistant.as_str());
    let found = select.query_row(names, |row| {
        Ok(OwnerRow { row: row.get(0)?, revision: Revision(row.get::<_, i64>(1)?.cast_unsigned()) })
    });
    Ok(found.optional()?)
}

/// The owner's row, made at revision 0 where there is none.
pub(super) fn find_or_add(connection: &Connection, owner: &Owner) -> Result<OwnerRow, Failure> {
    if let Some(found) = find(connection, owner)? {
        return Ok(found);
    }
    let names = (owner.user.as_str(), owner.assistant.as_str());
    connection.execute("INSERT INTO owner (user, assistant) VALUES (?1, ?2)", names)?;
    Ok(OwnerRow { row: connection.last_insert_rowid(), revision: Revision(0) })
}

/// Sets the owner's revision.
pub(super) fn advance(connection: &Connection, row: i64, to: Revision) -> Result<(), Failure> {
    connection
        .prepare_cached("UPDATE owner SET revision = ?2 WHERE id = ?1")?
        .execute((row, to.0.cast_signed()))?;
    Ok(())
}

/// Every owner with a page, in order of the names' bytes.
pub(super) fn with_pages(connection: &Connection) -> Result<Vec<Owner>, Failure> {
    let mut select = connection.prepare_cached(
        "SELECT user, assistant FROM owner
         WHERE EXISTS (SELECT 1 FROM page WHERE page.owner = owner.id) ORDER BY user, assistant",
    )?;
    let mut rows = select.query(())?;
    let mut owners = Vec::new();
    while let Some(row) = rows.next()? {
        owners.push(decode(row).map_err(|error| corrupt("owner", error))?);
    }
    Ok(owners)
}

/// The owner named in the columns `user` and `assistant`.
pub(super) fn decode(row: &Row<'_>) -> Result<Owner, BoxError> {
    Ok(Owner::new(row.get::<_, Box<str>>("user")?, row.get::<_, Box<str>>("assistant")?)?)
}
