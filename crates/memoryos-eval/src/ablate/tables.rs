//! What each part is worth, as a report.

use super::{Ablation, AtLimit, GroupFigures};
use crate::{
    metrics::Estimate,
    recall::{ArmFigures, left_out},
    report::{Marks, Part, Plot, Point, Report, Series, Table},
};

/// What differences cannot say.
const CAVEATS: [&str; 2] = [
    "A difference is what evidence recall loses without the part while all others stay; parts that can stand in for \
     one another look worth less than they are.",
    "The paper measures answers of a language model, with parts taken out of what the model is told; here the \
     evidence among what is told is measured. Long-term memory holds what was distilled, which is no evidence by \
     this measure: it takes room and brings none. The chain shapes summaries and topics, and no recall \
     reads it, so leaving it out would change no figure here.",
];

/// Ablations on several sets as one report.
pub fn report(ablations: &[Ablation], circumstances: Vec<(String, String)>) -> Report {
    let about = ablations.iter().map(|ablation| {
        let settings =
            if ablation.settings.is_empty() { "defaults".to_owned() } else { ablation.settings.join(" ") };
        let line = format!(
            "{} questions with evidence{}; embedder {}; {settings}",
            ablation.scored,
            left_out(ablation.blank_questions),
            ablation.embedder
        );
        (ablation.dataset.clone(), line)
    });
    let embedder = ablations.first().map(|ablation| ablation.embedder.as_str()).unwrap_or_default();
    Report {
        title: format!("What each part is worth with {embedder}"),
        circumstances: about.chain(circumstances).collect(),
        parts: ablations.iter().flat_map(parts).collect(),
        caveats: CAVEATS.map(str::to_owned).to_vec(),
    }
}

fn parts(ablation: &Ablation) -> Vec<Part> {
    let name = &ablation.dataset;
    let mut parts: Vec<Part> =
        ablation.groups.iter().map(|group| Part::Table(differences(name, group))).collect();
    parts.extend(ablation.groups.first().map(|group| Part::Plot(losses(name, group))));
    for unit in ["items", "tokens"] {
        parts.push(Part::Table(sweep_table(ablation, unit)));
        parts.push(Part::Plot(sweep_plot(ablation, unit)));
    }
    parts
}

fn differences(dataset: &str, group: &GroupFigures) -> Table {
    let columns = group.whole.iter().map(|at| format!("{} {}", at.limit, at.unit));
    let row = |name: &str, figures: &[AtLimit], shown: fn(Estimate) -> String| {
        std::iter::once(name.to_owned()).chain(figures.iter().map(|at| shown(at.recall))).collect::<Vec<_>>()
    };
    let whole = row("with everything", &group.whole, |estimate| format!("{:.1}", estimate.mean * 100.0));
    let without = group.without.iter().map(|without| row(&without.name, &without.difference, changed));
    Table {
        title: format!("{dataset}: {}, mean evidence recall in % and what changes without each", group.name),
        columns: std::iter::once(String::new()).chain(columns).collect(),
        rows: std::iter::once(whole).chain(without).collect(),
    }
}

/// Points of percent with half the width of the 95 % interval.
fn changed(estimate: Estimate) -> String {
    format!("{:+.1} ±{:.1}", estimate.mean * 100.0, (estimate.high - estimate.low) * 50.0)
}

fn losses(dataset: &str, group: &GroupFigures) -> Plot {
    let series = group.whole.iter().enumerate().map(|(place, at)| Series {
        name: format!("{} {}", at.limit, at.unit),
        points: group
            .without
            .iter()
            .map(|without| point(0, without.name.clone(), without.difference[place].recall))
            .collect(),
    });
    Plot {
        title: format!("{dataset}: what changes without each of the {}", group.name),
        x_axis: "left out".to_owned(),
        y_axis: "change of evidence recall, points".to_owned(),
        marks: Marks::Bars,
        series: series.collect(),
    }
}

fn sweep_table(ablation: &Ablation, unit: &str) -> Table {
    let of_unit =
        |arm: &ArmFigures| arm.limits.iter().filter(|l| l.unit == unit).cloned().collect::<Vec<_>>();
    let limits = ablation.sweep.first().map(of_unit).unwrap_or_default();
    let row = |arm: &ArmFigures| {
        let cells = of_unit(arm).into_iter().map(|l| format!("{:.1}", l.overall.recall.mean * 100.0));
        std::iter::once(arm.name.clone()).chain(cells).collect()
    };
    Table {
        title: format!("{}: mean evidence recall in % by {unit}", ablation.dataset),
        columns: std::iter::once(unit.to_owned()).chain(limits.iter().map(|l| l.limit.to_string())).collect(),
        rows: ablation.sweep.iter().map(row).collect(),
    }
}

fn sweep_plot(ablation: &Ablation, unit: &str) -> Plot {
    let points = |arm: &ArmFigures| {
        let limits = arm.limits.iter().filter(|limit| limit.unit == unit);
        limits.map(|limit| point(limit.limit, String::new(), limit.overall.recall)).collect()
    };
    Plot {
        title: format!("{}: evidence recall with more room", ablation.dataset),
        x_axis: if unit == "items" { "k, items".to_owned() } else { "budget, tokens".to_owned() },
        y_axis: "evidence recall, %".to_owned(),
        marks: Marks::Lines,
        series: ablation
            .sweep
            .iter()
            .map(|arm| Series { name: arm.name.clone(), points: points(arm) })
            .collect(),
    }
}

fn point(x: usize, label: String, estimate: Estimate) -> Point {
    let percent = |share: f64| share * 100.0;
    let interval = Some((percent(estimate.low), percent(estimate.high)));
    Point { x: x as f64, label, y: percent(estimate.mean), interval }
}
