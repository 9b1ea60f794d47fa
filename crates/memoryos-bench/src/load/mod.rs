//! The server under load: many clients of many users, and the plug pulled in the midst of it.

mod clients;

use std::{
    path::Path,
    process::Command,
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Result, ensure};
use memoryos::ports::{Clock, Store};
use memoryos_host::SystemClock;
use memoryos_stores::SqliteStore;
use memoryos_testkit::served::Served;

use crate::measure::{Figure, peak_resident_mb};
use clients::{Done, ask, check};

const CLIENTS: usize = 64;
const USERS: u64 = 1_000;
const LASTS: Duration = Duration::from_mins(1);

/// How often it is looked whether the jobs that fell due are done.
const LOOK: Duration = Duration::from_millis(100);

/// Longer than catching up takes on any machine this is run on: then something is wrong.
const LONGEST: Duration = Duration::from_mins(10);

/// Jobs that have fallen due and are not done.
#[derive(Default)]
struct Late {
    jobs: usize,
    /// How long the oldest has been due.
    oldest: Duration,
}

/// The server and its clients at the moment before the end.
struct Ended {
    done: Done,
    late: Late,
    resident_mb: Option<f64>,
}

/// Asks for a minute, kills the server while it is asked, starts it again, and looks for every turn that it had
/// acknowledged.
///
/// # Errors
/// When a request fails before the kill, or a turn is lost, doubled or another's after it.
pub(crate) async fn figures(binary: &Path) -> Result<Vec<Figure>> {
    let folder = tempfile::tempdir()?;
    let server = serve(binary, folder.path());
    let store = SqliteStore::open(folder.path().join("memory.db"))?;
    let Ended { done, late, resident_mb } = asked_until_killed(server, &store).await?;
    let began = Instant::now();
    let server = serve(binary, folder.path());
    let restart = began.elapsed();
    check(server.url(), USERS, &done.acknowledged)?;
    while self::late(&store).await?.jobs > 0 {
        ensure!(began.elapsed() < LONGEST, "settling does not catch up");
        tokio::time::sleep(LOOK).await;
    }
    let name = |what: &str| format!("load/{CLIENTS}_clients_{USERS}_users/{what}");
    let rate = |n: usize| n as f64 / LASTS.as_secs_f64();
    let mut figures = vec![
        Figure::one(name("requests"), rate(done.remembering.len() + done.recalling.len()), "1/s"),
        Figure::one(name("turns_remembered"), done.acknowledged.len() as f64, "turns"),
        Figure::durations(name("remember"), done.remembering),
        Figure::durations(name("recall"), done.recalling),
        Figure::one(name("jobs_due"), late.jobs as f64, "jobs"),
        Figure::one(name("settling_lag"), late.oldest.as_secs_f64(), "s"),
        Figure::durations(name("restart_after_kill"), vec![restart]),
        Figure::one(name("caught_up_after_restart"), began.elapsed().as_secs_f64(), "s"),
        Figure::one(name("disk"), store.bytes_on_disk().await? as f64 / 1e6, "MB"),
    ];
    figures.extend(resident_mb.map(|mb| Figure::one(name("resident_peak"), mb, "MB")));
    Ok(figures)
}

/// Lets all clients ask, and kills the server while they do.
async fn asked_until_killed(server: Served, store: &SqliteStore) -> Result<Ended> {
    static ENDING: AtomicBool = AtomicBool::new(false);
    let client = |number| {
        let url = server.url().to_owned();
        thread::spawn(move || ask(&url, number, USERS, &ENDING))
    };
    let clients: Vec<_> = (0..CLIENTS).map(client).collect();
    tokio::time::sleep(LASTS).await;
    let (late, resident_mb) = (late(store).await?, peak_resident_mb(server.id()));
    ENDING.store(true, Ordering::SeqCst);
    drop(server);
    let done = clients.into_iter().map(|client| client.join().expect("a client does not panic"));
    let done = Done::of_all(done);
    ensure!(done.errors.is_empty(), "{} requests failed, as: {}", done.errors.len(), done.errors[0]);
    Ok(Ended { done, late, resident_mb })
}

fn serve(binary: &Path, data: &Path) -> Served {
    let mut command = Command::new(binary);
    // Nothing of the machine's own settings and models gets in.
    command.env_clear().env("HOME", data);
    Served::start(command.arg("--data").arg(data).args(["serve", "--bind", "127.0.0.1:0"]))
}

async fn late(store: &SqliteStore) -> Result<Late> {
    let now = SystemClock.now();
    let due = store.jobs(None).await?.into_iter().filter(|job| job.not_before <= now);
    Ok(due.fold(Late::default(), |late, job| {
        let age = Duration::try_from(now.duration_since(job.not_before)).unwrap_or_default();
        Late { jobs: late.jobs + 1, oldest: late.oldest.max(age) }
    }))
}
