//! Vectors in eight bits: a quarter of the memory and of the time to scan, at a cosine error below 0.01.

use crate::types::Embedding;

/// Largest magnitude of a stored number.
const CODE_MAX: f32 = 127.0;
/// Largest magnitude of a query's number. With 16 bits the query adds no error of its own, and sums of
/// products stay within 32 bits up to 16,000 dimensions.
const QUERY_MAX: f32 = 1023.0;

/// From how many rows on their mean tells what they have in common, and not what the first of them is about.
const ROWS_WITH_SOMETHING_IN_COMMON: usize = 20;
/// The least share of a row's square that is left without the common part; less is noise of the eight bits.
const LEAST_REST: f32 = 0.01;

/// Rows of vectors, some of them missing.
#[derive(Clone, Debug)]
pub struct VectorTable {
    dimensions: usize,
    /// `[rows, dimensions]`.
    codes: Vec<i8>,
    /// What a row's codes are multiplied by; 0 for a row without a vector.
    scales: Vec<f32>,
    /// Whether a row has a vector, be it silent.
    present: Vec<bool>,
    /// How many rows have one, and their sum, `[dimensions]`.
    n_present: usize,
    sum: Vec<f32>,
}

impl VectorTable {
    /// No rows yet.
    pub fn new(dimensions: usize) -> Self {
        Self {
            dimensions,
            codes: Vec::new(),
            scales: Vec::new(),
            present: Vec::new(),
            n_present: 0,
            sum: vec![0.0; dimensions],
        }
    }

    /// Adds a row.
    pub fn push(&mut self, embedding: Option<&Embedding>) {
        self.codes.resize(self.codes.len() + self.dimensions, 0);
        self.scales.push(0.0);
        self.present.push(false);
        if let Some(embedding) = embedding {
            self.set(self.scales.len() - 1, embedding);
        }
    }

    /// Gives a row its vector. One of other dimensions is not taken: it was made by another model.
    ///
    /// # Panics
    /// When there is no such row.
    pub fn set(&mut self, row: usize, embedding: &Embedding) {
        if embedding.dimensions() != self.dimensions {
            return;
        }
        self.count(row, embedding);
        let largest = embedding.values().iter().fold(0.0_f32, |m, v| m.max(v.abs()));
        self.scales[row] = largest / CODE_MAX;
        let codes = &mut self.codes[row * self.dimensions..][..self.dimensions];
        for (code, value) in codes.iter_mut().zip(embedding.values()) {
            *code = if largest > 0.0 { (value / largest * CODE_MAX).round() as i8 } else { 0 };
        }
    }

    /// Whether the row has a vector.
    pub fn has(&self, row: usize) -> bool {
        self.present[row]
    }

    /// How many rows have no vector.
    pub fn n_missing(&self) -> usize {
        self.present.len() - self.n_present
    }

    /// Whether there are enough rows to tell what all of them have in common.
    pub fn knows_common(&self) -> bool {
        self.n_present >= ROWS_WITH_SOMETHING_IN_COMMON
    }

    /// What all rows have in common: the direction of their mean; `None` while there are too few to tell.
    fn common(&self) -> Option<Embedding> {
        self.knows_common().then(|| Embedding::new(self.sum.clone()).ok()).flatten()
    }

    /// A vector without what all rows have in common.
    ///
    /// Models give any two texts of one kind a large cosine (with the built-in one 0.75 between pages of different
    /// days, 0.79 between neighbours). Without the common part unrelated texts come to 0 with every model, and
    /// related ones stand out.
    ///
    /// # Panics
    /// Never: differences of finite numbers are finite.
    pub fn distinct(&self, embedding: &Embedding) -> Embedding {
        let Some(common) = self.common() else { return embedding.clone() };
        let share = embedding.similarity(&common).0;
        let rest: Vec<f32> =
            embedding.values().iter().zip(common.values()).map(|(v, c)| v - share * c).collect();
        Embedding::new(rest).expect("differences of finite numbers are finite")
    }

