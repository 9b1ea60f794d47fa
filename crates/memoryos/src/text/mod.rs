//! Both paths: text as the memory sees it. Words to search by, sentences to quote, passages to embed, dates to
//! place in time. Pure functions of a string; byte ranges always point into the string that was given.

pub mod dates;
pub mod instructions;
pub mod language;
pub mod passages;
pub mod questions;
pub mod script;
pub mod sentences;
pub mod tokens;
pub mod words;
