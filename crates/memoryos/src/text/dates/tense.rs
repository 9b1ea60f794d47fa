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
/// Words that look ahead when nothing looks back.
const PERHAPS_AHEAD: &[&str] = &["want", "hope", "plan", "due", "going", "flying"];
/// Words in -ed that tell no past.
const NO_PAST: &[&str] = &["excited", "interested", "scheduled", "booked", "supposed", "indeed"];

const CHINESE_AHEAD: &[&str] = &["打算", "准备", "计划", "将", "要", "下", "预约"];
const CHINESE_BACK: &[&str] = &["了", "过", "曾", "去年", "上", "刚"];

/// The way a sentence looks.
pub(super) fn tense(sentence: &str) -> Tense {
    let words = words(sentence);
    let any = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    let is_past_form =
        |word: &String| word.len() > 4 && word.ends_with("ed") && !NO_PAST.contains(&word.as_str());
    let has = |list: &[&str]| list.iter().any(|cue| sentence.contains(cue));
    if any(AHEAD) {
        Tense::Future
    } else if any(BACK) || words.iter().any(is_past_form) || has(CHINESE_BACK) {
        Tense::Past
    } else if any(PERHAPS_AHEAD) || has(CHINESE_AHEAD) {
        Tense::Future
    } else {
        Tense::Open
    }
}
