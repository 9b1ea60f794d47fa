//! A memory made of settings, and a worker that does its jobs.

use std::{ffi::OsString, path::Path, time::Duration};

use memoryos::{
    ports::JobKind,
    recall::Query,
    types::{Message, Moment, Turn},
};
use memoryos_host::{OpenError, Settings, Worker, open, open_to_read, settings::Flags};

/// Looks at most this often, ten milliseconds apart, before a worker counts as idle.
const LOOKS: u32 = 2_000;

fn settings(data: &Path, variables: &[(&str, &str)]) -> Settings {
    let flags = Flags { data: Some(data.to_owned()), ..Flags::default() };
    let variables = variables.iter().map(|(name, value)| (OsString::from(name), OsString::from(value)));
    Settings::load_from(&flags, variables).expect("settings")
}

fn turn(number: usize) -> Turn {
    let said = Message::new(format!("Sentence number {number} about gardens"));
    let at = Moment::parse("2026-02-03 10:00:00").expect("a time");
    Turn::new(said, Message::default(), at).expect("a turn")
}

#[tokio::test]
async fn a_worker_consolidates_what_short_term_memory_cannot_hold() {
    let folder = tempfile::tempdir().expect("a folder");
    let opened = open(&settings(folder.path(), &[])).await.expect("opens");
    assert!(opened.is_new);
    let worker = Worker::start(opened.memory.clone(), Duration::from_millis(1));
    let turns = (0..20).map(turn).collect();
    opened.memory.remember_all(&opened.owner, turns).await.expect("remembered");
    let mut looks = 0;
    while opened.memory.status(&opened.owner).await.expect("status").counts.pending_pages > 0 {
        looks += 1;
        assert!(looks < LOOKS, "the worker does nothing");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    worker.stop().await;
    let counts = opened.memory.status(&opened.owner).await.expect("status").counts;
    assert_eq!((counts.short_term_pages, counts.mid_term_pages), (10, 10));
}

#[tokio::test]
async fn looking_makes_no_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("never");
    let opened = open_to_read(&settings(&data, &[])).expect("opens");
    assert!(opened.memory.owners().await.expect("owners").is_empty());
    assert!(!data.exists());
}

#[tokio::test]
async fn half_a_language_model_is_no_model() {
    let folder = tempfile::tempdir().expect("a folder");
    let half = settings(folder.path(), &[("MEMORYOS_LLM_URL", "http://localhost:8080/v1")]);
    let refused = open(&half).await.err();
    assert!(matches!(refused, Some(OpenError::Missing { missing: "llm.model", .. })), "{refused:?}");
    assert!(!half.store_path().exists(), "nothing is made before everything is known to be usable");
}

#[tokio::test]
async fn a_memory_whose_embedding_server_is_down_goes_on_by_words() {
    let folder = tempfile::tempdir().expect("a folder");
    let variables = [
        ("MEMORYOS_EMBEDDER__NAME", "openai"),
        // Nobody listens at the port for throwing things away.
        ("MEMORYOS_EMBEDDER__URL", "http://127.0.0.1:9/v1"),
        ("MEMORYOS_EMBEDDER__MODEL", "m"),
        ("MEMORYOS_LLM__RETRIES", "0"),
    ];
    let opened = open(&settings(folder.path(), &variables)).await.expect("opens");
    opened.memory.remember(&opened.owner, turn(1)).await.expect("remembered");
    let found = opened.memory.recall(&opened.owner, &Query::new("gardens")).await.expect("recalled");
    assert_eq!(found.items.len(), 1);
    let report = opened.memory.run_job(Some(&opened.owner)).await.expect("ran").expect("a job");
    assert_eq!((report.kind, report.done), (JobKind::Embed, None));
    assert!(report.error.expect("failed").contains("127.0.0.1:9"));
    // Once there is an embedder, what waits gets its vectors.
    drop(opened);
    let opened = open(&settings(folder.path(), &[])).await.expect("opens");
    let settled = opened.memory.settle(&opened.owner).await.expect("settled");
    assert!(settled.done > 0 && settled.waiting.is_empty(), "{settled:?}");
}
