//! The OpenAI-compatible client, before servers of our own on loopback and a real llama.cpp.

mod chat;
mod conformance;
mod embeddings;
mod llama;
mod server;
mod stream;
mod trouble;
