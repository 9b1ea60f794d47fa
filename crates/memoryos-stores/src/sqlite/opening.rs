//! From a path to a connection: the file is made, recognised, and brought to the present format.

use std::{
    fs::{self, DirBuilder, OpenOptions},
    io::ErrorKind,
    path::Path,
    thread,
    time::Duration,
};

use memoryos::ports::StoreError;
use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior, backup::Backup};

use super::failure::{Failure, corrupt};

/// Marks our files (`MemO`), where SQLite keeps a mark for programs.
const APPLICATION_ID: i32 = 0x4D65_6D4F;

/// One step for each format, first to last; format `n` is the state after `n` steps.
const MIGRATIONS: [&str; 1] = [include_str!("schema_1.sql")];

/// The format this program writes.
const FORMAT: u32 = MIGRATIONS.len() as u32;

/// Bytes SQLite reads and writes at once, in a new file. Two vectors of 256 numbers and their row take 2.1 kB, of
/// which a page of 4096 (the default) holds one and wastes the rest: 5.1 kB a remembered turn, measured.
const DATABASE_PAGE: u32 = 8192;

/// How long a statement waits for another process before the database counts as busy. A durable commit takes
/// milliseconds; seconds mean a stuck or very slow neighbour.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// How often switching to the write-ahead log is tried: SQLite does not wait there by itself.
const LOG_ATTEMPTS: u32 = 100;

/// The pause between two of these attempts.
const LOG_PAUSE: Duration = Duration::from_millis(20);

/// Database pages a backup copies in one step; all of them, so that it is of one moment.
const COPIED_AT_ONCE: i32 = i32::MAX;

/// What every connection is told. Nothing deleted stays readable in the file, no text goes to temporary files,
/// and a commit is on the disk itself once it returns (`fullfsync` matters on macOS alone). The log shrinks back
/// to 16 MiB after a long transaction.
const SETTINGS: &str = "
    PRAGMA synchronous = FULL;
    PRAGMA fullfsync = ON;
    PRAGMA foreign_keys = ON;
    PRAGMA secure_delete = ON;
    PRAGMA temp_store = MEMORY;
    PRAGMA trusted_schema = OFF;
    PRAGMA journal_size_limit = 16777216;
";

/// The connection that writes.
pub(super) fn open_writer(path: &Path) -> Result<Connection, Failure> {
    create_private(path)?;
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    // Before anything is written: the file may be someone else's.
    let format = recognise(&mut connection)?;
    if format == 0 {
        connection.pragma_update(None, "page_size", DATABASE_PAGE)?;
    }
    keep_a_log(&connection)?;
    connection.execute_batch(SETTINGS)?;
    if format < FORMAT {
        migrate(&mut connection)?;
    }
    Ok(connection)
}

/// A connection that cannot write. The file must be in the present format.
pub(super) fn open_reader(path: &Path) -> Result<Connection, Failure> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.execute_batch(SETTINGS)?;
    Ok(connection)
}

/// A database without a file.
pub(super) fn open_in_memory() -> Result<Connection, Failure> {
    let mut connection = Connection::open_in_memory()?;
    connection.execute_batch(SETTINGS)?;
    migrate(&mut connection)?;
    Ok(connection)
}

/// Copies the whole database to a new file at `target`.
pub(super) fn copy(source: &Connection, target: &Path) -> Result<(), Failure> {
    if target.exists() {
        return Err(std::io::Error::from(ErrorKind::AlreadyExists).into());
    }
    create_private(target)?;
    let mut copy = Connection::open(target)?;
    Backup::new(source, &mut copy)?.run_to_completion(COPIED_AT_ONCE, Duration::ZERO, None)?;
    Ok(())
}

/// Bytes of the file and its log.
pub(super) fn bytes(path: &Path) -> Result<u64, Failure> {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    let size = |path: &Path| match fs::metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(0),
        found => found.map(|found| found.len()),
    };
    Ok(size(path)? + size(Path::new(&log))?)
}

/// Makes the file and the folders above it where they are missing, readable by their owner alone; SQLite gives
/// its log the permissions of the file.
fn create_private(path: &Path) -> Result<(), Failure> {
    let mut folders = DirBuilder::new();
    let mut file = OpenOptions::new();
    file.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
        folders.mode(0o700);
        file.mode(0o600);
    }
    if let Some(parent) = path.parent() {
        folders.recursive(true).create(parent)?;
    }
    match file.open(path) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(error.into()),
        _ => Ok(()),
    }
}

/// The format of the file; 0 for an empty one. Refuses what is not ours.
fn recognise(connection: &mut Connection) -> Result<u32, Failure> {
    // One transaction, so that a file which another process is just creating is seen before or after, not between.
    let snapshot = connection.transaction()?;
    let mark: i32 = snapshot.pragma_query_value(None, "application_id", |row| row.get(0))?;
    let format: u32 = snapshot.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let tables: u32 = snapshot.query_row("SELECT count(*) FROM sqlite_schema", (), |row| row.get(0))?;
    match (mark, format, tables) {
        (0, 0, 0) => Ok(0),
        (APPLICATION_ID, found, _) if found > FORMAT => {
            Err(StoreError::TooNew { found, known: FORMAT }.into())
        }
        (APPLICATION_ID, found, _) => Ok(found),
        _ => Err(corrupt("database", "the file is a database of another program").into()),
    }
}

/// Switches to the write-ahead log, in which readers and the writer do not wait for each other.
fn keep_a_log(connection: &Connection) -> Result<(), Failure> {
    for _ in 1..LOG_ATTEMPTS {
        match connection.pragma_update(None, "journal_mode", "WAL") {
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => {}
            done => return Ok(done?),
        }
        thread::sleep(LOG_PAUSE);
    }
    Ok(connection.pragma_update(None, "journal_mode", "WAL")?)
}

/// Takes the steps that are missing, all or none: a process that dies in between leaves the former format.
fn migrate(connection: &mut Connection) -> Result<(), Failure> {
    let step = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Read again under the lock: another process may have been faster.
    let format: u32 = step.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if format > FORMAT {
        return Err(StoreError::TooNew { found: format, known: FORMAT }.into());
    }
    for sql in MIGRATIONS.iter().skip(format as usize) {
        step.execute_batch(sql)?;
    }
    step.pragma_update(None, "application_id", APPLICATION_ID)?;
    step.pragma_update(None, "user_version", FORMAT)?;
    Ok(step.commit()?)
}
