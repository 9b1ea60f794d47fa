//! The value below which a share of all lies.

/// The `share` quantile (0 to 1) of `values`: the value at that place in order; 0 where there are none.
pub fn quantile(values: &[f64], share: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let place = (sorted.len() as f64 * share) as usize;
    sorted.get(place.min(sorted.len().saturating_sub(1))).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_lies_below_the_median() {
        let values = [4.0, 1.0, 3.0, 2.0, 5.0];
        assert_eq!((quantile(&values, 0.5), quantile(&values, 0.95), quantile(&[], 0.5)), (3.0, 5.0, 0.0));
    }
}
