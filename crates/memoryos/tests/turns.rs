//! A turn comes in: it is kept, once, in one place, and can be recalled at once.

mod common;

use common::{Setup, owner, world};
use memoryos::{
    Config, MemoryError,
    recall::{ItemKind, Limit, Query},
    types::{InvalidTurn, Message, Moment, Turn, TurnKey},
};
use proptest::prelude::*;

#[tokio::test]
async fn a_turn_is_recalled_by_its_words_as_soon_as_it_is_remembered() {
    let world = world();
    world.say("The gate code is 4711", "Noted.").await;
    let recall =
        world.memory.recall(&world.ana, &Query::new("what is the gate code?")).await.expect("recalled");
    assert_eq!(recall.items[0].kind, ItemKind::ShortTermPage);
    assert!(recall.context.contains("gate code is 4711"), "{}", recall.context);
}

#[tokio::test]
async fn one_side_is_enough_and_none_is_refused() {
    let world = world();
    world.say("remember: gate code is 4711", "").await;
    world.say("", "Good morning!").await;
    assert_eq!(world.places().await, (2, 0, 0));
    let nothing =
        Turn::new(Message::new(" "), Message::new(""), Moment::parse("2026-01-01").expect("a date"));
    assert_eq!(nothing, Err(InvalidTurn::Empty));
    let nul = Turn::new(Message::new("a\0b"), Message::new(""), Moment::parse("2026-01-01").expect("a date"));
    assert_eq!(nul, Err(InvalidTurn::Nul));
}

#[tokio::test]
async fn the_oldest_turns_move_on_and_none_is_lost() {
    let mut config = Config::default();
    config.short_term.capacity = 7;
    let world = Setup { config, ..Setup::default() }.build();
    for i in 0..20 {
        world.say(&format!("turn number {i}"), "ok").await;
    }
    assert_eq!(world.places().await, (7, 13, 0));
    world.memory.settle(&world.ana).await.expect("settled");
    assert_eq!(world.places().await, (7, 0, 13));
    assert_eq!(world.words().await, (0..20).map(|i| format!("turn number {i}")).collect::<Vec<_>>());
}

#[tokio::test]
async fn a_lowered_capacity_moves_the_surplus_on() {
    let world = world();
    for i in 0..8 {
        world.say(&format!("q{i}"), "a").await;
    }
    let mut config = Config::default();
    config.short_term.capacity = 3;
    let reopened = world.reopened(config);
    reopened.say("q8", "a").await;
    assert_eq!(reopened.places().await, (3, 6, 0));
    assert_eq!(reopened.words().await.len(), 9);
}

#[tokio::test]
async fn a_turn_key_is_remembered_once_also_within_one_call() {
    let world = world();
    let turn = world.turn("hello", "hi").with_key(TurnKey::new("request-1").expect("a key"));
    let first = world.memory.remember(&world.ana, turn.clone()).await.expect("remembered");
    let again = world.memory.remember_all(&world.ana, vec![turn.clone(), turn]).await.expect("remembered");
    assert!(!first.already && again.iter().all(|r| r.already && r.page == first.page));
    assert_eq!(world.words().await.len(), 1);
    assert_eq!(TurnKey::new(""), Err(InvalidTurn::Key), "an unset variable is no key");
}

#[tokio::test]
async fn words_come_back_byte_for_byte() {
    let world = world();
    let words = "std::map<string,int> m{{\"a\",1}}; // \\u{1F600} \"q\" {0} %s\r\n我喜欢猫 🐱";
    world.say(words, "").await;
    assert_eq!(world.reopened(Config::default()).words().await, [words]);
}

#[tokio::test]
async fn owners_never_see_each_other() {
    let world = world();
    world.say("I live in Peru", "").await;
    let bo = owner("bo");
    world.memory.remember(&bo, world.turn("I live in Chile", "")).await.expect("remembered");
    let query = Query::new("where do I live?").limited(Limit::Items(10));
    let seen = world.memory.recall(&world.ana, &query).await.expect("recalled").context;
    assert!(seen.contains("Peru") && !seen.contains("Chile"), "{seen}");
    let nobody = world.memory.recall(&owner("ana "), &query).await.expect("recalled");
    assert_eq!(nobody.items, []);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 8)]
