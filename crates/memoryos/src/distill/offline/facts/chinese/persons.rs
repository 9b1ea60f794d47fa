//! A turn comes in: whether a Chinese clause names those it speaks of.

use super::rules::KIN;

/// Words that stand for someone named elsewhere.
const THIRD_PERSONS: &[&str] = &["他", "她", "它", "那个", "这个"];
/// Words with such a character that stand for no one.
const NO_PERSONS: &[&str] = &["吉他", "其他", "其它", "他人", "他乡", "利他", "维他命", "马耳他"];
/// Others who can be meant by them.
const OTHERS: &[&str] = &["朋友", "同学", "老师", "医生", "邻居", "孩子", "客户", "猫", "狗", "人"];
/// Visits whose aim is named elsewhere: the journey holds without it.
const VISITS: &[&str] = &[
    "看他们",
    "看她们",
    "看他",
    "看她",
    "见他们",
    "见他",
    "见她",
    "找他们",
    "找他",
    "找她",
    "陪他们",
    "陪他",
    "陪她",
];

/// Whether what follows 我 begins with someone close to the speaker: then it is told of them.
pub(super) fn is_of_others(rest: &str) -> bool {
    rest.starts_with(['们', '的', '家']) || KIN.iter().chain(OTHERS).any(|name| rest.starts_with(name))
}

/// The clause without 看他们 at its end: 去成都看他们 is a journey to Chengdu.
pub(super) fn without_visit(clause: &str) -> &str {
    let rest = VISITS.iter().find_map(|visit| clause.strip_suffix(visit)).unwrap_or(clause);
    // 去看他们 alone goes nowhere that is named.
    if rest.ends_with(['去', '来', '要']) { clause } else { rest }
}

/// Whether someone is named before the first 他 or 她.
pub(super) fn names_whom_it_means(object: &str) -> bool {
    // As long as what they replace, so that places stay the same.
    let object = NO_PERSONS
        .iter()
        .fold(object.to_owned(), |text, word| text.replace(word, &"，".repeat(word.chars().count())));
    let Some(at) = THIRD_PERSONS.iter().filter_map(|word| object.find(word)).min() else {
        return true;
    };
    let before = &object[..at];
    KIN.iter().chain(OTHERS).any(|name| before.contains(name))
        || before.contains(|c: char| c.is_ascii_uppercase())
}
