use jiff::ToSpan;

use super::*;
use crate::{
    ports::{BatchPage, Topic},
    types::{
        Embedding, Level, Message, Moment, Owner, Page, PageId, PageState, Place, Profile, Source, Trait,
        Turn,
    },
};

/// Pages said a minute apart, from `hour` o'clock on.
fn pages(hour: i64, texts: &[(&str, &str)]) -> Vec<Page> {
    let start = Moment::parse("2026-04-10").expect("a day").at;
    let page = |(index, (user, assistant)): (usize, &(&str, &str))| {
        let order = index as u64 + 1;
        let at = start + hour.hours() + i64::try_from(index).expect("a few pages").minutes();
        let turn = Turn::new(Message::new(*user), Message::new(*assistant), Moment::utc(at)).expect("a turn");
        let state = PageState { place: Place::Pending, chain: None, learned: false };
        Page { id: PageId::from_bits(order.into()), order, turn, recorded_at: at, state }
    };
    texts.iter().enumerate().map(page).collect()
}

fn consolidate(pages: &[Page], embeddings: &[Embedding]) -> Consolidation {
    let owner = Owner::new("ada", "helper").expect("ids");
    let pages = pages
        .iter()
        .enumerate()
        .map(|(at, page)| BatchPage { page, embedding: embeddings.get(at) })
        .collect();
    grouping::consolidation(&Batch { owner: &owner, previous: None, pages })
}

fn learn(pages: &[Page], profile: &Profile) -> Lessons {
    let owner = Owner::new("ada", "helper").expect("ids");
    lessons(&Lesson { owner: &owner, pages: pages.iter().collect(), profile, facts: Vec::new() })
}

fn members(topics: &[Topic]) -> Vec<&[usize]> {
    topics.iter().map(|topic| topic.pages.as_slice()).collect()
}

const BEES: [(&str, &str); 2] = [
    ("My bees swarmed and left the hive.", "A swarm of bees often comes back to a hive with brood."),
    ("How do I catch the swarm of bees again?", "Put an empty hive under the swarm of bees."),
];
const TAXES: [(&str, &str); 2] = [
    ("I must file my tax return by Friday.", "A tax return needs the income statement."),
    ("Where does the tax office send the tax statement?", "The tax office sends the statement by post."),
];

#[test]
fn pages_of_two_subjects_become_two_topics() {
    let pages = pages(9, &[BEES[0], BEES[1], TAXES[0], TAXES[1]]);
    let found = consolidate(&pages, &[]);
    assert_eq!(found.continues, [false, true, false, true]);
    assert_eq!(members(&found.topics), [[0, 1], [2, 3]]);
    assert!(found.topics[0].summary.contains("swarm"), "{}", found.topics[0].summary);
    assert!(found.topics[0].keywords.iter().any(|word| word == "bees"), "{:?}", found.topics[0].keywords);
    assert!(found.topics[1].keywords.iter().any(|word| word == "tax"), "{:?}", found.topics[1].keywords);
}

#[test]
fn a_page_that_returns_to_an_earlier_subject_joins_it() {
    let pages = pages(9, &[BEES[0], TAXES[0], BEES[1]]);
    let found = consolidate(&pages, &[]);
    assert_eq!(members(&found.topics), [vec![0, 2], vec![1]]);
}

#[test]
fn vectors_join_what_words_do_not() {
    let pages =
        pages(9, &[("My puppy chewed the sofa.", ""), ("Toys for young dogs are sold everywhere.", "")]);
    let alike = || Embedding::new([1.0, 0.1]).expect("a vector");
    assert_eq!(members(&consolidate(&pages, &[]).topics).len(), 2);
    assert_eq!(members(&consolidate(&pages, &[alike(), alike()]).topics), [[0, 1]]);
}

#[test]
fn vectors_of_chinese_pages_are_not_trusted() {
    let pages = pages(9, &[("我在学弹钢琴。", ""), ("医生建议每天散步四十分钟。", "")]);
    let alike = || Embedding::new([1.0]).expect("a vector");
    let found = consolidate(&pages, &[alike(), alike()]);
    assert_eq!(members(&found.topics), [[0], [1]]);
    assert!(found.topics[0].summary.contains("钢琴"));
    assert!(found.topics[1].keywords.iter().all(|word| !word.is_ascii()), "{:?}", found.topics[1].keywords);
}

