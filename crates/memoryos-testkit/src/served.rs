//! `memoryos serve` as a process.

use std::{
    io::{BufRead, BufReader},
    process::{Child, Command, ExitStatus, Stdio},
    thread,
};

/// A running server on a port of this machine. Dropping it ends it, as `kill -9` would.
#[derive(Debug)]
pub struct Served {
    child: Child,
    url: String,
}

impl Served {
    /// Starts the server; `command` says of what memory, and that any free port will do.
    ///
    /// # Panics
    /// When it does not start, or does not say where it listens.
    pub fn start(command: &mut Command) -> Self {
        let command = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let mut told = BufReader::new(child.stderr.take().expect("piped")).lines().map_while(Result::ok);
        let url = told.find_map(|line| address(&line)).expect("the server says where it is");
        // Whatever else it says must not fill the pipe.
        thread::spawn(move || told.for_each(drop));
        Self { child, url }
    }

    /// `http://127.0.0.1:` and the port.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The number of the process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Asks it to end, as a supervisor would.
    ///
    /// # Panics
    /// When no signal can be sent.
    #[cfg(unix)]
    pub fn ask_to_end(&self) {
        let sent = Command::new("kill").args(["-TERM", &self.id().to_string()]).status();
        assert!(sent.expect("a signal is sent").success());
    }

    /// Waits for the end it was asked for.
    ///
    /// # Panics
    /// When the system does not tell of it.
    pub fn ended(mut self) -> ExitStatus {
        self.child.wait().expect("the program ends")
    }
}

impl Drop for Served {
    /// One that ended already is no error.
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

/// The first address in a line, without its path.
fn address(line: &str) -> Option<String> {
    let rest = &line[line.find("http://")?..];
    let end = rest["http://".len()..].find(['/', ' ']).map_or(rest.len(), |end| "http://".len() + end);
    Some(rest[..end].to_owned())
}
