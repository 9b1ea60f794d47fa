//! Several processes on one file, and processes that die: what was acknowledged is there, once, and in order.

use std::{
    collections::BTreeSet,
    ffi::OsStr,
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

use memoryos::{
    ports::{Change, Delta, JobKind, Revision, Store, StoreError},
    types::{Owner, Page, PageId, TurnKey},
};
use memoryos_stores::SqliteStore;
use memoryos_testkit::{
    process::{self, Worker},
    samples::{job, keyed_page, owner, page_vectors},
    seed::Seed,
};

/// Settings of a worker: the file, what its keys begin with, and how many pages it appends.
const FILE: &str = "MEMORYOS_TEST_FILE";
const NAME: &str = "MEMORYOS_TEST_NAME";
const PAGES: &str = "MEMORYOS_TEST_PAGES";

/// The model of the vectors that go with each page.
const MODEL: &str = "hash-2d";

/// How often a process is killed while it writes, and while it makes a file.
const KILLS: u64 = 60;
const KILLS_AT_CREATION: u64 = 30;

/// The longest a worker lives beyond the page it is killed after; a commit takes about a millisecond.
const MOMENT: Duration = Duration::from_millis(4);

/// By then a worker has surely made its file.
const CREATION: Duration = Duration::from_millis(25);

/// What a worker does; a test of nothing where no parent asks for it.
#[tokio::test]
async fn worker_that_appends_pages() {
    let Some(file) = process::setting(FILE) else { return };
    let text =
        |name| process::setting(name).and_then(|value| value.into_string().ok()).expect("the parent sets it");
    let (name, pages): (_, u64) = (text(NAME), text(PAGES).parse().expect("a number"));
    let store = SqliteStore::open(file).expect("the file opens");
    for nth in 0..pages {
        let key = format!("{name}-{nth}");
        append(&store, &owner("ana"), &key).await;
        process::acknowledge(&key);
    }
}

/// Appends a page with vectors and a job; tries again when another process was faster.
async fn append(store: &SqliteStore, ana: &Owner, key: &str) {
    loop {
        let base = store.revision(ana).await.expect("the revision");
        match store.commit(ana, base, &page_after(base, ana, key)).await {
            Err(StoreError::Conflict { .. }) => {}
            done => {
                done.expect("the page is kept");
                return;
            }
        }
    }
}

/// Each commit adds one page, so the revision counts them.
fn page_after(base: Revision, ana: &Owner, key: &str) -> [Change; 3] {
    let order = base.0 + 1;
    let page = Page { id: PageId::from_bits(u128::from(order) << 8), ..keyed_page(order, key) };
    let vectors = memoryos::ports::Vectors {
        item: memoryos::types::ItemId::Page(page.id),
        ..page_vectors(order, MODEL, &[1.0, order as f32])
    };
    [
        Change::AddPage(page),
        Change::PutVectors(vectors),
        Change::AddJob(job(order.into(), ana, JobKind::Consolidate, 0)),
    ]
}

fn start(file: &Path, name: &str, pages: u64) -> Worker {
    let pages = pages.to_string();
    let settings: [(&str, &OsStr); 3] =
        [(FILE, file.as_os_str()), (NAME, name.as_ref()), (PAGES, pages.as_ref())];
    Worker::start("worker_that_appends_pages", &settings)
}

fn folder() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let file = folder.path().join("memory.db");
    (folder, file)
}

/// Opens the file as the next process would, and checks all that must hold whatever happened before.
async fn sound_memory(file: &Path, acknowledged: &[String]) -> Delta {
    let store = SqliteStore::open(file).expect("the file opens after a crash");
    store.check().await.expect("the file is sound");
    let memory = store.changes_since(&owner("ana"), Revision(0), MODEL).await.expect("the memory is read");
    let keys: BTreeSet<&TurnKey> = memory.pages.iter().filter_map(|page| page.turn.key()).collect();
    assert_eq!(keys.len(), memory.pages.len(), "a page is there twice");
    for key in acknowledged {
        assert!(
            keys.contains(&TurnKey::new(key.as_str()).expect("a key")),
            "{key} was acknowledged and is missing"
        );
    }
    let count = memory.pages.len() as u64;
    assert!(memory.pages.iter().map(|page| page.order).eq(1..=count), "the orders have a gap");
    // The revision, the vectors and the job were kept with their pages, or not at all.
    assert_eq!((memory.revision, memory.vectors.len() as u64), (Revision(count), count));
    assert_eq!(store.jobs(None).await.expect("the jobs").len() as u64, count.min(1));
    memory
}

#[tokio::test]
async fn a_process_killed_at_any_moment_loses_and_doubles_nothing() {
    let ((_folder, file), mut seed) = (folder(), Seed::new(7));
    let mut acknowledged = Vec::new();
    for kill in 0..KILLS {
        let mut worker = start(&file, &kill.to_string(), u64::MAX);
        worker.wait_for(seed.below(6) as usize);
        thread::sleep(Duration::from_nanos(seed.below(MOMENT.as_nanos() as u64)));
        acknowledged.extend(worker.kill());
        let memory = sound_memory(&file, &acknowledged).await;
        // Beyond what was acknowledged, each killed worker kept at most the page it was about to tell of.
        let unheard = memory.pages.len() - acknowledged.len();
        assert!(unheard as u64 <= kill + 1, "{unheard} pages that nobody acknowledged");
    }
    assert!(acknowledged.len() as u64 > KILLS, "the workers were killed before they did anything");
}

#[tokio::test]
async fn a_process_killed_while_it_makes_the_file_leaves_one_that_opens() {
    let mut seed = Seed::new(11);
    for _ in 0..KILLS_AT_CREATION {
        let (_folder, file) = folder();
        let worker = start(&file, "first", u64::MAX);
        thread::sleep(Duration::from_nanos(seed.below(CREATION.as_nanos() as u64)));
        let acknowledged = worker.kill();
        sound_memory(&file, &acknowledged).await;
    }
}

#[tokio::test]
async fn processes_at_the_same_time_all_get_through() {
    const PROCESSES: u64 = 4;
    const EACH: u64 = 25;
    let (_folder, file) = folder();
    // Nobody has made the file yet: they also race for that.
    let workers: Vec<_> = (0..PROCESSES).map(|name| start(&file, &name.to_string(), EACH)).collect();
    let acknowledged: Vec<String> = workers.into_iter().flat_map(Worker::finish).collect();
    let memory = sound_memory(&file, &acknowledged).await;
    assert_eq!((memory.pages.len() as u64, acknowledged.len() as u64), (PROCESSES * EACH, PROCESSES * EACH));
}

#[tokio::test]
async fn a_process_that_ends_does_not_hurt_one_that_goes_on() {
    let (_folder, file) = folder();
    let here = SqliteStore::open(&file).expect("the file opens");
    let mut keys = start(&file, "there", 20).finish();
    for nth in 0..50 {
        let key = format!("here-{nth}");
        append(&here, &owner("ana"), &key).await;
        keys.push(key);
    }
    drop(here);
    assert_eq!(sound_memory(&file, &keys).await.pages.len(), 70);
}
