//! MemoryOS: a memory in three tiers for AI agents. A turn comes in and settles, tier by tier; a query comes in
//! and gathers what is worth saying.
//!
//! [`Memory`] has the verbs. What it asks of the outside, a store, models, a clock, comes in as [`Parts`]: the
//! library owns none of them.

pub mod answer;
pub mod config;
pub mod distill;
mod error;
pub mod import;
pub mod index;
mod ledger;
mod memory;
pub mod ports;
pub mod prompts;
pub mod recall;
pub mod remember;
pub mod state;
pub mod text;
pub mod tiers;
pub mod types;
mod view;

pub use config::Config;
pub use error::MemoryError;
pub use memory::{Memory, Parts, Status};
pub use view::View;
