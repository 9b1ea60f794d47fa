//! Turns settle: pending pages become segments, segments are learned from, and a failing model changes nothing.

mod common;

use std::{sync::Arc, time::Duration};

use common::{Setup, World, world};
use memoryos::{
    Config,
    config::OnFailure,
    ports::{Batch, Consolidation, Lesson, Lessons, Topic},
    ports::{DistillError, Distiller, JobKind, LlmError, Purpose},
    types::{About, FactDraft, Source},
};
use memoryos_testkit::{plausible_llm::PlausibleLlm, scripted_llm::ScriptedLlm};

/// Turns enough to fill short-term memory and `pending` more.
async fn overflow(world: &World, pending: usize) {
    for i in 0..10 + pending {
        world.say(&format!("I fed the bees, round {i}, and the hive hums"), "Good.").await;
    }
}

#[tokio::test]
async fn a_full_batch_is_consolidated_at_once_and_a_smaller_one_after_a_pause() {
    let world = world();
    overflow(&world, 3).await;
    assert_eq!(world.memory.run_job(None).await.expect("looked"), None);
    world.clock.advance(Duration::from_secs(301));
    let report = world.memory.run_job(None).await.expect("worked").expect("a job");
    assert_eq!((report.kind, report.done), (JobKind::Consolidate, Some(3)));
    for i in 0..10 {
        world.say(&format!("And the kiln, firing {i}"), "Good.").await;
    }
    while let Some(report) = world.memory.run_job(None).await.expect("worked") {
        assert_eq!(report.error, None);
    }
    assert_eq!(world.places().await, (10, 0, 13));
}

#[tokio::test]
async fn pages_of_one_topic_share_a_segment_and_its_summary_follows_them() {
    let world = world();
    overflow(&world, 10).await;
    world.memory.settle(&world.ana).await.expect("settled");
    let segments = |view: &memoryos::View| {
        view.state
            .segments()
            .map(|s| (s.summary.clone(), view.state.pages_in(s.id).count()))
            .collect::<Vec<_>>()
    };
    let seen = world.memory.look(&world.ana, segments).await.expect("looked");
    assert_eq!(seen.iter().map(|(_, pages)| pages).sum::<usize>(), 10);
    assert!(seen.len() <= 3, "{seen:?}");
    assert!(seen.iter().all(|(summary, _)| summary.contains("bees")), "{seen:?}");
}

#[tokio::test]
async fn a_dead_model_leaves_the_job_queued_while_everything_else_serves() {
    let llm = ScriptedLlm::new().fails(LlmError::Auth { status: 401 });
    let world = Setup { llm: Some(Arc::new(llm)), ..Setup::default() }.build();
    overflow(&world, 10).await;
    let settled = world.memory.settle(&world.ana).await.expect("settled as far as it goes");
    assert_eq!(settled.done, 0);
    let [job] = &*settled.waiting else { panic!("{settled:?}") };
    assert_eq!((job.kind, job.attempts), (JobKind::Consolidate, 1));
    assert!(job.last_error.as_deref().is_some_and(|e| e.contains("401")), "{job:?}");
    assert_eq!(world.places().await, (10, 10, 0));
    world.say("The smoker is in the shed", "").await;
    let recall =
        world.memory.recall(&world.ana, &memoryos::recall::Query::new("smoker")).await.expect("recalled");
    assert!(recall.context.contains("shed"));
    let status = world.memory.status(&world.ana).await.expect("status");
    assert_eq!((status.spend[0].purpose, status.spend[0].failed), (Purpose::Consolidate, 1));
}

