//! Puts a memory together from settings: the one copy of it, for every program that serves one.
//!
//! [`Settings`] gathers what was set and where, [`open()`] makes the memory of it, [`Worker`] does its jobs in
//! programs that stay. Clock and ids are the machine's ([`SystemClock`], [`RandomIds`]).

mod models;
mod no_embedder;
mod open;
mod secrets;
pub mod settings;
mod system;
mod worker;

pub use models::{embedder, language_model};
pub use open::{Chosen, OpenError, Opened, open, open_to_read, open_with_clock};
pub use secrets::{SecretError, embedder_key, gateway_key, llm_key};
pub use settings::{Settings, SettingsError};
pub use system::{RandomIds, SystemClock};
pub use worker::{DEFAULT_IDLE, Worker};
