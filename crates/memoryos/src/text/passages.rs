//! Both paths: pieces of a message short enough to be embedded and ranked by themselves.

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

use super::{
    sentences::{sentences, trimmed},
    tokens::count_tokens,
};

/// Pieces of `text` of at most `max_tokens` tokens each (as [`count_tokens`] counts), in order, as byte ranges.
///
/// A text that fits is one piece. A longer one is cut between sentences, a sentence that is too long between words,
/// and a word that is too long between characters, so nothing but white space falls between two pieces. A blank
/// text has none. A `max_tokens` of 0 counts as 1.
pub fn passages(text: &str, max_tokens: usize) -> Vec<Range<usize>> {
    let max_tokens = max_tokens.max(1);
    let Some(whole) = trimmed(text, 0..text.len()) else { return Vec::new() };
    if count_tokens(&text[whole.clone()]) <= max_tokens {
        return vec![whole];
    }
    let mut pieces = Vec::new();
    for sentence in sentences(text) {
        if count_tokens(&text[sentence.clone()]) <= max_tokens {
            pieces.push(sentence);
        } else {
            pieces.extend(cut(text, sentence, max_tokens));
        }
    }
    merge(text, pieces, max_tokens)
}

/// Neighbouring pieces joined for as long as they fit together.
fn merge(text: &str, pieces: Vec<Range<usize>>, max_tokens: usize) -> Vec<Range<usize>> {
    let mut merged: Vec<Range<usize>> = Vec::new();
    for piece in pieces {
        match merged.last_mut() {
            Some(last) if count_tokens(&text[last.start..piece.end]) <= max_tokens => last.end = piece.end,
            _ => merged.push(piece),
        }
    }
    merged
}

/// A sentence that is too long, cut between words, and where even a word is too long, between characters.
fn cut(text: &str, sentence: Range<usize>, max_tokens: usize) -> Vec<Range<usize>> {
    let mut pieces = Vec::new();
    for (start, word) in text[sentence.clone()].split_word_bound_indices() {
        let word_range = sentence.start + start..sentence.start + start + word.len();
        if count_tokens(word) <= max_tokens {
            pieces.extend(trimmed(text, word_range));
        } else {
            // No character is more than a token, so as many of them fit in any script.
            let starts = word.char_indices().map(|(at, _)| word_range.start + at).step_by(max_tokens);
            let ends = starts.clone().skip(1).chain([word_range.end]);
            pieces.extend(starts.zip(ends).map(|(start, end)| start..end));
        }
    }
    merge(text, pieces, max_tokens)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn pieces(text: &str, max_tokens: usize) -> Vec<&str> {
        passages(text, max_tokens).into_iter().map(|range| &text[range]).collect()
    }

    #[test]
    fn a_text_that_fits_is_one_piece() {
        assert_eq!(pieces("  Short. And sweet. ", 10), ["Short. And sweet."]);
        assert_eq!(pieces(" \n ", 10), [""; 0]);
    }

    #[test]
    fn a_long_text_is_cut_between_sentences_then_words_then_characters() {
        assert_eq!(
            pieces("One two three. Four five six. Seven.", 8),
            ["One two three. Four five six.", "Seven."]
        );
        assert_eq!(pieces("one two three four", 2), ["one two", "three", "four"]);
        assert_eq!(pieces("aaaaaaaaaa", 1), ["aaaa", "aaaa", "aa"]);
        assert_eq!(pieces("我喜欢咖啡。你呢？", 6), ["我喜欢咖啡。", "你呢？"]);
    }

    proptest! {
        #[test]
        fn no_piece_is_too_long_and_only_white_space_is_left_out(text in "[a-z .\n我好。é🎉]{0,120}", max in 1usize..12) {
            let ranges = passages(&text, max);
            let mut at = 0;
            for range in ranges {
                prop_assert!(text[at..range.start].trim().is_empty());
                prop_assert!(count_tokens(&text[range.clone()]) <= max);
                at = range.end;
            }
            prop_assert!(text[at..].trim().is_empty());
        }
    }
}
