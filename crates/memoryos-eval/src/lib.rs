//! The evaluation: data sets, metrics and reports. Uses the library as a user would, and holds none of its decisions.
//!
//! [`recall`] asks whether the evidence comes back, [`answer`] whether a model answers with it, [`tiers`] whether
//! each tier does its part, [`ablate`] what each part is worth. All end in a [`report::Report`].

pub mod ablate;
pub mod answer;
pub mod datasets;
pub mod metrics;
pub mod recall;
pub mod report;
pub mod settings;
pub mod tiers;
