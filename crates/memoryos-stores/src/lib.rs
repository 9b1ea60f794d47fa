//! Where memories rest: [`SqliteStore`] in a file, the default; [`MapStore`] in the process, for tests and trials.
//! Each passes the same suite of `memoryos-testkit`, one test for each promise of the `Store` port.

mod map;
mod sqlite;

pub use map::MapStore;
pub use sqlite::SqliteStore;
