//! Heat: the library's against the formula of the documentation, worked out here anew.

use memoryos::{View, config::HeatConfig, tiers::mid_term::heat};

use super::Finding;
use crate::tiers::stage::Stage;

/// Two ways to compute the same heat differ by less.
const TOLERANCE: f64 = 1e-9;

/// What the script knows of a segment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Told {
    pub(super) visits: u32,
    pub(super) pages: u32,
    pub(super) idle_secs: f64,
}

/// α·visits + β·pages since learned + γ·exp(−Δt/µ), from what the script tells. Deliberately not the library's
/// function: this is what it is compared with.
fn documented(told: Told, weights: &HeatConfig) -> f64 {
    let faded = (-told.idle_secs / weights.time_constant_secs).exp();
    weights.visit * f64::from(told.visits) + weights.page * f64::from(told.pages) + weights.recency * faded
}

/// The heat of the turn's segment is the documented one.
pub(super) fn is_of_formula(stage: &Stage, view: &View, turn: &str, told: Told) -> Finding {
    let expected = documented(told, &stage.memory.config().heat);
    let seen = heat_of(stage, view, turn);
    Finding::new(
        seen.is_some_and(|seen| (seen - expected).abs() < TOLERANCE),
        format!(
            "{expected:.6}, of {} visits, {} pages and {} s since the last visit",
            told.visits, told.pages, told.idle_secs
        ),
        written(seen),
    )
}

/// The segment of the one turn is hotter than that of the other.
pub(super) fn hotter(stage: &Stage, view: &View, hot: &str, cold: &str) -> Finding {
    let (hot_heat, cold_heat) = (heat_of(stage, view, hot), heat_of(stage, view, cold));
    Finding::new(
        hot_heat.zip(cold_heat).is_some_and(|(hot, cold)| hot > cold),
        format!("{hot} hotter than {cold}"),
        format!("{hot}: {}, {cold}: {}", written(hot_heat), written(cold_heat)),
    )
}

fn heat_of(stage: &Stage, view: &View, turn: &str) -> Option<f64> {
    let segment = stage.segment(view, turn)?;
    let weights = &stage.memory.config().heat;
    Some(heat(&view.state.stats(segment), stage.now(), weights).total().0)
}

fn written(heat: Option<f64>) -> String {
    heat.map_or_else(|| "no segment".to_owned(), |heat| format!("{heat:.6}"))
}
