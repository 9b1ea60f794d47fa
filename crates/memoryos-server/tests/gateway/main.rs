//! The gateway between clients and a scripted upstream.

mod caching;
mod forwarding;
mod owners;
mod peers;
mod recalling;
mod remembering;
mod streams;
mod support;
mod trouble;
mod upstream;
