//! A chat server of the test's own: replies by rule, and counts what it is asked.

use std::{
    net::{TcpListener, TcpStream},
    sync::{Arc, Mutex},
    thread,
    time::Duration,
};

use memoryos_models::{
    http::Retry,
    openai::{OpenAiConfig, OpenAiLlm},
};
use memoryos_testkit::loopback::{self, read_request};
use serde_json::{Value, json};

/// What it replies to the prompt that came as the `n`th, from 0; `None` when it fails.
type Rule = Box<dyn Fn(usize, &str) -> Option<String> + Send + Sync>;

/// Listens until the test process ends.
pub(crate) struct Server {
    url: String,
    prompts: Arc<Mutex<Vec<String>>>,
}

impl Server {
    pub(crate) fn with(rule: impl Fn(usize, &str) -> Option<String> + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let url = format!("http://{}/v1", listener.local_addr().expect("an address"));
        let prompts = Arc::new(Mutex::new(Vec::new()));
        let (rule, record): (Arc<Rule>, _) = (Arc::new(Box::new(rule)), prompts.clone());
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (rule, record) = (rule.clone(), record.clone());
                thread::spawn(move || serve(&stream, &rule, &record));
            }
        });
        Self { url, prompts }
    }

    /// How many requests came.
    pub(crate) fn count(&self) -> usize {
        self.prompts.lock().expect("no test panics while it holds this").len()
    }

    /// A client that gives up at once.
    pub(crate) fn llm(&self, model: &str) -> Arc<OpenAiLlm> {
        let retry = Retry { first_pause: Duration::from_millis(1), ..Retry::never() };
        let config = OpenAiConfig { retry, ..OpenAiConfig::new(&*self.url, model) };
        Arc::new(OpenAiLlm::new(config).expect("a client"))
    }
}

fn serve(stream: &TcpStream, rule: &Rule, record: &Mutex<Vec<String>>) {
    let Some(request) = read_request(stream) else { return };
    let body: Value = serde_json::from_slice(&request.body).expect("JSON");
    let prompt = body["messages"].as_array().and_then(|messages| messages.last()?["content"].as_str());
    let prompt = prompt.expect("a message").to_owned();
    let number = {
        let mut prompts = record.lock().expect("no test panics while it holds this");
        prompts.push(prompt.clone());
        prompts.len() - 1
    };
    let (status, reply) = match rule(number, &prompt) {
        Some(text) => ("200 OK", completion(&text)),
        None => ("500 Internal Server Error", json!({"error": {"message": "out of order"}})),
    };
    loopback::reply(stream, status, "application/json", &reply.to_string());
}

fn completion(text: &str) -> Value {
    json!({
        "choices": [{"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 5},
    })
}
