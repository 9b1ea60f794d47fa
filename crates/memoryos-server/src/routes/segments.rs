//! Segments, hottest first.

use std::sync::Arc;

use axum::{
    Json,
    extract::State,
    http::{HeaderMap, StatusCode},
    response::Response,
};
use jiff::Timestamp;
use memoryos::{
    MemoryError,
    ports::Clock,
    tiers::mid_term::heat,
    types::{Moment, Segment, SegmentId},
};
use memoryos_api::{PageShape, WarmSegmentShape, hottest, page, warm_segment};
use memoryos_host::SystemClock;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::listing::{Listing, Piece, check_match, tagged};
use crate::{
    App, Problem, Problems,
    extract::{Asked, AssistantQuery, Id, Of, UserPath, Writable},
};

/// Which segments, and when.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Which {
    /// Those in the archive instead [default: false].
    archived: Option<bool>,
    /// Their heat as of this moment, ISO 8601 [default: now].
    #[param(format = DateTime)]
    at: Option<String>,
}

/// A segment with its heat and its pages.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OpenSegment {
    #[serde(flatten)]
    segment: WarmSegmentShape,
    /// Its pages, oldest first.
    page_records: Vec<PageShape>,
}

/// Segments, hottest first.
#[utoipa::path(
    get, path = "/v1/users/{user}/segments", tag = "segments", params(UserPath, AssistantQuery, Which, Piece),
    responses((status = 200, body = Listing<WarmSegmentShape>), Problems)
)]
pub(crate) async fn list(
    State(app): State<Arc<App>>,
    of: Of,
    Asked(which): Asked<Which>,
    Asked(piece): Asked<Piece>,
) -> Result<Json<Listing<WarmSegmentShape>>, Problem> {
    let (at, weights) = (which.at()?, app.memory.config().heat.clone());
    let archived = which.archived.unwrap_or(false);
    let look = app.memory.look(&of.owner, |view| {
        let warm = hottest(view, archived, at, &weights).into_iter();
        piece.of(warm, |(_, kept)| kept.id.to_string(), |(heat, kept)| warm_segment(view, kept, &heat))
    });
    Ok(Json(look.await??))
}

/// One segment with its pages.
#[utoipa::path(
    get, path = "/v1/users/{user}/segments/{segment}", tag = "segments",
    params(UserPath, AssistantQuery, ("segment" = String, Path, description = "Its id"), Which),
    responses((status = 200, body = OpenSegment), (status = 304, description = "Nothing has changed"), Problems)
)]
pub(crate) async fn one(
    State(app): State<Arc<App>>,
    of: Of,
    Id(id): Id<SegmentId>,
    Asked(which): Asked<Which>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (at, weights) = (which.at()?, app.memory.config().heat.clone());
    let look = app.memory.look(&of.owner, |view| {
        let open = |kept: &Segment| OpenSegment {
            segment: warm_segment(view, kept, &heat(&view.state.stats(kept), at, &weights)),
            page_records: view.state.pages_in(kept.id).map(page).collect(),
        };
        (view.state.revision(), view.state.segment(id).map(open))
    });
    let (revision, found) = look.await?;
    // Heat goes on falling while nothing changes: only that of a named moment stays as it is.
    let known = if which.at.is_some() { headers } else { HeaderMap::new() };
    Ok(tagged(&known, revision, found.ok_or(MemoryError::NoSuchSegment(id))?))
}

/// Brings a segment back from the archive. One that is not archived stays as it is.
///
/// With `If-Match`, only if the memory is still as it was when that `ETag` was given.
#[utoipa::path(
    post, path = "/v1/users/{user}/segments/{segment}/restore", tag = "segments",
    params(
        UserPath, AssistantQuery, ("segment" = String, Path, description = "Its id"),
        ("If-Match" = Option<String>, Header, description = "The `ETag` of the segment as it was read")
    ),
    responses((status = 200, body = WarmSegmentShape), Problems)
)]
pub(crate) async fn restore(
    State(app): State<Arc<App>>,
    Writable(owner): Writable,
    Id(id): Id<SegmentId>,
    headers: HeaderMap,
) -> Result<Json<WarmSegmentShape>, Problem> {
    let revision = app.memory.look(&owner, |view| view.state.revision()).await?;
    check_match(&headers, revision)?;
    app.memory.restore_segment(&owner, id).await?;
    let (at, weights) = (SystemClock.now(), app.memory.config().heat.clone());
    let look = app.memory.look(&owner, |view| {
        let kept = view.state.segment(id)?;
        Some(warm_segment(view, kept, &heat(&view.state.stats(kept), at, &weights)))
    });
    Ok(Json(look.await?.ok_or(MemoryError::NoSuchSegment(id))?))
}

impl Which {
    fn at(&self) -> Result<Timestamp, Problem> {
        let Some(text) = &self.at else { return Ok(SystemClock.now()) };
        let moment = Moment::parse(text)
            .map_err(|error| Problem::new(StatusCode::BAD_REQUEST, "invalid_query", error.to_string()))?;
        Ok(moment.at)
    }
}
