//! The built-in embedder: a table of word-piece vectors inside the binary. Nothing to install, nothing to load.

mod table;

use async_trait::async_trait;
use memoryos::ports::{EmbedError, Embedder, EmbedderSpec, Languages, TextRole};
use memoryos::types::Embedding;

use self::table::Table;
use crate::wordpiece::pieces;

/// Made by `cargo xtask distill`; where it comes from is written beside it.
static TABLE: &[u8] = include_bytes!("../data/static-minilm-256.bin");

/// How many numbers a vector of the built-in table has.
pub const STATIC_DIMENSIONS: usize = table::DIMENSIONS;

/// Up to here a mean of word vectors still says what a text is about; a longer text is better cut. As `MiniLm`'s
/// limit, so that passages are the same with either.
const MAX_TOKENS: usize = 256;

/// Embeds a text as the mean of its word pieces' vectors, weighted by how rare each is. English.
///
/// The table was distilled from all-MiniLM-L6-v2 and is used where it lies in the binary: making one costs
/// microseconds, and only the rows that are read come into memory.
pub struct StaticEmbedder {
    spec: EmbedderSpec,
    table: Table<'static>,
}

impl StaticEmbedder {
    /// The built-in table.
    ///
    /// # Panics
    /// Never in a build whose tests passed: the table is part of the program.
    pub fn new() -> Self {
        let spec = EmbedderSpec {
            model_id: "static-minilm-256@1".to_owned(),
            dimensions: STATIC_DIMENSIONS,
            max_tokens: MAX_TOKENS,
            languages: Languages::English,
        };
        Self {
            spec,
            table: Table::parse(TABLE).expect("the built-in table has the layout this version reads"),
        }
    }

    /// The weighted vector of each word piece of `text`, in order; unknown words are left out. Their directions
    /// serve comparison piece by piece, their lengths tell how much each says.
    pub fn token_vectors(&self, text: &str) -> Vec<[f32; STATIC_DIMENSIONS]> {
        let vector = |id| {
            let mut vector = [0.0; STATIC_DIMENSIONS];
            self.table.add(id, &mut vector);
            vector
        };
        pieces(text, &self.table).flatten().map(vector).collect()
    }

    /// The vector of one text; zeros when it has no known word.
    ///
    /// # Panics
    /// Never: sums of table rows are finite.
    pub fn embedding(&self, text: &str) -> Embedding {
        let mut sum = [0.0; STATIC_DIMENSIONS];
        pieces(text, &self.table).flatten().for_each(|id| self.table.add(id, &mut sum));
        Embedding::new(sum).expect("sums of table rows are finite")
    }
}

impl Default for StaticEmbedder {
    fn default() -> Self {
        Self::new()
    }
}

#[async_trait]
impl Embedder for StaticEmbedder {
    fn spec(&self) -> &EmbedderSpec {
        &self.spec
    }

    async fn embed(&self, texts: &[&str], _role: TextRole) -> Result<Vec<Embedding>, EmbedError> {
        Ok(texts.iter().map(|text| self.embedding(text)).collect())
    }
}
