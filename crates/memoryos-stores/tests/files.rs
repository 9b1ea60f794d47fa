//! What a file may be when it is opened, and what is never done to it.

use std::{fs, path::PathBuf};

use memoryos::{
    ports::{Change, Revision, Store, StoreError},
    types::Owner,
};
use memoryos_stores::SqliteStore;
use memoryos_testkit::samples::{add_page, chain, fact, owner, page_vectors, profile_version, segment};
use rusqlite::Connection;

const MODEL: &str = "hash-2d";

/// Bytes SQLite reads and writes at once. The first of these pages holds the head of the file and the schema.
const DATABASE_PAGE: usize = 8192;
const FILE_HEAD: usize = 100;

fn folder() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let file = folder.path().join("memory.db");
    (folder, file)
}

async fn filled(file: &PathBuf, ana: &Owner) -> SqliteStore {
    let store = SqliteStore::open(file).expect("the file opens");
    let changes = [
        add_page(1),
        Change::PutChain(chain(1, 1)),
        Change::PutSegment(segment(1)),
        Change::PutFact(fact(1, "likes tea")),
        Change::PutProfile(profile_version(1, "Ana")),
        Change::PutVectors(page_vectors(1, MODEL, &[1.0, 0.0])),
    ];
    store.commit(ana, Revision(0), &changes).await.expect("the changes are made");
    store
}

/// Another program's access to the file.
fn tamper(file: &PathBuf, sql: &str) {
    let connection = Connection::open(file).expect("the file opens");
    connection.execute_batch(sql).expect("the statement runs");
}

#[track_caller]
fn assert_corrupt<T>(what: &str, result: Result<T, StoreError>) {
    match result {
        Err(StoreError::Corrupt { what: found, .. }) => assert_eq!(found, what),
        Err(other) => panic!("not corrupt: {other:?}"),
        Ok(_) => panic!("not noticed"),
    }
}

#[test]
fn a_file_that_is_not_ours_is_refused_and_left_as_it_was() {
    let sqlite_of_another = {
        let (_folder, file) = folder();
        tamper(&file, "CREATE TABLE notes (text TEXT); INSERT INTO notes VALUES ('mine')");
        fs::read(&file).expect("the file is read")
    };
    let marked_by_another = {
        let (_folder, file) = folder();
        tamper(&file, "PRAGMA application_id = 42");
        fs::read(&file).expect("the file is read")
    };
    let letter = b"Dear Ana, this is a letter.".to_vec();
    for content in [letter.clone(), letter.repeat(500), sqlite_of_another, marked_by_another] {
        let (folder, file) = folder();
        fs::write(&file, &content).expect("the file is written");
        assert_corrupt("database", SqliteStore::open(&file));
        assert!(fs::read(&file).expect("the file is read") == content, "the file was changed");
        assert_eq!(
            fs::read_dir(folder.path()).expect("the folder").count(),
            1,
            "something was left beside it"
        );
    }
}

#[tokio::test]
async fn a_file_of_a_newer_format_is_refused_and_left_as_it_was() {
    let ((_folder, file), ana) = (folder(), owner("ana"));
    drop(filled(&file, &ana).await);
    tamper(&file, "PRAGMA user_version = 99");
    let before = fs::read(&file).expect("the file is read");
    let refused = SqliteStore::open(&file).map(|_| ());
    assert!(matches!(refused, Err(StoreError::TooNew { found: 99, known: 1 })), "{refused:?}");
    assert!(fs::read(&file).expect("the file is read") == before, "the file was changed");
}

#[tokio::test]
async fn an_empty_file_or_one_that_was_hardly_begun_is_made_anew() {
    for beginning in ["", "PRAGMA journal_mode = WAL", "PRAGMA journal_mode = WAL; VACUUM"] {
        let ((_folder, file), ana) = (folder(), owner("ana"));
        fs::write(&file, "").expect("the file is written");
        tamper(&file, beginning);
        let store = filled(&file, &ana).await;
        assert_eq!(store.revision(&ana).await.expect("the revision"), Revision(1), "{beginning}");
    }
}

#[tokio::test]
async fn a_record_that_does_not_decode_is_named_and_not_written_over() {
    let faults = [
        ("page", "UPDATE page SET said_at = 'yesterday'"),
        ("page", "UPDATE page SET user_text = '', assistant_text = ' '"),
        ("page", "UPDATE page SET user_text = CAST(x'ff00ff' AS TEXT)"),
        ("chain", "UPDATE chain SET record = json_set(record, '$.last_page', 'x')"),
        ("segment", "UPDATE segment SET record = substr(record, 1, length(record) - 5)"),
        ("fact", "UPDATE fact SET record = json_set(record, '$.about', 'nobody')"),
        ("profile", "UPDATE profile SET record = json_remove(record, '$.attributes')"),
        ("vectors", "UPDATE vectors SET numbers = x'000000'"),
        ("vectors", "UPDATE vectors SET numbers = x'0000c07f0000c07f'"),
    ];
    for (what, sql) in faults {
        let ((_folder, file), ana, bo) = (folder(), owner("ana"), owner("bo"));
        drop(filled(&file, &ana).await);
        tamper(&file, sql);
        let store = SqliteStore::open(&file).expect("the file opens");
        assert_corrupt(what, store.changes_since(&ana, Revision(0), MODEL).await);
        // Others are served, and the record waits as it is for whoever repairs it.
        store.commit(&bo, Revision(0), &[add_page(1)]).await.expect("bo's page");
        assert_eq!(store.changes_since(&bo, Revision(0), MODEL).await.expect("bo's memory").pages.len(), 1);
        assert_corrupt(what, store.changes_since(&ana, Revision(0), MODEL).await);
    }
}

