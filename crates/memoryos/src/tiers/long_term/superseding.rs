//! Superseding: which facts cannot hold at the same time, and which of them holds now.
//!
//! Nothing here asks in which order facts were learned, only when they were said: old mail imported late ends as if
//! it had been read in its time.

use jiff::Timestamp;

use super::facts::folded;
use crate::{
    text::words::terms,
    types::{Cardinality, Fact, Source, Superseded},
};

/// Verbs that only say how one enjoys a thing, as stems: to love drinking coffee is to love coffee.
const ENGLISH_ENJOYMENTS: &[&str] =
    &["drink", "eat", "have", "watch", "read", "play", "listen", "cook", "wear"];
/// The same in Chinese, longer ones first: 喝咖啡 and 咖啡 are one taste.
const CHINESE_ENJOYMENTS: &[&str] = &["喝", "吃", "看", "听", "玩", "打", "弹", "用", "穿"];

/// Where a fact stands in time: when it was last said and, where two were said at once, on which page and in which
/// order they were learned. No two facts stand at one place.
type Place = (Timestamp, u128, u128);

/// The facts among `known` whose end changes because `changed` is new or was said again, `changed` itself among
/// them; each as it is now.
pub(super) fn resettled(
    known: &[Fact],
    changed: &Fact,
    said_at: &impl Fn(&Source) -> Option<Timestamp>,
) -> Vec<Fact> {
    known
        .iter()
        .filter(|fact| fact.id == changed.id || contradicts(fact, changed))
        .filter(|fact| is_decided_here(fact, known))
        .filter_map(|fact| {
            let superseded = end(known, fact, said_at);
            (superseded != fact.superseded).then(|| Fact { superseded, ..fact.clone() })
        })
        .collect()
}

/// How `fact` ended: the next said of those that cannot hold beside it took over when it was first said after the
/// fact was said last. `None` when it is the newest of them.
fn end(known: &[Fact], fact: &Fact, said_at: &impl Fn(&Source) -> Option<Timestamp>) -> Option<Superseded> {
    let place = place(fact, said_at);
    let successor = known
        .iter()
        .filter(|other| contradicts(fact, other))
        .map(|other| (self::place(other, said_at), other))
        .filter(|(later, _)| *later > place)
        .min_by_key(|(later, _)| *later)
        .map(|(_, other)| other)?;
    let since = times(successor, said_at).filter(|at| *at >= place.0).min();
    Some(Superseded { at: since.unwrap_or(successor.said_at), by: Some(successor.id) })
}

/// Whether what holds of `fact` follows from the facts known. One that was ended by hand, or by a fact that is in
/// the archive, stays as it is.
fn is_decided_here(fact: &Fact, known: &[Fact]) -> bool {
    fact.superseded.is_none_or(|end| end.by.is_some_and(|by| known.iter().any(|other| other.id == by)))
}

/// Whether only one of two facts can hold: they give a slot for one value different values, or one likes what the
/// other dislikes or avoids.
fn contradicts(a: &Fact, b: &Fact) -> bool {
    let (Some(one), Some(other)) = (&a.slot, &b.slot) else { return false };
    if a.about != b.about || a.id == b.id {
        return false;
    }
    let hold_one = one.cardinality == Cardinality::One && other.cardinality == Cardinality::One;
    let values_differ = || folded(&one.value) != folded(&other.value);
    hold_one && one.attribute == other.attribute && values_differ()
        || are_opposite(&one.attribute, &other.attribute) && taste(&one.value) == taste(&other.value)
}

fn are_opposite(a: &str, b: &str) -> bool {
    let is_liked = |attribute| attribute == "likes";
    let is_disliked = |attribute| matches!(attribute, "dislikes" | "avoids");
    is_liked(a) && is_disliked(b) || is_disliked(a) && is_liked(b)
}

/// What a like or dislike is of, whatever is done with it: the words of its value without the verb of enjoyment
/// before them. Part of a thing is not the thing: who cannot stand green olives may go on loving olives.
fn taste(value: &str) -> Vec<String> {
    let bare = CHINESE_ENJOYMENTS.iter().find_map(|verb| value.strip_prefix(verb));
    let mut words = terms(bare.filter(|rest| !rest.is_empty()).unwrap_or(value));
    if words.len() > 1 && ENGLISH_ENJOYMENTS.contains(&words[0].as_str()) {
        words.remove(0);
    }
    if words.is_empty() { vec![folded(value)] } else { words }
}

fn place(fact: &Fact, said_at: &impl Fn(&Source) -> Option<Timestamp>) -> Place {
    let last = fact.sources.iter().map(|s| (said_at(s).unwrap_or(fact.said_at), s.page.bits())).max();
    let (at, page) = last.unwrap_or((fact.said_at, 0));
    (at, page, fact.id.bits())
}

/// When each of a fact's sources was said.
fn times(fact: &Fact, said_at: &impl Fn(&Source) -> Option<Timestamp>) -> impl Iterator<Item = Timestamp> {
    fact.sources.iter().map(|source| said_at(source).unwrap_or(fact.said_at))
}

#[cfg(test)]
mod tests;
