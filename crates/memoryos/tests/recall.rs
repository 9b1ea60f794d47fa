//! A query comes in: what comes back, why, and what does not.

mod common;

use common::{Setup, World, world};
use memoryos::{
    Config, MemoryError,
    config::{RecallConfig, Strategy},
    recall::{Arm, DropReason, Item, ItemKind, Limit, Query, Recall},
    text::tokens::count_tokens,
};

/// Twenty turns about ten things, settled but for the last ten.
async fn settled() -> World {
    let world = world();
    let things = [
        "hive",
        "kiln",
        "cello",
        "tandem",
        "sourdough",
        "passport",
        "dentist",
        "boulder",
        "lantern",
        "ferry",
    ];
    for (i, thing) in things.iter().chain(&things).enumerate() {
        world.clock.advance(std::time::Duration::from_hours(24));
        world
            .say(
                &format!("Today I took care of the {thing}, visit {i}."),
                &format!("How did the {thing} look?"),
            )
            .await;
    }
    world.memory.settle(&world.ana).await.expect("settled");
    world
}

async fn recall(world: &World, query: Query) -> Recall {
    world.memory.recall(&world.ana, &query).await.expect("recalled")
}

#[tokio::test]
async fn the_context_fits_its_budget_and_grows_with_it() {
    let world = settled().await;
    let mut last = 0;
    for budget in [0, 5, 30, 100, 300, 1000] {
        let recall = recall(&world, Query::new("how is the hive?").limited(Limit::Tokens(budget))).await;
        assert!(recall.tokens <= budget, "{} tokens in {budget}", recall.tokens);
        assert_eq!(recall.tokens, count_tokens(&recall.context));
        assert!(recall.tokens >= last);
        last = recall.tokens;
    }
    assert!(last > 0);
}

#[tokio::test]
async fn a_limit_of_items_brings_whole_pages() {
    let world = settled().await;
    let recall = recall(&world, Query::new("cello").limited(Limit::Items(2))).await;
    assert_eq!(recall.items.len(), 2);
    assert!(
        recall.items.iter().all(|i| i.text.contains("took care of the cello") && i.text.contains("How did"))
    );
}

#[tokio::test]
async fn among_whole_pages_the_one_whose_two_sides_fit_comes_first() {
    let first_of = async |other_side: f32| {
        let mut setup = Setup::default();
        let config = &mut setup.config.recall;
        *config = RecallConfig { other_side, meaning_weight: 0.0, conversation: 0.0, ..config.clone() };
        // No message lends its words to the one beside it: that is not what is looked at here.
        (config.word_before, config.word_after) = (0.0, 0.0);
        (config.neighbour_before, config.neighbour_after) = (0.0, 0.0);
        let world = setup.build();
        world.say("Kiln cracked.", "Let us talk of ferries and their captains today.").await;
        world.clock.advance(std::time::Duration::from_hours(24));
        world.say("The old kiln cracked.", "A kiln that cracked can be mended.").await;
        let limited = Query::new("Which kiln cracked?").limited(Limit::Items(1));
        recall(&world, limited).await.items.remove(0).text
    };
    assert!(first_of(0.0).await.contains("ferries"), "the shortest message has most of the question");
    assert!(first_of(0.3).await.contains("mended"), "and yet only half of its page is about it");
}

#[tokio::test]
async fn every_item_says_where_it_comes_from_and_why_it_came() {
    let world = settled().await;
    let recall = recall(&world, Query::new("Which visit was for the kiln?")).await;
    let best = &recall.items[0];
    assert!(best.text.contains("kiln"), "{best:?}");
    let words = best.arms.iter().find(|a| a.arm == Arm::Words).expect("found by its words");
    // Two visits, two sides: four messages have the word.
    assert!((1..=4).contains(&words.rank), "{words:?}");
    assert!(recall.items.iter().all(|i| !i.sources.is_empty() && !i.arms.is_empty()), "{:?}", recall.items);
    let settled = recall.items.iter().find(|i| i.kind == ItemKind::Page).expect("one of the older ten");
    assert!(settled.heat.is_some() && settled.segment.is_some());
}

#[tokio::test]
async fn what_is_left_out_is_told_with_its_reason() {
    let world = settled().await;
    let recall =
        recall(&world, Query::new("the lantern, the ferry, the hive").limited(Limit::Tokens(40))).await;
    assert!(recall.dropped.iter().any(|d| d.reason == DropReason::Budget), "{:?}", recall.dropped);
}

