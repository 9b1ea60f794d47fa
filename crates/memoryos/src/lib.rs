//! MemoryOS: a memory in three tiers for AI agents. A turn comes in and settles, tier by tier; a query comes in
//! and gathers what is worth saying.
//!
//! [`Memory`] has the verbs. What it asks of the outside, a store, models, a clock, comes in as [`Parts`]: the
//! library owns none of them.

pub mod config;
pub mod distill;
pub mod index;
pub mod ports;
pub mod prompts;
pub mod state;
pub mod text;
pub mod tiers;
pub mod types;
