//! The scores as tables and bars.

use super::{Abstentions, Group, Summary};
use crate::{
    metrics::Estimate,
    report::{Marks, Part, Plot, Point, Report, Series, Table},
};

/// What figures of questions with an answer cannot say.
const OF_SCORES: [&str; 2] = [
    "F1 and BLEU-1 reward the wording of the gold answers: the same facts in a whole sentence score less.",
    "Words are stemmed with English Snowball, in LoCoMo's own evaluation with Porter's first algorithm: F1 differs by \
     about 0.01 points.",
];

/// What those on LoCoMo cannot say besides.
const OF_LOCOMO: &str = "Of LoCoMo's 1,540 gold answers of categories 1 to 4, 99 are wrong, which no system can make \
     up for; and the table of the MemoryOS paper names the categories in another order than its data do: compare by \
     number.";

/// What figures of questions without an answer cannot say.
const OF_ABSTENTIONS: &str = "A reply that corrects the question (it was the other one) without saying that this is \
     not known counts as wrong among questions without an answer; so does one that guesses after owning up.";

/// The report of a run under these circumstances.
pub fn report(summary: &Summary, circumstances: Vec<(String, String)>) -> Report {
    let mut parts = vec![Part::Table(run(summary))];
    if !summary.groups.is_empty() {
        parts.push(Part::Table(scores(summary)));
        parts.push(Part::Plot(plot(summary)));
    }
    if !summary.abstentions.is_empty() {
        parts.push(Part::Table(abstentions(&summary.abstentions)));
    }
    parts.push(Part::Table(costs(summary)));
    Report { title: "Answers from memory".to_owned(), circumstances, parts, caveats: caveats(summary) }
}

fn caveats(summary: &Summary) -> Vec<String> {
    // Only LoCoMo's kinds have numbers.
    let is_locomo = summary.groups.iter().any(|group| group.name.starts_with(|c: char| c.is_ascii_digit()));
    let of_scores = OF_SCORES.into_iter().filter(|_| !summary.groups.is_empty());
    let of_abstentions = (!summary.abstentions.is_empty()).then_some(OF_ABSTENTIONS);
    of_scores.chain(is_locomo.then_some(OF_LOCOMO)).chain(of_abstentions).map(str::to_owned).collect()
}

fn run(summary: &Summary) -> Table {
    let Summary { questions, asked, without_reply, truncated, without_gold, unreadable_verdicts, .. } =
        summary;
    let always = [("asked", *asked), ("not asked yet", questions - asked)];
    let sometimes = [
        ("the model declined or said nothing (scored as no answer)", *without_reply),
        ("cut at the longest reply", *truncated),
        ("without a gold answer (not scored)", *without_gold),
        ("verdicts that could not be read (not counted)", *unreadable_verdicts),
    ];
    let sometimes = sometimes.into_iter().filter(|(_, count)| *count > 0);
    let rows =
        always.into_iter().chain(sometimes).map(|(name, count)| vec![name.to_owned(), count.to_string()]);
    Table { title: "Questions".to_owned(), columns: texts(["", "questions"]), rows: rows.collect() }
}

fn scores(summary: &Summary) -> Table {
    let is_judged = summary.overall.judged > 0;
    let row = |group: &Group| {
        let figures =
            [&group.f1, &group.bleu1].into_iter().flat_map(|score| [percent(score.mean), interval(score)]);
        let mut row = vec![group.name.clone(), group.questions.to_string()];
        row.extend(figures);
        row.extend(is_judged.then(|| verdicts(group.judged, group.correct)));
        row
    };
    let mut columns = texts(["kind", "questions", "F1 %", "95 %", "BLEU-1 %", "95 %"]);
    columns.extend(is_judged.then(|| "judged correct %".to_owned()));
    let rows = summary.groups.iter().chain([&summary.overall]).map(row).collect();
    Table { title: "Questions that have an answer".to_owned(), columns, rows }
}

fn abstentions(groups: &[Abstentions]) -> Table {
    let is_judged = groups.iter().any(|group| group.judged > 0);
    let row = |group: &Abstentions| {
        let counts =
            [group.questions, group.abstained, group.trapped, group.otherwise].map(|n| n.to_string());
        let mut row = vec![group.name.clone()];
        row.extend(counts);
        row.extend([percent(group.right.mean), interval(&group.right)]);
        row.extend(is_judged.then(|| verdicts(group.judged, group.correct)));
        row
    };
    let mut columns = texts(["kind", "questions", "owned up", "fell for it", "said else", "right %", "95 %"]);
    columns.extend(is_judged.then(|| "judged correct %".to_owned()));
    let rows = groups.iter().map(row).collect();
    Table { title: "Questions that have none: does it own up to not knowing?".to_owned(), columns, rows }
}

fn costs(summary: &Summary) -> Table {
    let costs = &summary.costs;
    let rows = [
        ("model calls to answer", "1".to_owned()),
        ("model calls to settle what was said", format!("{:.2}", costs.distilling_calls)),
        ("tokens of the prompt", format!("{:.0}", costs.prompt_tokens)),
        ("of them recalled (estimate)", format!("{:.0}", costs.context_tokens)),
        ("tokens of the reply", format!("{:.1}", costs.completion_tokens)),
        ("tokens to settle what was said", format!("{:.0}", costs.distilling_tokens)),
        ("model's time, ms, p50", format!("{:.0}", costs.latency_ms_p50)),
        ("model's time, ms, p95", format!("{:.0}", costs.latency_ms_p95)),
        ("recall and prompt, ms, p50", format!("{:.1}", costs.recall_ms_p50)),
        ("recall and prompt, ms, p95", format!("{:.1}", costs.recall_ms_p95)),
    ];
    let rows = rows.into_iter().map(|(name, figure)| vec![name.to_owned(), figure]).collect();
    Table { title: "What a response takes".to_owned(), columns: texts(["", "each response"]), rows }
}

fn plot(summary: &Summary) -> Plot {
    let series = |name: &str, score: fn(&Group) -> Estimate| Series {
        name: name.to_owned(),
        points: summary
            .groups
            .iter()
            .chain([&summary.overall])
            .map(|group| bar(group, score(group)))
            .collect(),
    };
    Plot {
        title: "F1 and BLEU-1 by kind of question".to_owned(),
        x_axis: "kind".to_owned(),
        y_axis: "score, %".to_owned(),
        marks: Marks::Bars,
        series: vec![series("F1", |group| group.f1), series("BLEU-1", |group| group.bleu1)],
    }
}

fn bar(group: &Group, score: Estimate) -> Point {
    let interval = Some((100.0 * score.low, 100.0 * score.high));
    Point { x: 0.0, label: group.name.clone(), y: 100.0 * score.mean, interval }
}

fn percent(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}

fn interval(estimate: &Estimate) -> String {
    format!("{}–{}", percent(estimate.low), percent(estimate.high))
}

fn verdicts(judged: usize, correct: Option<f64>) -> String {
    correct.map_or_else(|| "–".to_owned(), |correct| format!("{} of {judged}", percent(correct)))
}

fn texts<const N: usize>(texts: [&str; N]) -> Vec<String> {
    texts.map(str::to_owned).to_vec()
}
