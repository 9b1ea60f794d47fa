//! Long-term memory: what is known, and who the user is.

mod facts;
mod profile;

pub use facts::{FactChange, archive_surplus, learn_fact};
pub use profile::learn_profile;
