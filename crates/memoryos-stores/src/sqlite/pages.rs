//! Pages as rows.

use jiff::tz::Offset;
use memoryos::{
    ports::{BoxError, Revision},
    types::{Message, Moment, Page, PageId, PageState, Place, Turn, TurnKey},
};
use rusqlite::{Connection, Row, named_params, params};

use super::{
    failure::{self, Failure, corrupt},
    records::IdBytes,
    times,
};

/// How the places are written.
const SHORT_TERM: &str = "short_term";
const PENDING: &str = "pending";
const SEGMENT: &str = "segment";

fn place_name(place: Place) -> &'static str {
    match place {
        Place::ShortTerm => SHORT_TERM,
        Place::Pending => PENDING,
        Place::Segment(_) => SEGMENT,
    }
}

fn segment_of(place: Place) -> Option<IdBytes> {
    match place {
        Place::Segment(id) => Some(id.into()),
        Place::ShortTerm | Place::Pending => None,
    }
}

/// Adds a page; `false` when its id, order or turn key is taken.
pub(super) fn add(connection: &Connection, owner: i64, revision: i64, page: &Page) -> Result<bool, Failure> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO page (owner, id, ord, revision, turn_key, user_speaker, user_text, assistant_speaker,
                           assistant_text, said_at, said_offset_secs, recorded_at, place, segment, chain, learned)
         VALUES (:owner, :id, :ord, :revision, :turn_key, :user_speaker, :user_text, :assistant_speaker,
                 :assistant_text, :said_at, :said_offset_secs, :recorded_at, :place, :segment, :chain, :learned)",
    )?;
    let (turn, state) = (&page.turn, &page.state);
    let added = insert.execute(named_params! {
        ":owner": owner,
        ":id": IdBytes::from(page.id),
        ":ord": page.order.cast_signed(),
        ":revision": revision,
        ":turn_key": turn.key().map(TurnKey::as_str),
        ":user_speaker": turn.user().speaker,
        ":user_text": turn.user().text,
        ":assistant_speaker": turn.assistant().speaker,
        ":assistant_text": turn.assistant().text,
        ":said_at": turn.at().at.to_string(),
        ":said_offset_secs": turn.at().offset.map(Offset::seconds),
        ":recorded_at": page.recorded_at.to_string(),
        ":place": place_name(state.place),
        ":segment": segment_of(state.place),
        ":chain": state.chain.map(IdBytes::from),
        ":learned": state.learned,
    });
    failure::unless_taken(added)
}

/// Moves a page on; `false` when there is no such page.
pub(super) fn set_state(
    connection: &Connection,
    owner: i64,
    revision: i64,
    id: PageId,
    state: &PageState,
) -> Result<bool, Failure> {
    let mut update = connection.prepare_cached(
        "UPDATE page SET revision = ?3, place = ?4, segment = ?5, chain = ?6, learned = ?7 WHERE owner = ?1 AND id = ?2",
    )?;
    let moved = update.execute(params![
        owner,
        IdBytes::from(id),
        revision,
        place_name(state.place),
        segment_of(state.place),
        state.chain.map(IdBytes::from),
        state.learned,
    ])?;
    Ok(moved == 1)
}

/// The owner's pages put or moved after `since`, in their order.
pub(super) fn put_after(connection: &Connection, owner: i64, since: Revision) -> Result<Vec<Page>, Failure> {
    let mut select = connection.prepare_cached(
        "SELECT id, ord, turn_key, user_speaker, user_text, assistant_speaker, assistant_text, said_at,
                said_offset_secs, recorded_at, place, segment, chain, learned
         FROM page WHERE owner = ?1 AND revision > ?2 ORDER BY ord",
    )?;
    let mut rows = select.query(params![owner, since.0.cast_signed()])?;
    let mut pages = Vec::new();
    while let Some(row) = rows.next()? {
        pages.push(decode(row).map_err(|error| corrupt("page", error))?);
    }
    Ok(pages)
}

fn decode(row: &Row<'_>) -> Result<Page, BoxError> {
    Ok(Page {
        id: row.get::<_, IdBytes>("id")?.into(),
        order: row.get::<_, i64>("ord")?.cast_unsigned(),
        turn: decode_turn(row)?,
        recorded_at: times::from_text(row.get_ref("recorded_at")?.as_str()?)?,
        state: PageState {
            place: decode_place(row)?,
            chain: row.get::<_, Option<IdBytes>>("chain")?.map(Into::into),
            learned: row.get("learned")?,
        },
    })
}

fn decode_turn(row: &Row<'_>) -> Result<Turn, BoxError> {
    let user = Message { speaker: row.get("user_speaker")?, text: row.get("user_text")? };
    let assistant = Message { speaker: row.get("assistant_speaker")?, text: row.get("assistant_text")? };
    let offset = row.get::<_, Option<i32>>("said_offset_secs")?.map(Offset::from_seconds).transpose()?;
    let at = Moment { at: times::from_text(row.get_ref("said_at")?.as_str()?)?, offset };
    let turn = Turn::new(user, assistant, at)?;
    let key: Option<Box<str>> = row.get("turn_key")?;
    Ok(match key {
        Some(key) => turn.with_key(TurnKey::new(key)?),
        None => turn,
    })
}

fn decode_place(row: &Row<'_>) -> Result<Place, BoxError> {
    match row.get_ref("place")?.as_str()? {
        SHORT_TERM => Ok(Place::ShortTerm),
        PENDING => Ok(Place::Pending),
        SEGMENT => Ok(Place::Segment(row.get::<_, IdBytes>("segment")?.into())),
        unknown => Err(format!("no place {unknown:?}").into()),
    }
}
