//! A memory over HTTP: REST under `/v1/users/{user}`, an OpenAI-compatible gateway under `/v1/chat/completions`, MCP
//! under `/mcp`. Every route translates, calls the library, and translates back.
//!
//! A request passes the door ([`auth`]), which says what its sender may do, and comes to a file of `routes`, to the
//! `gateway` or to `memoryos-mcp`. [`serve`] puts them together.

mod app;
pub mod auth;
mod documents;
mod extract;
mod gateway;
mod metrics;
mod playground;
mod problem;
mod router;
mod routes;
mod serve;

pub use app::App;
pub use problem::Problem;
pub(crate) use problem::Problems;
pub use router::{RouterError, router};
pub use serve::{ServeError, serve};
