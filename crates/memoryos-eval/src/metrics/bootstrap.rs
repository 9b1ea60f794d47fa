//! How sure a mean over questions can be: the bootstrap.

use memoryos_testkit::Seed;
use serde::Serialize;

/// How often the questions are drawn anew. The ends of a 95 % interval then move by less than a tenth of its width
/// from seed to seed.
const RESAMPLES: usize = 1_000;

/// The share of resamples that lies below and above the interval.
const TAIL: f64 = 0.025;

/// Where the draws begin. Fixed, so that the same answers give the same interval.
const SEED: u64 = 0x6d65_6d6f_7279_6f73;

/// A mean and where it would lie in 95 of 100 other draws of as many questions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// The lower end of its 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The mean of `values` with its interval; zeros where there are none.
pub fn mean(values: &[f64]) -> Estimate {
    if values.is_empty() {
        return Estimate::default();
    }
    let count = values.len() as f64;
    let mut draws = Seed::new(SEED);
    let mut means: Vec<f64> = (0..RESAMPLES)
        .map(|_| (0..values.len()).map(|_| values[below(&mut draws, values.len())]).sum::<f64>() / count)
        .collect();
    means.sort_by(f64::total_cmp);
    let at = |share: f64| means[((RESAMPLES as f64 * share) as usize).min(RESAMPLES - 1)];
    Estimate { mean: values.iter().sum::<f64>() / count, low: at(TAIL), high: at(1.0 - TAIL) }
}

/// The mean of `of[i] − from[i]` with its interval: paired, since both answered the same questions.
///
/// # Panics
/// When there are not as many of one as of the other.
pub fn difference(of: &[f64], from: &[f64]) -> Estimate {
    assert_eq!(of.len(), from.len(), "both answered the same questions");
    mean(&of.iter().zip(from).map(|(of, from)| of - from).collect::<Vec<_>>())
}

/// A number below `end`, each as likely as the other but for one part in 2^32.
fn below(draws: &mut Seed, end: usize) -> usize {
    let high_bits = draws.draw() >> 32;
    usize::try_from((high_bits * end as u64) >> 32).expect("below a usize")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_of_a_fair_coin_is_that_of_the_binomial() {
        let coin: Vec<f64> = (0..400).map(|i| f64::from(i % 2)).collect();
        let Estimate { mean, low, high } = mean(&coin);
        // ±1.96·√(¼ / 400) = ±0.049.
        assert!((mean - 0.5).abs() < 1e-12);
        assert!((low - 0.451).abs() < 0.006 && (high - 0.549).abs() < 0.006, "{low} to {high}");
    }

    #[test]
    fn what_never_varies_is_certain_and_nothing_is_zero() {
        let certain = mean(&[1.0; 9]);
        assert_eq!((certain.mean, certain.low, certain.high), (1.0, 1.0, 1.0));
        assert_eq!(mean(&[]), Estimate::default());
    }

    #[test]
    fn a_difference_is_paired() {
        let spread: Vec<f64> = (0..100).map(|i| f64::from(i) / 100.0).collect();
        let better: Vec<f64> = spread.iter().map(|v| v + 0.01).collect();
        let gain = difference(&better, &spread);
        assert!((gain.low - 0.01).abs() < 1e-9 && (gain.high - 0.01).abs() < 1e-9, "{gain:?}");
    }
}
