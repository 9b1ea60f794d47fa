//! A memory over HTTP: REST under `/v1/users/{user}`, an OpenAI-compatible gateway under `/v1/chat/completions`, MCP
//! under `/mcp`. Every route translates, calls the library, and translates back.

mod app;
mod gateway;
mod problem;

pub use app::App;
pub use problem::Problem;
