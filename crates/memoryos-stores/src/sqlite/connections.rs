//! One connection that writes, a few that read, and the way to them from async code.

use std::{
    collections::VecDeque,
    path::Path,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use memoryos::ports::StoreError;
use rusqlite::Connection;
use tokio::{
    runtime::Handle,
    select,
    sync::{Mutex as AsyncMutex, OwnedMutexGuard, Semaphore},
};

use super::{
    failure::Failure,
    opening,
    together::{self, Waiting},
};

/// Connections that read at the same time, in all; more would only wait for the same two or three cores.
const READERS: usize = 4;

/// The way to one database. Whoever waits for a connection waits without holding a thread.
pub(super) struct Connections {
    path: Arc<Path>,
    /// `None` in memory, where there is no second connection to the same data.
    readers: Option<Readers>,
    /// Closed after the readers: only a connection that may write brings the log back into the file.
    writer: Arc<AsyncMutex<Connection>>,
    /// Writes whose callers wait for the writer: whoever gets it makes those of the others too.
    waiting: Mutex<VecDeque<Box<dyn Waiting>>>,
}

struct Readers {
    permits: Arc<Semaphore>,
    idle: Arc<Mutex<Vec<Connection>>>,
}

impl Connections {
    /// Opens the file, made and brought to the present format where need be.
    pub(super) fn to_file(path: &Path) -> Result<Self, Failure> {
        let writer = opening::open_writer(path)?;
        let readers = Readers { permits: Arc::new(Semaphore::new(READERS)), idle: Arc::default() };
        Ok(Self::of(path.into(), writer, Some(readers)))
    }

    /// A database that ends with its last handle.
    pub(super) fn to_memory() -> Result<Self, Failure> {
        let writer = opening::open_in_memory()?;
        Ok(Self::of(Path::new(":memory:").into(), writer, None))
    }

    fn of(path: Arc<Path>, writer: Connection, readers: Option<Readers>) -> Self {
        Self { path, writer: Arc::new(AsyncMutex::new(writer)), readers, waiting: Mutex::default() }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn is_on_disk(&self) -> bool {
        self.readers.is_some()
    }

    /// Does `work` in a transaction, which it may share with others: whole or not at all, and on the disk when this
    /// returns. Once begun it is done to its end, also when the caller goes away; what an early end of the
    /// transaction undid may be done again.
    pub(super) async fn transact<T: Send + 'static>(
        &self,
        operation: &'static str,
        work: impl Fn(&Connection) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (write, mut told) = together::write(work);
        lock(&self.waiting).push_back(write);
        let done = loop {
            let made = select! {
                biased;
                told = &mut told => break told.unwrap_or_else(|error| Err(stopped(error))),
                writer = Arc::clone(&self.writer).lock_owned() => self.make_waiting(writer).await,
            };
            if let Err(error) = made {
                break Err(error);
            }
        };
        done.map_err(|error| error.during(operation, &self.path))
    }

    /// Makes the writes that wait; those beyond the most that go together are left to their callers.
    async fn make_waiting(&self, mut writer: OwnedMutexGuard<Connection>) -> Result<(), Failure> {
        let together = {
            let mut waiting = lock(&self.waiting);
            let n = waiting.len().min(together::MOST);
            waiting.drain(..n).collect()
        };
        off_the_async_threads(move || {
            together::make(&mut writer, together);
            Ok(())
        })
        .await
    }

    /// Does `work` on the writing connection, alone. Once begun it is done to its end, also when the caller goes away.
    pub(super) async fn write<T: Send + 'static>(
        &self,
        operation: &'static str,
        work: impl FnOnce(&mut Connection) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, StoreError> {
        let mut writer = Arc::clone(&self.writer).lock_owned().await;
        off_the_async_threads(move || work(&mut writer))
            .await
            .map_err(|error| error.during(operation, &self.path))
    }

    /// Does `work` on a reading connection.
    pub(super) async fn read<T: Send + 'static>(
        &self,
        operation: &'static str,
        work: impl FnOnce(&mut Connection) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, StoreError> {
        let Some(readers) = &self.readers else { return self.write(operation, work).await };
        let permit =
            Arc::clone(&readers.permits).acquire_owned().await.expect("the semaphore is never closed");
        let (idle, path) = (Arc::clone(&readers.idle), Arc::clone(&self.path));
        let done = off_the_async_threads(move || {
            let _permit = permit;
            let spare = lock(&idle).pop();
            let mut reader = spare.map_or_else(|| opening::open_reader(&path), Ok)?;
            let read = work(&mut reader);
            lock(&idle).push(reader);
            read
        });
        done.await.map_err(|error| error.during(operation, &self.path))
    }
}

/// The list is whole at every moment, so a panic elsewhere leaves nothing to repair.
fn lock<T>(list: &Mutex<T>) -> MutexGuard<'_, T> {
    list.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Blocking work belongs on threads of its own where a runtime has them; without one it is done here.
async fn off_the_async_threads<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    match Handle::try_current() {
        Err(_) => work(),
        Ok(runtime) => match runtime.spawn_blocking(work).await {
            Ok(done) => done,
            Err(error) => Err(stopped(error)),
        },
    }
}

/// Work that ended without an outcome.
fn stopped(error: impl std::error::Error + Send + Sync + 'static) -> Failure {
    Failure::Io(std::io::Error::other(error))
}
