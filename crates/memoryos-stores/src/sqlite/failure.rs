//! What goes wrong inside, and what the caller is told.

use std::path::{Path, PathBuf};

use memoryos::ports::{BoxError, StoreError};
use rusqlite::{Error as SqliteError, ErrorCode, ffi};

/// How errors name this store.
const BACKEND: &str = "sqlite";

/// An error before it is known which call it ends.
#[derive(Debug)]
pub(super) enum Failure {
    /// What SQLite said.
    Sqlite(SqliteError),
    /// What the operating system said.
    Io(std::io::Error),
    /// What the caller is to be told as it is.
    Store(StoreError),
}

impl From<SqliteError> for Failure {
    fn from(error: SqliteError) -> Self {
        Self::Sqlite(error)
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

/// A cause that names the file.
#[derive(Debug, thiserror::Error)]
#[error("{}: {reason}", path.display())]
struct FileProblem {
    path: PathBuf,
    reason: &'static str,
    #[source]
    source: BoxError,
}

impl Failure {
    /// What the caller of `operation` is told about the file at `path`.
    pub(super) fn during(self, operation: &'static str, path: &Path) -> StoreError {
        let (reason, transient, source): (_, _, BoxError) = match self {
            Self::Store(error) => return error,
            Self::Io(error) => ("the file cannot be used", false, error.into()),
            Self::Sqlite(error) => match explain(&error) {
                Explained::Broken => {
                    return corrupt("database", problem(path, "not a sound database", error.into()));
                }
                Explained::Failed { reason, transient } => (reason, transient, error.into()),
            },
        };
        let source = problem(path, reason, source);
        StoreError::Backend { backend: BACKEND, operation, transient, source }
    }
}

/// Bytes that are no record of ours.
pub(super) fn corrupt(what: &'static str, source: impl Into<BoxError>) -> StoreError {
    StoreError::Corrupt { what, source: source.into() }
}

/// Whether a row was added; `false` when another row has what must be its own.
pub(super) fn unless_taken(added: Result<usize, SqliteError>) -> Result<bool, Failure> {
    match added {
        Err(error) if is_taken(&error) => Ok(false),
        added => Ok(added? == 1),
    }
}

/// Only a broken uniqueness: other constraints guard against faults of this program.
fn is_taken(error: &SqliteError) -> bool {
    error.sqlite_error().is_some_and(|cause| cause.extended_code == ffi::SQLITE_CONSTRAINT_UNIQUE)
}

fn problem(path: &Path, reason: &'static str, source: BoxError) -> BoxError {
    FileProblem { path: path.to_owned(), reason, source }.into()
}

enum Explained {
    Broken,
    Failed { reason: &'static str, transient: bool },
}

/// A busy database is not a broken one, and neither is a full disk.
fn explain(error: &SqliteError) -> Explained {
    let (reason, transient) = match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => return Explained::Broken,
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => ("the database is busy", true),
        Some(ErrorCode::DiskFull) => ("the disk is full", false),
        Some(ErrorCode::ReadOnly) => ("the file is read-only", false),
        Some(ErrorCode::CannotOpen) => ("the file cannot be opened", false),
        Some(ErrorCode::SystemIoFailure) => ("the disk failed", false),
        _ => ("the statement failed", false),
    };
    Explained::Failed { reason, transient }
}