#[tokio::test]
async fn each_failure_waits_twice_as_long_and_a_server_that_asks_is_heard() {
    let llm = ScriptedLlm::new()
        .fails(LlmError::Timeout(Duration::from_mins(1)))
        .fails(LlmError::Timeout(Duration::from_mins(1)))
        .fails(LlmError::RateLimited { retry_after: Some(Duration::from_secs(77)) });
    let world = Setup { llm: Some(Arc::new(llm)), ..Setup::default() }.build();
    overflow(&world, 10).await;
    for pause in [5, 10, 77] {
        let before = world.clock_now();
        world.memory.run_job(None).await.expect("tried").expect("a job");
        let job = world.memory.status(&world.ana).await.expect("status").jobs.remove(0);
        assert_eq!(job.not_before.duration_since(before).as_secs(), pause);
        assert_eq!(world.memory.run_job(None).await.expect("looked"), None, "not before its time");
        world.clock.set(job.not_before);
    }
}

#[tokio::test]
async fn a_job_that_is_stopped_waits_for_whoever_comes_next() {
    let never = || -> futures::future::BoxFuture<'static, ()> { Box::pin(std::future::pending()) };
    let distiller: Arc<dyn Distiller> = Arc::new(Slow { meanwhile: never });
    let world = Setup { distiller: Some(distiller), ..Setup::default() }.build();
    overflow(&world, 10).await;
    world.clock.advance(Duration::from_hours(1));
    let report = world.memory.run_job_until(None, std::future::ready(())).await.expect("stopped");
    assert_eq!(report.expect("a job was in hand").done, None);
    assert_eq!(world.places().await, (10, 10, 0), "nothing was done by halves");
    let next = world.reopened(Config::default());
    let done = next.memory.run_job(None).await.expect("looked").expect("not leased any more");
    assert_eq!((done.kind, done.done), (JobKind::Consolidate, Some(10)));
}

#[tokio::test]
async fn rules_do_the_work_of_a_dead_model_where_that_is_configured() {
    let llm = ScriptedLlm::new().fails(LlmError::Refused).fails(LlmError::Refused);
    let mut config = Config::default();
    config.distiller.on_failure = OnFailure::Offline;
    let world = Setup { llm: Some(Arc::new(llm)), config, ..Setup::default() }.build();
    overflow(&world, 10).await;
    let settled = world.memory.settle(&world.ana).await.expect("settled");
    assert_eq!(settled.waiting, []);
    assert_eq!(world.places().await, (10, 0, 10));
}

#[tokio::test]
async fn learning_with_a_model_costs_little_and_is_all_in_the_ledger() {
    let llm = Arc::new(PlausibleLlm::new());
    let world = Setup { llm: Some(llm.clone()), ..Setup::default() }.build();
    overflow(&world, 40).await;
    let settled = world.memory.settle(&world.ana).await.expect("settled");
    assert_eq!(settled.waiting, []);
    let spend = world.memory.status(&world.ana).await.expect("status").spend;
    let calls: u64 = spend.iter().map(|s| s.calls).sum();
    assert!((4..=20).contains(&calls), "{spend:?}");
    let asked: u64 = llm.spent().values().map(|s| s.calls).sum();
    assert_eq!(calls, asked);
}

#[tokio::test]
async fn a_spent_budget_stops_model_calls_until_the_day_is_over() {
    let mut config = Config::default();
    config.ledger.daily_tokens = 10;
    let world = Setup { llm: Some(Arc::new(PlausibleLlm::new())), config, ..Setup::default() }.build();
    overflow(&world, 30).await;
    let settled = world.memory.settle(&world.ana).await.expect("settled");
    let waiting: Vec<_> = settled.waiting.iter().filter_map(|j| j.last_error.clone()).collect();
    assert!(waiting.iter().any(|e| e.contains("budget of 10 tokens")), "{waiting:?}");
    world.clock.advance(Duration::from_hours(25));
    let before = world.places().await.1;
    world.memory.settle(&world.ana).await.expect("settled");
    assert!(world.places().await.1 < before);
}

/// Groups everything into one topic and learns one fact a page; while it works, `meanwhile` happens.
struct Slow<F> {
    meanwhile: F,
}

