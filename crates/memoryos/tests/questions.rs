//! A query comes in that says where to look: whose words, which days, what holds, and as of when.

mod common;

use std::time::Duration;

use common::{Setup, World};
use memoryos::{
    Config,
    config::Strategy,
    recall::{Arm, Item, Query, Recall},
    types::{Message, Moment, Turn},
};

/// Short-term memory of one turn, so that nearly everything settles.
fn world() -> World {
    let mut config = Config::default();
    config.short_term.capacity = 1;
    config.mid_term.batch_pages = 1;
    Setup { config, ..Setup::default() }.build()
}

async fn said_on(world: &World, day: &str, user: Message, assistant: &str) {
    let at = Moment::parse(day).expect("a day");
    let turn = Turn::new(user, Message::new(assistant), at).expect("a turn");
    world.memory.remember(&world.ana, turn).await.expect("remembered");
    world.memory.settle(&world.ana).await.expect("settled");
}

async fn recall(world: &World, query: Query) -> Recall {
    world.memory.recall(&world.ana, &query).await.expect("recalled")
}

fn found(recall: &Recall, arm: Arm) -> Vec<&Item> {
    recall.items.iter().filter(|item| item.arms.iter().any(|a| a.arm == arm)).collect()
}

#[tokio::test]
async fn nothing_said_later_shows_at_an_earlier_time() {
    let world = world();
    for (day, words) in [
        ("2024-02-01", "My name is Mara. I love olives."),
        ("2024-02-02", "I live in Porto and I work at a harbour with olives."),
        ("2024-06-01", "Big news: I moved to Lisbon. Olives grow there too."),
        ("2024-06-02", "I can't stand olives any more."),
        ("2024-06-03", "Talk soon."),
    ] {
        said_on(&world, day, Message::new(words), "").await;
    }
    let then = Some("2024-03-01T00:00:00Z".parse().expect("a time"));
    for strategy in [Strategy::Hybrid, Strategy::Paper] {
        for question in ["Do I like olives?", "Where do I live?", "What is my name?"] {
            let query = Query { at: then, strategy: Some(strategy), ..Query::new(question) };
            let recall = recall(&world, query).await;
            for later in ["Lisbon", "stand olives", "Talk soon", "no longer"] {
                assert!(!recall.context.contains(later), "{strategy:?} {question}: {}", recall.context);
            }
        }
        let before = Some("2023-01-01T00:00:00Z".parse().expect("a time"));
        let query = Query { at: before, strategy: Some(strategy), ..Query::new("Is my name Mara?") };
        assert_eq!(recall(&world, query).await.items, [], "{strategy:?}");
    }
}

#[tokio::test]
async fn what_replaced_an_outdated_fact_comes_before_it_and_says_why() {
    let world = world();
    for (day, words) in [
        ("2024-02-01", "I live in Porto."),
        ("2024-06-01", "Big news: I moved to Lisbon."),
        ("2024-06-02", "Talk soon."),
    ] {
        said_on(&world, day, Message::new(words), "").await;
    }
    let recall = recall(&world, Query::new("Where do I live?")).await;
    let place = |words: &str| recall.items.iter().position(|i| i.text.contains(words)).expect(words);
    assert!(place("moved to Lisbon") < place("I live in Porto"), "{}", recall.context);
    assert!(found(&recall, Arm::Successor).iter().any(|item| item.text.contains("Lisbon")));
}

#[tokio::test]
async fn a_named_speaker_and_a_named_day_are_taken_at_their_word() {
    let world = world();
    let turns = [
        ("2024-02-01", "Ada", "The kiln fired the blue bowls."),
        ("2024-02-05", "Jo", "The kiln fired the blue bowls for me as well."),
        ("2024-04-01", "Ada", "The kiln cracked."),
        ("2024-04-02", "Jo", "Bye."),
    ];
    for (day, speaker, words) in turns {
        said_on(&world, day, Message::by(speaker, words), "").await;
    }
    let by_jo = recall(&world, Query::new("What did Jo say about the kiln and the blue bowls?")).await;
    assert!(by_jo.items[0].text.contains("for me as well"), "{}", by_jo.context);
    assert!(found(&by_jo, Arm::Speaker).iter().all(|item| item.text.contains("Jo:")));
    let in_april = recall(&world, Query::new("What about the kiln in April?")).await;
    assert!(in_april.items[0].text.contains("cracked"), "{}", in_april.context);
    assert!(found(&in_april, Arm::Time).iter().all(|item| item.text.contains("2024-04")));
    assert!(by_jo.confidence > recall(&world, Query::new("What did Jo say cracked?")).await.confidence);
}

#[tokio::test]
async fn a_standing_instruction_comes_up_with_its_topic() {
    let world = world();
    let instruction = "Always give metric units when I ask about distances.";
    said_on(&world, "2024-02-01", Message::new(instruction), "").await;
    for (day, words) in [("2024-02-02", "The ferry was late."), ("2024-02-03", "Bye.")] {
        said_on(&world, day, Message::new(words), "").await;
        world.clock.advance(Duration::from_hours(24));
    }
    let recall = recall(&world, Query::new("How far is the ferry?")).await;
    assert_eq!(found(&recall, Arm::Instruction).len(), 1, "{}", recall.context);
    assert!(recall.context.contains(instruction));
}
