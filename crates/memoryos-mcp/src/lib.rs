//! The verbs of a memory as MCP tools, over stdio and streamable HTTP. Translates, calls the library, translates back.
//!
//! [`stdio`](stdio::serve) serves one client on the standard streams and opens the memory only after the first reply;
//! [`http`](http::service) gives a service to be mounted in a server that knows who is asking. Each tool is one file in
//! `tools`; what all of them share, whose memory is meant and what the caller may do, is `call`.

mod call;
pub mod clients;
mod completions;
mod error;
pub mod http;
mod prompts;
mod resources;
mod schemas;
mod server;
mod source;
pub mod stdio;
mod tools;

pub use server::Server;
pub use source::Served;
