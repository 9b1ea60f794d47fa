//! Other processes for crash tests: the test executable runs itself again, with one test as the worker.
//!
//! That test asks [`setting`] whether it is in a worker and returns at once where it is not. A worker tells what is
//! done with [`acknowledge`]; the parent reads it, and may [kill](Worker::kill) the worker at any moment.

use std::{
    ffi::{OsStr, OsString},
    io::{self, BufRead, BufReader, Write},
    process::{Child, ChildStdout, Command, Stdio},
};

/// Marks what a worker acknowledged among what the test harness prints.
const MARK: &str = "acknowledged ";

/// What the parent told this worker under `name`; `None` where this process is no worker.
pub fn setting(name: &str) -> Option<OsString> {
    std::env::var_os(name)
}

/// Tells the parent that something is done. It arrives whole or not at all.
///
/// # Panics
/// When the parent no longer listens.
pub fn acknowledge(what: &str) {
    let mut output = io::stdout().lock();
    output.write_all(format!("\n{MARK}{what}\n").as_bytes()).expect("the parent listens");
    output.flush().expect("the parent listens");
}

/// A process that runs one test of this executable. Dropping it kills it.
#[derive(Debug)]
pub struct Worker {
    child: Child,
    output: BufReader<ChildStdout>,
    heard: Vec<String>,
}

impl Worker {
    /// Starts `test` (its full path within the executable) in a process of its own, with these settings.
    ///
    /// # Panics
    /// When no process can be started.
    pub fn start(test: &str, settings: &[(&str, &OsStr)]) -> Self {
        let executable = std::env::current_exe().expect("a test knows its executable");
        let mut child = Command::new(executable)
            .args(["--exact", test, "--nocapture", "--test-threads=1"])
            .envs(settings.iter().copied())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a process starts");
        let output = child.stdout.take().expect("its output is piped");
        Self { child, output: BufReader::new(output), heard: Vec::new() }
    }

    /// Waits until the worker acknowledged `n` things, or ended.
    pub fn wait_for(&mut self, n: usize) {
        while self.heard.len() < n && self.hear() {}
    }

    /// Ends the process as `kill -9` would, and returns all that it acknowledged.
    ///
    /// # Panics
    /// When the process cannot be ended.
    pub fn kill(mut self) -> Vec<String> {
        self.child.kill().expect("the worker can be killed");
        while self.hear() {}
        std::mem::take(&mut self.heard)
    }

    /// Waits for the worker's end, and returns all that it acknowledged.
    ///
    /// # Panics
    /// When the worker failed.
    pub fn finish(mut self) -> Vec<String> {
        while self.hear() {}
        let status = self.child.wait().expect("the worker ends");
        assert!(status.success(), "the worker failed: {status}");
        std::mem::take(&mut self.heard)
    }

    /// Reads one line; `false` at the end. A line that broke off was not acknowledged.
    fn hear(&mut self) -> bool {
        let mut line = String::new();
        if self.output.read_line(&mut line).unwrap_or(0) == 0 {
            return false;
        }
        let whole = line.strip_suffix('\n');
        self.heard.extend(whole.and_then(|line| line.strip_prefix(MARK)).map(str::to_owned));
        true
    }
}

impl Drop for Worker {
    /// Leaves no process behind when a test fails half-way. One that ended already is no error.
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}
