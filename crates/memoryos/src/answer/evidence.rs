//! The sentences that answer best, for when there is no model to say it.

use std::{collections::BTreeSet, ops::Range};

use crate::{
    recall::{Item, ItemKind, Recall},
    text::{sentences::sentences, words::terms},
    types::{Moment, PageId},
};

/// A sentence or two that were recalled, word for word.
#[derive(Clone, Debug, PartialEq)]
pub struct Evidence {
    /// The words, after the speaker's name where they are of a page.
    pub text: String,
    /// The pages it comes from.
    pub sources: Vec<PageId>,
    /// When it was said.
    pub at: Moment,
}

/// What a sentence gains that has all the words of the query: enough to break near ties.
const REPEATED_WORDS: f32 = 0.25;

/// Of the items of a recall the passages that share most with the query, best first, at most `limit`: of each item
/// the sentence with most of the query's words (of equals the longer), and the one after it, which often answers.
pub fn evidence(query: &str, recall: &Recall, limit: usize) -> Vec<Evidence> {
    let wanted: BTreeSet<String> = terms(query).into_iter().collect();
    let mut found: Vec<(f32, Evidence)> = Vec::new();
    // A summary says again what pages say.
    for item in recall.items.iter().filter(|item| item.kind != ItemKind::Summary) {
        if let Some(telling) = most_telling(item, &wanted) {
            let (sources, at) = (item.sources.clone(), item.at);
            // The recall has weighed the words already, and knows more: what no longer holds, who said it.
            let share = telling.shared as f32 / wanted.len().max(1) as f32;
            let score = item.score * (1.0 + REPEATED_WORDS * share);
            found.push((score, Evidence { text: telling.quote(), sources, at }));
        }
    }
    found.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    found.into_iter().map(|(_, evidence)| evidence).take(limit).collect()
}

/// A part of what somebody said, and how many of the query's words it has.
struct Telling<'a> {
    shared: usize,
    speaker: &'a str,
    text: &'a str,
}

impl Telling<'_> {
    fn quote(&self) -> String {
        if self.speaker.is_empty() {
            self.text.to_owned()
        } else {
            format!("{}: {}", self.speaker, self.text)
        }
    }
}

fn most_telling<'a>(item: &'a Item, wanted: &BTreeSet<String>) -> Option<Telling<'a>> {
    let mut speaker = "";
    let mut best: Option<Telling<'_>> = None;
    for line in item.text.lines().filter(|line| !is_header(line)) {
        let mut said = line.trim_start_matches("- ");
        // Further lines of a message are set in; they have the speaker of the line above.
        if let Some((name, words)) = line.split_once(": ").filter(|_| is_page(item) && !line.starts_with(' '))
        {
            (speaker, said) = (name, words);
        }
        best =
            best.into_iter().chain(telling(speaker, said, wanted)).max_by_key(|t| (t.shared, t.text.len()));
    }
    best
}

fn is_page(item: &Item) -> bool {
    matches!(item.kind, ItemKind::Page | ItemKind::ShortTermPage)
}

fn telling<'a>(speaker: &'a str, line: &'a str, wanted: &BTreeSet<String>) -> Option<Telling<'a>> {
    let spans = sentences(line);
    let shared = |span: &Range<usize>| {
        let said: BTreeSet<String> = terms(&line[span.clone()]).into_iter().collect();
        wanted.intersection(&said).count()
    };
    let (best, span) = spans.iter().enumerate().max_by_key(|(_, span)| (shared(span), span.len()))?;
    let end = spans.get(best + 1).map_or(span.end, |next| next.end);
    let text = line[span.start..end].trim();
    (!text.is_empty()).then(|| Telling { shared: shared(span), speaker, text })
}

/// `[2026-02-03 10:00]`.
fn is_header(line: &str) -> bool {
    line.starts_with('[') && line.ends_with(']')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(kind: ItemKind, score: f32, text: &str) -> Item {
        Item {
            kind,
            text: text.to_owned(),
            sources: Vec::new(),
            fact: None,
            segment: None,
            at: Moment::utc(jiff::Timestamp::UNIX_EPOCH),
            score,
            arms: Vec::new(),
            heat: None,
            tokens: 0,
        }
    }

    #[test]
    fn evidence_names_its_speaker_and_goes_on_to_the_next_sentence() {
        let page = "[2026-04-06 11:18]\nMara: Next topic. The slab is blue.\n  I topped it: hips in.\nJuno: Well done!";
        let recall = Recall {
            items: vec![
                item(ItemKind::Page, 1.0, page),
                item(ItemKind::Fact, 0.5, "- Mara climbs the blue slab (said 2026-04-06)"),
                item(ItemKind::Summary, 2.0, "- The slab is blue."),
            ],
            ..Recall::default()
        };
        let told: Vec<String> =
            evidence("which slab is blue?", &recall, 5).into_iter().map(|e| e.text).collect();
        assert_eq!(told, ["Mara: The slab is blue.", "Mara climbs the blue slab (said 2026-04-06)"]);
        let hips = evidence("hips", &recall, 1);
        assert_eq!(hips[0].text, "Mara: I topped it: hips in.");
    }
}
