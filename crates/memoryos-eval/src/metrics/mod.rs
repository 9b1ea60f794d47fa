//! What figures are made of: shares with their uncertainty, and how well a score tells two kinds apart.

mod bootstrap;
mod quantile;
mod roc;

pub use bootstrap::{Estimate, difference, mean};
pub use quantile::quantile;
pub use roc::roc_area;
