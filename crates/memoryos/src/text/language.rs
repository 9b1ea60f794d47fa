//! Both paths: which language rules fit a text. Counts letters by script; that is all the rules here need to know.

use super::script::{Script, script};

/// The languages the rules of this library are written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// English, and everything that is not mostly Chinese.
    English,
    /// Chinese.
    Chinese,
}

/// From this share of Chinese characters among all letters on, Chinese rules apply. A Chinese character says about
/// as much as four letters, so a Chinese sentence with an English name in it is still Chinese.
const CHINESE_SHARE: f32 = 0.2;

/// The share of letters that are Latin, 0 to 1; 1 for a text without letters.
pub fn latin_share(text: &str) -> f32 {
    share(
        text,
        |c| c.is_ascii_alphabetic() || matches!(c, '\u{c0}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}'),
        1.0,
    )
}

/// The share of letters that are Chinese characters, 0 to 1; 0 for a text without letters.
pub fn han_share(text: &str) -> f32 {
    share(text, |c| script(c) == Some(Script::Han), 0.0)
}

/// Whether `text` should be read as Chinese. Japanese is told apart by its kana.
pub fn is_mostly_chinese(text: &str) -> bool {
    let kana = share(text, |c| script(c) == Some(Script::Kana), 0.0);
    han_share(text) >= CHINESE_SHARE && kana < CHINESE_SHARE
}

/// The language whose rules fit `text` best.
pub fn language(text: &str) -> Language {
    if is_mostly_chinese(text) { Language::Chinese } else { Language::English }
}

/// The share of letters that `wanted` accepts; `none` where there are no letters.
fn share(text: &str, wanted: impl Fn(char) -> bool, none: f32) -> f32 {
    let (found, letters) = text
        .chars()
        .filter(|c| c.is_alphabetic())
        .fold((0u32, 0u32), |(found, letters), c| (found + u32::from(wanted(c)), letters + 1));
    if letters == 0 { none } else { found as f32 / letters as f32 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_chinese_when_its_characters_are() {
        let cases = [
            ("I like coffee", Language::English),
            ("我喜欢咖啡", Language::Chinese),
            ("我在Google上班", Language::Chinese),
            ("已把pump-ctl降级到2.3版", Language::Chinese),
            ("The word 麻雀 means mahjong in Japanese", Language::English),
            ("昨夜は友だちと麻雀を打った", Language::English),
            ("", Language::English),
            ("42!", Language::English),
        ];
        for (text, expected) in cases {
            assert_eq!(language(text), expected, "{text}");
        }
    }

    #[test]
    fn shares_count_letters_only() {
        assert!((latin_share("ab 中文 12") - 0.5).abs() < 1e-6);
        assert!((latin_share("123") - 1.0).abs() < 1e-6);
        assert!(han_share("123").abs() < 1e-6);
    }
}
