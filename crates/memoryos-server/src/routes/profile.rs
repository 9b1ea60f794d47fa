//! Who the user is.

use std::sync::Arc;

use axum::{extract::State, http::HeaderMap, response::Response};
use memoryos_api::{ProfileShape, profile};
use serde::Serialize;
use utoipa::ToSchema;

use super::listing::{Listing, Piece, tagged};
use crate::{
    App, Problem, Problems,
    extract::{Asked, AssistantQuery, Of, UserPath},
};

/// Who the user is, as known now.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Known {
    /// `null` while nothing is known.
    profile: Option<ProfileShape>,
}

/// The profile as known now.
#[utoipa::path(
    get, path = "/v1/users/{user}/profile", tag = "knowledge", params(UserPath, AssistantQuery),
    responses((status = 200, body = Known), (status = 304, description = "Nothing has changed"), Problems)
)]
pub(crate) async fn current(
    State(app): State<Arc<App>>,
    of: Of,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let look = app.memory.look(&of.owner, |view| {
        (view.state.revision(), Known { profile: view.state.profiles().last().map(profile) })
    });
    let (revision, known) = look.await?;
    Ok(tagged(&headers, revision, known))
}

/// Every version of the profile, oldest first.
#[utoipa::path(
    get, path = "/v1/users/{user}/profile/versions", tag = "knowledge", params(UserPath, AssistantQuery, Piece),
    responses((status = 200, body = Listing<ProfileShape>), (status = 304, description = "Nothing has changed"), Problems)
)]
pub(crate) async fn versions(
    State(app): State<Arc<App>>,
    of: Of,
    Asked(piece): Asked<Piece>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let look = app.memory.look(&of.owner, |view| {
        let versions = view.state.profiles().iter();
        (view.state.revision(), piece.of(versions, |kept| kept.version.to_string(), profile))
    });
    let (revision, listing) = look.await?;
    Ok(tagged(&headers, revision, listing?))
}
