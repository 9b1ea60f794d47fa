//! The forward pass of all-MiniLM-L6-v2, in plain f32: six BERT layers over short inputs.

use anyhow::{Context, Result, ensure};
use safetensors::SafeTensors;

use crate::matrix::Linear;

/// Numbers in a hidden state.
pub(crate) const HIDDEN: usize = 384;
/// Layers of the model.
const LAYERS: usize = 6;
/// Attention heads of a layer.
const HEADS: usize = 12;
/// Numbers of a hidden state that one head sees.
const HEAD: usize = HIDDEN / HEADS;
/// Keeps the layer norm from dividing by nothing; from the model's configuration.
const EPSILON: f32 = 1e-12;

/// The model, ready to run.
pub(crate) struct Transformer {
    words: Vec<f32>,
    positions: Vec<f32>,
    segment: Vec<f32>,
    norm: Norm,
    layers: Vec<Layer>,
}

struct Layer {
    query: Linear,
    key: Linear,
    value: Linear,
    attended: Linear,
    attended_norm: Norm,
    widen: Linear,
    narrow: Linear,
    output_norm: Norm,
}

struct Norm {
    scale: Vec<f32>,
    shift: Vec<f32>,
}

impl Transformer {
    /// From a safetensors file.
    ///
    /// # Errors
    /// When the file does not hold the model's tensors as f32.
    pub(crate) fn new(file: &[u8]) -> Result<Self> {
        let tensors = Tensors(SafeTensors::deserialize(file).context("the weights do not parse")?);
        let layers = (0..LAYERS)
            .map(|n| Layer::new(&tensors, &format!("encoder.layer.{n}")))
            .collect::<Result<_>>()?;
        let mut segment = tensors.numbers("embeddings.token_type_embeddings.weight")?;
        segment.truncate(HIDDEN);
        Ok(Self {
            words: tensors.numbers("embeddings.word_embeddings.weight")?,
            positions: tensors.numbers("embeddings.position_embeddings.weight")?,
            segment,
            norm: tensors.norm("embeddings.LayerNorm")?,
            layers,
        })
    }

    /// The last hidden states of `inputs`, each of `length` ids: `[inputs, length, HIDDEN]`.
    pub(crate) fn hidden(&self, inputs: &[u32], length: usize) -> Vec<f32> {
        let mut states = Vec::with_capacity(inputs.len() * HIDDEN);
        for (place, id) in inputs.iter().enumerate() {
            let word = &self.words[*id as usize * HIDDEN..][..HIDDEN];
            let position = &self.positions[place % length * HIDDEN..][..HIDDEN];
            states.extend(word.iter().zip(&self.segment).zip(position).map(|((w, s), p)| w + s + p));
        }
        self.norm.apply(&mut states);
        for layer in &self.layers {
            states = layer.apply(&states, length);
        }
        states
    }
}

impl Layer {
    fn new(tensors: &Tensors<'_>, name: &str) -> Result<Self> {
        let linear = |part: &str| tensors.linear(&format!("{name}.{part}"));
        Ok(Self {
            query: linear("attention.self.query")?,
            key: linear("attention.self.key")?,
            value: linear("attention.self.value")?,
            attended: linear("attention.output.dense")?,
            attended_norm: tensors.norm(&format!("{name}.attention.output.LayerNorm"))?,
            widen: linear("intermediate.dense")?,
            narrow: linear("output.dense")?,
            output_norm: tensors.norm(&format!("{name}.output.LayerNorm"))?,
        })
    }

    fn apply(&self, states: &[f32], length: usize) -> Vec<f32> {
        let (query, key, value) =
            (self.query.apply(states), self.key.apply(states), self.value.apply(states));
        let mut seen = vec![0.0; states.len()];
        for start in (0..states.len()).step_by(length * HIDDEN) {
            let one = start..start + length * HIDDEN;
            attend(&query[one.clone()], &key[one.clone()], &value[one.clone()], &mut seen[one]);
        }
        let attended = self.attended_norm.added(self.attended.apply(&seen), states);
        let mut wide = self.widen.apply(&attended);
        for x in &mut wide {
            *x = gelu(*x);
        }
        self.output_norm.added(self.narrow.apply(&wide), &attended)
    }
}

/// Attention within one input: `[length, HIDDEN]` each.
fn attend(query: &[f32], key: &[f32], value: &[f32], seen: &mut [f32]) {
    let scale = 1.0 / (HEAD as f32).sqrt();
    for head in (0..HIDDEN).step_by(HEAD) {
        for (q, out) in query.chunks_exact(HIDDEN).zip(seen.chunks_exact_mut(HIDDEN)) {
            let q = &q[head..head + HEAD];
            let mut weights: Vec<f32> =
                key.chunks_exact(HIDDEN).map(|k| dot(q, &k[head..head + HEAD]) * scale).collect();
            softmax(&mut weights);
            for (weight, v) in weights.iter().zip(value.chunks_exact(HIDDEN)) {
                out[head..head + HEAD]
                    .iter_mut()
                    .zip(&v[head..head + HEAD])
                    .for_each(|(o, v)| *o += weight * v);
            }
        }
    }
}

fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn softmax(weights: &mut [f32]) {
    let largest = weights.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    for weight in weights.iter_mut() {
        *weight = libm::expf(*weight - largest);
    }
    let sum: f32 = weights.iter().sum();
    for weight in weights {
        *weight /= sum;
    }
}

/// The exact form, with erf, which BERT was trained with.
fn gelu(x: f32) -> f32 {
    0.5 * x * (1.0 + libm::erff(x * std::f32::consts::FRAC_1_SQRT_2))
}

impl Norm {
    fn apply(&self, states: &mut [f32]) {
        for state in states.chunks_exact_mut(HIDDEN) {
            let mean = state.iter().sum::<f32>() / HIDDEN as f32;
            let variance = state.iter().map(|x| (x - mean) * (x - mean)).sum::<f32>() / HIDDEN as f32;
            let deviation = (variance + EPSILON).sqrt();
            for ((x, scale), shift) in state.iter_mut().zip(&self.scale).zip(&self.shift) {
                *x = (*x - mean) / deviation * scale + shift;
            }
        }
    }

    fn added(&self, mut states: Vec<f32>, residual: &[f32]) -> Vec<f32> {
        states.iter_mut().zip(residual).for_each(|(x, r)| *x += r);
        self.apply(&mut states);
        states
    }
}

struct Tensors<'a>(SafeTensors<'a>);

impl Tensors<'_> {
    fn numbers(&self, name: &str) -> Result<Vec<f32>> {
        let tensor = self.0.tensor(name).with_context(|| format!("the tensor {name}"))?;
        ensure!(tensor.dtype() == safetensors::Dtype::F32, "the tensor {name} is not f32");
        let bytes = tensor.data().as_chunks::<4>().0;
        Ok(bytes.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect())
    }

    fn linear(&self, name: &str) -> Result<Linear> {
        Ok(Linear::new(&self.numbers(&format!("{name}.weight"))?, self.numbers(&format!("{name}.bias"))?))
    }

    fn norm(&self, name: &str) -> Result<Norm> {
        Ok(Norm {
            scale: self.numbers(&format!("{name}.weight"))?,
            shift: self.numbers(&format!("{name}.bias"))?,
        })
    }
}
