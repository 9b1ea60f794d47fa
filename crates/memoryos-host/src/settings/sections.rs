//! The sections that stand outside the memory's own: whose memory it is, and which models it works with.

use memoryos::config::{Preset, Setting};
use serde::{Deserialize, Serialize};

/// Which model embeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EmbedderName {
    /// `minilm` where it is installed, else `builtin`.
    Auto,
    /// The table inside the program.
    Builtin,
    /// all-MiniLM-L6-v2, as installed.
    Minilm,
    /// A model behind an OpenAI-compatible address.
    Openai,
}

/// The model that embeds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct EmbedderSettings {
    /// Which.
    pub name: EmbedderName,
    /// The address of a remote one; empty for that of the language model.
    pub url: String,
    /// A remote model's name.
    pub model: String,
    /// How many numbers a remote model's vector has; 0 to ask the server.
    pub dimensions: usize,
    /// Where installed models lie; empty for `models` in the data folder.
    pub models: String,
}

impl Default for EmbedderSettings {
    fn default() -> Self {
        let text = String::new;
        Self { name: EmbedderName::Auto, url: text(), model: text(), dimensions: 0, models: text() }
    }
}

/// The language model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LlmSettings {
    /// The address of an OpenAI-compatible server; empty for none.
    pub url: String,
    /// The model, as the server knows it.
    pub model: String,
    /// The longest one attempt may take, or a stream may be silent, in seconds.
    pub timeout_secs: u64,
    /// Attempts after a failed first one.
    pub retries: u32,
}

impl Default for LlmSettings {
    fn default() -> Self {
        Self { url: String::new(), model: String::new(), timeout_secs: 120, retries: 3 }
    }
}

/// What stands outside the memory's own sections.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Host {
    pub(super) user: String,
    pub(super) assistant: String,
    pub(super) preset: Preset,
    pub(super) embedder: EmbedderSettings,
    pub(super) llm: LlmSettings,
}

impl Default for Host {
    fn default() -> Self {
        let (embedder, llm) = (EmbedderSettings::default(), LlmSettings::default());
        Self { user: "me".into(), assistant: "assistant".into(), preset: Preset::Default, embedder, llm }
    }
}

/// The keys above, as they can be looked up.
pub(super) const HOST_SETTINGS: &[Setting] = &[
    setting("", "user", "name", "the person at the keyboard"),
    setting("", "assistant", "name", "one assistant is what most people have"),
    setting("", "preset", "default, paper or python", "what most people want"),
    setting("embedder", "name", "auto, builtin, minilm or openai", "the best that is on this machine"),
    setting("embedder", "url", "address", "empty for that of the language model"),
    setting("embedder", "model", "name", "needed for openai only"),
    setting("embedder", "dimensions", "numbers a vector", "0 asks the server once at each start"),
    setting("embedder", "models", "folder", "empty for models in the data folder"),
    setting("llm", "url", "address", "none: everything works without a model"),
    setting("llm", "model", "name", "as the server knows it"),
    setting("llm", "timeout_secs", "seconds", "a long answer of a slow local model takes about a minute"),
    setting("llm", "retries", "attempts", "about 4 s of trouble, or what the server asks for"),
];

const fn setting(
    section: &'static str,
    key: &'static str,
    unit: &'static str,
    source: &'static str,
) -> Setting {
    Setting { section, key, unit, source }
}