    /// Cosine of `query` with every row, without what all rows have in common, `[rows]`; 0 for rows without a
    /// vector.
    pub fn distinct_similarities(&self, query: &Embedding) -> Vec<f32> {
        let Some(common) = self.common() else { return self.similarities(query) };
        let query = self.distinct(query);
        // `query` is at right angles to `common`, so taking that from a row changes only the row's length.
        let shares = self.similarities(&common);
        let along = self.similarities(&query).into_iter().zip(shares);
        along.map(|(similarity, share)| similarity / (1.0 - share * share).max(LEAST_REST).sqrt()).collect()
    }

    /// Cosine of `query` with every row, `[rows]`; 0 for rows without a vector.
    pub fn similarities(&self, query: &Embedding) -> Vec<f32> {
        if query.dimensions() != self.dimensions {
            return vec![0.0; self.scales.len()];
        }
        let largest = query.values().iter().fold(f32::MIN_POSITIVE, |m, v| m.max(v.abs()));
        let codes: Vec<i16> =
            query.values().iter().map(|v| (v / largest * QUERY_MAX).round() as i16).collect();
        let unit = largest / QUERY_MAX;
        self.codes
            .chunks_exact(self.dimensions)
            .zip(&self.scales)
            .map(|(row, scale)| dot(row, &codes) as f32 * scale * unit)
            .collect()
    }

    /// The mean direction of rows; `None` when none of them has a vector.
    ///
    /// # Panics
    /// When one of them is no row.
    pub fn mean(&self, rows: impl IntoIterator<Item = usize>) -> Option<Embedding> {
        let mut sum = vec![0.0_f32; self.dimensions];
        let mut any = false;
        for row in rows.into_iter().filter(|row| self.present[*row]) {
            any = true;
            let codes = &self.codes[row * self.dimensions..][..self.dimensions];
            for (sum, code) in sum.iter_mut().zip(codes) {
                *sum += f32::from(*code) * self.scales[row];
            }
        }
        any.then(|| Embedding::new(sum).expect("sums of finite numbers are finite"))
    }

    /// Counts a row's new vector in place of its old one.
    fn count(&mut self, row: usize, embedding: &Embedding) {
        if self.present[row] {
            let codes = &self.codes[row * self.dimensions..][..self.dimensions];
            for (sum, code) in self.sum.iter_mut().zip(codes) {
                *sum -= f32::from(*code) * self.scales[row];
            }
        } else {
            self.present[row] = true;
            self.n_present += 1;
        }
        for (sum, value) in self.sum.iter_mut().zip(embedding.values()) {
            *sum += value;
        }
    }

    /// Bytes it takes in memory.
    pub fn bytes(&self) -> usize {
        self.codes.capacity() + self.scales.capacity() * size_of::<f32>() + self.present.capacity()
    }
}

fn dot(codes: &[i8], query: &[i16]) -> i32 {
    codes.iter().zip(query).map(|(c, q)| i32::from(i16::from(*c)) * i32::from(*q)).sum()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_scan_gives_the_cosines(
            rows in prop::collection::vec(prop::collection::vec(-1.0_f32..1.0, 24), 1..20),
            query in prop::collection::vec(-1.0_f32..1.0, 24),
        ) {
            let query = Embedding::new(query).expect("finite");
            let rows: Vec<_> = rows.into_iter().map(|r| Embedding::new(r).expect("finite")).collect();
            let mut table = VectorTable::new(24);
            for row in &rows {
                table.push(Some(row));
            }
            for (row, found) in rows.iter().zip(table.similarities(&query)) {
                prop_assert!((row.similarity(&query).0 - found).abs() < 0.01);
            }
        }
    }

    #[test]
    fn a_row_without_a_vector_is_like_nothing() {
        let east = Embedding::new([1.0, 0.0]).expect("a vector");
        let mut table = VectorTable::new(2);
        table.push(None);
        table.push(Some(&east));
        assert_eq!((table.has(0), table.has(1)), (false, true));
        assert!(table.similarities(&east)[0].abs() < f32::EPSILON);
        assert!(table.similarities(&east)[1] > 0.99);
        assert_eq!(table.mean([0]), None);
    }
}
