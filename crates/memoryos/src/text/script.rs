//! Both paths: which writing a character belongs to, as far as the way to split it into words depends on it.

/// How the words of a script are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Script {
    /// Chinese characters, also in Japanese: words of one to four characters without spaces.
    Han,
    /// Hiragana and Katakana: no spaces either.
    Kana,
    /// Korean syllables: spaces, but particles stick to the words.
    Hangul,
    /// Thai, Lao, Khmer, Burmese: no spaces.
    Unspaced,
    /// Letters, digits and marks of every script that puts spaces between words.
    Spaced,
}

/// The script of a letter, digit or combining mark; `None` for everything else.
pub fn script(c: char) -> Option<Script> {
    match c {
        '\u{0}'..='\u{7f}' => c.is_ascii_alphanumeric().then_some(Script::Spaced),
        '々'
        | '〇'
        | '\u{3400}'..='\u{4dbf}'
        | '\u{4e00}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{3ffff}' => Some(Script::Han),
        '\u{3041}'..='\u{3096}'
        | '\u{3099}'
        | '\u{309a}'
        | '\u{309d}'..='\u{309f}'
        | '\u{30a1}'..='\u{30fa}'
        | '\u{30fc}'..='\u{30ff}'
        | '\u{31f0}'..='\u{31ff}' => Some(Script::Kana),
        '\u{1100}'..='\u{11ff}' | '\u{3131}'..='\u{318e}' | '\u{ac00}'..='\u{d7a3}' => Some(Script::Hangul),
        '\u{0e01}'..='\u{0eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' => {
            (c.is_alphanumeric() || is_mark(c)).then_some(Script::Unspaced)
        }
        _ => (c.is_alphanumeric() || is_mark(c)).then_some(Script::Spaced),
    }
}

/// Whether one character is about a word: true of the scripts that put no space between words.
pub fn is_cjk(c: char) -> bool {
    matches!(script(c), Some(Script::Han | Script::Kana | Script::Hangul))
}

/// A mark that belongs to the letter before it. Variation selectors, which only change how an emoji looks, do not.
fn is_mark(c: char) -> bool {
    unicode_normalization::char::is_combining_mark(c)
        && !matches!(c, '\u{fe00}'..='\u{fe0f}' | '\u{20d0}'..='\u{20ff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_character_has_the_script_it_is_written_in() {
        let cases = [
            ('a', Some(Script::Spaced)),
            ('é', Some(Script::Spaced)),
            ('7', Some(Script::Spaced)),
            ('中', Some(Script::Han)),
            ('の', Some(Script::Kana)),
            ('ー', Some(Script::Kana)),
            ('책', Some(Script::Hangul)),
            ('ไ', Some(Script::Unspaced)),
            ('，', None),
            (' ', None),
            ('🎉', None),
        ];
        for (c, expected) in cases {
            assert_eq!(script(c), expected, "{c}");
        }
    }
}
