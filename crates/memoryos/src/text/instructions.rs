//! Both paths: what someone asks to be done from now on.

use super::{sentences::sentences, words::fold};

/// How a standing instruction begins, "please" aside.
const BEGINNINGS: &[&str] = &["from now on", "in future,", "in the future,"];
/// How one may begin that must name its occasion, to be told from a remark ("always a pleasure").
const BEGINNINGS_WITH_OCCASION: &[&str] = &["always ", "never "];
/// How it names it.
const OCCASIONS: &[&str] = &[" when i ", " whenever i ", " if i ", " every time i ", " each time i "];
/// How a Chinese one begins, 请 aside.
const CHINESE_BEGINNINGS: &[&str] =
    &["以后", "今后", "从现在起", "从今以后", "每次", "每当", "当我", "永远", "总是"];
/// What then asks for something.
const CHINESE_REQUESTS: &[&str] = &["请", "都要", "不要", "别", "必须", "务必", "记得"];

/// Whether a sentence of `text` asks for something to be done, or left, whenever the occasion comes.
pub fn has_standing_instruction(text: &str) -> bool {
    sentences(text).into_iter().any(|sentence| {
        let folded = fold(&text[sentence]);
        let english = folded.trim_start_matches("please ");
        let begins = |beginnings: &[&str]| beginnings.iter().any(|words| english.starts_with(words));
        let has_occasion = || OCCASIONS.iter().any(|occasion| english.contains(occasion));
        let is_english = begins(BEGINNINGS) || begins(BEGINNINGS_WITH_OCCASION) && has_occasion();
        let chinese = folded.trim_start_matches('请');
        let is_chinese = CHINESE_BEGINNINGS.iter().any(|beginning| chinese.starts_with(beginning))
            && CHINESE_REQUESTS.iter().any(|request| folded.contains(request));
        is_english || is_chinese
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instruction_for_later_is_told_from_a_remark() {
        for text in [
            "Always give metric units when I ask about distances.",
            "Thanks. Please never suggest restaurants with seafood when I talk about dinner.",
            "From now on call me Captain.",
            "In future, answer in French.",
            "以后回答我的问题请用英文。",
            "每次我问菜谱，都要给出热量。",
        ] {
            assert!(has_standing_instruction(text), "{text}");
        }
        for text in [
            "Always happy to help!",
            "Never give up, when you feel low.",
            "I always ask when I am lost.",
            "What will happen in the future?",
            "以后我想去北京。",
            "每次见到她都很开心。",
        ] {
            assert!(!has_standing_instruction(text), "{text}");
        }
    }
}
