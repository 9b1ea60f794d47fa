//! What all plots share: widths, escaping, marks that tell series apart without colour, and the frame around.

use super::{axis::written, bars, lines};
use crate::report::{Marks, Plot, Point};

/// How many colours there are; the style has one class for each.
const COLOURS: usize = 7;
/// Lines of one colour differ by these, in units of the drawing; the first is unbroken.
const DASHES: [&str; 4] = ["", "7 4", "2 3", "9 3 2 3"];
/// How far a marker reaches from its point.
const MARKER_REACH: f64 = 4.0;

/// For which pages a plot is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Width {
    /// As wide as a column of text.
    Wide,
    /// As wide as a phone.
    Narrow,
}

impl Width {
    /// Units of the drawing, about one CSS pixel each.
    pub(super) const fn units(self) -> f64 {
        match self {
            Self::Wide => 720.0,
            Self::Narrow => 340.0,
        }
    }

    const fn class(self) -> &'static str {
        match self {
            Self::Wide => "wide",
            Self::Narrow => "narrow",
        }
    }
}

/// Text that is nothing but text, in an element or an attribute.
pub(super) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            other => safe.push(other),
        }
    }
    safe
}

/// The plot as an `svg` element, with words for those who cannot see it; `nth` makes its ids its own.
pub(super) fn drawing(plot: &Plot, width: Width, nth: usize) -> String {
    let (height, inside) = match plot.marks {
        Marks::Lines => lines::lines(plot, width),
        Marks::Bars => bars::bars(plot, width),
    };
    let (class, units) = (width.class(), width.units());
    format!(
        "<svg class=\"{class}\" viewBox=\"0 0 {units:.0} {height:.0}\" role=\"img\" \
         aria-labelledby=\"{class}{nth}t {class}{nth}d\">\n<title id=\"{class}{nth}t\">{}</title>\n\
         <desc id=\"{class}{nth}d\">{}</desc>\n{inside}</svg>\n",
        escaped(&plot.title),
        escaped(&description(plot)),
    )
}

/// What the plot shows, in words.
fn description(plot: &Plot) -> String {
    let kind = match plot.marks {
        Marks::Lines => "Lines",
        Marks::Bars => "Bars",
    };
    let each: Vec<String> = plot
        .series
        .iter()
        .map(|series| {
            let figures: Vec<String> = series.points.iter().map(|point| told(plot, point)).collect();
            format!("{}: {}.", series.name, figures.join(", "))
        })
        .collect();
    format!("{kind} of {} by {}. {}", plot.y_axis, plot.x_axis, each.join(" "))
}

/// One figure with where it stands.
fn told(plot: &Plot, point: &Point) -> String {
    match plot.marks {
        Marks::Lines => format!("{} at {}", written(point.y), written(point.x)),
        Marks::Bars => format!("{} {}", point.label, written(point.y)),
    }
}

/// What a pointer that rests on a mark is told.
pub(super) fn hint(name: &str, plot: &Plot, point: &Point) -> String {
    let interval = point
        .interval
        .map(|(low, high)| format!(" (95 %: {} to {})", written(low), written(high)))
        .unwrap_or_default();
    format!("<title>{}: {}{interval}</title>", escaped(name), escaped(&told(plot, point)))
}

/// The class that gives the series its colour.
pub(super) fn colour(nth: usize) -> String {
    format!("c{}", nth % COLOURS)
}

/// The attribute that gives the series its dashes.
pub(super) fn dashes(nth: usize) -> String {
    match DASHES[nth % DASHES.len()] {
        "" => String::new(),
        pattern => format!(" stroke-dasharray=\"{pattern}\""),
    }
}

/// The shape that marks a point of the series: circle, square, triangle, diamond, cross.
pub(super) fn marker(nth: usize, x: f64, y: f64, inside: &str) -> String {
    let r = MARKER_REACH;
    let path = match nth % 5 {
        0 => {
            return format!("<circle class=\"mark\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{r}\">{inside}</circle>");
        }
        1 => format!("M{:.1} {:.1}h{w}v{w}h-{w}z", x - r, y - r, w = 2.0 * r),
        2 => format!(
            "M{x:.1} {:.1}l{w} {h}h-{b}z",
            y - r - 1.0,
            w = r + 1.0,
            h = 2.0 * r + 1.0,
            b = 2.0 * r + 2.0
        ),
        3 => format!("M{x:.1} {:.1}l{w} {w}l-{w} {w}l-{w} -{w}z", y - r - 1.0, w = r + 1.0),
        _ => format!("M{:.1} {:.1}l{w} {w}m0 -{w}l-{w} {w}", x - r, y - r, w = 2.0 * r),
    };
    format!("<path class=\"mark\" d=\"{path}\">{inside}</path>")
}

/// How the series looks, for the legend.
pub(super) fn sample(marks: Marks, nth: usize) -> String {
    let (width, inside) = match marks {
        Marks::Lines => {
            let line = format!("<path class=\"line\" d=\"M1 8h34\"{}/>", dashes(nth));
            (36, format!("{line}{}", marker(nth, 18.0, 8.0, "")))
        }
        Marks::Bars => (16, "<rect class=\"bar\" y=\"2\" width=\"16\" height=\"12\" rx=\"2\"/>".to_owned()),
    };
    let colour = colour(nth);
    format!(
        "<svg class=\"sample {colour}\" viewBox=\"0 0 {width} 16\" width=\"{width}\" aria-hidden=\"true\">{inside}</svg>"
    )
}

/// Words in a drawing; `anchor` is `start`, `middle` or `end`.
pub(super) fn words(text: &str, x: f64, y: f64, anchor: &str, class: &str) -> String {
    format!(
        "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{}</text>\n",
        escaped(text)
    )
}

/// A straight line of the frame.
pub(super) fn rule(from: (f64, f64), to: (f64, f64), class: &str) -> String {
    let ((x1, y1), (x2, y2)) = (from, to);
    format!("<line class=\"{class}\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>\n")
}
