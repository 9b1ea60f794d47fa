//! A server that gives its replies in order, whole or broken, and records what it was asked.

use std::{
    io::Write,
    net::{TcpListener, TcpStream},
    sync::{Arc, Mutex},
    thread,
    time::Duration,
};

use memoryos_models::{
    http::Retry,
    openai::{OpenAiConfig, OpenAiLlm},
};
use memoryos_testkit::loopback::{Request, read_request};
use serde_json::{Value, json};

/// A reply of the server.
#[derive(Clone, Debug)]
pub(crate) struct Reply {
    status: u16,
    headers: String,
    body: String,
    /// Bytes of the body that never come.
    missing: usize,
    delay: Duration,
}

impl Reply {
    pub(crate) fn status(status: u16, body: impl Into<String>) -> Self {
        let headers = "content-type: application/json\r\n".to_owned();
        Self { status, headers, body: body.into(), missing: 0, delay: Duration::ZERO }
    }

    pub(crate) fn json(body: &Value) -> Self {
        Self::status(200, body.to_string())
    }

    /// A chat completion with this message and reason to finish.
    pub(crate) fn message(message: &Value, finish: &str) -> Self {
        Self::json(&json!({"choices": [{"index": 0, "message": message, "finish_reason": finish}]}))
    }

    /// A chat completion that says `text`.
    pub(crate) fn says(text: &str) -> Self {
        Self::message(&json!({"role": "assistant", "content": text}), "stop")
    }

    /// Server-sent events.
    pub(crate) fn events(events: &[String]) -> Self {
        let framed: Vec<String> = events.iter().map(|event| format!("data: {event}\n\n")).collect();
        Self { headers: "content-type: text/event-stream\r\n".into(), ..Self::status(200, framed.concat()) }
    }

    pub(crate) fn refusal(status: u16, message: &str) -> Self {
        Self::status(
            status,
            json!({"error": {"message": message, "type": "invalid_request_error"}}).to_string(),
        )
    }

    pub(crate) fn header(mut self, line: &str) -> Self {
        self.headers.push_str(line);
        self.headers.push_str("\r\n");
        self
    }

    /// The connection closes before the body is whole.
    pub(crate) fn cut(mut self) -> Self {
        self.missing = 100;
        self
    }

    pub(crate) fn after(mut self, delay: Duration) -> Self {
        self.delay = delay;
        self
    }
}

/// A request as it came.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) head: String,
    pub(crate) body: Value,
}

/// Listens until the test ends; its last reply is given again and again.
pub(crate) struct Server {
    pub(crate) url: String,
    asked: Arc<Mutex<Vec<Asked>>>,
}

impl Server {
    pub(crate) fn with(replies: Vec<Reply>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let url = format!("http://{}/v1", listener.local_addr().expect("an address"));
        let asked = Arc::new(Mutex::new(Vec::new()));
        let record = asked.clone();
        // Ends with the test process; a test has one or two of them.
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (record, replies) = (record.clone(), replies.clone());
                thread::spawn(move || serve(stream, &replies, &record));
            }
        });
        Self { url, asked }
    }

    pub(crate) fn asked(&self) -> Vec<Asked> {
        self.asked.lock().expect("no test panics while it holds this").clone()
    }

    pub(crate) fn config(&self) -> OpenAiConfig {
        OpenAiConfig {
            retry: quick(),
            timeout: Duration::from_secs(20),
            ..OpenAiConfig::new(&*self.url, "m")
        }
        .with_key("sk-secret")
    }

    pub(crate) fn llm(&self) -> OpenAiLlm {
        OpenAiLlm::new(self.config()).expect("a client")
    }
}

/// Tries again at once.
pub(crate) fn quick() -> Retry {
    Retry {
        first_pause: Duration::from_millis(1),
        longest_pause: Duration::from_millis(50),
        ..Retry::default()
    }
}

fn serve(mut stream: TcpStream, replies: &[Reply], record: &Mutex<Vec<Asked>>) {
    let Some(Request { head, body }) = read_request(&stream) else { return };
    let reply = {
        let mut asked = record.lock().expect("no test panics while it holds this");
        asked.push(Asked { head, body: serde_json::from_slice(&body).expect("JSON") });
        replies[(asked.len() - 1).min(replies.len() - 1)].clone()
    };
    thread::sleep(reply.delay);
    let (status, length) = (reply.status, reply.body.len() + reply.missing);
    let head = format!(
        "HTTP/1.1 {status} Reply\r\ncontent-length: {length}\r\nconnection: close\r\n{}\r\n",
        reply.headers
    );
    // The client may have gone away already.
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(reply.body.as_bytes()));
}