#[test]
fn every_page_stands_in_exactly_one_topic_and_the_running_summary_stays_short() {
    let long = "The bees and the hive and the swarm and the honey went on and on. ".repeat(40);
    let pages = pages(9, &[(long.as_str(), "ok"), ("?", ""), ("…", "。"), (long.as_str(), long.as_str())]);
    let found = consolidate(&pages, &[]);
    let mut all: Vec<usize> = found.topics.iter().flat_map(|topic| topic.pages.clone()).collect();
    all.sort_unstable();
    assert_eq!(all, [0, 1, 2, 3]);
    assert!(found.topics.iter().all(|topic| !topic.summary.is_empty() && topic.summary.len() < 500));
    assert!(found.chain_summary.len() < 1000);
}

#[test]
fn secrets_are_quoted_nowhere() {
    // B94: what was learned kept keys and passwords word for word.
    let secrets = ["sk-test-000000000000", "hunter-two", "swordfish99", "abc12345"];
    let pages = pages(
        9,
        &[
            (
                "my key is sk-test-000000000000, password hunter-two, and I love hiking",
                "Your key sk-test-000000000000 works.",
            ),
            ("Here is my passphrase. swordfish99!", "Keep it short, my password is hunter-two."),
            ("我的密码是abc12345，我喜欢爬山。", "好的。"),
        ],
    );
    let (found, lessons) = (consolidate(&pages, &[]), learn(&pages, &Profile::default()));
    let told = format!("{found:?} {lessons:?}");
    for secret in secrets {
        assert!(!told.contains(secret), "{secret} in {told}");
    }
    assert!(found.topics.iter().all(|topic| !topic.summary.is_empty()), "{told}");
}

#[test]
fn vectors_that_all_point_one_way_still_tell_topics_apart() {
    let texts = [
        ("My puppy chewed the sofa.", ""),
        ("Toys for young animals are sold everywhere.", ""),
        ("I must file a return by Friday.", ""),
        ("The office sends its statement by post.", ""),
    ];
    let vector = |turn: f32| Embedding::new([2.0, turn, 1.0 - turn]).expect("a vector");
    let found = consolidate(&pages(9, &texts), &[vector(1.0), vector(0.95), vector(0.0), vector(0.05)]);
    assert_eq!(members(&found.topics), [[0, 1], [2, 3]]);
}

#[test]
fn an_interest_grows_with_the_pages_that_show_it() {
    let one = pages(9, &[("I love hiking.", "")]);
    let three = pages(
        9,
        &[("I love hiking.", ""), ("I went hiking yesterday.", ""), ("I enjoy hiking with Bo.", "")],
    );
    let level = |pages: &[Page]| {
        learn(pages, &Profile::default()).traits.iter().find(|t| t.dimension == "outdoors").map(|t| t.level)
    };
    assert_eq!(level(&one), Some(Level::Medium));
    assert_eq!(level(&three), Some(Level::High));
    assert_eq!(level(&pages(9, &[("I hate hiking.", "")])), Some(Level::Low));
    assert_eq!(level(&pages(9, &[("Do you like hiking?", "I love hiking.")])), None);
}

#[test]
fn earlier_lessons_count() {
    let source = |bits: u128| Source { page: PageId::from_bits(bits), quote: None };
    let known = Trait {
        dimension: "outdoors",
        level: Level::Medium,
        reason: String::new(),
        sources: vec![source(70), source(71)],
        updated_at: jiff::Timestamp::UNIX_EPOCH,
    };
    let profile = Profile { attributes: Vec::new(), traits: vec![known] };
    assert_eq!(learn(&pages(9, &[("我喜欢爬山。", "")]), &profile).traits[0].level, Level::High);
}

#[test]
fn a_wish_for_how_to_be_answered_becomes_a_trait() {
    let cases = [
        ("Keep it short, please.", "conciseness", Level::High),
        ("别啰嗦，简短点。", "conciseness", Level::High),
        ("Be direct with me.", "directness", Level::High),
        ("以后都用中文回答我。", "native_language", Level::High),
        ("Less formal, please!", "formality", Level::Low),
    ];
    for (text, dimension, level) in cases {
        let traits = learn(&pages(9, &[(text, "ok")]), &Profile::default()).traits;
        let found: Vec<_> = traits.iter().map(|t| (t.dimension, t.level)).collect();
        assert_eq!(found, [(dimension, level)], "{text}");
        assert_eq!(traits[0].sources[0].quote.as_deref().map(|quote| text.contains(quote)), Some(true));
    }
}

#[test]
fn small_talk_teaches_nothing() {
    assert_eq!(
        learn(&pages(9, &[("ok", "ok"), ("谢谢！", "不客气。")]), &Profile::default()),
        Lessons::default()
    );
}
