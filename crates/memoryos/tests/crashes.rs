//! Whole memories in processes that die, or that share a file: what was acknowledged is there, once, in one tier.

use std::{
    collections::{BTreeMap, BTreeSet},
    ffi::OsStr,
    path::Path,
    sync::Arc,
    thread,
    time::Duration,
};

use memoryos::{
    Config, Memory, Parts,
    recall::Query,
    types::{Message, Moment, Owner, Place, Turn, TurnKey},
};
use memoryos_stores::SqliteStore;
use memoryos_testkit::{
    HashEmbedder, ManualClock, Seed, SequentialIds,
    process::{self, Worker},
};

const FILE: &str = "MEMORYOS_TEST_FILE";
const WORKER: &str = "MEMORYOS_TEST_WORKER";
const TURNS: &str = "MEMORYOS_TEST_TURNS";

const KILLS: u64 = 50;
/// The longest a worker lives beyond the turn it is killed after: time for a few commits of any kind.
const MOMENT: Duration = Duration::from_millis(12);

/// Small tiers, so that pages are on the move through all of them all the time.
fn memory(file: &Path, worker: u64) -> Memory {
    let mut config = Config::default();
    config.short_term.capacity = 3;
    config.mid_term.batch_pages = 2;
    config.mid_term.capacity = 3;
    let parts = Parts {
        store: Arc::new(SqliteStore::open(file).expect("the file opens")),
        embedder: Arc::new(HashEmbedder::new(32)),
        llm: None,
        distiller: None,
        clock: Arc::new(ManualClock::at("2026-03-01T09:00:00Z")),
        // Workers give ids far apart, as random ones are.
        ids: Arc::new(SequentialIds::from((worker + 1) << 32)),
    };
    Memory::new(parts, config).expect("a valid configuration")
}

fn ana() -> Owner {
    Owner::new("ana", "assistant").expect("a name")
}

/// What a worker does: remembers turn after turn, and the jobs in between. Nothing where no parent asks for it.
#[tokio::test]
async fn worker_that_remembers() {
    let Some(file) = process::setting(FILE) else { return };
    let number = |name| -> u64 {
        process::setting(name).and_then(|v| v.into_string().ok()?.parse().ok()).expect("the parent sets it")
    };
    let (worker, turns) = (number(WORKER), number(TURNS));
    let memory = memory(Path::new(&file), worker);
    let topics = ["the bees in the hive", "my tax return", "a cello sonata", "我对花生过敏"];
    for nth in 0..turns {
        let key = format!("{worker}-{nth}");
        let words = format!("{}, told by {key}", topics[nth as usize % topics.len()]);
        let at = Moment::parse("2026-03-01T09:00:00Z").expect("a time");
        let turn = Turn::new(Message::new(words), Message::new("I see."), at).expect("a turn");
        memory
            .remember(&ana(), turn.with_key(TurnKey::new(&*key).expect("a key")))
            .await
            .expect("remembered");
        process::acknowledge(&key);
        memory.run_job(None).await.expect("worked");
    }
}

fn start(file: &Path, worker: u64, turns: u64) -> Worker {
    let (worker, turns) = (worker.to_string(), turns.to_string());
    let settings: [(&str, &OsStr); 3] =
        [(FILE, file.as_os_str()), (WORKER, worker.as_ref()), (TURNS, turns.as_ref())];
    Worker::start("worker_that_remembers", &settings)
}

/// Opens the file anew and checks what must hold whatever happened before; returns how many pages there are.
async fn sound_memory(file: &Path, acknowledged: &[String]) -> usize {
    let memory = memory(file, u64::from(u32::MAX));
    let keys: Vec<String> = memory
        .look(&ana(), |view| {
            let state = &view.state;
            let segments: BTreeSet<_> = state.segments().map(|s| s.id).collect();
            for page in state.pages() {
                if let Place::Segment(id) = page.state.place {
                    assert!(segments.contains(&id), "a page is in a segment that is not there");
                }
            }
            state.pages().iter().filter_map(|p| Some(p.turn.key()?.as_str().to_owned())).collect()
        })
        .await
        .expect("looked");
    let mut times: BTreeMap<&String, usize> = BTreeMap::new();
    for key in &keys {
        *times.entry(key).or_default() += 1;
    }
    for key in acknowledged {
        assert_eq!(times.get(key), Some(&1), "{key} was acknowledged");
    }
    let status = memory.status(&ana()).await.expect("status").counts;
    let counted =
        status.short_term_pages + status.pending_pages + status.mid_term_pages + status.archived_pages;
    assert_eq!(counted as usize, keys.len(), "each page is in one tier: {status:?}");
    keys.len()
}

#[tokio::test]
async fn a_memory_killed_at_any_moment_keeps_every_acknowledged_turn_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("memory.db");
    let mut seed = Seed::new(5);
    let mut acknowledged = Vec::new();
    for kill in 0..KILLS {
        let mut worker = start(&file, kill, u64::MAX);
        worker.wait_for(seed.below(8) as usize);
        thread::sleep(Duration::from_nanos(seed.below(MOMENT.as_nanos() as u64)));
        acknowledged.extend(worker.kill());
        sound_memory(&file, &acknowledged).await;
    }
    assert!(acknowledged.len() as u64 > KILLS, "the workers were killed before they did anything");
    let memory = memory(&file, KILLS);
    // The dead leave leases behind; they end, and the work is done by whoever comes next.
    let settled = memory.settle(&ana()).await.expect("settled");
    assert_eq!(settled.waiting, []);
    let pages = sound_memory(&file, &acknowledged).await;
    let last = acknowledged.last().expect("acknowledged");
    let recall =
        memory.recall(&ana(), &Query { with_archive: true, ..Query::new(format!("told by {last}")) }).await;
    assert!(recall.expect("recalled").context.contains(last.as_str()));
    assert!(pages >= acknowledged.len());
}

#[tokio::test]
async fn four_processes_on_one_file_lose_nothing() {
    const EACH: u64 = 40;
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("memory.db");
    let workers: Vec<Worker> = (0..4).map(|worker| start(&file, worker, EACH)).collect();
    let acknowledged: Vec<String> = workers.into_iter().flat_map(Worker::finish).collect();
    assert_eq!(acknowledged.len() as u64, 4 * EACH);
    assert_eq!(sound_memory(&file, &acknowledged).await as u64, 4 * EACH);
}
