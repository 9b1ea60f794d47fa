//! A client that reads every byte the MCP server writes to standard output.

#![expect(clippy::needless_pass_by_value, reason = "what `json!` makes reads best where it is passed")]

use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, Stdio},
    sync::mpsc::{self, Receiver},
    thread,
    time::Duration,
};

use serde_json::{Value, json};

use super::Person;

/// How long a reply may take before the test fails instead of hanging. Nothing here waits for it.
pub(crate) const PATIENCE: Duration = Duration::from_mins(1);

/// A running `memoryos mcp`.
pub(crate) struct Server {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<String>,
    /// Replies that were read while another one was waited for.
    early: Vec<Value>,
    last_id: u64,
}

impl Server {
    /// Starts the program, and nothing is said yet.
    pub(crate) fn start(person: &Person, variables: &[(&str, &str)]) -> Self {
        let mut command = person.command(&["mcp"], variables);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the program starts");
        let output = BufReader::new(child.stdout.take().expect("piped"));
        let (sender, receiver) = mpsc::channel();
        thread::spawn(move || output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        let input = child.stdin.take();
        Self { child, input, output: receiver, early: Vec::new(), last_id: 0 }
    }

    /// Starts it and shakes hands.
    pub(crate) fn ready(person: &Person, variables: &[(&str, &str)]) -> Self {
        let mut server = Self::start(person, variables);
        let reply = server.ask("initialize", initialize("2025-11-25"));
        assert_eq!(reply["result"]["serverInfo"]["name"], "memoryos", "{reply}");
        server.notify("notifications/initialized", json!({}));
        server
    }

    /// Sends one line.
    pub(crate) fn write(&mut self, line: &str) {
        let input = self.input.as_mut().expect("input is open");
        input.write_all(format!("{line}\n").as_bytes()).expect("the server reads");
        input.flush().expect("the server reads");
    }

    pub(crate) fn notify(&mut self, method: &str, params: Value) {
        self.write(&json!({"jsonrpc": "2.0", "method": method, "params": params}).to_string());
    }

    /// Sends a request and returns its id.
    pub(crate) fn send(&mut self, method: &str, params: Value) -> u64 {
        self.last_id += 1;
        let id = self.last_id;
        self.write(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string());
        id
    }

    /// The reply to a request.
    pub(crate) fn reply(&mut self, id: u64) -> Value {
        if let Some(index) = self.early.iter().position(|reply| reply["id"] == id) {
            return self.early.remove(index);
        }
        loop {
            let message = message(&self.output.recv_timeout(PATIENCE).expect("a reply in time"));
            if message["id"] == id {
                return message;
            }
            self.early.push(message);
        }
    }

    pub(crate) fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.send(method, params);
        self.reply(id)
    }

    /// Sends a call of a tool and returns its id.
    pub(crate) fn send_call(&mut self, tool: &str, arguments: Value) -> u64 {
        self.send("tools/call", json!({"name": tool, "arguments": arguments}))
    }

    /// The structured content that a tool gives.
    pub(crate) fn call(&mut self, tool: &str, arguments: Value) -> Value {
        let id = self.send_call(tool, arguments);
        self.reply(id)["result"]["structuredContent"].take()
    }

    /// Ends the input, waits for the program's end, and returns every message that was not asked for yet.
    pub(crate) fn leave(mut self) -> Vec<Value> {
        drop(self.input.take());
        let mut rest = std::mem::take(&mut self.early);
        rest.extend(self.output.iter().map(|line| message(&line)));
        let status = self.child.wait().expect("the program ends");
        assert!(status.success(), "{status}");
        rest
    }
}

impl Drop for Server {
    /// Leaves no process behind when a test fails half-way. One that ended already is no error.
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

/// What a client opens with in the revisions that shake hands.
pub(crate) fn initialize(revision: &str) -> Value {
    json!({"protocolVersion": revision, "capabilities": {}, "clientInfo": {"name": "test", "version": "0"}})
}

/// A line of standard output, which must be a message of the protocol and nothing else.
#[track_caller]
fn message(line: &str) -> Value {
    let message: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line:?}"));
    assert_eq!(message["jsonrpc"], "2.0", "{line:?}");
    message
}
