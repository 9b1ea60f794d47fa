//! Runs the binary as a person would, in a folder of its own.

#![allow(dead_code, reason = "each test file uses a part")]

use std::{
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use serde_json::Value;
use tempfile::TempDir;

/// A person with a memory of their own.
pub(crate) struct Person {
    folder: TempDir,
}

/// What a run of the program gave.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Person {
    pub(crate) fn new() -> Self {
        Self { folder: tempfile::tempdir().expect("a folder") }
    }

    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Runs the program with the data folder given by the environment.
    pub(crate) fn run(&self, arguments: &[&str]) -> Run {
        self.run_with(arguments, &[], b"")
    }

    pub(crate) fn run_with(&self, arguments: &[&str], variables: &[(&str, &str)], input: &[u8]) -> Run {
        let mut command = self.command(arguments, variables);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        // A program that needs no input may be gone before it is written.
        drop(child.stdin.take().expect("piped").write_all(input));
        Run::of(&child.wait_with_output().expect("the program ends"))
    }

    /// The program, ready to run. Nothing of the machine's own settings, keys and folders gets in.
    pub(crate) fn command(&self, arguments: &[&str], variables: &[(&str, &str)]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_memoryos"));
        command.env_clear().env("HOME", self.folder()).env("MEMORYOS_DATA", self.data());
        command.envs(variables.iter().copied()).args(arguments);
        command
    }

    /// The data folder; made by the first turn.
    pub(crate) fn data(&self) -> PathBuf {
        self.folder().join("data 数据")
    }

    /// Runs the program with `--json`, which must succeed.
    pub(crate) fn json(&self, arguments: &[&str]) -> Value {
        let run = self.run(&[arguments, &["--json"]].concat());
        assert_eq!(run.code, 0, "{arguments:?}: {}", run.err);
        serde_json::from_str(&run.out).unwrap_or_else(|error| panic!("{arguments:?}: {error}: {}", run.out))
    }

    /// Writes a file into the person's folder and returns its path.
    pub(crate) fn file(&self, name: &str, content: &str) -> String {
        let path = self.folder().join(name);
        std::fs::write(&path, content).expect("written");
        path.to_str().expect("the folder's name is text").to_owned()
    }
}

impl Run {
    fn of(output: &Output) -> Self {
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("the program speaks UTF-8");
        Self {
            code: output.status.code().unwrap_or(-1),
            out: text(&output.stdout),
            err: text(&output.stderr),
        }
    }

    /// The run ended with this code, and its errors hold these words.
    #[track_caller]
    pub(crate) fn failed(&self, code: i32, words: &[&str]) {
        assert_eq!(self.code, code, "{self:?}");
        for word in words {
            assert!(self.err.contains(word), "{word:?} is not in {:?}", self.err);
        }
    }
}
