//! A turn comes in: what must not become a fact, a summary or a reason. Keys and passwords stay on the page alone.

use std::ops::Range;

use crate::text::sentences::sentences;

/// Words that announce a secret.
const NAMES: &[&str] = &[
    "password",
    "passwd",
    "passphrase",
    "passcode",
    "api key",
    "api-key",
    "apikey",
    "secret key",
    "access token",
    "my token",
    "private key",
    "seed phrase",
    "my pin",
    "pin code",
    "密码",
    "口令",
    "密钥",
    "验证码",
];

/// Beginnings of keys that well-known services hand out.
const PREFIXES: &[&str] = &["sk-", "pk-", "ghp_", "github_pat_", "xoxb-", "xoxp-", "AKIA", "eyJ", "AIza"];

/// From this length on, a word of letters and digits mixed is taken for a key.
const KEY_LENGTH: usize = 24;
/// Up to so many words a sentence may be nothing but the secret just announced.
const ANSWER_WORDS: usize = 3;

/// Whether `text` says a password, a key or the like.
pub(in crate::distill::offline) fn holds_secret(text: &str) -> bool {
    let lower = text.to_lowercase();
    NAMES.iter().any(|name| lower.contains(name)) || text.split_whitespace().any(is_key)
}

/// The sentences of `text` that may be quoted. Of few words right after a secret was announced, a sentence is taken
/// for the secret itself: "Here is my password. hunter2!"
pub(in crate::distill::offline) fn quotable_sentences(text: &str) -> Vec<Range<usize>> {
    let mut was_secret = false;
    let is_quotable = |range: &Range<usize>| {
        let words = &text[range.clone()];
        let is_answer = was_secret && words.split_whitespace().count() <= ANSWER_WORDS;
        was_secret = holds_secret(words);
        !was_secret && !is_answer
    };
    sentences(text).into_iter().filter(is_quotable).collect()
}

/// `text` without what may not be quoted, a sentence a line.
pub(in crate::distill::offline) fn without_secrets(text: &str) -> String {
    quotable_sentences(text).into_iter().map(|range| &text[range]).collect::<Vec<_>>().join("\n")
}

fn is_key(word: &str) -> bool {
    let word = word.trim_matches(|c: char| !c.is_ascii_alphanumeric());
    let is_announced =
        PREFIXES.iter().any(|prefix| word.starts_with(prefix) && word.len() >= prefix.len() + 6);
    let is_long = word.len() >= KEY_LENGTH && !word.contains("://") && !word.contains('/');
    let is_mixed = word.bytes().any(|b| b.is_ascii_digit()) && word.bytes().any(|b| b.is_ascii_alphabetic());
    is_announced || is_long && is_mixed && word.is_ascii()
}
