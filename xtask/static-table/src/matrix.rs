//! Matrix products whose every sum is taken in one fixed order, so that any machine gets the same bits.
//!
//! Sums run over the inner dimension in steps of one, products and sums are rounded apart (no fused multiply-add):
//! what the compiler vectorises are neighbouring columns, which never meet in a sum.

/// Columns computed side by side; a multiple of every common SIMD width.
const LANES: usize = 8;
/// Rows computed side by side; with `LANES` columns their sums fit the 16 registers of the oldest 64-bit machines.
const ROWS: usize = 4;

/// A layer's weights and bias, laid out for `apply`: the inner dimension of `LANES` outputs at a time.
pub(crate) struct Linear {
    inputs: usize,
    outputs: usize,
    panels: Vec<[f32; LANES]>,
    bias: Vec<f32>,
}

impl Linear {
    /// From weights `[outputs, inputs]`, as `PyTorch` keeps them, and a bias `[outputs]`.
    ///
    /// # Panics
    /// When the sizes do not fit, or `outputs` is no multiple of 8.
    pub(crate) fn new(weights: &[f32], bias: Vec<f32>) -> Self {
        let outputs = bias.len();
        let inputs = weights.len() / outputs;
        assert!(
            weights.len() == inputs * outputs && outputs.is_multiple_of(LANES),
            "weights of another shape"
        );
        let panels = (0..outputs / LANES)
            .flat_map(|panel| (0..inputs).map(move |input| (panel, input)))
            .map(|(panel, input)| {
                std::array::from_fn(|lane| weights[(panel * LANES + lane) * inputs + input])
            })
            .collect();
        Self { inputs, outputs, panels, bias }
    }

    /// `x · weightsᵀ + bias` for `x` `[rows, inputs]`, giving `[rows, outputs]`.
    pub(crate) fn apply(&self, x: &[f32]) -> Vec<f32> {
        let mut y = vec![0.0; x.len() / self.inputs * self.outputs];
        for (rows_in, rows_out) in x.chunks(ROWS * self.inputs).zip(y.chunks_mut(ROWS * self.outputs)) {
            for (number, panel) in self.panels.chunks_exact(self.inputs).enumerate() {
                self.tile(rows_in, rows_out, number * LANES, panel);
            }
        }
        y
    }

    fn tile(&self, rows_in: &[f32], rows_out: &mut [f32], column: usize, panel: &[[f32; LANES]]) {
        let bias = &self.bias[column..column + LANES];
        if rows_in.len() == ROWS * self.inputs {
            let (a, rest) = rows_in.split_at(self.inputs);
            let (b, rest) = rest.split_at(self.inputs);
            let (c, d) = rest.split_at(self.inputs);
            for (row, sums) in four_rows([a, b, c, d], panel).iter().enumerate() {
                store(&mut rows_out[row * self.outputs + column..][..LANES], sums, bias);
            }
        } else {
            for (row, x) in rows_in.chunks_exact(self.inputs).enumerate() {
                store(&mut rows_out[row * self.outputs + column..][..LANES], &one_row(x, panel), bias);
            }
        }
    }
}

fn four_rows([a, b, c, d]: [&[f32]; ROWS], panel: &[[f32; LANES]]) -> [[f32; LANES]; ROWS] {
    let mut sums = [[0.0; LANES]; ROWS];
    for ((((weights, a), b), c), d) in panel.iter().zip(a).zip(b).zip(c).zip(d) {
        for lane in 0..LANES {
            sums[0][lane] += a * weights[lane];
            sums[1][lane] += b * weights[lane];
            sums[2][lane] += c * weights[lane];
            sums[3][lane] += d * weights[lane];
        }
    }
    sums
}

fn one_row(x: &[f32], panel: &[[f32; LANES]]) -> [f32; LANES] {
    let mut sums = [0.0; LANES];
    for (weights, x) in panel.iter().zip(x) {
        for lane in 0..LANES {
            sums[lane] += x * weights[lane];
        }
    }
    sums
}

fn store(out: &mut [f32], sums: &[f32; LANES], bias: &[f32]) {
    for ((out, sum), bias) in out.iter_mut().zip(sums).zip(bias) {
        *out = sum + bias;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_computed_side_by_side_equal_rows_computed_alone() {
        let weights: Vec<f32> = (0..16 * 3).map(|n| (n as f32 * 0.37).sin()).collect();
        let layer = Linear::new(&weights, (0..16).map(|n| n as f32).collect());
        let x: Vec<f32> = (0..7 * 3).map(|n| (n as f32 * 0.11).cos()).collect();
        let alone: Vec<f32> = x.chunks(3).flat_map(|row| layer.apply(row)).collect();
        assert_eq!(layer.apply(&x), alone);
        let by_hand = x[0] * weights[3] + x[1] * weights[4] + x[2] * weights[5] + 1.0;
        assert!((alone[1] - by_hand).abs() < 1e-6, "{} is not {by_hand}", alone[1]);
    }
}
