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

impl EmbedderName {
    /// Its name, as it is set.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Builtin => "builtin",
            Self::Minilm => "minilm",
            Self::Openai => "openai",
        }
    }
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

/// The gateway that remembers around another model: what is asked of it goes on to this server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GatewaySettings {
    /// The address of an OpenAI-compatible server; empty for that of the language model.
    pub url: String,
    /// The model that is asked, whatever the client names; empty for the client's choice.
    pub model: String,
    /// The longest the server may be silent, in seconds.
    pub timeout_secs: u64,
    /// The most tokens of memories that are put into a chat; 0 for as many as a recall brings.
    pub budget_tokens: usize,
    /// Whether the client's own `Authorization` goes on to the server, in the place of a key set here.
    pub forward_authorization: bool,
}

impl Default for GatewaySettings {
    fn default() -> Self {
        let text = String::new;
        Self { url: text(), model: text(), timeout_secs: 600, budget_tokens: 0, forward_authorization: false }
    }
}

/// The server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ServerSettings {
    /// The address it listens at, with a port; port 0 takes a free one.
    pub bind: String,
    /// Names it may be called by besides those of this machine, separated by commas; empty for any where keys are
    /// needed because others can reach it.
    pub allowed_hosts: String,
    /// Origins whose pages may call it from a browser, separated by commas.
    pub cors_origins: String,
    /// The longest body of a request, in bytes.
    pub body_limit_bytes: usize,
    /// How many requests each key may make in a minute; 0 for any number.
    pub requests_per_minute: u32,
    /// How long requests and the job in hand may take to end when the server is stopped, in seconds.
    pub shutdown_secs: u64,
}

impl Default for ServerSettings {
    fn default() -> Self {
        Self {
            bind: "127.0.0.1:8765".into(),
            allowed_hosts: String::new(),
            cors_origins: String::new(),
            body_limit_bytes: 64 << 20,
            requests_per_minute: 0,
            shutdown_secs: 20,
        }
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
    pub(super) gateway: GatewaySettings,
    pub(super) server: ServerSettings,
}

impl Default for Host {
    fn default() -> Self {
        let (embedder, llm) = (EmbedderSettings::default(), LlmSettings::default());
        Self {
            user: "me".into(),
            assistant: "assistant".into(),
            preset: Preset::Default,
            embedder,
            llm,
            gateway: GatewaySettings::default(),
            server: ServerSettings::default(),
        }
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
    setting("server", "bind", "address:port", "this machine only: anything else needs keys"),
    setting(
        "server",
        "allowed_hosts",
        "names, by commas",
        "a page elsewhere must not reach a server by a name of its own",
    ),
    setting("server", "cors_origins", "origins, by commas", "no page of another origin may call"),
    setting("server", "body_limit_bytes", "bytes", "the whole of LoCoMo has 3 MB, a long export of chats 50"),
    setting("server", "requests_per_minute", "requests a key", "0: one person's own server needs no limit"),
    setting("server", "shutdown_secs", "seconds", "below the 30 s after which most supervisors kill"),
    setting("gateway", "url", "address", "empty for that of the language model"),
    setting("gateway", "model", "name", "empty for what each client asks for"),
    setting("gateway", "timeout_secs", "seconds", "OpenAI's own clients wait as long"),
    setting("gateway", "budget_tokens", "tokens", "0 for recall.budget_tokens"),
    setting("gateway", "forward_authorization", "true or false", "clients hold our keys, not the upstream's"),
];

const fn setting(
    section: &'static str,
    key: &'static str,
    unit: &'static str,
    source: &'static str,
) -> Setting {
    Setting { section, key, unit, source }
}
