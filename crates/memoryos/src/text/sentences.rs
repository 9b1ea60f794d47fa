//! Both paths: where sentences begin and end.

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

/// Words that end in a full stop without ending a sentence, lower case.
const ABBREVIATIONS: &[&str] = &[
    "dr.", "mr.", "mrs.", "ms.", "prof.", "st.", "jr.", "sr.", "vs.", "e.g.", "i.e.", "approx.", "dept.",
    "no.", "inc.", "ltd.", "co.", "mt.", "fig.", "a.m.", "p.m.", "u.s.",
];

/// The sentences of `text` as byte ranges, in order, without the white space around them. A line break ends a
/// sentence; "Dr. Chen" does not. Together they hold everything but white space.
pub fn sentences(text: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for line in lines(text) {
        let mut open: Option<Range<usize>> = None;
        for (start, piece) in text[line.clone()].split_sentence_bound_indices() {
            let start = line.start + start;
            let range = open.take().map_or(start, |range| range.start)..start + piece.len();
            if ends_in_abbreviation(&text[range.clone()]) {
                open = Some(range);
            } else {
                found.extend(trimmed(text, range));
            }
        }
        found.extend(open.and_then(|range| trimmed(text, range)));
    }
    found
}

/// `range` without white space at its ends; `None` when nothing is left.
pub(crate) fn trimmed(text: &str, range: Range<usize>) -> Option<Range<usize>> {
    let piece = &text[range.clone()];
    let start = range.start + piece.len() - piece.trim_start().len();
    let kept = piece.trim().len();
    (kept > 0).then_some(start..start + kept)
}

fn lines(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    text.split_inclusive(['\n', '\r']).map(move |line| {
        let range = start..start + line.len();
        start = range.end;
        range
    })
}

fn ends_in_abbreviation(sentence: &str) -> bool {
    let last =
        sentence.split_whitespace().next_back().unwrap_or_default().trim_start_matches(['(', '"', '“']);
    let is_initial = last.len() == 2
        && last.starts_with(|c: char| c.is_ascii_uppercase() && c != 'I')
        && last.ends_with('.');
    is_initial || ABBREVIATIONS.contains(&last.to_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_end_where_a_reader_would_stop() {
        let cases: [(&str, &[&str]); 8] = [
            ("I saw Dr. Chen. He was kind!", &["I saw Dr. Chen.", "He was kind!"]),
            ("我喜欢咖啡。你呢？是的！", &["我喜欢咖啡。", "你呢？", "是的！"]),
            ("one line\ntwo lines", &["one line", "two lines"]),
            ("It costs 2.50 euros. Fine", &["It costs 2.50 euros.", "Fine"]),
            ("J. R. Smith wrote it.", &["J. R. Smith wrote it."]),
            ("At 5 p.m. Tom left.", &["At 5 p.m. Tom left."]),
            ("  \n ", &[]),
            ("今天去了7.5公里外的湖。好美", &["今天去了7.5公里外的湖。", "好美"]),
        ];
        for (text, expected) in cases {
            let found: Vec<&str> = sentences(text).into_iter().map(|range| &text[range]).collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}