#[tokio::test]
async fn nothing_found_is_a_result_and_a_blank_query_is_not_a_query() {
    let world = world();
    let nothing = recall(&world, Query::new("is anyone there?")).await;
    assert_eq!((nothing.items.len(), nothing.context.as_str(), nothing.confidence), (0, "", 0.0));
    let blank = world.memory.recall(&world.ana, &Query::new(" \n")).await;
    assert!(matches!(blank, Err(MemoryError::BlankQuery)));
}

#[tokio::test]
async fn words_of_any_script_are_found() {
    let world = world();
    let cases = [
        ("医生建议每天散步四十分钟", "散步"),
        ("昨夜は友だちと麻雀を打った", "麻雀"),
        ("已把pump-ctl降级到2.3版", "pump-ctl"),
        ("pre-flight checklist is in the drawer", "pre-flight"),
        ("don't forget mum's café", "don't forget mum's café"),
        ("我在鑫源纺织上班，老板叫沈知远。", "沈知远"),
        ("오늘은 김치를 담갔다", "김치"),
    ];
    for (stored, _) in cases {
        world.say(stored, "").await;
    }
    for (stored, query) in cases {
        let recall = recall(&world, Query::new(query)).await;
        let best_by_words = |item: &&Item| item.arms.iter().any(|a| a.arm == Arm::Words && a.rank == 1);
        let found = recall.items.iter().find(best_by_words).expect(query);
        assert!(found.text.contains(stored), "{query}: {}", recall.context);
    }
}

#[tokio::test]
async fn looking_does_not_touch_and_visits_count_once_recorded() {
    let world = settled().await;
    let before = world.store.revision(&world.ana).await.expect("revision");
    let recall = recall(&world, Query::new("hive")).await;
    assert_eq!(world.store.revision(&world.ana).await.expect("revision"), before);
    assert!(!recall.visits.is_empty());
    world.memory.record_visits(&world.ana, &recall.visits).await.expect("recorded");
    let id = recall.visits[0];
    let visits =
        world.memory.look(&world.ana, |v| v.state.segment(id).map(|s| s.visits)).await.expect("looked");
    assert_eq!(visits, Some(1));
}

#[tokio::test]
async fn a_stored_sentence_is_recalled_once_however_often_it_was_said() {
    let world = world();
    for _ in 0..3 {
        world.say("The gate code is on the blue tag.", "").await;
    }
    let recall = recall(&world, Query::new("gate code")).await;
    assert_eq!(recall.context.matches("blue tag").count(), 1, "{}", recall.context);
}

#[tokio::test]
async fn the_archive_is_searched_on_request_and_a_segment_can_come_back() {
    let mut config = Config::default();
    config.short_term.capacity = 1;
    config.mid_term.capacity = 1;
    config.mid_term.batch_pages = 1;
    let world = Setup { config, ..Setup::default() }.build();
    for words in ["The hive swarmed over the fence", "Quarterly tax forms arrived", "bye"] {
        world.say(words, "").await;
        world.memory.settle(&world.ana).await.expect("settled");
    }
    assert!(!recall(&world, Query::new("hive swarmed")).await.context.contains("hive"));
    let archived = recall(&world, Query { with_archive: true, ..Query::new("hive swarmed") }).await;
    assert!(archived.context.contains("hive"), "{}", archived.context);
    let segment = archived.items.iter().find_map(|i| i.segment).expect("a segment");
    world.memory.restore_segment(&world.ana, segment).await.expect("restored");
    assert!(recall(&world, Query::new("hive swarmed")).await.context.contains("hive"));
}

#[tokio::test]
async fn the_papers_strategy_finds_pages_by_way_of_segments() {
    let world = settled().await;
    let query = Query { strategy: Some(Strategy::Paper), ..Query::new("Today I took care of the passport") };
    let recall = recall(&world, query).await;
    let best = &recall.items[0];
    assert!(best.text.contains("passport"), "{}", recall.context);
    assert_eq!(best.arms.iter().map(|a| a.arm).collect::<Vec<_>>(), [Arm::Segment, Arm::Meaning]);
}

#[tokio::test]
async fn the_tail_of_a_long_page_is_found() {
    let world = world();
    let filler = "We talked about nothing in particular for a while. ".repeat(500);
    world.say(&format!("{filler} My locker number is 8812."), "").await;
    let recall = recall(&world, Query::new("what is my locker number?").limited(Limit::Tokens(300))).await;
    assert!(recall.context.contains("8812"), "{}", recall.context);
}
