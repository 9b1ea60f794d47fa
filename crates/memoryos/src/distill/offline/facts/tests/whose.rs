//! Whose words, whose things, and what must not be told.

use super::*;
use crate::{tiers::long_term::learn_fact, types::FactId};

fn told(text: &str) -> Vec<String> {
    facts(text).into_iter().map(|fact| fact.text).collect()
}

#[test]
fn what_follows_a_lead_in_is_learned() {
    check(
        "One important thing: I'm allergic to peanuts.",
        "The user is allergic to peanuts",
        "allergy=peanuts",
    );
    check("有一件很重要的事我要会说：我对花生过敏。", "用户对花生过敏", "allergy=花生");
    check("有件事要告诉你:我对虾过敏。", "用户对虾过敏", "allergy=虾");
}

#[test]
fn what_someone_else_says_after_a_colon_is_not() {
    for text in [
        "She said: I live in Rome.",
        "Ana told me: I'm allergic to nuts.",
        "Translate this: I live in Rome.",
        "他说：我住在罗马。",
        "小李告诉我：我对花生过敏。",
        "请翻译：我住在罗马。",
    ] {
        assert_eq!(told(text), [""; 0], "{text}");
    }
}

#[test]
fn whom_a_fact_means_is_named_in_it() {
    for text in [
        "I took a picture for his mother.",
        "I bought a large blue painting from her.",
        "I met a friend of a friend at their place.",
        "我打算明天去看他们。",
        "我参加了他的婚礼。",
    ] {
        let found = told(text);
        let names_someone = text.contains("friend");
        assert_eq!(!found.is_empty(), names_someone, "{text}: {found:?}");
    }
    assert_eq!(told("I visited my grandma at her farm."), ["The user visited their grandma at her farm"]);
    assert_eq!(told("我们打算十月去成都看他们。"), ["用户等人打算十月去成都 (2026-10)"]);
    assert_eq!(told("我很喜欢弹吉他。"), ["用户很喜欢弹吉他"]);
}

#[test]
fn a_name_told_in_two_languages_is_one_fact() {
    let english = facts_of(Message::by("Mara", "I'm Mara."), Message::default());
    let chinese = facts_of(Message::by("Mara", "我叫Mara。"), Message::default());
    let now = jiff::Timestamp::UNIX_EPOCH;
    let said_at = |_: &Source| Some(now);
    let known = learn_fact(&[], &english[0], said_at, now, FactId::from_bits(1));
    let mut again = chinese[0].clone();
    again.source.page = PageId::from_bits(2);
    let change = learn_fact(&known, &again, said_at, now, FactId::from_bits(2));
    assert_eq!(change.iter().map(|fact| fact.id).collect::<Vec<_>>(), [known[0].id]);
    assert_eq!(facts_of(Message::by("Bo", "I'm Dad."), Message::default()), []);
}

#[test]
fn a_sentence_with_a_secret_teaches_nothing_at_all() {
    for text in [
        "Please remember: my bank is Alfa; password hunter2.",
        "My password is old - I live in Rome.",
        "记住：我的密码是abc123，我住在罗马。",
    ] {
        assert_eq!(told(text), [""; 0], "{text}");
    }
}
