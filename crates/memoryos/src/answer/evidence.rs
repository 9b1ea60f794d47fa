//! The sentences that answer best, for when there is no model to say it.

use crate::{
    recall::Recall,
    text::{sentences::sentences, words::terms},
    types::{Moment, PageId},
};

/// A sentence that was recalled, word for word.
#[derive(Clone, Debug, PartialEq)]
pub struct Evidence {
    /// The sentence.
    pub text: String,
    /// The pages it comes from.
    pub sources: Vec<PageId>,
    /// When it was said.
    pub at: Moment,
}

/// Of the items of a recall the sentences that share most with the query, best first, at most `limit`; an item
/// that shares no word, found by its meaning, gives its first sentence.
pub fn evidence(query: &str, recall: &Recall, limit: usize) -> Vec<Evidence> {
    let wanted = terms(query);
    let mut found: Vec<(f32, Evidence)> = Vec::new();
    for item in &recall.items {
        let told = item.text.lines().filter(|line| !is_header(line));
        let sentences = told.flat_map(|line| sentences(line).into_iter().map(|span| line[span].trim()));
        let score = |sentence: &str| {
            let said = terms(sentence);
            wanted.iter().filter(|term| said.contains(term)).count() as f32
        };
        let mut best: Option<(f32, &str)> = None;
        for sentence in sentences.filter(|s| !s.is_empty()) {
            let score = score(sentence);
            if best.is_none_or(|(b, _)| score > b) {
                best = Some((score, sentence));
            }
        }
        if let Some((shared, text)) = best {
            let evidence = Evidence { text: text.to_owned(), sources: item.sources.clone(), at: item.at };
            // The item's own rank decides as much as the words it happens to repeat.
            found.push((item.score * (1.0 + shared), evidence));
        }
    }
    found.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    found.into_iter().map(|(_, evidence)| evidence).take(limit).collect()
}

/// `[2026-02-03 10:00]`.
fn is_header(line: &str) -> bool {
    line.starts_with('[') && line.ends_with(']')
}
