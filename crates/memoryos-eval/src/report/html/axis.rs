//! Where numbers stand on an axis, and which of them are written beside it.

/// From this ratio of the largest to the smallest on, equal factors take equal room: budgets double.
const LOGARITHMIC_FROM: f64 = 8.0;
/// So many values at most are each given their tick on a logarithmic axis.
const MAX_OWN_TICKS: usize = 8;

/// An axis: numbers on one end, places in a drawing on the other.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Axis {
    /// The numbers at both ends.
    pub(super) range: (f64, f64),
    /// The places of both ends, in units of the drawing.
    pub(super) place: (f64, f64),
    /// Whether equal factors take equal room.
    pub(super) is_logarithmic: bool,
    /// The numbers that are written beside it.
    pub(super) ticks: Vec<f64>,
}

impl Axis {
    /// A linear axis that holds all `values` and ends on ticks, about `wanted` of them.
    pub(super) fn linear(values: &[f64], place: (f64, f64), wanted: usize) -> Self {
        let ticks = nice_ticks(least(values), greatest(values), wanted);
        let range = (ticks[0], ticks[ticks.len() - 1]);
        Self { range, place, is_logarithmic: false, ticks }
    }

    /// A horizontal axis for `values`: logarithmic where they are all positive and far apart.
    pub(super) fn across(values: &[f64], place: (f64, f64), wanted: usize) -> Self {
        let (low, high) = (least(values), greatest(values));
        if low <= 0.0 || high / low < LOGARITHMIC_FROM {
            return Self::linear(values, place, wanted);
        }
        Self { range: (low, high), place, is_logarithmic: true, ticks: logarithmic_ticks(values) }
    }

    /// Where a number stands.
    pub(super) fn at(&self, value: f64) -> f64 {
        let scaled = |number: f64| if self.is_logarithmic { number.ln() } else { number };
        let (low, high) = (scaled(self.range.0), scaled(self.range.1));
        let (from, to) = self.place;
        from + (scaled(value) - low) / (high - low) * (to - from)
    }
}

/// Multiples of 1, 2 or 5 times a power of ten, about `wanted` of them, the first at or below `low` and the last at
/// or above `high`; at least two.
pub(super) fn nice_ticks(low: f64, high: f64, wanted: usize) -> Vec<f64> {
    let high = if high > low { high } else { low + 1.0 };
    let rough = (high - low) / wanted.max(1) as f64;
    let power = 10_f64.powf(rough.log10().floor());
    // Just under each a rounding error of the division must not choose the next.
    let step = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power).into_iter();
    let step = step.clone().find(|step| *step >= rough * 0.999).unwrap_or(10.0 * power);
    let first = (low / step + 1e-9).floor() as i64;
    let last = (high / step - 1e-9).ceil() as i64;
    // Dividing by the inverse keeps 0.3 from becoming 0.30000000000000004.
    let inverse = (1.0 / step).round();
    let number = |nth: i64| if step < 1.0 { nth as f64 / inverse } else { nth as f64 * step };
    (first..=last).map(number).collect()
}

/// The values themselves where they are few, else 1, 2 and 5 times powers of ten.
fn logarithmic_ticks(values: &[f64]) -> Vec<f64> {
    let mut own = values.to_vec();
    own.sort_by(f64::total_cmp);
    own.dedup();
    if own.len() <= MAX_OWN_TICKS {
        return own;
    }
    let (low, high) = (own[0], own[own.len() - 1]);
    let powers = low.log10().floor() as i32..=high.log10().ceil() as i32;
    let all = powers.flat_map(|power| [1.0, 2.0, 5.0].map(|factor| factor * 10_f64.powi(power)));
    all.filter(|tick| (low..=high).contains(tick)).collect()
}

fn least(values: &[f64]) -> f64 {
    values.iter().copied().reduce(f64::min).unwrap_or(0.0)
}

fn greatest(values: &[f64]) -> f64 {
    values.iter().copied().reduce(f64::max).unwrap_or(1.0)
}

/// A number as people read it: thousands apart, as many decimals as it needs but two at most; a dash for
/// what is no number.
pub(super) fn written(number: f64) -> String {
    if !number.is_finite() {
        return "–".to_owned();
    }
    let rounded = format!("{:.2}", number.abs());
    let (whole, decimals) = rounded.split_once('.').expect("two decimals were asked for");
    let mut text = String::new();
    for (nth, digit) in whole.chars().enumerate() {
        if nth > 0 && (whole.len() - nth) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    let decimals = decimals.trim_end_matches('0');
    if !decimals.is_empty() {
        text = format!("{text}.{decimals}");
    }
    if number < 0.0 && text != "0" { format!("−{text}") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_numbers_around_the_values() {
        let cases: &[(f64, f64, usize, &[f64])] = &[
            (0.0, 100.0, 5, &[0.0, 20.0, 40.0, 60.0, 80.0, 100.0]),
            (47.1, 92.4, 5, &[40.0, 50.0, 60.0, 70.0, 80.0, 90.0, 100.0]),
            (0.0, 1.0, 5, &[0.0, 0.2, 0.4, 0.6, 0.8, 1.0]),
            (0.0, 0.031, 4, &[0.0, 0.01, 0.02, 0.03, 0.04]),
            (-3.2, 1.0, 4, &[-4.0, -2.0, 0.0, 2.0]),
            (5.0, 20.0, 3, &[5.0, 10.0, 15.0, 20.0]),
            (0.0, 23_653.0, 4, &[0.0, 10_000.0, 20_000.0, 30_000.0]),
            (7.0, 7.0, 5, &[7.0, 7.2, 7.4, 7.6, 7.8, 8.0]),
        ];
        for (low, high, wanted, expected) in cases {
            assert_eq!(nice_ticks(*low, *high, *wanted), *expected, "{low} to {high}");
        }
    }

    #[test]
    fn budgets_that_double_stand_equally_far_apart_each_with_its_tick() {
        let axis = Axis::across(&[500.0, 1000.0, 2000.0, 4000.0], (0.0, 300.0), 5);
        assert_eq!(axis.ticks, [500.0, 1000.0, 2000.0, 4000.0]);
        for (value, place) in [(500.0, 0.0), (1000.0, 100.0), (2000.0, 200.0), (4000.0, 300.0)] {
            assert!((axis.at(value) - place).abs() < 1e-9, "{value}");
        }
        assert!(!Axis::across(&[5.0, 10.0, 20.0], (0.0, 300.0), 3).is_logarithmic);
        assert!(!Axis::across(&[0.0, 10.0, 20.0], (0.0, 300.0), 3).is_logarithmic);
    }

    #[test]
    fn many_values_far_apart_share_round_ticks() {
        let values: Vec<f64> = (1..=20).map(|nth| f64::from(nth) * 5.0).collect();
        assert_eq!(Axis::across(&values, (0.0, 1.0), 5).ticks, [5.0, 10.0, 20.0, 50.0, 100.0]);
    }

    #[test]
    fn numbers_are_written_as_people_read_them() {
        let cases = [
            (0.0, "0"),
            (-0.001, "0"),
            (81.6, "81.6"),
            (0.25, "0.25"),
            (1000.0, "1,000"),
            (23_653.0, "23,653"),
            (1_234_567.5, "1,234,567.5"),
            (-4.0, "−4"),
            (f64::NAN, "–"),
        ];
        for (number, expected) in cases {
            assert_eq!(written(number), expected);
        }
    }
}
