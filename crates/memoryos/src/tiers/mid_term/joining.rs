//! Joining: which segment a page belongs to.

use std::collections::BTreeSet;

use crate::types::{SegmentId, Similarity};

/// A segment a page may join.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<'a> {
    /// Which segment.
    pub id: SegmentId,
    /// How alike the page and the segment's pages are, on average: by their vectors where these can be trusted,
    /// else by their words (see [`likeness`](super::likeness)).
    ///
    /// The paper takes the cosine with one vector of the segment. That of the mean grows blunt: the more pages a
    /// segment has, the more it resembles anything, and it ends up swallowing the whole conversation. The average
    /// over the pages is the same for one page and stays sharp for many.
    pub similarity: Similarity,
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

/// F = likeness(segment, page) + Jaccard(keywords of the segment, keywords of the page), −1 to 2.
///
/// Source: Memory OS of AI Agent, §3.3, eq. 2 and 3.
pub fn fitness(segment: Candidate<'_>, keywords: &[String]) -> f32 {
    segment.similarity.0 + jaccard(segment.keywords, keywords)
}

/// The segment of the best F of at least `threshold`, the older (lower id) among equals; else a new one.
pub fn home<'a>(
    segments: impl IntoIterator<Item = Candidate<'a>>,
    keywords: &[String],
    threshold: f32,
) -> Home {
    segments
        .into_iter()
        .map(|segment| (fitness(segment, keywords), segment.id))
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
        let (bees, taxes, hive) = (words(&["bees", "hive"]), words(&["taxes"]), words(&["hive"]));
        let candidate = |id, similarity, keywords| Candidate {
            id: SegmentId::from_bits(id),
            similarity: Similarity(similarity),
            keywords,
        };
        let segments = [candidate(1, 0.3, &bees), candidate(2, 0.1, &taxes)];
        assert_eq!(home(segments, &hive, 0.6), Home::Join(SegmentId::from_bits(1), 0.8));
        assert_eq!(home(segments, &taxes, 0.6), Home::Join(SegmentId::from_bits(2), 1.1));
        assert_eq!(home(segments, &words(&["kiln"]), 0.6), Home::Found);
        assert_eq!(home([], &hive, 0.6), Home::Found);
    }
}
