//! What was found, as a report.

use super::{ArmFigures, Figures, LimitFigures, Outcome};
use crate::{
    datasets::LOCOMO,
    metrics::Estimate,
    report::{Marks, Part, Plot, Point, Report, Series, Table},
};

/// The limit whose figures stand for a kind of question in the plot by kind.
const SHOWN_TOKENS: usize = 1_000;

/// Above the names; beside it stand the limits.
const LIMITS_HEADING: &str = "tokens or items";

/// What the figures of any set cannot say.
const CAVEAT: &str = "Evidence recall asks whether the messages that hold the answer are in the context; \
    whether a model answers rightly with them is another question (`memoryos eval answer`).";

/// What those of LoCoMo cannot say besides.
const LOCOMO_CAVEAT: &str = "Of LoCoMo's 1,540 questions with an answer 99 have a wrong one, some with wrong \
    evidence; and the table of the MemoryOS paper names its categories in another order than its data do.";

/// Outcomes on several sets as one report.
pub fn report(outcomes: &[Outcome], circumstances: Vec<(String, String)>) -> Report {
    let is_locomo = outcomes.iter().any(|outcome| outcome.formats.contains(&LOCOMO));
    let mut caveats = vec![CAVEAT.to_owned()];
    caveats.extend(is_locomo.then(|| LOCOMO_CAVEAT.to_owned()));
    let embedder = outcomes.first().map(|outcome| outcome.embedder.as_str()).unwrap_or_default();
    Report {
        title: format!("Evidence recall with {embedder}"),
        circumstances: outcomes.iter().flat_map(about).chain(circumstances).collect(),
        parts: outcomes.iter().flat_map(parts).collect(),
        caveats,
    }
}

/// What was asked of which set, in a line, and a line for each of its files.
fn about(outcome: &Outcome) -> Vec<(String, String)> {
    let settings =
        if outcome.settings.is_empty() { "defaults".to_owned() } else { outcome.settings.join(" ") };
    let set = format!(
        "{} conversations, {} turns, {} questions ({} with evidence, {} without an answer{}); embedder {}; {}; {settings}",
        outcome.conversations,
        outcome.turns,
        outcome.questions,
        outcome.scored,
        outcome.unanswerable,
        left_out(outcome.blank_questions),
        outcome.embedder,
        if outcome.settled { "settled" } else { "not settled" },
    );
    let files = outcome.files.iter().map(|(name, sha256)| (name.clone(), format!("SHA-256 {sha256}")));
    std::iter::once((outcome.dataset.clone(), set)).chain(files).collect()
}

/// A word about questions that were not asked; nothing where all were.
pub(crate) fn left_out(blank_questions: usize) -> String {
    match blank_questions {
        0 => String::new(),
        blank => format!(", {blank} without words left out"),
    }
}

fn parts(outcome: &Outcome) -> Vec<Part> {
    let name = &outcome.dataset;
    let table = |what: &str, cell: fn(&LimitFigures) -> String| Part::Table(by_arm(outcome, what, cell));
    let mut parts = Vec::new();
    if outcome.scored > 0 {
        let recall = |limit: &LimitFigures| shown(limit.overall.recall);
        parts.push(Part::Table(with_whole(outcome, by_arm(outcome, "mean evidence recall in %", recall))));
        parts.push(table("questions with all of their evidence in %", |limit| shown(limit.overall.complete)));
        parts.extend(outcome.arms.first().map(|arm| Part::Table(by_category(name, arm))));
        parts.push(table("mean tokens of a context", |limit| format!("{:.0}", limit.overall.tokens)));
    }
    parts.push(table("milliseconds a recall, p50 / p95", |limit| {
        format!("{:.1} / {:.1}", limit.p50_millis, limit.p95_millis)
    }));
    if outcome.unanswerable > 0 && outcome.scored > 0 {
        parts.push(table(
            "ROC area of the confidence, questions with an answer against those without",
            |limit| limit.confidence_roc_area.map_or_else(|| "–".to_owned(), |area| format!("{area:.3}")),
        ));
    }
    if outcome.scored > 0 {
        parts.push(Part::Plot(against_budget(outcome)));
        parts.extend(outcome.arms.first().and_then(|arm| by_kind(name, arm)).map(Part::Plot));
    }
    parts.push(Part::Plot(latency(outcome)));
    parts
}

/// Configurations down, limits across.
fn by_arm(outcome: &Outcome, what: &str, cell: impl Fn(&LimitFigures) -> String) -> Table {
    let limits = outcome.arms.first().map(|arm| arm.limits.as_slice()).unwrap_or_default();
    let row =
        |arm: &ArmFigures| std::iter::once(arm.name.clone()).chain(arm.limits.iter().map(&cell)).collect();
    Table {
        title: format!("{}: {what}", outcome.dataset),
        columns: std::iter::once(LIMITS_HEADING.to_owned()).chain(limits.iter().map(heading)).collect(),
        rows: outcome.arms.iter().map(row).collect(),
    }
}

