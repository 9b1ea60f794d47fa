//! Both paths: whether a sentence looks back or ahead, as far as single words tell.

use crate::text::words::words;

/// Which way a sentence looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tense {
    /// It tells what has been.
    Past,
    /// It does not say.
    Open,
    /// It tells what will be.
    Future,
}

/// Words that look ahead whatever else the sentence says.
const AHEAD: &[&str] = &[
    "will",
    "ill",
    "gonna",
    "tomorrow",
    "upcoming",
    "scheduled",
    "booked",
    "planning",
    "appointment",
    "next",
    "soon",
    "shall",
    "starts",
];
/// Words that look back.
const BACK: &[&str] = &[
    "was",
    "were",
    "did",
    "had",
    "went",
    "ago",
    "yesterday",
    "last",
    "got",
    "took",
    "made",
    "saw",
    "been",
    "came",
    "met",
    "began",
    "became",
    "bought",
    "ran",
    "won",
    "left",
    "lost",
    "gave",
    "found",
    "spent",
    "wrote",
    "read",
    "told",
    "said",
    "born",
    "since",
    "back",
    "felt",
    "built",
];
/// Where "got" tells what one has.
const HAS_GOT: &[&str] = &["'ve got", "have got", "has got"];
/// Words that look ahead when nothing looks back.
const PERHAPS_AHEAD: &[&str] = &["want", "hope", "plan", "due", "going", "flying"];
/// Words in -ed that tell no past.
const NO_PAST: &[&str] = &["excited", "interested", "scheduled", "booked", "supposed", "indeed"];

/// Chinese words that look ahead whatever else the sentence says.
const CHINESE_AHEAD: &[&str] = &["打算", "预约", "明天", "后天"];
/// 上 alone would be in 晚上 and 上午, which look nowhere.
const CHINESE_BACK: &[&str] =
    &["了", "过", "曾", "去年", "上周", "上个", "上月", "上次", "上星期", "上礼拜", "刚"];
/// Chinese words that look ahead when nothing looks back.
const CHINESE_PERHAPS_AHEAD: &[&str] =
    &["准备", "计划", "将", "要", "下周", "下个", "下月", "下次", "下星期", "下礼拜"];

/// The way a sentence looks.
pub(super) fn tense(sentence: &str) -> Tense {
    let words = words(sentence);
    let any = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    // "I've got an exam on Monday" is no past.
    let lower = sentence.to_lowercase().replace('’', "'");
    let has_got = HAS_GOT.iter().any(|words| lower.contains(words));
    let looks_back = |word: &String| BACK.contains(&word.as_str()) && !(has_got && word == "got");
    let is_past_form =
        |word: &String| word.len() > 4 && word.ends_with("ed") && !NO_PAST.contains(&word.as_str());
    let has = |list: &[&str]| list.iter().any(|cue| sentence.contains(cue));
    if any(AHEAD) || has(CHINESE_AHEAD) {
        Tense::Future
    } else if words.iter().any(looks_back) || words.iter().any(is_past_form) || has(CHINESE_BACK) {
        Tense::Past
    } else if any(PERHAPS_AHEAD) || has(CHINESE_PERHAPS_AHEAD) {
        Tense::Future
    } else {
        Tense::Open
    }
}
