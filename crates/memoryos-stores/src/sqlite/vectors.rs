//! Vectors as rows: little-endian f32, one vector after the other.

use memoryos::{
    ports::{BoxError, Revision, Vectors},
    types::{Embedding, ItemId},
};
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::{
    failure::{Failure, corrupt},
    records::IdBytes,
};

/// Bytes of one number.
const NUMBER: usize = size_of::<f32>();

/// Puts the vectors in place of those the item has under the same model.
pub(super) fn put(
    connection: &Connection,
    owner: i64,
    revision: i64,
    vectors: &Vectors,
) -> Result<(), Failure> {
    let model = model_row(connection, &vectors.model_id)?;
    let (kind, item) = item_columns(vectors.item);
    let dimensions = vectors.embeddings.first().map_or(0, Embedding::dimensions);
    let dimensions = i64::try_from(dimensions).expect("a vector in memory has fewer numbers than 2^63");
    let mut upsert = connection.prepare_cached(
        "INSERT INTO vectors (owner, kind, item, model, revision, dimensions, numbers) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
         ON CONFLICT (owner, item, kind, model) DO UPDATE
         SET revision = excluded.revision, dimensions = excluded.dimensions, numbers = excluded.numbers",
    )?;
    upsert.execute(params![owner, kind, item, model, revision, dimensions, encode(&vectors.embeddings)])?;
    Ok(())
}

/// The owner's vectors of this model put after `since`.
pub(super) fn put_after(
    connection: &Connection,
    owner: i64,
    since: Revision,
    model_id: &str,
) -> Result<Vec<Vectors>, Failure> {
    let mut select = connection.prepare_cached(
        "SELECT kind, item, dimensions, numbers FROM vectors
         WHERE owner = ?1 AND revision > ?2 AND model = (SELECT id FROM model WHERE name = ?3)",
    )?;
    let mut rows = select.query(params![owner, since.0.cast_signed(), model_id])?;
    let mut all = Vec::new();
    while let Some(row) = rows.next()? {
        let (item, embeddings) = decode(row).map_err(|error| corrupt("vectors", error))?;
        all.push(Vectors { item, model_id: model_id.to_owned(), embeddings });
    }
    Ok(all)
}

fn model_row(connection: &Connection, name: &str) -> Result<i64, Failure> {
    let mut select = connection.prepare_cached("SELECT id FROM model WHERE name = ?1")?;
    if let Some(id) = select.query_row([name], |row| row.get(0)).optional()? {
        return Ok(id);
    }
    connection.execute("INSERT INTO model (name) VALUES (?1)", [name])?;
    Ok(connection.last_insert_rowid())
}

fn item_columns(item: ItemId) -> (&'static str, IdBytes) {
    match item {
        ItemId::Page(id) => ("page", id.into()),
        ItemId::Fact(id) => ("fact", id.into()),
    }
}

fn encode(embeddings: &[Embedding]) -> Vec<u8> {
    embeddings.iter().flat_map(Embedding::values).flat_map(|number| number.to_le_bytes()).collect()
}

fn decode(row: &Row<'_>) -> Result<(ItemId, Vec<Embedding>), BoxError> {
    let id: IdBytes = row.get("item")?;
    let item = match row.get_ref("kind")?.as_str()? {
        "page" => ItemId::Page(id.into()),
        "fact" => ItemId::Fact(id.into()),
        unknown => return Err(format!("no kind {unknown:?}").into()),
    };
    let bytes = row.get_ref("numbers")?.as_blob()?;
    let length = row.get::<_, u32>("dimensions")? as usize * NUMBER;
    if length == 0 {
        return if bytes.is_empty() {
            Ok((item, Vec::new()))
        } else {
            Err("numbers without dimensions".into())
        };
    }
    let vectors = bytes.chunks_exact(length);
    if !vectors.remainder().is_empty() {
        return Err("the numbers end within a vector".into());
    }
    Ok((item, vectors.map(decode_one).collect::<Result<_, _>>()?))
}

fn decode_one(bytes: &[u8]) -> Result<Embedding, BoxError> {
    let (numbers, _) = bytes.as_chunks::<NUMBER>();
    Ok(Embedding::new(numbers.iter().copied().map(f32::from_le_bytes).collect::<Box<[f32]>>())?)
}
