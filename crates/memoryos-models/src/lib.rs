//! The models a memory works with: embedders on this machine, chat and embeddings over HTTP.
//!
//! [`StaticEmbedder`] is built in, [`MiniLm`] runs where [`install()`] has put it, [`openai`] speaks to any server
//! with an OpenAI-compatible interface.

pub mod http;
mod install;
mod minilm;
pub mod openai;
mod static_embedder;
mod wordpiece;

pub use install::{
    HUB_MIRROR_VARIABLE, InstallError, Installed, MINILM, MODELS, Manifest, Origin, PinnedFile, Progress,
    hub_url, install, install_model, installed, uninstall,
};
pub use minilm::MiniLm;
pub use static_embedder::{STATIC_DIMENSIONS, StaticEmbedder};