/// The table with the line of the whole conversation under it, which no limit cuts.
fn with_whole(outcome: &Outcome, mut table: Table) -> Table {
    let name = format!("full context, {:.0} tokens", outcome.whole.tokens);
    let cells = table.columns.iter().skip(1).map(|_| shown(outcome.whole.recall));
    table.rows.push(std::iter::once(name).chain(cells).collect());
    table
}

fn by_category(dataset: &str, arm: &ArmFigures) -> Table {
    let columns =
        [LIMITS_HEADING, "questions"].map(str::to_owned).into_iter().chain(arm.limits.iter().map(heading));
    let categories = arm.limits.first().map(|limit| limit.categories.as_slice()).unwrap_or_default();
    let row = |(place, name, questions): (Option<usize>, String, usize)| {
        let figures = |limit: &LimitFigures| -> Figures {
            place.map_or(limit.overall, |place| limit.categories[place].figures)
        };
        let cells = arm.limits.iter().map(|limit| shown(figures(limit).recall));
        [name, questions.to_string()].into_iter().chain(cells).collect()
    };
    let named = categories.iter().enumerate().map(|(i, c)| (Some(i), c.name.clone(), c.figures.questions));
    let overall = arm.limits.first().map(|limit| (None, "all".to_owned(), limit.overall.questions));
    Table {
        title: format!("{dataset}: mean evidence recall by kind of question in %"),
        columns: columns.collect(),
        rows: named.chain(overall).map(row).collect(),
    }
}

/// `500` for tokens, `5 items` for items.
fn heading(limit: &LimitFigures) -> String {
    if limit.unit == "items" { format!("{} items", limit.limit) } else { limit.limit.to_string() }
}

/// Percent with half the width of its 95 % interval.
fn shown(estimate: Estimate) -> String {
    format!("{:.1} ±{:.1}", estimate.mean * 100.0, (estimate.high - estimate.low) * 50.0)
}

fn point(x: usize, label: String, estimate: Estimate) -> Point {
    let percent = |share: f64| share * 100.0;
    Point {
        x: x as f64,
        label,
        y: percent(estimate.mean),
        interval: Some((percent(estimate.low), percent(estimate.high))),
    }
}

fn against_budget(outcome: &Outcome) -> Plot {
    let series = |arm: &ArmFigures| Series {
        name: arm.name.clone(),
        points: arm
            .limits
            .iter()
            .filter(|limit| limit.unit == "tokens")
            .map(|limit| point(limit.limit, String::new(), limit.overall.recall))
            .collect(),
    };
    Plot {
        title: format!("{}: mean evidence recall against the budget", outcome.dataset),
        x_axis: "budget, tokens".to_owned(),
        y_axis: "evidence recall, %".to_owned(),
        marks: Marks::Lines,
        series: outcome.arms.iter().map(series).collect(),
    }
}

fn by_kind(dataset: &str, arm: &ArmFigures) -> Option<Plot> {
    let is_shown = |limit: &&LimitFigures| limit.unit == "tokens" && limit.limit == SHOWN_TOKENS;
    let limit = arm.limits.iter().find(is_shown).or(arm.limits.first())?;
    let points = limit.categories.iter().map(|c| point(0, c.name.clone(), c.figures.recall));
    Some(Plot {
        title: format!("{dataset}: mean evidence recall by kind of question, {} {}", limit.limit, limit.unit),
        x_axis: "kind of question".to_owned(),
        y_axis: "evidence recall, %".to_owned(),
        marks: Marks::Bars,
        series: vec![Series { name: arm.name.clone(), points: points.collect() }],
    })
}

fn latency(outcome: &Outcome) -> Plot {
    let bar = |limit: &LimitFigures, millis| Point {
        x: 0.0,
        label: format!("{} {}", limit.limit, limit.unit),
        y: millis,
        interval: None,
    };
    let limits = outcome.arms.first().map(|arm| arm.limits.as_slice()).unwrap_or_default();
    let series = |name: &str, millis: fn(&LimitFigures) -> f64| Series {
        name: name.to_owned(),
        points: limits.iter().map(|limit| bar(limit, millis(limit))).collect(),
    };
    Plot {
        title: format!(
            "{}: how long a recall takes, the embedding of the question included",
            outcome.dataset
        ),
        x_axis: "limit".to_owned(),
        y_axis: "milliseconds".to_owned(),
        marks: Marks::Bars,
        series: vec![series("p50", |limit| limit.p50_millis), series("p95", |limit| limit.p95_millis)],
    }
}
