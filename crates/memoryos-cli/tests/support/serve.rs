//! `memoryos serve` of a person's memory.

#![allow(dead_code, reason = "each test file uses a part")]

use memoryos_testkit::served;

use super::Person;

/// A running server on a port of this machine. Dropping it ends it, as `kill -9` would.
pub(crate) struct Served {
    pub(crate) process: served::Served,
    /// `http://127.0.0.1:` and the port.
    pub(crate) url: String,
}

impl Served {
    /// Serves a person's memory.
    pub(crate) fn start(person: &Person) -> Self {
        Self::start_with(person, &[])
    }

    /// The same, with settings from the environment.
    pub(crate) fn start_with(person: &Person, variables: &[(&str, &str)]) -> Self {
        let mut command = person.command(&["serve", "--bind", "127.0.0.1:0"], variables);
        let process = served::Served::start(&mut command);
        Self { url: process.url().to_owned(), process }
    }
}
