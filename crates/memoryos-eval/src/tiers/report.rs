//! What came of the checks, as tables.

use super::{Dimension, Language, Outcome};
use crate::report::{Part, Report, Table};

/// The checks as a report: how many passed in each dimension and language, then each that failed with what was
/// expected and seen; with `all`, every check by name. `distiller` names who distilled.
pub fn report(outcomes: &[Outcome], distiller: &str, all: bool) -> Report {
    let mut parts = vec![Part::Table(summary(outcomes))];
    let failed: Vec<&Outcome> = outcomes.iter().filter(|outcome| !outcome.passed).collect();
    if !failed.is_empty() {
        parts.push(Part::Table(failures(&failed)));
    }
    if all {
        parts.push(Part::Table(every(outcomes)));
    }
    Report {
        title: "What each tier does".to_owned(),
        circumstances: vec![("distiller".to_owned(), distiller.to_owned())],
        parts,
        caveats: Vec::new(),
    }
}

fn summary(outcomes: &[Outcome]) -> Table {
    let mut columns = vec!["dimension".to_owned()];
    columns.extend(Language::ALL.map(|language| language.name().to_owned()));
    let row = |dimension: Dimension| {
        let mut row = vec![dimension.name().to_owned()];
        row.extend(Language::ALL.map(|language| passed_of(outcomes, dimension, language)));
        row
    };
    Table { title: "Checks passed".to_owned(), columns, rows: Dimension::ALL.map(row).to_vec() }
}

/// `12/13`.
fn passed_of(outcomes: &[Outcome], dimension: Dimension, language: Language) -> String {
    let of_it = outcomes.iter().filter(|o| o.dimension == dimension && o.language == language);
    let (passed, total) =
        of_it.fold((0, 0), |(passed, total), o| (passed + usize::from(o.passed), total + 1));
    format!("{passed}/{total}")
}

fn failures(failed: &[&Outcome]) -> Table {
    Table {
        title: "Checks that failed".to_owned(),
        columns: ["check", "expected", "seen"].map(str::to_owned).to_vec(),
        rows: failed.iter().map(|o| vec![named(o), o.expected.clone(), o.seen.clone()]).collect(),
    }
}

fn every(outcomes: &[Outcome]) -> Table {
    let result = |o: &Outcome| if o.passed { "passed" } else { "failed" }.to_owned();
    Table {
        title: "Every check".to_owned(),
        columns: ["check", "result"].map(str::to_owned).to_vec(),
        rows: outcomes.iter().map(|o| vec![named(o), result(o)]).collect(),
    }
}

fn named(outcome: &Outcome) -> String {
    format!("{} / {}: {}", outcome.dimension.name(), outcome.conversation, outcome.check)
}
