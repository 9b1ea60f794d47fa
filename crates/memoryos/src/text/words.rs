//! Both paths: the words a text is found by.
//!
//! No dictionary: scripts without spaces are indexed by single characters and pairs of neighbours, so that every
//! word of two characters matches. On the Chinese companion-chat set this finds 88 % of the evidence within five
//! pages, where dictionary segmentation finds 83 %, and it needs neither memory nor start-up time.

use rust_stemmers::{Algorithm, Stemmer};
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

use super::script::{Script, script};

mod stop;
pub use stop::{is_function_character, is_stop_word};

/// Characters that hold the parts of an identifier together when they stand between two of its letters.
const JOINTS: [char; 7] = ['-', '.', '_', '@', '\'', ',', '+'];

/// Endings after an apostrophe that do not change which word it is: mum's, you'll, don't.
const CONTRACTIONS: &[&str] = &["'s", "'m", "'d", "'ll", "'ve", "'re"];

/// The terms `text` is indexed and searched by, in order, with repeats.
///
/// NFKC, lower case, Latin accents folded, English stems, no stop words. Identifiers (`pump-ctl`, `gpt-4.1`) stand
/// whole and in parts. Runs of Chinese, Japanese, Korean, Thai and their like give characters and pairs.
pub fn terms(text: &str) -> Vec<String> {
    let folded = fold(text);
    let stemmer = Stemmer::create(Algorithm::English);
    let mut terms = Vec::new();
    for (script, run) in runs(&folded) {
        match script {
            Script::Spaced => spaced_terms(run, &stemmer, &mut terms),
            Script::Han => han_terms(run, &mut terms),
            Script::Kana | Script::Hangul | Script::Unspaced => pair_terms(run, &mut terms),
        }
    }
    terms
}

/// The words of `text` as people would list them: folded as in [`terms`] but neither stemmed nor taken apart, stop
/// words included. A run of a script without spaces is one word.
pub fn words(text: &str) -> Vec<String> {
    runs(&fold(text)).map(|(_, run)| plain(run)).filter(|word| !word.is_empty()).collect()
}

/// The stem of one lower-case word; words with anything but English letters are their own stem.
pub fn stem(word: &str) -> String {
    stem_with(word, &Stemmer::create(Algorithm::English))
}

/// NFKC, lower case, curly apostrophes straightened, accents taken off Latin letters.
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let mut after_latin = false;
    let unaccented = text.nfkc().flat_map(char::to_lowercase).nfd().filter_map(|c| match c {
        '’' | '‘' | 'ʼ' => Some('\''),
        '‐' | '‑' => Some('-'),
        '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{feff}' => None,
        c if is_combining_mark(c) => (!after_latin).then_some(c),
        c => {
            after_latin = c.is_ascii_alphabetic();
            Some(c)
        }
    });
    unaccented.nfc().collect()
}

/// Runs of one script, in order; a run of a spaced script is a word with the joints inside it.
fn runs(folded: &str) -> impl Iterator<Item = (Script, &str)> {
    let mut rest = folded;
    std::iter::from_fn(move || {
        let start = rest.find(|c| script(c).is_some())?;
        rest = &rest[start..];
        let kind = script(rest.chars().next()?)?;
        let end = run_length(rest, kind);
        let (run, after) = rest.split_at(end);
        rest = after;
        Some((kind, run))
    })
}

/// How many bytes at the start of `text` are of one script, joints between letters of spaced scripts included.
fn run_length(text: &str, kind: Script) -> usize {
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let goes_on = script(c) == Some(kind);
        let joins = kind == Script::Spaced
            && JOINTS.contains(&c)
            && chars.peek().is_some_and(|(_, next)| script(*next) == Some(Script::Spaced));
        if !goes_on && !joins {
            return at;
        }
    }
    text.len()
}

/// A word without the ending that an apostrophe sets off.
fn plain(word: &str) -> String {
    if let Some(stem) = word.strip_suffix("n't") {
        return format!("{stem}nt");
    }
    let bare = CONTRACTIONS.iter().find_map(|ending| word.strip_suffix(ending)).unwrap_or(word);
    bare.replace('\'', "")
}

fn spaced_terms(word: &str, stemmer: &Stemmer, terms: &mut Vec<String>) {
    let whole = plain(word);
    let is_number = whole.chars().all(|c| c.is_ascii_digit() || c == '.' || c == ',');
    if is_number {
        terms.push(whole.replace(',', ""));
    } else if whole.contains(JOINTS) {
        for part in whole.split(JOINTS).filter(|part| !part.is_empty() && !is_stop_word(part)) {
            terms.push(stem_with(part, stemmer));
        }
        // A comma without a space after it is sloppy typing, not an identifier.
        if !whole.contains(',') {
            terms.push(whole);
        }
    } else if !is_stop_word(&whole) {
        terms.push(stem_with(&whole, stemmer));
    }
}

fn stem_with(word: &str, stemmer: &Stemmer) -> String {
    if word.bytes().all(|b| b.is_ascii_lowercase()) {
        stemmer.stem(word).into_owned()
    } else {
        word.to_owned()
    }
}

/// Characters but for function characters, and pairs but for pairs of two of them: 有趣 must match, 是的 need not.
fn han_terms(run: &str, terms: &mut Vec<String>) {
    let characters: Vec<char> = run.chars().collect();
    terms.extend(characters.iter().filter(|c| !is_function_character(**c)).map(char::to_string));
    let telling = characters.windows(2).filter(|pair| !pair.iter().all(|c| is_function_character(*c)));
    terms.extend(telling.map(|pair| pair.iter().collect::<String>()));
}

/// Pairs of neighbours; a character that stands alone is a term itself.
fn pair_terms(run: &str, terms: &mut Vec<String>) {
    let characters: Vec<char> = run.chars().collect();
    match characters.len() {
        1 => terms.push(run.to_owned()),
        _ => terms.extend(characters.windows(2).map(|pair| pair.iter().collect::<String>())),
    }
}

#[cfg(test)]
mod tests;
