//! The server, asked without a network.

mod isolation;
mod playground;
mod rest;
mod support;
