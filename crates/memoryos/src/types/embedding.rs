//! Vectors, and how alike two of them are.

/// Why numbers are no embedding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidEmbedding {
    /// There are no numbers.
    #[error("an embedding needs at least one dimension")]
    Empty,
    /// One of the numbers is NaN or infinite.
    #[error("an embedding holds a number that is not finite")]
    NotFinite,
}

/// How far from 1 a length may be and still be 1, unitless: well above what rounding to `f32` does (6e-8).
const UNIT_TOLERANCE: f64 = 1e-6;

/// A vector of length 1, or of length 0 for a text that says nothing (then it is like no other).
#[derive(Clone, Debug, PartialEq)]
pub struct Embedding(Box<[f32]>);

impl Embedding {
    /// Scales `values` to length 1; all zeros stay zeros. What has length 1 already, but for rounding, is kept
    /// bit for bit, so that a stored embedding comes back as it was.
    ///
    /// # Errors
    /// When `values` is empty or holds a number that is not finite.
    pub fn new(values: impl Into<Box<[f32]>>) -> Result<Self, InvalidEmbedding> {
        let mut values = values.into();
        if values.is_empty() {
            return Err(InvalidEmbedding::Empty);
        }
        let length = values.iter().map(|v| f64::from(*v).powi(2)).sum::<f64>().sqrt();
        if !length.is_finite() {
            return Err(InvalidEmbedding::NotFinite);
        }
        if length > 0.0 && (length - 1.0).abs() > UNIT_TOLERANCE {
            values.iter_mut().for_each(|v| *v = (f64::from(*v) / length) as f32);
        }
        Ok(Self(values))
    }

    /// The numbers, `[dimensions]`.
    pub fn values(&self) -> &[f32] {
        &self.0
    }

    /// How many numbers it has.
    pub fn dimensions(&self) -> usize {
        self.0.len()
    }

    /// Cosine, −1 to 1; 0 when either says nothing or their dimensions differ.
    pub fn similarity(&self, other: &Self) -> Similarity {
        if self.0.len() != other.0.len() {
            return Similarity(0.0);
        }
        Similarity(self.0.iter().zip(&other.0).map(|(a, b)| a * b).sum())
    }
}

/// Cosine of two embeddings, −1 to 1.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Similarity(pub f32);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_embedding_has_length_one_and_nothing_is_like_silence() {
        let a = Embedding::new([3.0, 4.0]).expect("a vector");
        let silence = Embedding::new([0.0, 0.0]).expect("silence");
        assert_eq!(a.values(), [0.6, 0.8]);
        assert_eq!(a.similarity(&a), Similarity(1.0));
        assert_eq!(a.similarity(&silence), Similarity(0.0));
        assert_eq!(Embedding::new([f32::NAN]), Err(InvalidEmbedding::NotFinite));
        assert_eq!(Embedding::new([]), Err(InvalidEmbedding::Empty));
    }
}