#[async_trait::async_trait]
impl<F: Fn() -> futures::future::BoxFuture<'static, ()> + Send + Sync> Distiller for Slow<F> {
    fn name(&self) -> &'static str {
        "slow"
    }

    fn is_metered(&self) -> bool {
        false
    }

    async fn consolidate(&self, batch: &Batch<'_>) -> Result<Consolidation, DistillError> {
        (self.meanwhile)().await;
        Ok(Consolidation {
            continues: vec![true; batch.pages.len()],
            topics: vec![Topic {
                pages: (0..batch.pages.len()).collect(),
                summary: "All of it.".into(),
                keywords: vec!["all".into()],
            }],
            chain_summary: "All of it.".into(),
        })
    }

    async fn learn(&self, lesson: &Lesson<'_>) -> Result<Lessons, DistillError> {
        (self.meanwhile)().await;
        let facts = lesson.pages.iter().map(|page| FactDraft {
            about: About::User,
            text: page.turn.user().text.clone(),
            slot: None,
            event_time: None,
            source: Source { page: page.id, quote: None },
        });
        Ok(Lessons { facts: facts.collect(), ..Lessons::default() })
    }
}

#[tokio::test]
async fn what_is_said_while_the_model_thinks_is_kept_and_not_marked_as_learned_from() {
    let other = world();
    let speaker = Arc::new(other.reopened(Config::default()));
    let meanwhile = move || -> futures::future::BoxFuture<'static, ()> {
        let speaker = Arc::clone(&speaker);
        Box::pin(async move { speaker.say("by the way", "yes?").await })
    };
    let distiller: Arc<dyn Distiller> = Arc::new(Slow { meanwhile });
    let setup = Setup { store: Some(other.store.clone()), distiller: Some(distiller), ..Setup::default() };
    let world = setup.build_beside(&other);
    overflow(&world, 10).await;
    let consolidated = world.memory.run_job(None).await.expect("worked").expect("a job");
    assert_eq!(consolidated.done, Some(10));
    let learned = loop {
        let report = world.memory.run_job(None).await.expect("worked").expect("a job");
        if report.kind == JobKind::Learn {
            break report.done.expect("it went well");
        }
    };
    let (said, read) = world
        .memory
        .look(&world.ana, |v| {
            let pages = v.state.pages();
            (
                pages.iter().filter(|p| p.turn.user().text == "by the way").count(),
                pages.iter().filter(|p| p.state.learned).count(),
            )
        })
        .await
        .expect("looked");
    assert!(said >= 2);
    assert_eq!(read, learned);
}

#[tokio::test]
async fn facts_carry_the_time_they_were_said_and_repeats_are_one_fact() {
    let meanwhile = || -> futures::future::BoxFuture<'static, ()> { Box::pin(async {}) };
    let distiller: Arc<dyn Distiller> = Arc::new(Slow { meanwhile });
    let world = Setup { distiller: Some(distiller), ..Setup::default() }.build();
    let said_first = world.clock_now();
    for _ in 0..12 {
        world.say("I play the viola.", "").await;
        world.clock.advance(Duration::from_hours(1));
    }
    world.memory.settle(&world.ana).await.expect("settled");
    let facts = world
        .memory
        .look(&world.ana, |v| v.state.facts().cloned().collect::<Vec<_>>())
        .await
        .expect("looked");
    let [fact] = &*facts else { panic!("{facts:?}") };
    assert_eq!((fact.said_at, fact.sources.len()), (said_first, 2));
}

#[tokio::test]
async fn same_turns_same_ids_same_clock_same_memory() {
    let record = |world: &World| {
        let look = |view: &memoryos::View| {
            (
                format!("{:?}", view.state.segments().collect::<Vec<_>>()),
                format!("{:?}", view.state.facts().collect::<Vec<_>>()),
            )
        };
        let (memory, ana) = (world.memory.clone(), world.ana.clone());
        async move { memory.look(&ana, look).await.expect("looked") }
    };
    let mut seen = Vec::new();
    for _ in 0..2 {
        let world = world();
        overflow(&world, 25).await;
        world.memory.settle(&world.ana).await.expect("settled");
        seen.push(record(&world).await);
    }
    assert_eq!(seen[0], seen[1]);
}
