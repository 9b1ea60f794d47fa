//! A turn comes in: what must not become a fact. Keys and passwords stay on the page alone.

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

/// Whether `text` says a password, a key or the like.
pub(super) fn holds_secret(text: &str) -> bool {
    let lower = text.to_lowercase();
    NAMES.iter().any(|name| lower.contains(name)) || text.split_whitespace().any(is_key)
}

fn is_key(word: &str) -> bool {
    let word = word.trim_matches(|c: char| !c.is_ascii_alphanumeric());
    let is_announced =
        PREFIXES.iter().any(|prefix| word.starts_with(prefix) && word.len() >= prefix.len() + 6);
    let is_long = word.len() >= KEY_LENGTH && !word.contains("://") && !word.contains('/');
    let is_mixed = word.bytes().any(|b| b.is_ascii_digit()) && word.bytes().any(|b| b.is_ascii_alphabetic());
    is_announced || is_long && is_mixed && word.is_ascii()
}
