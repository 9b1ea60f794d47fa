//! Words of documents, ranked by BM25.

use std::collections::{BTreeSet, HashMap};

use crate::text::words::terms;

/// The numbers of BM25; see [`RecallConfig`](crate::config::RecallConfig).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bm25 {
    /// How soon a repeated word stops counting.
    pub k1: f32,
    /// How much long documents are held back, 0 to 1.
    pub b: f32,
    /// What a word of the document before counts, a word of the document itself being 1.
    pub before: f32,
    /// What a word of the document after counts.
    pub after: f32,
}

/// An inverted index: documents are added one after the other and never change.
#[derive(Clone, Debug, Default)]
pub struct Words {
    ids: HashMap<Box<str>, u32>,
    /// For each word the documents it is in, ascending, and how often.
    postings: Vec<Vec<(u32, u32)>>,
    /// How many words each document has.
    lengths: Vec<u32>,
    /// Bytes of words and postings, counted along.
    bytes: usize,
}

impl Words {
    /// Adds a document.
    pub fn push(&mut self, text: &str) {
        let document = self.lengths.len() as u32;
        let terms = terms(text);
        self.lengths.push(terms.len() as u32);
        for term in terms {
            let id = match self.ids.get(&*term) {
                Some(id) => *id,
                None => self.add_word(term),
            };
            match self.postings[id as usize].last_mut() {
                Some((last, count)) if *last == document => *count += 1,
                _ => {
                    self.postings[id as usize].push((document, 1));
                    self.bytes += size_of::<(u32, u32)>();
                }
            }
        }
    }

    /// How many documents there are.
    pub fn len(&self) -> usize {
        self.lengths.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.lengths.is_empty()
    }

    /// In how many documents the word is.
    pub fn documents_with(&self, term: &str) -> usize {
        self.ids.get(term).map_or(0, |id| self.postings[*id as usize].len())
    }

    /// How much it tells that a document has this word: ln(1 + (N − n + ½) / (n + ½)), with n of N documents
    /// having it; highest for a word that none has.
    pub fn rarity(&self, term: &str) -> f32 {
        let (n, all) = (self.documents_with(term) as f32, self.len() as f32);
        (1.0 + (all - n + 0.5) / (n + 0.5)).ln()
    }

    /// The BM25 score of every document for the words of a query, `[documents]`, 0 for those without any of them.
    /// A word that the query repeats counts once. `follows` says which documents go on where the one before ended:
    /// these lend each other their words, as fields of one document do in BM25F.
    ///
    /// Source: Robertson and Zaragoza, The Probabilistic Relevance Framework: BM25 and Beyond, 2009; §3.6 for fields.
    pub fn scores(&self, query: &[String], bm25: Bm25, follows: impl Fn(usize) -> bool) -> Vec<f32> {
        let mut scores = vec![0.0; self.len()];
        let mut counts = vec![0.0; self.len()];
        let mut lengths = vec![0.0; self.len()];
        for (document, length) in self.lengths.iter().enumerate() {
            lend(bm25, &follows, &mut lengths, document, *length as f32);
        }
        let mean_length = lengths.iter().sum::<f32>() / self.len().max(1) as f32;
        for term in query.iter().collect::<BTreeSet<_>>() {
            let Some(id) = self.ids.get(&**term) else { continue };
            let rarity = self.rarity(term);
            for &(document, count) in &self.postings[*id as usize] {
                lend(bm25, &follows, &mut counts, document as usize, count as f32);
            }
            for &(document, _) in &self.postings[*id as usize] {
                let document = document as usize;
                for touched in document.saturating_sub(1)..(document + 2).min(counts.len()) {
                    let count = std::mem::take(&mut counts[touched]);
                    if count == 0.0 {
                        continue;
                    }
                    let norm = bm25.k1 * (1.0 - bm25.b + bm25.b * lengths[touched] / mean_length);
                    scores[touched] += rarity * count * (bm25.k1 + 1.0) / (count + norm);
                }
            }
        }
        scores
    }

    /// How much of what the query's words tell each document has, `[documents]`, 0 to 1; `rarity` says how much a
    /// word tells.
    pub fn shares(&self, query: &[String], rarity: impl Fn(&str) -> f32) -> Vec<f32> {
        let query: BTreeSet<&String> = query.iter().collect();
        let all: f32 = query.iter().map(|term| rarity(term)).sum();
        let mut shares = vec![0.0; self.len()];
        for term in query {
            let documents = self.ids.get(&**term).map(|id| &self.postings[*id as usize]);
            for (document, _) in documents.into_iter().flatten() {
                shares[*document as usize] += rarity(term) / all;
            }
        }
        shares
    }

    /// Bytes it takes in memory, about.
    pub fn bytes(&self) -> usize {
        self.bytes + self.lengths.len() * size_of::<u32>()
    }

    fn add_word(&mut self, term: String) -> u32 {
        let id = self.postings.len() as u32;
        self.postings.push(Vec::new());
        // The word, its entry in the map, and the head of its list.
        self.bytes += term.len() + 72;
        self.ids.insert(term.into_boxed_str(), id);
        id
    }
}

/// Adds what `document` has to its own account and, less of it, to those of its neighbours.
fn lend(bm25: Bm25, follows: &impl Fn(usize) -> bool, accounts: &mut [f32], document: usize, amount: f32) {
    accounts[document] += amount;
    if document > 0 && follows(document) {
        accounts[document - 1] += bm25.after * amount;
    }
    if document + 1 < accounts.len() && follows(document + 1) {
        accounts[document + 1] += bm25.before * amount;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BM25: Bm25 = Bm25 { k1: 0.9, b: 0.4, before: 0.0, after: 0.0 };

    #[test]
    fn the_rarer_word_weighs_more_and_two_character_words_match() {
        let mut words = Words::default();
        for text in [
            "the hive stands in the garden",
            "a garden with roses",
            "roses again",
            "医生建议每天散步四十分钟",
        ] {
            words.push(text);
        }
        let scores = words.scores(&terms("hive or garden?"), BM25, |_| false);
        assert!(scores[0] > scores[1] && scores[1] > 0.0, "{scores:?}");
        assert_eq!((scores[2], scores[3]), (0.0, 0.0));
        assert!(words.scores(&terms("散步"), BM25, |_| false)[3] > 0.0);
        assert_eq!(words.scores(&terms("kiln"), BM25, |_| false), [0.0; 4]);
    }

    #[test]
    fn words_of_a_neighbour_count_less_than_its_own_and_only_where_it_follows() {
        let mut words = Words::default();
        for text in ["about the kiln", "it broke", "the kiln again", "no more"] {
            words.push(text);
        }
        let lending = Bm25 { before: 0.5, after: 0.3, ..BM25 };
        let scores = words.scores(&terms("kiln"), lending, |document| document == 1);
        assert!(scores[0] > scores[1] && scores[1] > 0.0, "{scores:?}");
        assert!(scores[3] <= 0.0, "{scores:?}");
    }
}
