//! A query comes in: what the wording of a question tells beside what it is about.

use std::{collections::HashSet, sync::LazyLock};

use super::words::{fold, terms, words};
use crate::types::Side;

/// English stems that ask for a memory and say nothing about what it is of.
const ASKING: &str = "ask mention rememb recal talk told tell said say discuss convers list summar summari \
    comprehens bring brought walk across throughout mani much kind type someth thing time know specif item \
    differ various aspect";

static ASKING_SET: LazyLock<HashSet<&'static str>> = LazyLock::new(|| ASKING.split_whitespace().collect());

/// Requests, which speak of nobody: the "you" in them is only being polite.
const REQUESTS: &[&str] = &[
    "can you",
    "could you",
    "would you",
    "will you",
    "are you able",
    "do you remember",
    "do you still remember",
    "do you recall",
    "do you know",
    "did you know",
    "do you have any idea",
    "do you happen to",
    "do you think",
    "tell me",
    "remind me",
    "show me",
    "give me",
    "walk me",
    "let me know",
    "thank you",
    "你还记得",
    "你记得",
    "你记不记得",
    "你能",
    "你可以",
    "你可不可以",
    "你知道",
    "你知不知道",
    "请你",
    "告诉我",
    "提醒我",
    "给我",
];

/// Words by which askers mean themselves.
const FIRST_PERSON: &[&str] = &["i", "im", "ive", "me", "mine", "my", "myself"];
/// Words by which askers mean the assistant.
const SECOND_PERSON: &[&str] = &["you", "your", "yours", "youve"];

/// The terms a question searches by: its [`terms`] without those that only ask for a memory ("what did I tell you
/// about…"), unless it has no others.
pub fn query_terms(question: &str) -> Vec<String> {
    let all = terms(question);
    let telling: Vec<String> = all.iter().filter(|term| !ASKING_SET.contains(&***term)).cloned().collect();
    if telling.is_empty() { all } else { telling }
}

/// Whose side a question speaks of by its pronouns alone; `None` when it has none or both.
pub fn spoken_of(question: &str) -> Option<Side> {
    let mut folded = fold(question).replace('您', "你");
    for request in REQUESTS {
        folded = folded.replace(request, " ");
    }
    let asked = words(&folded);
    let has = |known: &[&str]| asked.iter().any(|word| known.contains(&&**word));
    let of_user = has(FIRST_PERSON) || folded.contains('我');
    let of_assistant = has(SECOND_PERSON) || folded.contains('你');
    match (of_user, of_assistant) {
        (true, false) => Some(Side::User),
        (false, true) => Some(Side::Assistant),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_only_asks_for_a_memory_is_not_searched_by() {
        for (question, expected) in [
            ("What did I tell you about the kiln?", &["kiln"][..]),
            ("Can you list the different kinds of bread I mentioned?", &["bread"]),
            ("What did I say?", &["say"]),
        ] {
            assert_eq!(query_terms(question), expected, "{question}");
        }
    }

    #[test]
    fn pronouns_tell_whose_words_are_asked_for() {
        for (question, expected) in [
            ("Where do I live?", Some(Side::User)),
            ("Can you tell me where I live?", Some(Side::User)),
            ("What did you recommend?", Some(Side::Assistant)),
            ("What did you recommend to me?", None),
            ("Who won?", None),
            ("你还记得我住在哪里吗？", Some(Side::User)),
            ("你推荐过什么？", Some(Side::Assistant)),
            ("您知道护照放在哪里吗？", None),
            ("请您告诉我护照放在哪里", None),
            ("Do you have any idea where my passport is?", Some(Side::User)),
        ] {
            assert_eq!(spoken_of(question), expected, "{question}");
        }
    }
}
