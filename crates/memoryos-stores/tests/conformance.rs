//! Every promise of the `Store` port, for each store.

use memoryos::ports::Store;
use memoryos_stores::{MapStore, SqliteStore};

/// A map lives as long as a handle on it; `open` keeps one.
mod map {
    use super::*;

    fn in_the_process() -> impl Fn() -> Box<dyn Store> {
        let store = MapStore::new();
        move || Box::new(store.clone())
    }

    memoryos_testkit::store_suite!(in_the_process());
}

mod sqlite_in_memory {
    use super::*;

    fn in_memory() -> impl Fn() -> Box<dyn Store> {
        let store = SqliteStore::in_memory().expect("there is memory");
        move || Box::new(store.clone())
    }

    memoryos_testkit::store_suite!(in_memory());
}

/// Each handle has connections of its own, as another process would; the folder goes with `open`.
mod sqlite_file {
    use super::*;

    fn on_a_file() -> impl Fn() -> Box<dyn Store> {
        let folder = tempfile::tempdir().expect("there is a folder for temporary files");
        move || Box::new(SqliteStore::open(folder.path().join("memory.db")).expect("the file opens"))
    }

    memoryos_testkit::store_suite!(on_a_file());
}
