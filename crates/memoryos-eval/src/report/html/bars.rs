//! Bars in groups, lying on their sides: so names of any length and script stand above their group, on a phone too.

use super::{
    axis::{Axis, written},
    svg::{Width, colour, hint, rule, words},
};
use crate::report::{Plot, Point};

/// Thickness of a bar and the room between two, in units of the drawing.
const BAR: f64 = 15.0;
const BETWEEN: f64 = 3.0;
/// Room for a group's name, and below the group.
const NAME: f64 = 22.0;
const BELOW: f64 = 10.0;
/// Room for the numbers and the name of the axis, under all groups.
const AXIS: f64 = 46.0;
/// Room on both sides; on the right the last number stands.
const LEFT: f64 = 8.0;
const RIGHT: f64 = 46.0;

/// Height and inside of the drawing.
pub(super) fn bars(plot: &Plot, width: Width) -> (f64, String) {
    let labels = labels(plot);
    let bottom: f64 = labels.iter().map(|label| group_height(plot, label)).sum::<f64>() + BELOW;
    let wanted = if width == Width::Wide { 8 } else { 4 };
    let scale = Axis::linear(&reaches(plot), (LEFT, width.units() - RIGHT), wanted);
    let mut inside = frame(plot, &scale, bottom);
    let mut top = 0.0;
    for label in &labels {
        inside.push_str(&group(plot, label, &scale, top));
        top += group_height(plot, label);
    }
    inside.push_str(&rule((scale.at(0.0), 0.0), (scale.at(0.0), bottom), "axis"));
    (bottom + AXIS, inside)
}

/// The names of the groups, in the order in which they are met.
fn labels(plot: &Plot) -> Vec<&str> {
    let mut labels: Vec<&str> = Vec::new();
    for point in plot.series.iter().flat_map(|series| &series.points) {
        if !labels.contains(&point.label.as_str()) {
            labels.push(&point.label);
        }
    }
    labels
}

/// The bars of a group, with the place of their series.
fn members<'a>(plot: &'a Plot, label: &str) -> Vec<(usize, &'a Point)> {
    let of_series = plot.series.iter().enumerate().map(|(nth, series)| (nth, &series.points));
    let all = of_series.flat_map(|(nth, points)| points.iter().map(move |point| (nth, point)));
    all.filter(|(_, point)| point.label == label && point.y.is_finite()).collect()
}

fn group_height(plot: &Plot, label: &str) -> f64 {
    NAME + members(plot, label).len() as f64 * (BAR + BETWEEN) + BELOW
}

/// What the axis must hold: zero, every bar and every interval.
fn reaches(plot: &Plot) -> Vec<f64> {
    let points = plot.series.iter().flat_map(|series| &series.points).filter(|point| point.y.is_finite());
    let ends = points.flat_map(|point| {
        let (low, high) = point.interval.unwrap_or((point.y, point.y));
        [point.y, low, high]
    });
    let mut ends: Vec<f64> = ends.chain([0.0]).collect();
    if ends.iter().all(|end| *end == 0.0) {
        ends.push(1.0);
    }
    ends
}

fn frame(plot: &Plot, scale: &Axis, bottom: f64) -> String {
    let mut frame = String::new();
    for tick in &scale.ticks {
        let at = scale.at(*tick);
        frame.push_str(&rule((at, NAME), (at, bottom), "grid"));
        frame.push_str(&words(&written(*tick), at, bottom + 17.0, "middle", "tick"));
    }
    let middle = f64::midpoint(scale.place.0, scale.place.1);
    frame.push_str(&words(&plot.y_axis, middle, bottom + 38.0, "middle", "name"));
    frame
}

fn group(plot: &Plot, label: &str, scale: &Axis, top: f64) -> String {
    let mut drawn = words(label, scale.at(0.0) + 4.0, top + NAME - 6.0, "start", "group");
    for (place, (nth, point)) in members(plot, label).into_iter().enumerate() {
        let above = top + NAME + place as f64 * (BAR + BETWEEN);
        drawn.push_str(&bar(plot, nth, point, scale, above));
    }
    drawn
}

fn bar(plot: &Plot, nth: usize, point: &Point, scale: &Axis, above: f64) -> String {
    let (zero, end) = (scale.at(0.0), scale.at(point.y));
    let middle = above + BAR / 2.0;
    let mut drawn = format!(
        "<rect class=\"bar {}\" x=\"{:.1}\" y=\"{above:.1}\" width=\"{:.1}\" height=\"{BAR}\">{}</rect>\n",
        colour(nth),
        zero.min(end),
        (end - zero).abs(),
        hint(&plot.series[nth].name, plot, point)
    );
    let mut right = zero.max(end);
    if let Some((low, high)) = point.interval {
        let (low, high) = (scale.at(low), scale.at(high));
        for class in ["halo", "whisker"] {
            drawn.push_str(&rule((low, middle), (high, middle), class));
            drawn.push_str(&rule((low, middle - 4.0), (low, middle + 4.0), class));
            drawn.push_str(&rule((high, middle - 4.0), (high, middle + 4.0), class));
        }
        right = right.max(high);
    }
    drawn.push_str(&words(&written(point.y), right + 5.0, middle + 4.0, "start", "tick"));
    drawn
}