async fn eight_threads_on_one_handle_lose_nothing() {
    let world = world();
    let tasks = (0..8).map(|task| {
        let (memory, ana) = (world.memory.clone(), world.ana.clone());
        let turns: Vec<Turn> = (0..25).map(|i| world.turn(&format!("task {task} turn {i}"), "ok")).collect();
        tokio::spawn(async move {
            for turn in turns {
                memory.remember(&ana, turn).await.expect("remembered");
            }
        })
    });
    for task in tasks.collect::<Vec<_>>() {
        task.await.expect("no panic");
    }
    let mut words = world.words().await;
    words.sort();
    words.dedup();
    assert_eq!(words.len(), 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_handles_on_one_store_lose_nothing_and_see_each_other() {
    let world = world();
    let handles = [world.reopened(Config::default()), world.reopened(Config::default())];
    let tasks: Vec<_> = handles
        .into_iter()
        .enumerate()
        .map(|(handle, other)| {
            tokio::spawn(async move {
                for i in 0..40 {
                    other.say(&format!("handle {handle} turn {i}"), "ok").await;
                }
            })
        })
        .collect();
    for task in tasks {
        task.await.expect("no panic");
    }
    let mut words = world.words().await;
    words.sort();
    words.dedup();
    assert_eq!(words.len(), 80);
}

#[tokio::test]
async fn a_configuration_without_room_is_refused() {
    let mut config = Config::default();
    config.short_term.capacity = 0;
    let world = world();
    let parts = memoryos::Parts {
        store: world.store.clone(),
        embedder: std::sync::Arc::new(memoryos_testkit::HashEmbedder::new(64)),
        llm: None,
        distiller: None,
        clock: world.clock.clone(),
        ids: world.ids.clone(),
    };
    assert!(matches!(memoryos::Memory::new(parts, config), Err(MemoryError::Config(_))));
}

/// What a random life does to a memory.
#[derive(Clone, Debug)]
enum Step {
    Say(usize),
    SayAll(usize),
    Settle,
    RunJob,
    Recall,
    Reopen(usize),
    Wait(i64),
}

fn any_step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => (0..6_usize).prop_map(Step::Say),
        1 => (1..30_usize).prop_map(Step::SayAll),
        1 => Just(Step::Settle),
        2 => Just(Step::RunJob),
        1 => Just(Step::Recall),
        1 => (1..12_usize).prop_map(Step::Reopen),
        1 => (1..1_000_000_i64).prop_map(Step::Wait),
    ]
}

const TOPICS: [&str; 6] =
    ["the bees in the hive", "my tax return", "a cello sonata", "猫和狗", "moving to Lyon", "the kiln"];

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]
    #[test]
    fn whatever_happens_every_page_is_in_exactly_one_place(steps in prop::collection::vec(any_step(), 1..40)) {
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        runtime.block_on(async {
            let mut config = Config::default();
            config.mid_term.capacity = 3;
            let mut world = Setup { config: config.clone(), ..Setup::default() }.build();
            let mut said: Vec<String> = Vec::new();
            for step in steps {
                match step {
                    Step::Say(topic) => {
                        said.push(format!("{} {}", TOPICS[topic], said.len()));
                        world.say(said.last().expect("just said"), "I see.").await;
                    }
                    Step::SayAll(n) => {
                        let new: Vec<String> = (0..n).map(|i| format!("{} {}", TOPICS[i % 6], said.len() + i)).collect();
                        let turns = new.iter().map(|text| world.turn(text, "")).collect();
                        world.memory.remember_all(&world.ana, turns).await.expect("remembered");
                        said.extend(new);
                    }
                    Step::Settle => drop(world.memory.settle(&world.ana).await.expect("settled")),
                    Step::RunJob => drop(world.memory.run_job(None).await.expect("worked")),
                    Step::Recall => {
                        let recall = world.memory.recall(&world.ana, &Query::new("bees or cello")).await.expect("recalled");
                        world.memory.record_visits(&world.ana, &recall.visits).await.expect("recorded");
                    }
                    Step::Reopen(capacity) => {
                        config.short_term.capacity = capacity;
                        world = world.reopened(config.clone());
                    }
                    Step::Wait(secs) => world.clock.advance(std::time::Duration::from_secs(secs.unsigned_abs())),
                }
            }
            assert_eq!(world.words().await, said);
            let (short, pending, settled) = world.places().await;
            assert_eq!(short + pending + settled, said.len());
            let status = world.store.status(&world.ana).await.expect("counted");
            let counted = status.short_term_pages + status.pending_pages + status.mid_term_pages + status.archived_pages;
            assert_eq!(counted as usize, said.len());
            world.memory.settle(&world.ana).await.expect("settled");
            let active = world.memory.look(&world.ana, |v| v.state.active_segments().count()).await.expect("looked");
            assert!(active <= 3);
        });
    }
}
