//! Vectors that were made once.

use std::collections::HashMap;

use memoryos::{ports::TextRole, types::Embedding};

/// A vector and what it cost.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Made {
    pub(super) vector: Embedding,
    /// Milliseconds it took alone; 0 for passages, which are made in batches and never timed.
    pub(super) millis: f64,
}

/// Of what a vector is: whether the text is a question, and the text.
pub(super) type Key = (bool, String);

/// Vectors of one model by role and text.
#[derive(Debug, Default)]
pub(super) struct Vectors {
    made: HashMap<Key, Made>,
    /// Those that are in no file yet, in the order in which they were made.
    unsaved: Vec<Key>,
}

impl Vectors {
    /// Vectors that are in a file.
    pub(super) fn saved(made: HashMap<Key, Made>) -> Self {
        Self { made, unsaved: Vec::new() }
    }

    pub(super) fn get(&self, role: TextRole, text: &str) -> Option<&Made> {
        self.made.get(&(role == TextRole::Query, text.to_owned()))
    }

    pub(super) fn put(&mut self, role: TextRole, text: &str, made: Made) {
        let key = (role == TextRole::Query, text.to_owned());
        if self.made.insert(key.clone(), made).is_none() {
            self.unsaved.push(key);
        }
    }

    /// Those that are in no file yet.
    pub(super) fn unsaved(&self) -> impl Iterator<Item = (&Key, &Made)> {
        self.unsaved.iter().map(|key| (key, &self.made[key]))
    }

    /// All of them are in a file now.
    pub(super) fn mark_saved(&mut self) {
        self.unsaved.clear();
    }

    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }
}
