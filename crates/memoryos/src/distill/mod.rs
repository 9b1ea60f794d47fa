//! What turns pages into topics, facts and traits.

pub mod llm;
pub mod offline;
