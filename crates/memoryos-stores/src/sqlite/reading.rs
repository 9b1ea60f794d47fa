//! What is read of one owner: changes since a revision, and counts. Each is read at one moment.

use memoryos::{
    ports::{Delta, OwnerStatus, Revision},
    types::Owner,
};
use rusqlite::{Connection, named_params};

use super::{failure::Failure, owners, pages, records, vectors};

/// A base of 0, or one this memory never had, is answered with everything.
pub(super) fn delta(
    connection: &mut Connection,
    owner: &Owner,
    since: Revision,
    model_id: &str,
) -> Result<Delta, Failure> {
    let snapshot = connection.transaction()?;
    let Some(found) = owners::find(&snapshot, owner)? else {
        return Ok(Delta { is_complete: true, ..Delta::default() });
    };
    let is_complete = since == Revision(0) || since > found.revision;
    let since = if is_complete { Revision(0) } else { since };
    Ok(Delta {
        revision: found.revision,
        is_complete,
        pages: pages::put_after(&snapshot, found.row, since)?,
        chains: records::put_after(&snapshot, found.row, since)?,
        segments: records::put_after(&snapshot, found.row, since)?,
        facts: records::put_after(&snapshot, found.row, since)?,
        profiles: records::put_after(&snapshot, found.row, since)?,
        vectors: vectors::put_after(&snapshot, found.row, since, model_id)?,
    })
}

/// Counts, in one statement. The archived segments are gathered once, not looked up for each page.
const STATUS: &str = "
    WITH archived AS MATERIALIZED (
        SELECT id FROM segment WHERE owner = :owner AND record ->> 'archived_at' IS NOT NULL
    ), place AS MATERIALIZED (
        SELECT place, coalesce(segment IN archived, 0) AS is_archived, count(*) AS pages
        FROM page WHERE owner = :owner GROUP BY 1, 2
    ), live_fact AS MATERIALIZED (
        SELECT record ->> 'about' AS about FROM fact WHERE owner = :owner AND record ->> 'archived_at' IS NULL
    )
    SELECT
        (SELECT coalesce(sum(pages), 0) FROM place WHERE place = 'short_term') AS short_term_pages,
        (SELECT coalesce(sum(pages), 0) FROM place WHERE place = 'pending') AS pending_pages,
        (SELECT coalesce(sum(pages), 0) FROM place WHERE place = 'segment' AND NOT is_archived) AS mid_term_pages,
        (SELECT coalesce(sum(pages), 0) FROM place WHERE is_archived) AS archived_pages,
        (SELECT count(*) FROM segment WHERE owner = :owner) - (SELECT count(*) FROM archived) AS segments,
        (SELECT count(*) FROM archived) AS archived_segments,
        (SELECT count(*) FROM live_fact WHERE about = 'user') AS user_facts,
        (SELECT count(*) FROM live_fact WHERE about = 'assistant') AS assistant_facts,
        (SELECT count(*) FROM profile WHERE owner = :owner) AS profile_versions";

/// Counts of what the owner has.
pub(super) fn status(connection: &mut Connection, owner: &Owner) -> Result<OwnerStatus, Failure> {
    let snapshot = connection.transaction()?;
    let Some(found) = owners::find(&snapshot, owner)? else { return Ok(OwnerStatus::default()) };
    let counts = snapshot.prepare_cached(STATUS)?.query_row(named_params! { ":owner": found.row }, |row| {
        let number = |column| row.get::<_, i64>(column).map(i64::cast_unsigned);
        Ok(OwnerStatus {
            revision: found.revision,
            short_term_pages: number("short_term_pages")?,
            pending_pages: number("pending_pages")?,
            mid_term_pages: number("mid_term_pages")?,
            segments: number("segments")?,
            archived_pages: number("archived_pages")?,
            archived_segments: number("archived_segments")?,
            user_facts: number("user_facts")?,
            assistant_facts: number("assistant_facts")?,
            profile_versions: number("profile_versions")?,
        })
    });
    Ok(counts?)
}
