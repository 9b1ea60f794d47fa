//! Lists a piece at a time, and whether they have changed.

use axum::{
    Json,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use memoryos::ports::Revision;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::Problem;

/// Entries of a list where nothing else is asked for.
const LIMIT: usize = 100;

/// Entries of a list at most.
const MOST: usize = 1_000;

/// Which piece of a list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Piece {
    /// How many entries, at most [default: 100].
    #[param(minimum = 1, maximum = 1000)]
    limit: Option<usize>,
    /// Go on after the entry of this id: the `next` of the piece before.
    after: Option<String>,
}

/// A piece of a list.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Listing<T> {
    /// The entries.
    pub(super) items: Vec<T>,
    /// What to give as `after` for the next piece; `null` when this was the last.
    pub(super) next: Option<String>,
}

impl Piece {
    /// The piece of `all`, each made with `shape`; `id` tells what an entry is called.
    ///
    /// # Errors
    /// When the list has no entry called `after`.
    pub(super) fn of<T, S>(
        &self,
        all: impl Iterator<Item = T>,
        id: impl Fn(&T) -> String,
        shape: impl Fn(T) -> S,
    ) -> Result<Listing<S>, Problem> {
        let limit = within("limit", self.limit.unwrap_or(LIMIT), MOST)?;
        let mut all = all;
        if let Some(after) = &self.after
            && !all.by_ref().any(|entry| id(&entry) == *after)
        {
            let detail = format!("the list has no {after:?} to go on after");
            return Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "invalid_cursor", detail));
        }
        let mut all = all.peekable();
        let (mut items, mut last) = (Vec::new(), None);
        while items.len() < limit
            && let Some(entry) = all.next()
        {
            last = Some(id(&entry));
            items.push(shape(entry));
        }
        Ok(Listing { items, next: last.filter(|_| all.peek().is_some()) })
    }
}

/// A number of a query that counts something: at least one, and not more than `most`.
///
/// # Errors
/// When it is not.
pub(super) fn within(name: &str, asked: usize, most: usize) -> Result<usize, Problem> {
    if (1..=most).contains(&asked) {
        return Ok(asked);
    }
    let detail = format!("{name} must be from 1 to {most}");
    Err(Problem::new(StatusCode::BAD_REQUEST, "invalid_query", detail))
}

/// What names a revision in `ETag`.
fn tag(revision: Revision) -> String {
    format!("\"r{}\"", revision.0)
}

/// `body` with the revision it was read at; 304 when the client has that one already.
pub(super) fn tagged(headers: &HeaderMap, revision: Revision, body: impl Serialize) -> Response {
    let tag = tag(revision);
    let known = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let is_known = known.is_some_and(|known| known.split(',').any(|known| known.trim() == tag));
    let mut response =
        if is_known { StatusCode::NOT_MODIFIED.into_response() } else { Json(body).into_response() };
    let tag = HeaderValue::from_str(&tag).expect("a number in quotes is a header");
    response.headers_mut().insert(header::ETAG, tag);
    response
}

/// Whether the memory is still at the revision the client means, if it means one.
///
/// # Errors
/// When it is not.
pub(super) fn check_match(headers: &HeaderMap, revision: Revision) -> Result<(), Problem> {
    let meant = headers.get(header::IF_MATCH).and_then(|value| value.to_str().ok());
    let tag = tag(revision);
    match meant {
        Some(meant) if meant.trim() != "*" && !meant.split(',').any(|meant| meant.trim() == tag) => {
            let detail = format!("the memory is at {tag} by now");
            Err(Problem::new(StatusCode::PRECONDITION_FAILED, "changed", detail))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_make_the_list() {
        let piece = |limit, after: Option<&str>| {
            let asked = Piece { limit, after: after.map(str::to_owned) };
            asked.of(1..=5, ToString::to_string, |n| n).map(|listing| (listing.items, listing.next))
        };
        assert_eq!(piece(None, None).expect("all"), (vec![1, 2, 3, 4, 5], None));
        assert_eq!(piece(Some(2), None).expect("first"), (vec![1, 2], Some("2".to_owned())));
        assert_eq!(piece(Some(3), Some("2")).expect("last"), (vec![3, 4, 5], None));
        assert_eq!(piece(Some(3), Some("5")).expect("none"), (vec![], None));
        assert!(piece(None, Some("9")).is_err());
        assert!(piece(Some(0), None).is_err() && piece(Some(1_001), None).is_err());
    }
}
