//! Pages, oldest first.

use std::sync::Arc;

use axum::{
    extract::State,
    http::{HeaderMap, StatusCode},
    response::Response,
};
use memoryos::types::{Page, PageId, Place};
use memoryos_api::{PageShape, page};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::listing::{Listing, Piece, tagged};
use crate::{
    App, Problem, Problems,
    extract::{Asked, AssistantQuery, Id, Of, UserPath},
};

/// Which pages.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Which {
    /// Only those that are there.
    #[param(inline)]
    place: Option<Where>,
}

/// Where a page is.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Where {
    /// In short-term memory.
    ShortTerm,
    /// Out of it, and not consolidated yet.
    Pending,
    /// In a segment, archived or not.
    Segment,
}

impl Where {
    fn has(self, place: Place) -> bool {
        match self {
            Self::ShortTerm => place == Place::ShortTerm,
            Self::Pending => place == Place::Pending,
            Self::Segment => matches!(place, Place::Segment(_)),
        }
    }
}

/// Pages, oldest first.
#[utoipa::path(
    get, path = "/v1/users/{user}/pages", tag = "pages", params(UserPath, AssistantQuery, Which, Piece),
    responses((status = 200, body = Listing<PageShape>), (status = 304, description = "Nothing has changed"), Problems)
)]
pub(crate) async fn list(
    State(app): State<Arc<App>>,
    of: Of,
    Asked(which): Asked<Which>,
    Asked(piece): Asked<Piece>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let look = app.memory.look(&of.owner, |view| {
        let is_wanted = |kept: &&Page| which.place.is_none_or(|place| place.has(kept.state.place));
        let pages = view.state.pages().iter().filter(is_wanted);
        (view.state.revision(), piece.of(pages, |kept| kept.id.to_string(), page))
    });
    let (revision, listing) = look.await?;
    Ok(tagged(&headers, revision, listing?))
}

/// One page.
#[utoipa::path(
    get, path = "/v1/users/{user}/pages/{page}", tag = "pages",
    params(UserPath, AssistantQuery, ("page" = String, Path, description = "Its id")),
    responses((status = 200, body = PageShape), (status = 304, description = "Nothing has changed"), Problems)
)]
pub(crate) async fn one(
    State(app): State<Arc<App>>,
    of: Of,
    Id(id): Id<PageId>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let look = app.memory.look(&of.owner, |view| (view.state.revision(), view.state.page(id).map(page)));
    let (revision, found) = look.await?;
    let none = || Problem::new(StatusCode::NOT_FOUND, "no_such_page", format!("there is no page {id}"));
    Ok(tagged(&headers, revision, found.ok_or_else(none)?))
}
