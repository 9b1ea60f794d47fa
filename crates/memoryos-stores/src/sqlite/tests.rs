//! Failures of the machine below, provoked through the writing connection.

use std::{error::Error, path::PathBuf, time::Duration};

use memoryos::{
    ports::{Change, Revision, Store, StoreError},
    types::Owner,
};
use memoryos_testkit::samples::{add_page, owner, page_of, turn};
use rusqlite::Connection;

use super::SqliteStore;

/// How SQLite writes `synchronous = FULL`.
const FULL: i64 = 2;

struct OneFile {
    store: SqliteStore,
    path: PathBuf,
    ana: Owner,
    _folder: tempfile::TempDir,
}

async fn one_file() -> OneFile {
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let path = folder.path().join("memory.db");
    let (store, ana) = (SqliteStore::open(&path).expect("the file opens"), owner("ana"));
    store.commit(&ana, Revision(0), &[add_page(1)]).await.expect("the first page");
    OneFile { store, path, ana, _folder: folder }
}

impl OneFile {
    /// Runs a statement on the connection that writes.
    async fn set(&self, pragma: &'static str) {
        let set = move |writer: &mut Connection| Ok(writer.execute_batch(pragma)?);
        self.store.connections.write("setting", set).await.expect("the pragma is set");
    }

    /// The commit fails as told, nothing of it is kept, and what was there stays.
    async fn assert_fails(&self, changes: &[Change], reason: &str, is_transient: bool) {
        let error = self.store.commit(&self.ana, Revision(1), changes).await.expect_err("the commit fails");
        assert!(
            matches!(error, StoreError::Backend { transient, .. } if transient == is_transient),
            "{error:?}"
        );
        let cause = error.source().expect("there is a cause").to_string();
        assert_eq!(cause, format!("{}: {reason}", self.path.display()));
        let memory = self.store.changes_since(&self.ana, Revision(0), "none").await.expect("the memory");
        assert_eq!((memory.revision, memory.pages.len()), (Revision(1), 1));
        self.store.check().await.expect("the file is sound");
    }

    async fn assert_writes_again(&self) {
        self.store.commit(&self.ana, Revision(1), &[add_page(2)]).await.expect("the next page");
    }
}

#[tokio::test]
async fn a_full_disk_is_an_error_and_nothing_is_lost() {
    let file = one_file().await;
    // The smallest number allowed: the pages that are there.
    file.set("PRAGMA max_page_count = 1").await;
    let book = "so it goes ".repeat(10_000);
    file.assert_fails(
        &[add_page(2), Change::AddPage(page_of(3, turn(&book, "")))],
        "the disk is full",
        false,
    )
    .await;
    file.set("PRAGMA max_page_count = 1000000").await;
    file.assert_writes_again().await;
}

#[tokio::test]
async fn a_file_that_may_only_be_read_is_an_error_and_still_serves_reads() {
    let file = one_file().await;
    file.set("PRAGMA query_only = ON").await;
    file.assert_fails(&[add_page(2)], "the file is read-only", false).await;
    file.set("PRAGMA query_only = OFF").await;
    file.assert_writes_again().await;
}

#[tokio::test]
async fn a_busy_database_is_not_a_broken_one() {
    let file = one_file().await;
    let writer_without_patience = |writer: &mut Connection| Ok(writer.busy_timeout(Duration::ZERO)?);
    file.store.connections.write("setting", writer_without_patience).await.expect("the time-out is set");
    let neighbour = Connection::open(&file.path).expect("the file opens");
    neighbour.execute_batch("BEGIN IMMEDIATE").expect("the neighbour writes");
    file.assert_fails(&[add_page(2)], "the database is busy", true).await;
    neighbour.execute_batch("COMMIT").expect("the neighbour is done");
    file.assert_writes_again().await;
}

#[tokio::test]
async fn deletes_are_secure_commits_are_durable_and_owners_are_held() {
    let file = one_file().await;
    let settings = |connection: &mut Connection| {
        let number = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
        Ok([number("secure_delete")?, number("synchronous")?, number("foreign_keys")?])
    };
    assert_eq!(file.store.connections.write("asking", settings).await.expect("the settings"), [1, FULL, 1]);
}
