//! What is known.

use std::sync::Arc;

use axum::{extract::State, http::HeaderMap, response::Response};
use memoryos::types::{About, Fact};
use memoryos_api::{FactShape, fact};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::listing::{Listing, Piece, tagged};
use crate::{
    App, Problem, Problems,
    extract::{Asked, AssistantQuery, Of, UserPath},
};

/// Which facts.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Which {
    /// Only those about one side.
    #[param(inline)]
    about: Option<Whom>,
    /// Those in the archive as well [default: false].
    archived: Option<bool>,
}

/// Whom a fact is about.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Whom {
    /// Who is remembered.
    User,
    /// Who remembers.
    Assistant,
}

/// Facts in the order in which they were said.
#[utoipa::path(
    get, path = "/v1/users/{user}/facts", tag = "knowledge", params(UserPath, AssistantQuery, Which, Piece),
    responses((status = 200, body = Listing<FactShape>), (status = 304, description = "Nothing has changed"), Problems)
)]
pub(crate) async fn list(
    State(app): State<Arc<App>>,
    of: Of,
    Asked(which): Asked<Which>,
    Asked(piece): Asked<Piece>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let about = which.about.map(|whom| match whom {
        Whom::User => About::User,
        Whom::Assistant => About::Assistant,
    });
    let with_archive = which.archived.unwrap_or(false);
    let is_wanted = |known: &&Fact| {
        about.is_none_or(|about| known.about == about) && (with_archive || known.archived_at.is_none())
    };
    let look = app.memory.look(&of.owner, |view| {
        let mut known: Vec<&Fact> = view.state.facts().filter(is_wanted).collect();
        known.sort_by_key(|known| (known.said_at, known.id));
        (view.state.revision(), piece.of(known.into_iter(), |known| known.id.to_string(), fact))
    });
    let (revision, listing) = look.await?;
    Ok(tagged(&headers, revision, listing?))
}
