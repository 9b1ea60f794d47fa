//! The client keeps the promises of the port.

use async_trait::async_trait;
use memoryos::ports::{Chat, ChatRequest, ChatStream, Llm, LlmError};
use memoryos_models::{
    http::Retry,
    openai::{OpenAiConfig, OpenAiLlm},
};
use memoryos_testkit::{
    llm::{LlmStage, Written},
    llm_suite,
};
use serde_json::json;

use crate::server::{Reply, Server};

/// A server for chats and one for streams, as replies look different on the wire.
struct Loopback;

struct TwoServers {
    chats: OpenAiLlm,
    streams: OpenAiLlm,
    stream_server: Server,
}

#[async_trait]
impl LlmStage for Loopback {
    async fn llm(&self, replies: &[Written]) -> Box<dyn Llm> {
        let client = |server: &Server| {
            OpenAiLlm::new(OpenAiConfig { retry: Retry::never(), ..server.config() }).expect("a client")
        };
        let chat_server = Server::with(replies.iter().map(as_chat).collect());
        let stream_server = Server::with(replies.iter().map(as_stream).collect());
        Box::new(TwoServers { chats: client(&chat_server), streams: client(&stream_server), stream_server })
    }
}

#[async_trait]
impl Llm for TwoServers {
    fn model(&self) -> &str {
        self.chats.model()
    }

    async fn chat(&self, request: &ChatRequest) -> Result<Chat, LlmError> {
        // A chat after a stream is meant to get the next reply.
        for _ in 0..self.stream_server.asked().len() {
            let _ = self.chats.chat(request).await;
        }
        self.chats.chat(request).await
    }

    async fn stream(&self, request: &ChatRequest) -> Result<ChatStream, LlmError> {
        self.streams.stream(request).await
    }
}

fn as_chat(written: &Written) -> Reply {
    match *written {
        Written::Whole(text) => Reply::says(text),
        Written::Cut(text) => Reply::message(&json!({"content": text}), "length"),
        Written::BrokenOff(text) => Reply::says(text).cut(),
        Written::Failure => Reply::refusal(500, "out of order"),
        Written::Refusal => Reply::message(&json!({"content": null, "refusal": "I cannot."}), "stop"),
    }
}

fn as_stream(written: &Written) -> Reply {
    let piece = |text: &str| json!({"choices": [{"index": 0, "delta": {"content": text}}]}).to_string();
    let pieces = |text: &str| -> Vec<String> {
        let letters: Vec<char> = text.chars().collect();
        letters.chunks(2).map(|letters| piece(&letters.iter().collect::<String>())).collect()
    };
    let ended = |text: &str, finish: &str| {
        let end = json!({"choices": [{"index": 0, "delta": {}, "finish_reason": finish}]}).to_string();
        Reply::events(&[pieces(text), vec![end, "[DONE]".into()]].concat())
    };
    match *written {
        Written::Whole(text) => ended(text, "stop"),
        Written::Cut(text) => ended(text, "length"),
        Written::BrokenOff(text) => Reply::events(&pieces(text)).cut(),
        Written::Failure => Reply::refusal(500, "out of order"),
        Written::Refusal => ended("", "content_filter"),
    }
}

llm_suite!(Loopback);
