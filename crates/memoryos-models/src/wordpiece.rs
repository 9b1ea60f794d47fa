//! Text to word pieces, as BERT's uncased vocabularies want it; the static embedder and `MiniLm` share it.
//!
//! Both models were made with this cutting: lower-case, accents off, punctuation and CJK characters each a word of
//! their own, then the longest piece of the vocabulary first.

use std::collections::VecDeque;

use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory};

/// The longest word that is cut, in characters; a longer one is no word. From the model's tokenizer.
const MAX_WORD_CHARS: usize = 100;
/// What marks a piece that continues a word.
const CONTINUES: &str = "##";

/// The pieces a model knows.
pub(crate) trait Vocabulary {
    /// The id of `piece`, `##` before one that continues a word.
    fn find(&self, piece: &str) -> Option<u32>;
}

/// The pieces of `text` in order; `None` for a word that the vocabulary cannot spell. Lazy: what is not taken is not
/// cut.
pub(crate) fn pieces<'a, V: Vocabulary + ?Sized>(
    text: &'a str,
    vocabulary: &'a V,
) -> impl Iterator<Item = Option<u32>> + 'a {
    words(text).flat_map(|word| spelled(&word, vocabulary).unwrap_or_else(|| vec![None]))
}

fn spelled<V: Vocabulary + ?Sized>(word: &str, vocabulary: &V) -> Option<Vec<Option<u32>>> {
    if word.chars().nth(MAX_WORD_CHARS).is_some() {
        return None;
    }
    let mut found = Vec::new();
    let mut rest = word.to_owned();
    while rest.len() > if found.is_empty() { 0 } else { CONTINUES.len() } {
        let (id, length) = longest(&rest, found.len(), vocabulary)?;
        found.push(Some(id));
        rest.replace_range(..length, CONTINUES);
    }
    Some(found)
}

/// The longest known piece at the start of `rest`, and its length in bytes.
fn longest<V: Vocabulary + ?Sized>(rest: &str, already: usize, vocabulary: &V) -> Option<(u32, usize)> {
    let marker = if already == 0 { 0 } else { CONTINUES.len() };
    let mut ends = rest[marker..].char_indices().rev().map(|(at, char)| marker + at + char.len_utf8());
    ends.find_map(|end| vocabulary.find(&rest[..end]).map(|id| (id, end)))
}

/// Words of `text`, lower-cased, without accents.
fn words(text: &str) -> impl Iterator<Item = String> {
    let mut chars = text.chars().filter(|char| is_kept(*char)).nfd().filter(|char| !is_accent(*char));
    let mut ready = VecDeque::new();
    std::iter::from_fn(move || {
        let mut word = String::new();
        while ready.is_empty() {
            match chars.next() {
                Some(char) if char.is_whitespace() => flush(&mut word, &mut ready),
                Some(char) if stands_alone(char) => {
                    flush(&mut word, &mut ready);
                    ready.push_back(char.to_string());
                }
                Some(char) => word.extend(char.to_lowercase()),
                None => {
                    flush(&mut word, &mut ready);
                    break;
                }
            }
        }
        ready.pop_front()
    })
}

fn flush(word: &mut String, ready: &mut VecDeque<String>) {
    if !word.is_empty() {
        ready.push_back(std::mem::take(word));
    }
}

/// Control and format characters, and those that stand for undecodable bytes, are dropped; white space is not.
fn is_kept(char: char) -> bool {
    matches!(char, '\t' | '\n' | '\r')
        || (char.is_ascii() && !char.is_ascii_control())
        || (char != char::REPLACEMENT_CHARACTER
            && char.general_category_group() != GeneralCategoryGroup::Other)
}

fn is_accent(char: char) -> bool {
    !char.is_ascii() && char.general_category() == GeneralCategory::NonspacingMark
}

fn stands_alone(char: char) -> bool {
    if char.is_ascii() {
        return char.is_ascii_punctuation();
    }
    is_cjk(char) || char.general_category_group() == GeneralCategoryGroup::Punctuation
}

/// The blocks BERT cuts into single characters: ideographs, not kana and not hangul.
fn is_cjk(char: char) -> bool {
    matches!(u32::from(char),
        0x4E00..=0x9FFF | 0x3400..=0x4DBF | 0x2_0000..=0x2_A6DF | 0x2_A700..=0x2_B73F | 0x2_B740..=0x2_B81F
        | 0x2_B820..=0x2_CEAF | 0xF900..=0xFAFF | 0x2_F800..=0x2_FA1F)
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Known(&'static [&'static str]);

    impl Vocabulary for Known {
        fn find(&self, piece: &str) -> Option<u32> {
            (0..).zip(self.0).find(|(_, known)| **known == piece).map(|(id, _)| id)
        }
    }

    const KNOWN: Known = Known(&["cafe", "un", "##want", "##ed", ",", "我", "爱", "run", "##s", "!"]);

    fn check(text: &str, expected: &[&str]) {
        let found: Vec<&str> =
            pieces(text, &KNOWN).map(|id| id.map_or("?", |id| KNOWN.0[id as usize])).collect();
        assert_eq!(found, expected, "{text:?}");
    }

    #[test]
    fn text_is_cut_into_the_longest_pieces_the_vocabulary_knows() {
        check("", &[]);
        check(" \u{200b}\n", &[]);
        check("Unwanted, RUNS!", &["un", "##want", "##ed", ",", "run", "##s", "!"]);
        check("Café CAFE\u{301}", &["cafe", "cafe"]);
        check("我爱run", &["我", "爱", "run"]);
        check("run zebra runx", &["run", "?", "?"]);
        check(&"run".repeat(40), &["?"]);
    }

    #[test]
    fn no_more_is_cut_than_is_taken() {
        let endless = "run ".repeat(1_000_000);
        assert_eq!(pieces(&endless, &KNOWN).take(3).count(), 3);
    }
}
