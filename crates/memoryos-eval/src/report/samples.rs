//! Reports for tests: one small, one with every kind of part and figures like those of an evaluation.

use super::{Marks, Part, Plot, Point, Report, Series, Table};

const SYSTEMS: [&str; 5] = ["MemoryOS", "words only", "meaning only", "paper's strategy", "full context"];
const BUDGETS: [f64; 4] = [500.0, 1000.0, 2000.0, 4000.0];
const RECALLS: [[f64; 4]; 5] = [
    [77.4, 84.9, 90.6, 94.8],
    [61.5, 67.9, 74.8, 80.1],
    [47.1, 57.9, 68.4, 79.1],
    [33.0, 41.2, 55.8, 63.9],
    [3.1, 5.9, 11.6, 22.8],
];
const CATEGORIES: [&str; 4] = ["1 multi-hop", "2 temporal", "3 open-domain", "4 single-hop"];

fn cells(cells: &[&str]) -> Vec<String> {
    cells.iter().map(|cell| (*cell).to_owned()).collect()
}

pub(super) fn small() -> Report {
    Report {
        title: "Recall <img onerror=alert(1)>".to_owned(),
        circumstances: vec![
            ("data".to_owned(), "LoCoMo | five conversations".to_owned()),
            ("machine".to_owned(), "2 cores".to_owned()),
        ],
        parts: vec![Part::Table(Table {
            title: "Share of the evidence, %".to_owned(),
            columns: cells(&["system", "500", "1,000"]),
            rows: vec![cells(&["words | only", "61.5", "67.9"]), cells(&["全部上下文", "7.2", "14.1"])],
        })],
        caveats: vec!["Some labels are wrong.".to_owned()],
    }
}

pub(super) fn whole() -> Report {
    Report {
        title: "Evidence recall on LoCoMo".to_owned(),
        circumstances: vec![
            ("data".to_owned(), "LoCoMo, 5 conversations, 770 questions".to_owned()),
            ("embedder".to_owned(), "minilm, 384 dimensions".to_owned()),
            ("commit".to_owned(), "0123456789abcdef".to_owned()),
        ],
        parts: vec![
            Part::Plot(by_budget()),
            Part::Table(table()),
            Part::Plot(by_category()),
            Part::Plot(latency()),
        ],
        caveats: vec![
            "Gold answers that are wrong count against every system alike.".to_owned(),
            "A token is a quarter of the characters; a CJK character is one.".to_owned(),
        ],
    }
}

fn by_budget() -> Plot {
    let points = |recalls: [f64; 4]| {
        let pairs = BUDGETS.into_iter().zip(recalls);
        pairs.map(|(x, y)| Point { x, label: String::new(), y, interval: Some((y - 2.4, y + 2.2)) }).collect()
    };
    let series = SYSTEMS.iter().zip(RECALLS);
    Plot {
        title: "Evidence recall against the budget".to_owned(),
        x_axis: "tokens of context".to_owned(),
        y_axis: "mean evidence recall, %".to_owned(),
        marks: Marks::Lines,
        series: series
            .map(|(name, recalls)| Series { name: (*name).to_owned(), points: points(recalls) })
            .collect(),
    }
}

fn by_category() -> Plot {
    let bar = |nth: usize, y: f64| Point {
        x: 0.0,
        label: CATEGORIES[nth].to_owned(),
        y,
        interval: Some((y - 4.0, y + 3.5)),
    };
    let series = SYSTEMS.iter().zip(RECALLS).take(4).map(|(name, recalls)| Series {
        name: (*name).to_owned(),
        points: (0..CATEGORIES.len())
            .map(|nth| bar(nth, recalls[(nth + 1) % 4] - 6.0 * nth as f64 / 2.0))
            .collect(),
    });
    Plot {
        title: "Recall by category at 1,000 tokens".to_owned(),
        x_axis: "category".to_owned(),
        y_axis: "mean evidence recall, %".to_owned(),
        marks: Marks::Bars,
        series: series.collect(),
    }
}

fn latency() -> Plot {
    let named = |name: &str, times: [f64; 3]| Series {
        name: name.to_owned(),
        points: SYSTEMS
            .iter()
            .zip(times)
            .map(|(system, y)| Point { x: 0.0, label: (*system).to_owned(), y, interval: None })
            .collect(),
    };
    Plot {
        title: "Time for a recall".to_owned(),
        x_axis: "system".to_owned(),
        y_axis: "milliseconds a query".to_owned(),
        marks: Marks::Bars,
        series: vec![named("median", [14.2, 3.81, 12.06]), named("95th percentile", [31.5, 7.4, 24.9])],
    }
}

fn table() -> Table {
    let row = |name: &&str, recalls: [f64; 4]| {
        let mut row = vec![(*name).to_owned()];
        row.extend(recalls.map(|recall| format!("{recall:.1} ± 2.3")));
        row
    };
    Table {
        title: "Mean evidence recall, %, with 95 % intervals".to_owned(),
        columns: cells(&["system", "500", "1,000", "2,000", "4,000"]),
        rows: SYSTEMS.iter().zip(RECALLS).map(|(name, recalls)| row(name, recalls)).collect(),
    }
}
