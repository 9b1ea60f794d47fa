//! An upstream that does what its script says, and records what it was asked.

use std::{
    io::Write,
    net::{TcpListener, TcpStream},
    sync::{Arc, Mutex},
    thread,
    time::Duration,
};

use memoryos_testkit::loopback::{Request, read_request};
use serde_json::{Value, json};
use tokio::sync::watch;

/// How long the endless stream rests between its comments; a client that hung up is noticed as soon.
const REST: Duration = Duration::from_millis(5);

/// A request as it came.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) head: String,
    pub(crate) body: Value,
}

impl Asked {
    /// The text of a message's content, its parts joined by bars.
    pub(crate) fn text(&self, index: usize) -> String {
        text_of(&self.body["messages"][index])
    }

    /// The text of the last message.
    pub(crate) fn last(&self) -> String {
        self.body["messages"].as_array().and_then(|messages| messages.last()).map(text_of).unwrap_or_default()
    }

    /// The whole prompt as a model would read it.
    pub(crate) fn prompt(&self) -> String {
        let messages = self.body["messages"].as_array().expect("messages");
        let told = |message: &Value| format!("<{}>{}\n", message["role"], text_of(message));
        messages.iter().map(told).collect::<Vec<_>>().concat()
    }
}

fn text_of(message: &Value) -> String {
    match &message["content"] {
        Value::Array(parts) => {
            parts.iter().filter_map(|part| part["text"].as_str()).collect::<Vec<_>>().join("|")
        }
        content => content.as_str().unwrap_or_default().to_owned(),
    }
}

/// What the upstream does.
#[derive(Clone, Debug)]
pub(crate) enum Answer {
    /// Status, content type, further header lines, body.
    Whole(u16, &'static str, String, String),
    /// The body, after which the connection breaks.
    Cut(&'static str, String),
    /// The body, and then comments until the client hangs up.
    Endless(String),
    /// Nothing at all.
    HangUp,
}

impl Answer {
    pub(crate) fn json(status: u16, body: impl Into<String>) -> Self {
        Self::Whole(status, "application/json", String::new(), body.into())
    }

    /// A chat completion that says `text`.
    pub(crate) fn says(text: &str) -> Self {
        Self::message(&json!({"role": "assistant", "content": text}), "stop")
    }

    pub(crate) fn message(message: &Value, finish: &str) -> Self {
        let body = json!({
            "id": "c1", "object": "chat.completion", "created": 1_767_225_600, "model": "m",
            "choices": [{"index": 0, "message": message, "finish_reason": finish, "logprobs": null}],
            "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
        });
        Self::json(200, body.to_string())
    }

    /// A stream of these bytes.
    pub(crate) fn stream(body: impl Into<String>) -> Self {
        Self::Whole(200, "text/event-stream", String::new(), body.into())
    }
}

/// Events that say these words one by one, without the end.
pub(crate) fn words(words: &[&str]) -> String {
    words.iter().map(|word| event(&json!({"content": word}), None)).collect()
}

/// What ends a stream that went well.
pub(crate) fn end(finish: &str) -> String {
    event(&json!({}), Some(finish)) + "data: [DONE]\n\n"
}

/// One chunk of a stream.
pub(crate) fn event(delta: &Value, finish: Option<&str>) -> String {
    let chunk = json!({
        "id": "c1", "object": "chat.completion.chunk", "created": 1_767_225_600, "model": "m",
        "choices": [{"index": 0, "delta": delta, "finish_reason": finish}],
    });
    format!("data: {chunk}\n\n")
}

type Script = dyn Fn(&Asked) -> Answer + Send + Sync;

/// Listens until the test ends.
pub(crate) struct Upstream {
    pub(crate) url: String,
    asked: Arc<Mutex<Vec<Asked>>>,
    hung_up: watch::Sender<bool>,
}

impl Upstream {
    /// Does as `script` says.
    pub(crate) fn new(script: impl Fn(&Asked) -> Answer + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let url = format!("http://{}/v1", listener.local_addr().expect("an address"));
        let upstream = Self { url, asked: Arc::default(), hung_up: watch::Sender::new(false) };
        let (asked, hung_up) = (upstream.asked.clone(), upstream.hung_up.clone());
        let script: Arc<Script> = Arc::new(script);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (script, asked, hung_up) = (script.clone(), asked.clone(), hung_up.clone());
                thread::spawn(move || serve(stream, &*script, &asked, &hung_up));
            }
        });
        upstream
    }

    /// Gives one answer to everything.
    pub(crate) fn always(answer: Answer) -> Self {
        Self::new(move |_| answer.clone())
    }

    pub(crate) fn asked(&self) -> Vec<Asked> {
        self.asked.lock().expect("no test panics while it holds this").clone()
    }

    /// The last request.
    pub(crate) fn last(&self) -> Asked {
        self.asked().pop().expect("it was asked")
    }

    /// Waits until the client of an endless stream has hung up.
    pub(crate) async fn wait_for_hang_up(&self) {
        self.hung_up.subscribe().wait_for(|hung_up| *hung_up).await.expect("the upstream is there");
    }
}

fn serve(mut stream: TcpStream, script: &Script, record: &Mutex<Vec<Asked>>, hung_up: &watch::Sender<bool>) {
    let Some(Request { head, body }) = read_request(&stream) else { return };
    let asked = Asked { head, body: serde_json::from_slice(&body).unwrap_or_default() };
    record.lock().expect("no test panics while it holds this").push(asked.clone());
    let head = |status: u16, kind: &str, more: &str| {
        format!("HTTP/1.1 {status} Reply\r\nconnection: close\r\ncontent-type: {kind}\r\n{more}")
    };
    // The client may have gone away already.
    let mut write = |text: String| stream.write_all(text.as_bytes()).and_then(|()| stream.flush()).is_ok();
    match script(&asked) {
        Answer::HangUp => {}
        Answer::Whole(status, kind, headers, body) => {
            write(head(status, kind, &headers) + &format!("content-length: {}\r\n\r\n{body}", body.len()));
        }
        Answer::Cut(kind, body) => {
            write(head(200, kind, "") + &format!("content-length: {}\r\n\r\n{body}", body.len() + 100));
        }
        Answer::Endless(body) => {
            write(head(200, "text/event-stream", "") + "\r\n" + &body);
            while write(": still here\n\n".to_owned()) {
                thread::sleep(REST);
            }
            hung_up.send_replace(true);
        }
    }
}
