//! What a tier decides: plain functions of what they are given, for each tier in turn.

pub mod long_term;
pub mod mid_term;
pub mod short_term;
