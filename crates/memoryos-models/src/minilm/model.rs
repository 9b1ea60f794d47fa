//! The loaded model: vocabulary, network, mean of its states.

use std::collections::HashMap;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::sync::Arc;
use std::thread;

use memoryos::ports::BoxError;
use memoryos::types::Embedding;
use rten::{NodeId, RunOptions, ThreadPool, ValueOrView};
use rten_tensor::prelude::*;
use rten_tensor::{NdTensor, Tensor};
use serde::Deserialize;

use crate::wordpiece::{Vocabulary, pieces};

/// Numbers in a vector.
pub(super) const DIMENSIONS: usize = 384;
/// Threads that compute. A second one nearly halves the time of a long text; more bring little on 256 word pieces and
/// take processors from everything else.
const MAX_THREADS: usize = 2;

/// all-MiniLM-L6-v2 in memory.
pub(super) struct Model {
    network: rten::Model,
    inputs: [NodeId; 3],
    output: NodeId,
    threads: Arc<ThreadPool>,
    vocabulary: Words,
    markers: Markers,
    max_pieces: usize,
}

/// Ids of what surrounds each text, and of a word that cannot be spelled.
struct Markers {
    start: u32,
    end: u32,
    unknown: u32,
}

impl Model {
    /// Loads `model.onnx` and `tokenizer.json` of `folder`; texts are cut at `max_tokens`, markers included.
    pub(super) fn load(folder: &Path, max_tokens: usize) -> Result<Self, BoxError> {
        let network = rten::Model::load_file(folder.join("model.onnx"))?;
        let vocabulary = Words::load(&folder.join("tokenizer.json"))?;
        let id = |piece: &str| vocabulary.find(piece).ok_or_else(|| format!("the vocabulary lacks {piece}"));
        let markers = Markers { start: id("[CLS]")?, end: id("[SEP]")?, unknown: id("[UNK]")? };
        let inputs = [
            network.node_id("input_ids")?,
            network.node_id("attention_mask")?,
            network.node_id("token_type_ids")?,
        ];
        let output = network.node_id("last_hidden_state")?;
        let threads = thread::available_parallelism().map_or(1, usize::from).min(MAX_THREADS);
        let threads = Arc::new(ThreadPool::with_num_threads(threads));
        Ok(Self { network, inputs, output, threads, vocabulary, markers, max_pieces: max_tokens - 2 })
    }

    /// The mean of the text's hidden states, of length 1; zeros when no word of it can be spelled.
    pub(super) fn embed(&self, text: &str) -> Result<Embedding, BoxError> {
        let found: Vec<Option<u32>> = pieces(text, &self.vocabulary).take(self.max_pieces).collect();
        if found.iter().all(Option::is_none) {
            return Ok(Embedding::new([0.0; DIMENSIONS])?);
        }
        let words = found.into_iter().map(|id| id.unwrap_or(self.markers.unknown));
        let ids: Vec<i32> = std::iter::once(self.markers.start)
            .chain(words)
            .chain([self.markers.end])
            .map(u32::cast_signed)
            .collect();
        let states = self.hidden(ids)?;
        let mut sum = vec![0.0_f32; DIMENSIONS];
        for state in states.chunks_exact(DIMENSIONS) {
            sum.iter_mut().zip(state).for_each(|(sum, x)| *sum += x);
        }
        Ok(Embedding::new(sum)?)
    }

    /// Hidden states `[ids.len(), DIMENSIONS]`.
    fn hidden(&self, ids: Vec<i32>) -> Result<Vec<f32>, BoxError> {
        let shape = [1, ids.len()];
        let input = |values: Vec<i32>| ValueOrView::from(NdTensor::from_data(shape, values).into_dyn());
        let (mask, kinds) = (vec![1; ids.len()], vec![0; ids.len()]);
        let inputs = self.inputs.into_iter().zip([ids, mask, kinds].map(input)).collect();
        let mut options = RunOptions::default();
        options.thread_pool = Some(Arc::clone(&self.threads));
        let [states] = self.network.run_n(inputs, [self.output], Some(options))?;
        let states: Tensor<f32> = states.into_tensor().ok_or("the model's states are not f32")?;
        if states.size(states.ndim() - 1) != DIMENSIONS {
            return Err(format!("the model's states have {} numbers", states.size(states.ndim() - 1)).into());
        }
        Ok(states.into_data())
    }
}

/// Pieces by id, out of a tokenizer file. Its settings for cutting and padding are not read: see `MAX_TOKENS`.
struct Words(HashMap<Box<str>, u32>);

impl Words {
    fn load(path: &Path) -> Result<Self, BoxError> {
        #[derive(Deserialize)]
        struct Tokenizer {
            model: Pieces,
        }
        #[derive(Deserialize)]
        struct Pieces {
            vocab: HashMap<Box<str>, u32>,
        }
        let tokenizer: Tokenizer = serde_json::from_reader(BufReader::new(File::open(path)?))?;
        Ok(Self(tokenizer.model.vocab))
    }
}

impl Vocabulary for Words {
    fn find(&self, piece: &str) -> Option<u32> {
        self.0.get(piece).copied()
    }
}
