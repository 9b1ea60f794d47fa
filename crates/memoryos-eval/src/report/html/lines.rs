//! Lines over a numeric axis, each with a band where its 95 % intervals are known.

use super::{
    axis::{Axis, written},
    svg::{Width, colour, dashes, hint, marker, rule, words},
};
use crate::report::{Plot, Point, Series};

/// Height of the drawing, in its units.
const HEIGHT: f64 = 380.0;
/// Room for numbers and the axis's name: left, right, top, bottom.
const MARGINS: (f64, f64, f64, f64) = (46.0, 22.0, 26.0, 48.0);
/// A vertical axis begins at zero where its least value is below this share of the greatest.
const ZERO_BELOW: f64 = 0.4;

/// Height and inside of the drawing.
pub(super) fn lines(plot: &Plot, width: Width) -> (f64, String) {
    let (left, right, top, bottom) = MARGINS;
    let height = if width == Width::Wide { HEIGHT } else { HEIGHT * 0.8 };
    let points: Vec<&Point> = plot.series.iter().flat_map(|series| drawable(series)).collect();
    let xs: Vec<f64> = points.iter().map(|point| point.x).collect();
    let x_ticks = if width == Width::Wide { 8 } else { 5 };
    let x = Axis::across(&xs, (left, width.units() - right), x_ticks);
    let y = Axis::linear(&heights(&points), (height - bottom, top), 5);
    let mut inside = frame(plot, &x, &y);
    plot.series.iter().enumerate().for_each(|(nth, series)| inside.push_str(&band(series, nth, &x, &y)));
    plot.series
        .iter()
        .enumerate()
        .for_each(|(nth, series)| inside.push_str(&line(plot, series, nth, &x, &y)));
    (height, inside)
}

/// Points that have a place.
fn drawable(series: &Series) -> Vec<&Point> {
    series.points.iter().filter(|point| point.x.is_finite() && point.y.is_finite()).collect()
}

/// What the vertical axis must hold.
fn heights(points: &[&Point]) -> Vec<f64> {
    let ends = |point: &&Point| point.interval.map_or([point.y, point.y], |(low, high)| [low, high]);
    let mut heights: Vec<f64> =
        points.iter().flat_map(|point| [point.y].into_iter().chain(ends(point))).collect();
    let least = heights.iter().copied().fold(f64::INFINITY, f64::min);
    let greatest = heights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if (0.0..ZERO_BELOW * greatest).contains(&least) {
        heights.push(0.0);
    }
    heights
}

/// Grid, numbers and names of the axes.
fn frame(plot: &Plot, x: &Axis, y: &Axis) -> String {
    let (bottom, top) = y.place;
    let (left, right) = x.place;
    let mut frame = String::new();
    for tick in &y.ticks {
        let at = y.at(*tick);
        frame.push_str(&rule((left, at), (right, at), "grid"));
        frame.push_str(&words(&written(*tick), left - 7.0, at + 4.0, "end", "tick"));
    }
    frame.push_str(&rule((left, bottom), (right, bottom), "axis"));
    for tick in &x.ticks {
        let at = x.at(*tick);
        frame.push_str(&rule((at, bottom), (at, bottom + 5.0), "axis"));
        frame.push_str(&words(&written(*tick), at, bottom + 19.0, "middle", "tick"));
    }
    frame.push_str(&words(&plot.y_axis, 2.0, top - 12.0, "start", "name"));
    frame.push_str(&words(&plot.x_axis, f64::midpoint(left, right), bottom + 40.0, "middle", "name"));
    frame
}

/// The intervals of a series as an area from point to point.
fn band(series: &Series, nth: usize, x: &Axis, y: &Axis) -> String {
    let known: Vec<(f64, (f64, f64))> = drawable(series)
        .iter()
        .filter_map(|point| point.interval.map(|interval| (x.at(point.x), interval)))
        .collect();
    if known.len() < 2 {
        return String::new();
    }
    let above = known.iter().map(|(at, (_, high))| format!("{at:.1},{:.1}", y.at(*high)));
    let below = known.iter().rev().map(|(at, (low, _))| format!("{at:.1},{:.1}", y.at(*low)));
    let corners: Vec<String> = above.chain(below).collect();
    format!("<polygon class=\"band {}\" points=\"{}\"/>\n", colour(nth), corners.join(" "))
}

fn line(plot: &Plot, series: &Series, nth: usize, x: &Axis, y: &Axis) -> String {
    let points = drawable(series);
    let places: Vec<String> =
        points.iter().map(|point| format!("{:.1},{:.1}", x.at(point.x), y.at(point.y))).collect();
    let markers: String = points
        .iter()
        .map(|point| marker(nth, x.at(point.x), y.at(point.y), &hint(&series.name, plot, point)))
        .collect();
    format!(
        "<g class=\"{}\"><polyline class=\"line\" points=\"{}\"{}/>{markers}</g>\n",
        colour(nth),
        places.join(" "),
        dashes(nth)
    )
}
