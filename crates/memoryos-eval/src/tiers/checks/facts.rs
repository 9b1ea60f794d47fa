//! What is known, from where, and what has ended.

use memoryos::{
    View,
    types::{About, Fact},
};

use super::{Finding, listed};
use crate::tiers::{script::Whom, stage::Stage};

/// A fact that holds says all of the words and was learned from all of the turns.
pub(super) fn known(stage: &Stage, view: &View, says: &[String], about: Whom, sources: &[String]) -> Finding {
    let about = match about {
        Whom::User => About::User,
        Whom::Assistant => About::Assistant,
    };
    let is_from = |fact: &Fact| {
        sources.iter().all(|turn| fact.sources.iter().any(|source| source.page == stage.turn(turn).page))
    };
    let passed = holding(view).any(|fact| fact.about == about && tells(fact, says) && is_from(fact));
    let expected =
        format!("a fact about the {} with “{}” from {}", name(about), says.join("”, “"), listed(sources));
    Finding::new(passed, expected, all(stage, view))
}

/// No fact that holds says all of the words.
pub(super) fn unknown(view: &View, says: &[String]) -> Finding {
    let found: Vec<&str> =
        holding(view).filter(|fact| tells(fact, says)).map(|fact| fact.text.as_str()).collect();
    Finding::new(found.is_empty(), format!("no fact with “{}”", says.join("”, “")), listed(found))
}

/// One fact that holds fills the slot, with this value.
pub(super) fn current(view: &View, slot: &str, value: &str) -> Finding {
    let values: Vec<&str> = holding(view)
        .filter_map(|fact| fact.slot.as_ref())
        .filter(|filled| filled.attribute == slot)
        .map(|filled| filled.value.as_str())
        .collect();
    let passed = values.len() == 1 && values[0].to_lowercase().contains(&value.to_lowercase());
    Finding::new(passed, format!("{slot}: {value} alone"), format!("{slot}: {}", listed(values)))
}

/// The old fact ended when the turn was said, and names the new one, which holds.
pub(super) fn superseded(stage: &Stage, view: &View, old: &[String], new: &[String], since: &str) -> Finding {
    let since_at = stage.turn(since).turn.at().at;
    let passed = view.state.facts().filter(|fact| tells(fact, old)).any(|fact| {
        let Some(end) = fact.superseded else { return false };
        let successor = end.by.and_then(|id| view.state.fact(id));
        end.at == since_at && successor.is_some_and(|next| next.superseded.is_none() && tells(next, new))
    });
    let expected = format!("“{}” superseded at {since} by “{}”", old.join("”, “"), new.join("”, “"));
    Finding::new(passed, expected, all(stage, view))
}

/// Facts in long-term memory that nothing has taken over from.
fn holding(view: &View) -> impl Iterator<Item = &Fact> {
    view.state.active_facts().filter(|fact| fact.superseded.is_none())
}

fn tells(fact: &Fact, words: &[String]) -> bool {
    let text = fact.text.to_lowercase();
    words.iter().all(|word| text.contains(&word.to_lowercase()))
}

fn name(about: About) -> &'static str {
    match about {
        About::User => "user",
        About::Assistant => "assistant",
    }
}

/// Every fact with its sources and whether it has ended.
fn all(stage: &Stage, view: &View) -> String {
    listed(view.state.facts().map(|fact| {
        let sources: Vec<&str> = fact.sources.iter().map(|source| stage.name(source.page)).collect();
        let ended = if fact.superseded.is_some() { ", superseded" } else { "" };
        format!("{} ({}{ended})", fact.text, sources.join("+"))
    }))
}
