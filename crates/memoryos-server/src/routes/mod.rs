//! The routes under `/v1/users`, a file for each resource.

mod answer;
mod export;
mod facts;
mod import;
mod listing;
mod pages;
mod profile;
mod recall;
mod segments;
mod settle;
mod spend;
mod status;
mod turns;
mod users;
mod watch;

use std::sync::Arc;

use utoipa_axum::{router::OpenApiRouter, routes};

use crate::App;

/// All of them, with their documents.
pub(crate) fn all() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(users::list))
        .routes(routes!(turns::remember))
        .routes(routes!(turns::remember_all))
        .routes(routes!(recall::recall))
        .routes(routes!(answer::answer))
        .routes(routes!(pages::list))
        .routes(routes!(pages::one))
        .routes(routes!(segments::list))
        .routes(routes!(segments::one))
        .routes(routes!(segments::restore))
        .routes(routes!(facts::list))
        .routes(routes!(profile::current))
        .routes(routes!(profile::versions))
        .routes(routes!(status::status))
        .routes(routes!(spend::by_day))
        .routes(routes!(import::import))
        .routes(routes!(export::export))
        .routes(routes!(settle::settle))
}
