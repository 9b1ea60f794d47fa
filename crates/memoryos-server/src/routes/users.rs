//! Whose memories there are.

use std::sync::Arc;

use axum::{Extension, Json, extract::State};
use memoryos_api::{Access, OwnerShape, owner};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{App, Problem, Problems};

/// Everyone with at least one page.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Owners {
    owners: Vec<OwnerShape>,
}

/// Whose memories there are. For keys that open all of them, with scope `admin`.
#[utoipa::path(get, path = "/v1/users", tag = "users", responses((status = 200, body = Owners), Problems))]
pub(crate) async fn list(
    State(app): State<Arc<App>>,
    Extension(access): Extension<Access>,
) -> Result<Json<Owners>, Problem> {
    access.allows_all()?;
    let owners = app.memory.owners().await?;
    Ok(Json(Owners { owners: owners.iter().map(owner).collect() }))
}
