//! Both paths: how much of a model's window a text takes.

use super::script::is_cjk;

/// Characters that make one token in scripts with spaces: the usual rule of thumb for English.
const CHARACTERS_PER_TOKEN: usize = 4;

/// About how many tokens a model counts in `text`: a quarter of the characters, rounded up, where each Chinese,
/// Japanese or Korean character is a token of its own. An estimate that needs no tokenizer; real ones differ by a
/// third either way.
pub fn count_tokens(text: &str) -> usize {
    let (cjk, other) = text
        .chars()
        .fold((0, 0), |(cjk, other), c| if is_cjk(c) { (cjk + 1, other) } else { (cjk, other + 1) });
    cjk + usize::div_ceil(other, CHARACTERS_PER_TOKEN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chinese_character_weighs_as_much_as_four_letters() {
        for (text, tokens) in [("", 0), ("a", 1), ("four", 1), ("fives", 2), ("喜欢猫", 3), ("喜欢cats", 3)]
        {
            assert_eq!(count_tokens(text), tokens, "{text}");
        }
    }
}
