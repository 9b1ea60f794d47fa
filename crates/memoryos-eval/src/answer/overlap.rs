//! How much of the right answer a reply has: F1 and BLEU-1 over normalised tokens.

use std::collections::BTreeMap;

use super::tokens::tokens;

/// F1 of the reply's tokens against the gold answer's, 0 to 1, each token counted as often as it stands on both
/// sides. The order does not matter. 0 when either has no token.
///
/// Source: LoCoMo, §5.1 and `f1_score` of its evaluation.
pub fn f1(reply: &str, gold: &str) -> f64 {
    token_f1(&tokens(reply), &tokens(gold))
}

/// F1 of an answer that lists several things: the mean, over the parts of the gold answer, of the best F1 that any
/// part of the reply reaches. Parts are split at commas, Chinese ones included.
///
/// Source: `f1` of LoCoMo's evaluation, used there for category 1.
pub fn list_f1(reply: &str, gold: &str) -> f64 {
    let (said, wanted) = (parts(reply), parts(gold));
    let best = |part: &Vec<String>| said.iter().map(|said| token_f1(said, part)).fold(0.0, f64::max);
    // `split` always gives at least one part.
    wanted.iter().map(best).sum::<f64>() / wanted.len() as f64
}

fn parts(text: &str) -> Vec<Vec<String>> {
    text.split([',', '，', '、']).map(tokens).collect()
}

fn token_f1(said: &[String], wanted: &[String]) -> f64 {
    let shared = shared(said, wanted) as f64;
    if shared == 0.0 {
        return 0.0;
    }
    let (precision, recall) = (shared / said.len() as f64, shared / wanted.len() as f64);
    2.0 * precision * recall / (precision + recall)
}

/// BLEU-1, 0 to 1: the share of the reply's tokens that the gold answer has, each at most as often as it stands
/// there, times `exp(1 − gold/reply)` in tokens where the reply is the shorter one. 0 when either has no token.
///
/// Source: Papineni et al. 2002, unigrams only, one reference; the paper's table 2 reports it as B1. The tokens are
/// those of [`f1`], so that the two figures differ by formula alone.
pub fn bleu1(reply: &str, gold: &str) -> f64 {
    let (said, wanted) = (tokens(reply), tokens(gold));
    let shared = shared(&said, &wanted) as f64;
    if shared == 0.0 {
        return 0.0;
    }
    let (said, wanted) = (said.len() as f64, wanted.len() as f64);
    let brevity = if said < wanted { (1.0 - wanted / said).exp() } else { 1.0 };
    brevity * shared / said
}

/// Tokens on both sides, each as often as on the side that has fewer of it.
fn shared(one: &[String], other: &[String]) -> usize {
    let mut left: BTreeMap<&str, usize> = BTreeMap::new();
    for token in other {
        *left.entry(token).or_default() += 1;
    }
    let taken = one.iter().filter(|token| match left.get_mut(token.as_str()) {
        Some(count) if *count > 0 => {
            *count -= 1;
            true
        }
        _ => false,
    });
    taken.count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(score: fn(&str, &str) -> f64, cases: &[(&str, &str, f64)]) {
        for (reply, gold, expected) in cases {
            let got = score(reply, gold);
            assert!((got - expected).abs() < 1e-9, "{reply:?} against {gold:?}: {got}, not {expected}");
        }
    }

    #[test]
    fn f1_counts_what_both_sides_have_as_often_as_both_have_it() {
        check(
            f1,
            &[
                ("7 May 2023", "7 May 2023", 1.0),
                ("May 7, 2023", "7 May 2023", 1.0),
                ("A dog and the cat", "dog, cat", 1.0),
                ("", "dog", 0.0),
                ("dog", "", 0.0),
                ("", "", 0.0),
                ("cat", "dog", 0.0),
                // One of two, and all of one.
                ("dog cat", "dog", 2.0 / 3.0),
                // Repeats count: two of three, two of two. Sets would call it perfect.
                ("no no no", "no no", 0.8),
                ("no", "no no", 2.0 / 3.0),
                ("北京大学", "北京", 2.0 / 3.0),
                ("北京", "北京大学", 2.0 / 3.0),
                ("我喜欢猫。", "喜欢猫", 6.0 / 7.0),
                ("上海", "北京", 0.0),
            ],
        );
    }

    #[test]
    fn each_part_of_a_list_is_looked_for_by_itself() {
        check(
            list_f1,
            &[
                ("pottery, camping, painting", "painting, pottery, camping", 1.0),
                ("pottery", "pottery, camping", 0.5),
                // Without a comma the reply is one part, of which each gold part is a third.
                ("pottery camping painting", "pottery, camping, painting", 0.5),
                ("swimming", "pottery, camping", 0.0),
                ("猫、狗", "狗，猫", 1.0),
                ("", "pottery", 0.0),
            ],
        );
    }

    #[test]
    fn bleu_1_is_precision_with_short_replies_marked_down() {
        check(
            bleu1,
            &[
                ("7 May 2023", "7 May 2023", 1.0),
                ("dog cat", "dog", 0.5),
                ("no no no", "no no", 2.0 / 3.0),
                ("dog", "dog cat", (-1.0_f64).exp()),
                ("北京大学", "北京", 0.5),
                ("北京", "北京大学", (-1.0_f64).exp()),
                ("", "dog", 0.0),
                ("dog", "", 0.0),
            ],
        );
    }
}