#[tokio::test]
async fn damage_is_told_from_other_failures() {
    let ((_folder, file), ana) = (folder(), owner("ana"));
    let store = filled(&file, &ana).await;
    let many: Vec<_> = (2..100).map(add_page).collect();
    store.commit(&ana, Revision(1), &many).await.expect("many pages");
    store.check().await.expect("the file is sound");
    drop(store);
    let sound = fs::read(&file).expect("the file is read");
    // Damage to the schema shows when the file is opened, damage further on when it is read or checked.
    for (place, shows_at_once) in [(FILE_HEAD..DATABASE_PAGE, true), (DATABASE_PAGE..sound.len(), false)] {
        let mut damaged = sound.clone();
        damaged[place].fill(0x5A);
        fs::write(&file, &damaged).expect("the file is written");
        if shows_at_once {
            assert_corrupt("database", SqliteStore::open(&file));
        } else {
            let store = SqliteStore::open(&file).expect("the schema is whole");
            assert_corrupt("database", store.check().await);
            assert_corrupt("database", store.changes_since(&ana, Revision(0), MODEL).await);
            assert_corrupt("database", store.commit(&ana, Revision(2), &[add_page(1000)]).await);
        }
        assert!(fs::read(&file).expect("the file is read") == damaged, "the damaged file was written over");
    }
}

#[tokio::test]
async fn reading_leaves_every_byte_of_the_file_and_its_log() {
    let ((folder, file), ana) = (folder(), owner("ana"));
    let store = filled(&file, &ana).await;
    let bytes = || {
        [&file, &folder.path().join("memory.db-wal")].map(|path| fs::read(path).expect("the file is read"))
    };
    let before = bytes();
    store.changes_since(&ana, Revision(0), MODEL).await.expect("the memory");
    store.status(&ana).await.expect("the status");
    store.check().await.expect("the file is sound");
    assert!(bytes() == before, "a read wrote");
    let sizes = before.iter().map(|bytes| bytes.len() as u64).sum::<u64>();
    assert_eq!(store.bytes_on_disk().await.expect("the size"), sizes);
}

#[tokio::test]
async fn once_closed_a_memory_is_one_file() {
    let ((folder, file), ana) = (folder(), owner("ana"));
    let store = filled(&file, &ana).await;
    store.status(&ana).await.expect("the status");
    drop(store);
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 1, "something was left beside it");
}

#[tokio::test]
async fn a_backup_is_a_store_of_its_own_and_overwrites_nothing() {
    let ((folder, file), ana) = (folder(), owner("ana"));
    let store = filled(&file, &ana).await;
    let target = folder.path().join("kept/backup.db");
    store.back_up(&target).await.expect("the backup");
    store.commit(&ana, Revision(1), &[add_page(2)]).await.expect("a page after the backup");
    let copy = SqliteStore::open(&target).expect("the backup opens");
    copy.check().await.expect("the backup is sound");
    assert_eq!(copy.revision(&ana).await.expect("the revision"), Revision(1));
    let refused = store.back_up(&target).await;
    assert!(matches!(refused, Err(StoreError::Backend { transient: false, .. })), "{refused:?}");
    assert_eq!(copy.revision(&ana).await.expect("the revision"), Revision(1));
}

#[cfg(unix)]
#[tokio::test]
async fn the_file_its_log_and_its_folder_are_private() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let file = folder.path().join("data/deep/memory.db");
    let _store = filled(&file, &owner("ana")).await;
    let mode = |path: &str| {
        fs::metadata(folder.path().join(path)).expect("it is there").permissions().mode() & 0o777
    };
    assert_eq!([mode("data"), mode("data/deep")], [0o700; 2]);
    assert_eq!([mode("data/deep/memory.db"), mode("data/deep/memory.db-wal")], [0o600; 2]);
}

#[test]
fn a_folder_that_cannot_be_made_is_an_error_that_names_it() {
    let (folder, file) = folder();
    fs::write(&file, "a file, no folder").expect("the file is written");
    let error = SqliteStore::open(file.join("memory.db")).map(|_| ()).expect_err("a file is no folder");
    let cause = std::error::Error::source(&error).expect("there is a cause").to_string();
    assert!(cause.contains(&*folder.path().to_string_lossy()), "{cause}");
}

#[test]
fn without_a_runtime_the_work_is_done_at_once() {
    use std::{
        pin::pin,
        task::{Context, Poll, Waker},
    };
    let ((_folder, file), ana) = (folder(), owner("ana"));
    let store = SqliteStore::open(&file).expect("the file opens");
    let changes = [add_page(1)];
    let commit =
        pin!(store.commit(&ana, Revision(0), &changes)).poll(&mut Context::from_waker(Waker::noop()));
    assert!(matches!(commit, Poll::Ready(Ok(Revision(1)))), "{commit:?}");
}
