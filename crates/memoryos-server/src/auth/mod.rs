//! Who comes in, and what they may do: keys, and the door that every request passes.

mod bucket;
mod gate;
mod keys;

pub(crate) use gate::{Gate, admit};
pub use gate::{GateError, check_door};
pub use keys::{Key, KeyError, KeyFile, NewKey};
