//! The sentences that answer best, for when there is no model to say it.

use std::{collections::BTreeSet, ops::Range};

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

/// Of the items of a recall the passages that share most with the query, best first, at most `limit`: of each item
/// the sentence with most of the query's words (of equals the longer), and the one after it, which often answers.
pub fn evidence(query: &str, recall: &Recall, limit: usize) -> Vec<Evidence> {
    let wanted: BTreeSet<String> = terms(query).into_iter().collect();
    let mut found: Vec<(f32, Evidence)> = Vec::new();
    for item in &recall.items {
        let told = item.text.lines().filter(|line| !is_header(line));
        let best = told.filter_map(|line| telling(line, &wanted)).max_by_key(|t| (t.shared, t.text.len()));
        if let Some(telling) = best {
            let evidence =
                Evidence { text: telling.text.to_owned(), sources: item.sources.clone(), at: item.at };
            // The item's own rank decides as much as the words it happens to repeat.
            found.push((item.score * (1.0 + telling.shared as f32), evidence));
        }
    }
    found.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    found.into_iter().map(|(_, evidence)| evidence).take(limit).collect()
}

/// A part of a line, and how many of the query's words it has.
struct Telling<'a> {
    shared: usize,
    text: &'a str,
}

fn telling<'a>(line: &'a str, wanted: &BTreeSet<String>) -> Option<Telling<'a>> {
    let spans = sentences(line);
    let shared = |span: &Range<usize>| {
        let said: BTreeSet<String> = terms(&line[span.clone()]).into_iter().collect();
        wanted.intersection(&said).count()
    };
    let (best, span) = spans.iter().enumerate().max_by_key(|(_, span)| (shared(span), span.len()))?;
    let end = spans.get(best + 1).map_or(span.end, |next| next.end);
    let text = line[span.start..end].trim();
    (!text.is_empty()).then(|| Telling { shared: shared(span), text })
}

/// `[2026-02-03 10:00]`.
fn is_header(line: &str) -> bool {
    line.starts_with('[') && line.ends_with(']')
}
