//! What takes over from what. Pages are said at the second of their id.

use proptest::prelude::*;

use crate::{
    tiers::long_term::{archive_surplus, learn_fact},
    types::{
        About,
        Cardinality::{self, Many, One},
        Fact, FactDraft, FactId, PageId, Slot, Source,
    },
};
use jiff::Timestamp;

type Said = (u128, &'static str, Cardinality, &'static str);

/// What is known after each was learned, in this order.
fn after(said: &[Said]) -> Vec<Fact> {
    let said_at = |source: &Source| Timestamp::from_second(source.page.bits() as i64).ok();
    let mut known: Vec<Fact> = Vec::new();
    for (n, (page, attribute, cardinality, value)) in said.iter().enumerate() {
        let draft = FactDraft {
            about: About::User,
            text: format!("{attribute}: {value}"),
            slot: Some(Slot {
                attribute: (*attribute).to_owned(),
                cardinality: *cardinality,
                value: (*value).to_owned(),
            }),
            event_time: None,
            source: Source { page: PageId::from_bits(*page), quote: None },
        };
        let id = FactId::from_bits(n as u128 + 1);
        for fact in learn_fact(&known, &draft, said_at, Timestamp::UNIX_EPOCH, id) {
            known.retain(|other| other.id != fact.id);
            known.push(fact);
        }
    }
    known.sort_by_key(|fact| fact.id);
    known
}

/// The values that hold, in order of learning.
fn holding(known: &[Fact]) -> Vec<&str> {
    let holds = known.iter().filter(|fact| fact.superseded.is_none());
    holds.filter_map(|fact| fact.slot.as_ref()).map(|slot| slot.value.as_str()).collect()
}

fn check(said: &[Said], expected: &[&str]) {
    assert_eq!(holding(&after(said)), expected, "{said:?}");
}

#[test]
fn the_newest_said_value_of_a_slot_for_one_holds_alone() {
    check(&[(1, "home", One, "Porto"), (2, "home", One, "Lisbon")], &["Lisbon"]);
    check(&[(2, "home", One, "Lisbon"), (1, "home", One, "Porto")], &["Lisbon"]);
    check(&[(1, "home", One, "Porto"), (2, "home", One, "Lisbon"), (3, "home", One, "Porto")], &["Porto"]);
    check(&[(3, "home", One, "Porto"), (1, "home", One, "Porto"), (2, "home", One, "Lisbon")], &["Porto"]);
    check(&[(1, "home", One, "Porto"), (1, "home", One, "Lisbon")], &["Lisbon"]);
    check(&[(1, "home", One, "Porto"), (2, "employer", One, "Lisbon Opera")], &["Porto", "Lisbon Opera"]);
}

#[test]
fn values_of_a_slot_for_many_stand_beside_each_other() {
    check(&[(1, "pet", Many, "two cats"), (2, "pet", Many, "parrot")], &["two cats", "parrot"]);
}

#[test]
fn likes_and_dislikes_of_one_thing_take_over_from_each_other() {
    check(&[(1, "likes", Many, "olives"), (2, "dislikes", Many, "olives")], &["olives"]);
    check(
        &[(1, "likes", Many, "olives"), (2, "dislikes", Many, "olives"), (3, "likes", Many, "olives")],
        &["olives"],
    );
    check(&[(1, "likes", Many, "喝咖啡"), (2, "avoids", Many, "咖啡")], &["咖啡"]);
    check(&[(1, "avoids", Many, "coffee"), (2, "likes", Many, "drinking coffee")], &["drinking coffee"]);
    check(&[(1, "dislikes", Many, "吃香菜"), (2, "avoids", Many, "香菜")], &["吃香菜", "香菜"]);
    check(
        &[(1, "likes", Many, "olives"), (2, "dislikes", Many, "green olives")],
        &["olives", "green olives"],
    );
}

#[test]
fn what_has_ended_tells_when_and_by_what() {
    let known = after(&[(2, "home", One, "Oslo"), (5, "home", One, "Bergen"), (3, "home", One, "Rome")]);
    let ends: Vec<_> = known
        .iter()
        .map(|f| f.superseded.map(|end| (end.at.as_second(), end.by.expect("a fact").bits())))
        .collect();
    assert_eq!(ends, [Some((3, 3)), None, Some((5, 2))]);
}

#[test]
fn what_was_ended_by_hand_stays_so() {
    let mut known = after(&[(2, "home", One, "Oslo")]);
    let end = crate::types::Superseded { at: Timestamp::UNIX_EPOCH, by: None };
    known[0].superseded = Some(end);
    assert_eq!(super::resettled(&known, &known[0], &|_: &Source| Some(Timestamp::UNIX_EPOCH)), []);
}

#[test]
fn what_has_ended_leaves_a_full_tier_first() {
    let known = after(&[(1, "home", One, "Porto"), (2, "home", One, "Porto"), (3, "home", One, "Lisbon")]);
    let gone = archive_surplus(&known, About::User, 1, Timestamp::UNIX_EPOCH);
    assert_eq!(gone.iter().map(|f| f.text.as_str()).collect::<Vec<_>>(), ["home: Porto"]);
    assert!(gone[0].superseded.is_some());
}

/// Statements on pages of their own, in the order of learning.
fn any_statements() -> impl Strategy<Value = Vec<Said>> {
    const OPINIONS: &[(&str, &str)] =
        &[("likes", "喝咖啡"), ("avoids", "咖啡"), ("dislikes", "咖啡"), ("likes", "tea")];
    const HOMES: &[&str] = &["Porto", "Lisbon", "Oslo"];
    let said = prop_oneof![
        proptest::sample::select(OPINIONS).prop_map(|(attribute, value)| (attribute, Many, value)),
        proptest::sample::select(HOMES).prop_map(|value| ("home", One, value)),
    ];
    let in_time = prop::collection::vec(said, 1..9).prop_map(|all| {
        let numbered = all.into_iter().enumerate();
        numbered
            .map(|(n, (attribute, cardinality, value))| (n as u128 + 1, attribute, cardinality, value))
            .collect()
    });
    in_time.prop_flat_map(|all: Vec<Said>| Just(all).prop_shuffle())
}

proptest! {
    #[test]
    fn any_order_of_learning_ends_in_the_same_values(said in any_statements()) {
        let mut in_time = said.clone();
        in_time.sort_by_key(|(page, ..)| *page);
        let (learned, lived) = (after(&said), after(&in_time));
        let sorted = |known: &[Fact]| {
            let mut values: Vec<String> = holding(known).into_iter().map(str::to_owned).collect();
            values.sort();
            values
        };
        prop_assert_eq!(sorted(&learned), sorted(&lived));
        let newest_home = in_time.iter().rev().find(|(_, attribute, ..)| *attribute == "home");
        let home = learned.iter().filter(|f| f.superseded.is_none()).filter_map(|f| f.slot.as_ref()).find(|s| s.attribute == "home");
        prop_assert_eq!(home.map(|slot| slot.value.as_str()), newest_home.map(|(.., value)| *value));
    }
}
