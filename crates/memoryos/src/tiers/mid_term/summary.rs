//! What a segment says of itself follows the pages that join it.

use crate::text::{sentences::sentences, tokens::count_tokens};

/// Keywords of a segment that `joined` joins: by turns one of the newcomers' and one of those there, no repeats,
/// at most `limit`, so that neither side crowds the other out.
pub fn merge_keywords(there: &[String], joined: &[String], limit: usize) -> Vec<String> {
    let mut merged: Vec<String> = Vec::new();
    for i in 0..there.len().max(joined.len()) {
        for keyword in joined.get(i).into_iter().chain(there.get(i)) {
            if !merged.contains(keyword) {
                merged.push(keyword.clone());
            }
        }
    }
    merged.truncate(limit);
    merged
}

/// The summary of a segment that pages summarised as `joined` join: what was there, then what is new, without
/// sentences said twice. Beyond `limit_tokens` the sentences in the middle leave: the first tell what it is
/// about, the last what is new.
pub fn merge_summaries(there: &str, joined: &str, limit_tokens: usize) -> String {
    let mut kept: Vec<&str> = Vec::new();
    for text in [there, joined] {
        for span in sentences(text) {
            let sentence = text[span].trim();
            if !sentence.is_empty() && !kept.contains(&sentence) {
                kept.push(sentence);
            }
        }
    }
    while kept.len() > 1 && kept.iter().map(|s| count_tokens(s) + 1).sum::<usize>() > limit_tokens {
        kept.remove(kept.len() / 3);
    }
    kept.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_tells_of_the_pages_that_joined() {
        assert_eq!(
            merge_summaries("Owns a dog.", "Plays cello. Owns a dog.", 100),
            "Owns a dog. Plays cello."
        );
        let long = merge_summaries("First one. Second one. Third one.", "Fourth one.", 10);
        assert!(long.starts_with("First") && long.ends_with("Fourth one."), "{long}");
    }

    #[test]
    fn keywords_of_both_sides_stay() {
        let words = |list: &[&str]| list.iter().map(|w| (*w).to_owned()).collect::<Vec<_>>();
        assert_eq!(merge_keywords(&words(&["a", "b"]), &words(&["c", "a"]), 3), words(&["c", "a", "b"]));
    }
}
