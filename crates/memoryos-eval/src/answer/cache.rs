//! A model that is asked each thing once: its replies rest in a folder, by the hash of what was asked.

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use async_trait::async_trait;
use futures::stream;
use memoryos::ports::{Chat, ChatRequest, ChatRole, ChatStream, Llm, LlmError, Purpose, Usage};
use memoryos_testkit::plausible_llm::Spent;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sha2::{Digest, Sha256};

/// A reply, and how it came.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    /// The reply.
    pub chat: Chat,
    /// How long the model took, in milliseconds, when it was asked.
    pub latency_ms: f64,
}

/// A model with a folder of its earlier replies. Failures are never kept.
pub struct CachedLlm {
    llm: Arc<dyn Llm>,
    folder: PathBuf,
    spent: Mutex<BTreeMap<Purpose, Spent>>,
}

/// A reply at rest.
#[derive(Serialize, Deserialize)]
struct Kept {
    text: String,
    prompt_tokens: u64,
    completion_tokens: u64,
    truncated: bool,
    latency_ms: f64,
}

impl CachedLlm {
    /// Keeps the replies of `llm` in `folder`, which is made where it is missing.
    ///
    /// # Errors
    /// When the folder cannot be made.
    pub fn new(llm: Arc<dyn Llm>, folder: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        Ok(Self { llm, folder: folder.to_owned(), spent: Mutex::default() })
    }

    /// Names a request to this model: SHA-256 of the model's name and all that is sent, in hexadecimal.
    pub fn hash(&self, request: &ChatRequest) -> String {
        let role = |role| match role {
            ChatRole::System => "system",
            ChatRole::User => "user",
            ChatRole::Assistant => "assistant",
        };
        let messages: Vec<_> = request.messages.iter().map(|m| json!([role(m.role), m.content])).collect();
        let sent =
            json!([self.llm.model(), messages, request.schema, request.max_tokens, request.temperature]);
        hex::encode(Sha256::digest(sent.to_string()))
    }

    /// Whether the reply is here already.
    pub fn has(&self, request: &ChatRequest) -> bool {
        self.file(request).exists()
    }

    /// The reply, from the folder or else from the model.
    ///
    /// # Errors
    /// When the model fails. A reply that cannot be kept is logged and given all the same.
    pub async fn ask(&self, request: &ChatRequest) -> Result<Asked, LlmError> {
        let file = self.file(request);
        let asked = if let Some(asked) = kept(&file) { asked } else { self.ask_anew(request, &file).await? };
        self.count(request.purpose, asked.chat.usage);
        Ok(asked)
    }

    async fn ask_anew(&self, request: &ChatRequest, file: &Path) -> Result<Asked, LlmError> {
        let began = Instant::now();
        let chat = self.llm.chat(request).await?;
        let asked = Asked { chat, latency_ms: millis(began.elapsed()) };
        if let Err(error) = keep(file, &asked) {
            tracing::warn!(%error, file = %file.display(), "a reply could not be kept");
        }
        Ok(asked)
    }

    /// What was asked so far came to, by purpose; replies from the folder count as when they were first given.
    pub fn spent(&self) -> BTreeMap<Purpose, Spent> {
        self.spent.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn count(&self, purpose: Purpose, usage: Usage) {
        let mut spent = self.spent.lock().unwrap_or_else(PoisonError::into_inner);
        let spent = spent.entry(purpose).or_default();
        spent.calls += 1;
        spent.usage.prompt_tokens += usage.prompt_tokens;
        spent.usage.completion_tokens += usage.completion_tokens;
    }

    fn file(&self, request: &ChatRequest) -> PathBuf {
        self.folder.join(format!("{}.json", self.hash(request)))
    }
}

/// Milliseconds, to the microsecond: so short a number reads back from JSON as it was written.
pub(super) fn millis(time: Duration) -> f64 {
    time.as_micros() as f64 / 1e3
}

/// A file that does not read is as good as none: the model is asked again and it is written over.
fn kept(file: &Path) -> Option<Asked> {
    let kept: Kept = serde_json::from_slice(&fs::read(file).ok()?).ok()?;
    let Kept { text, prompt_tokens, completion_tokens, truncated, latency_ms } = kept;
    let usage = Usage { prompt_tokens, completion_tokens };
    Some(Asked { chat: Chat { text, usage, truncated }, latency_ms })
}

fn keep(file: &Path, asked: &Asked) -> io::Result<()> {
    let Chat { text, usage, truncated } = asked.chat.clone();
    let Usage { prompt_tokens, completion_tokens } = usage;
    let kept = Kept { text, prompt_tokens, completion_tokens, truncated, latency_ms: asked.latency_ms };
    // Beside and then in place, so that a run that is ended leaves no half of a reply. Named for the process, as
    // two of them may share the folder.
    let half = file.with_extension(format!("{}.part", std::process::id()));
    fs::write(&half, serde_json::to_vec(&kept)?)?;
    fs::rename(half, file)
}

#[async_trait]
impl Llm for CachedLlm {
    fn model(&self) -> &str {
        self.llm.model()
    }

    async fn chat(&self, request: &ChatRequest) -> Result<Chat, LlmError> {
        Ok(self.ask(request).await?.chat)
    }

    /// In one piece.
    async fn stream(&self, request: &ChatRequest) -> Result<ChatStream, LlmError> {
        let text = self.ask(request).await?.chat.text;
        Ok(Box::pin(stream::once(std::future::ready(Ok(text)))))
    }
}

#[cfg(test)]
mod tests {
    use memoryos_testkit::{llm::request, scripted_llm::ScriptedLlm};

    use super::*;

    #[tokio::test]
    async fn a_thing_is_asked_once_and_a_failure_is_asked_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let llm = Arc::new(ScriptedLlm::new().fails(LlmError::Empty).says("Rex").says("Tom"));
        let cached = CachedLlm::new(llm.clone(), folder.path()).expect("a folder");
        let (dog, cat) = (request("The dog?"), request("The cat?"));
        assert!(cached.ask(&dog).await.is_err() && !cached.has(&dog));
        assert_eq!(cached.chat(&dog).await.expect("a reply").text, "Rex");
        assert_eq!(cached.chat(&cat).await.expect("a reply").text, "Tom");
        let again = CachedLlm::new(llm.clone(), folder.path()).expect("a folder");
        assert!(again.has(&dog));
        assert_eq!(again.chat(&dog).await.expect("a reply").text, "Rex");
        assert_eq!(llm.requests().len(), 3);
        assert_eq!(again.spent()[&Purpose::Answer].calls, 1);
    }

    #[test]
    fn a_hash_names_all_that_is_sent_and_nothing_else() {
        let folder = tempfile::tempdir().expect("a folder");
        let cached = CachedLlm::new(Arc::new(ScriptedLlm::new()), folder.path()).expect("a folder");
        let one = request("Hi");
        let hash = cached.hash(&one);
        assert_eq!(hash.len(), 64);
        assert_eq!(hash, cached.hash(&ChatRequest { purpose: Purpose::Judge, ..one.clone() }));
        assert_ne!(hash, cached.hash(&ChatRequest { max_tokens: 7, ..one.clone() }));
        assert_ne!(hash, cached.hash(&ChatRequest { schema: Some(json!({})), ..one.clone() }));
        assert_ne!(hash, cached.hash(&request("Hi!")));
    }
}
