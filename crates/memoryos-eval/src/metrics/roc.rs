//! How well a score tells two kinds apart.

/// The area under the ROC curve: how likely one of `positives` scores above one of `negatives`, ties for half.
/// 1 tells them apart, 0.5 is a coin. `None` where either is missing.
pub fn roc_area(positives: &[f64], negatives: &[f64]) -> Option<f64> {
    if positives.is_empty() || negatives.is_empty() {
        return None;
    }
    let mut sorted = negatives.to_vec();
    sorted.sort_by(f64::total_cmp);
    let beaten = |score: &f64| {
        let below = sorted.partition_point(|negative| negative < score);
        let not_above = sorted.partition_point(|negative| negative <= score);
        (below + not_above) as f64 / 2.0
    };
    let pairs = positives.len() as f64 * negatives.len() as f64;
    Some(positives.iter().map(beaten).sum::<f64>() / pairs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_area_is_the_share_of_pairs_in_the_right_order() {
        let check =
            |positives: &[f64], negatives: &[f64], area| assert_eq!(roc_area(positives, negatives), area);
        check(&[0.9, 0.8], &[0.1, 0.2], Some(1.0));
        check(&[0.1], &[0.9], Some(0.0));
        check(&[0.5, 0.5], &[0.5], Some(0.5));
        check(&[0.9, 0.3], &[0.5, 0.1], Some(0.75));
        check(&[], &[0.5], None);
        check(&[0.5], &[], None);
    }
}
