use std::collections::{BTreeMap, BTreeSet};

use super::{script::scripts, *};

/// How many checks each dimension has in each language, at least.
const ENOUGH: usize = 10;

#[tokio::test]
async fn every_tier_does_its_part_in_both_languages() {
    let outcomes = run(None).await.expect("the map store does not fail");
    let failed: Vec<String> = outcomes
        .iter()
        .filter(|outcome| !outcome.passed)
        .map(|o| {
            format!("{} / {}\n  expected {}\n  seen     {}", o.conversation, o.check, o.expected, o.seen)
        })
        .collect();
    assert!(failed.is_empty(), "{} of {} failed\n{}", failed.len(), outcomes.len(), failed.join("\n"));
}

#[test]
fn every_dimension_is_checked_enough_in_both_languages() {
    let mut checks: BTreeMap<(Dimension, Language), usize> = BTreeMap::new();
    for script in scripts() {
        let of_script = script.conversation.steps.iter().filter(|step| matches!(step, Step::Check(_)));
        *checks.entry((script.dimension, script.language)).or_default() += of_script.count();
    }
    for dimension in Dimension::ALL {
        for language in Language::ALL {
            let found = checks.get(&(dimension, language)).copied().unwrap_or_default();
            assert!(found >= ENOUGH, "{dimension:?} in {language:?}: {found}");
        }
    }
}

#[test]
fn no_turn_of_a_conversation_is_called_like_another() {
    for script in scripts() {
        let ids = script.conversation.steps.iter().filter_map(|step| match step {
            Step::Turn(turn) => Some(turn.id.as_str()),
            _ => None,
        });
        let mut met = BTreeSet::new();
        for id in ids {
            assert!(met.insert(id), "{}: {id}", script.conversation.name);
        }
    }
}

#[tokio::test]
async fn two_runs_see_the_same() {
    let first = run(None).await.expect("the map store does not fail");
    let second = run(None).await.expect("the map store does not fail");
    assert_eq!(first, second);
}

#[test]
fn a_report_counts_what_passed_and_tells_what_failed() {
    let outcome = |language, passed| Outcome {
        dimension: Dimension::DynamicUpdate,
        language,
        conversation: "moving".to_owned(),
        check: "the new city is the current one".to_owned(),
        passed,
        expected: "Lisbon".to_owned(),
        seen: "Porto".to_owned(),
    };
    let outcomes = [
        outcome(Language::English, true),
        outcome(Language::English, false),
        outcome(Language::Chinese, true),
    ];
    let told = crate::report::markdown(&report(&outcomes, "rules", false));
    assert!(told.contains("| dynamic_update | 1/2 | 1/1 |"), "{told}");
    assert!(
        told.contains("| dynamic_update / moving: the new city is the current one | Lisbon | Porto |"),
        "{told}"
    );
    assert!(!told.contains("Every check"));
    assert!(crate::report::markdown(&report(&outcomes, "rules", true)).contains("| passed |"));
}
