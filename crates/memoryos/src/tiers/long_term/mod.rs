//! Long-term memory: what is known, and who the user is.

mod facts;
mod profile;
mod superseding;

pub use facts::{archive_surplus, learn_fact};
pub use profile::learn_profile;
