//! Eigenvectors of a symmetric matrix by cyclic Jacobi rotations: slow, simple, and the same bits everywhere.
//!
//! The linear-algebra crates choose fused instructions by the machine they run on, which would change the table.

/// Sweeps after which the off-diagonal is long below rounding for matrices of a few hundred rows.
const MAX_SWEEPS: usize = 30;
/// Off-diagonal weight, relative to the whole, at which the matrix counts as diagonal.
const DIAGONAL: f64 = 1e-28;

/// The `count` eigenvectors of largest eigenvalue, one after another `[count, n]`, of `matrix` `[n, n]`.
///
/// Each is turned so that its entry of largest size (the first of equals) is positive.
///
/// # Panics
/// When the rotations do not settle, which no finite symmetric matrix brings about.
pub(crate) fn principal_axes(mut matrix: Vec<f64>, n: usize, count: usize) -> Vec<f64> {
    // Rows are the vectors, so that a rotation works on two runs of memory.
    let mut vectors = identity(n);
    let whole: f64 = matrix.iter().map(|v| v * v).sum();
    let mut sweeps = 0;
    while off_diagonal(&matrix, n) > DIAGONAL * whole {
        assert!(sweeps < MAX_SWEEPS, "the matrix did not become diagonal");
        sweep(&mut matrix, &mut vectors, n);
        sweeps += 1;
    }
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|&a, &b| matrix[b * n + b].total_cmp(&matrix[a * n + a]).then(a.cmp(&b)));
    order.iter().take(count).flat_map(|&row| upright(&vectors[row * n..(row + 1) * n])).collect()
}

fn identity(n: usize) -> Vec<f64> {
    (0..n * n).map(|at| if at / n == at % n { 1.0 } else { 0.0 }).collect()
}

fn off_diagonal(matrix: &[f64], n: usize) -> f64 {
    matrix.iter().enumerate().filter(|(at, _)| at / n != at % n).map(|(_, v)| v * v).sum()
}

fn sweep(matrix: &mut [f64], vectors: &mut [f64], n: usize) {
    for p in 0..n {
        for q in p + 1..n {
            if let Some((cosine, sine)) = rotation(matrix[p * n + p], matrix[q * n + q], matrix[p * n + q]) {
                rotate_columns(matrix, n, p, q, cosine, sine);
                rotate_rows(matrix, n, p, q, cosine, sine);
                rotate_rows(vectors, n, p, q, cosine, sine);
            }
        }
    }
}

/// Cosine and sine of the angle that makes the off-diagonal entry `pq` vanish; none where it has.
fn rotation(pp: f64, qq: f64, pq: f64) -> Option<(f64, f64)> {
    if pq == 0.0 {
        return None;
    }
    let theta = (qq - pp) / (2.0 * pq);
    let tangent = 1.0_f64.copysign(theta) / (theta.abs() + (theta * theta + 1.0).sqrt());
    let cosine = 1.0 / (tangent * tangent + 1.0).sqrt();
    Some((cosine, tangent * cosine))
}

fn rotate_rows(matrix: &mut [f64], n: usize, p: usize, q: usize, cosine: f64, sine: f64) {
    let (before, from_q) = matrix.split_at_mut(q * n);
    for (a, b) in before[p * n..(p + 1) * n].iter_mut().zip(&mut from_q[..n]) {
        (*a, *b) = (cosine * *a - sine * *b, sine * *a + cosine * *b);
    }
}

fn rotate_columns(matrix: &mut [f64], n: usize, p: usize, q: usize, cosine: f64, sine: f64) {
    for row in matrix.chunks_exact_mut(n) {
        (row[p], row[q]) = (cosine * row[p] - sine * row[q], sine * row[p] + cosine * row[q]);
    }
}

fn upright(vector: &[f64]) -> Vec<f64> {
    let largest = vector.iter().fold(0.0_f64, |best, v| if v.abs() > best.abs() { *v } else { best });
    vector.iter().map(|v| if largest < 0.0 { -v } else { *v }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_axes_of_a_small_matrix_are_its_eigenvectors() {
        let matrix = vec![4.0, 1.0, 0.5, 1.0, 3.0, 0.2, 0.5, 0.2, 1.0];
        let axes = principal_axes(matrix.clone(), 3, 2);
        for axis in axes.chunks(3) {
            let image: Vec<f64> =
                matrix.chunks(3).map(|row| row.iter().zip(axis).map(|(m, v)| m * v).sum()).collect();
            let value: f64 = image.iter().zip(axis).map(|(a, b)| a * b).sum();
            assert!(
                image.iter().zip(axis).all(|(a, b)| (a - value * b).abs() < 1e-12),
                "{axis:?} is no eigenvector"
            );
        }
    }
}
