//! A real server: llama.cpp with a small model, where `cargo xtask test` has prepared one in `llama-venv` of the
//! target folder. The model is far too small to be right about anything; this proves the wire alone.

use std::{
    io::{BufRead, BufReader},
    path::PathBuf,
    process::{Child, Command, Stdio},
};

use memoryos::ports::{ChatRequest, Embedder, Llm, TextRole};
use memoryos_models::openai::{EmbeddingsConfig, OpenAiConfig, OpenAiEmbedder, OpenAiLlm};
use memoryos_testkit::llm::{request, streamed};
use serde_json::{Value, json};

/// Names another folder than `llama-venv` of the target folder.
const VENV_VARIABLE: &str = "MEMORYOS_TEST_LLAMA_VENV";

/// Runs until it is dropped.
struct Llama {
    process: Child,
    url: String,
}

impl Llama {
    /// The server, or the reason why the test is skipped.
    fn start(mode: &[&str]) -> Result<Self, String> {
        let python = venv().join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
        if !python.exists() {
            return Err(format!("no {}; `cargo xtask test` prepares it", python.display()));
        }
        let script = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/openai/serve_llama.py");
        let mut command = Command::new(python);
        command.arg(script).args(mode).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = command.spawn().map_err(|error| error.to_string())?;
        let mut url = String::new();
        let stdout = process.stdout.take().expect("stdout is piped");
        BufReader::new(stdout).read_line(&mut url).map_err(|error| error.to_string())?;
        let url = url.trim().to_owned();
        assert!(url.starts_with("http://127.0.0.1:"), "the server did not start: {url:?}");
        Ok(Self { process, url })
    }

    fn config(&self) -> OpenAiConfig {
        OpenAiConfig::new(&*self.url, "smollm2")
    }
}

impl Drop for Llama {
    fn drop(&mut self) {
        let _ = self.process.kill().and_then(|()| self.process.wait());
    }
}

fn venv() -> PathBuf {
    if let Some(folder) = std::env::var_os(VENV_VARIABLE) {
        return folder.into();
    }
    // The test itself lies in `<target>/<profile>/deps`.
    let test = std::env::current_exe().expect("a running test has a path");
    test.ancestors().nth(3).expect("a target folder").join("llama-venv")
}

#[expect(clippy::print_stderr, reason = "a skipped test says why")]
fn skipped(reason: &str) {
    eprintln!("skipped: {reason}");
}

#[tokio::test]
async fn a_real_server_chats_streams_and_keeps_to_a_schema() {
    let server = match Llama::start(&[]) {
        Ok(server) => server,
        Err(reason) => return skipped(&reason),
    };
    let llm = OpenAiLlm::new(server.config()).expect("a client");
    let chat = llm.chat(&ChatRequest { max_tokens: 24, ..request("Say hello.") }).await.expect("a reply");
    assert!(
        !chat.text.is_empty() && chat.usage.prompt_tokens > 0 && chat.usage.completion_tokens > 0,
        "{chat:?}"
    );
    let cut =
        llm.chat(&ChatRequest { max_tokens: 2, ..request("Count to a hundred.") }).await.expect("a reply");
    assert!(cut.truncated, "{cut:?}");

    let (pieces, end) = streamed(&llm).await;
    assert!(pieces.len() > 1 && end.is_none(), "{pieces:?} {end:?}");

    let schema = json!({
        "type": "object",
        "properties": {"city": {"type": "string", "maxLength": 12}, "large": {"type": "boolean"}},
        "required": ["city", "large"],
        "additionalProperties": false,
    });
    let asked =
        ChatRequest { schema: Some(schema), max_tokens: 64, ..request("Name a city in France, as JSON.") };
    let reply = llm.chat(&asked).await.expect("a reply").text;
    let value: Value = serde_json::from_str(&reply).unwrap_or_else(|error| panic!("{error}: {reply}"));
    assert!(value["city"].is_string() && value["large"].is_boolean(), "{reply}");
}

#[tokio::test]
async fn a_real_server_embeds() {
    let server = match Llama::start(&["embed"]) {
        Ok(server) => server,
        Err(reason) => return skipped(&reason),
    };
    let embedder = OpenAiEmbedder::connect(EmbeddingsConfig::new(server.config())).await.expect("a server");
    let long = "a long text of many words ".repeat(4_000);
    let vectors =
        embedder.embed(&["tea", "coffee", "tea", &long, ""], TextRole::Passage).await.expect("vectors");
    assert!(embedder.spec().dimensions > 100);
    assert!(vectors[0].similarity(&vectors[2]).0 > 0.999 && vectors[4].values().iter().all(|v| *v == 0.0));
}
