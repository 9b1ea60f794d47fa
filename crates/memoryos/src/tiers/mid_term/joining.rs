//! Joining: which segment a page belongs to.

use std::collections::BTreeSet;

use crate::types::{Embedding, SegmentId};

/// A segment a page may join.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<'a> {
    /// Which segment.
    pub id: SegmentId,
    /// The mean of its pages' vectors; `None` when none of them has one.
    pub embedding: Option<&'a Embedding>,
    /// Its keywords.
    pub keywords: &'a [String],
}

/// Where a page goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Home {
    /// Into this segment, with this F.
    Join(SegmentId, f32),
    /// Into a segment of its own topic that is yet to be founded.
    Found,
}

/// F = cosine(segment, page) + Jaccard(keywords of the segment, keywords of the page), −1 to 2; without a vector
/// on either side the cosine counts as 0.
///
/// Source: Memory OS of AI Agent, §3.3, eq. 2 and 3.
pub fn fitness(segment: Candidate<'_>, embedding: Option<&Embedding>, keywords: &[String]) -> f32 {
    let cosine = match (segment.embedding, embedding) {
        (Some(a), Some(b)) => a.similarity(b).0,
        _ => 0.0,
    };
    cosine + jaccard(segment.keywords, keywords)
}

/// The segment of the best F of at least `threshold`, the older (lower id) among equals; else a new one.
pub fn home<'a>(
    segments: impl IntoIterator<Item = Candidate<'a>>,
    embedding: Option<&Embedding>,
    keywords: &[String],
    threshold: f32,
) -> Home {
    segments
        .into_iter()
        .map(|segment| (fitness(segment, embedding, keywords), segment.id))
        .filter(|(f, _)| *f >= threshold)
        .max_by(|(a, a_id), (b, b_id)| a.total_cmp(b).then(b_id.cmp(a_id)))
        .map_or(Home::Found, |(f, id)| Home::Join(id, f))
}

fn jaccard(a: &[String], b: &[String]) -> f32 {
    let a: BTreeSet<&String> = a.iter().collect();
    let b: BTreeSet<&String> = b.iter().collect();
    let shared = a.intersection(&b).count();
    let all = a.len() + b.len() - shared;
    if all == 0 { 0.0 } else { shared as f32 / all as f32 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_joins_the_fittest_segment_or_founds_one() {
        let words = |list: &[&str]| list.iter().map(|w| (*w).to_owned()).collect::<Vec<_>>();
        let east = Embedding::new([1.0, 0.0]).expect("a vector");
        let north = Embedding::new([0.0, 1.0]).expect("a vector");
        let (bees, taxes) = (words(&["bees", "hive"]), words(&["taxes"]));
        let segments = [
            Candidate { id: SegmentId::from_bits(1), embedding: Some(&east), keywords: &bees },
            Candidate { id: SegmentId::from_bits(2), embedding: Some(&north), keywords: &taxes },
        ];
        let hive = words(&["hive"]);
        assert_eq!(home(segments, Some(&east), &hive, 0.6), Home::Join(SegmentId::from_bits(1), 1.5));
        assert_eq!(home(segments, None, &taxes, 0.6), Home::Join(SegmentId::from_bits(2), 1.0));
        assert_eq!(home(segments, None, &words(&["kiln"]), 0.6), Home::Found);
        assert_eq!(home([], Some(&east), &hive, 0.6), Home::Found);
    }
}
