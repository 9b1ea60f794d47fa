//! Whether a reply owns up to not knowing, where the conversations do not tell.

mod phrases;

use std::collections::BTreeMap;

use super::tokens::tokens;
use phrases::{ANYWHERE, AT_FIRST, BARE, FILLERS, SIMPLIFIED, TURNS};

/// What came of a question that has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Abstention {
    /// The reply says that it is not known. The only right one.
    Abstained,
    /// The reply gives the answer the question wanted to be given.
    Trapped,
    /// The reply says something else.
    Answered,
}

/// What a reply does with a question that the conversations do not answer.
///
/// Saying so is right. Guessing the trap afterwards all the same (*not mentioned, but probably pottery*) is not;
/// naming it in order to deny it (*pottery is not mentioned*) is. `gold` is the right answer of the few such
/// questions that have one (*No*): a reply that begins with it is right as well.
///
/// Where nothing at all was recalled, a reply that is not the trap counts as abstaining: there was no evidence it
/// could have been made from.
pub fn abstention(reply: &str, gold: Option<&str>, trap: Option<&str>, recalled_nothing: bool) -> Abstention {
    let reply = plain(reply);
    let gives = |text: &str| trap.is_some_and(|trap| has_all(text, trap));
    if gold.is_some_and(|gold| begins_with(&reply, gold)) {
        return Abstention::Abstained;
    }
    let Some(end) = end_of_phrase(&reply) else {
        return match (gives(&reply), recalled_nothing) {
            (true, _) => Abstention::Trapped,
            (false, true) => Abstention::Abstained,
            (false, false) => Abstention::Answered,
        };
    };
    let rest = &reply[end..];
    let turn = TURNS.iter().filter_map(|word| rest.find(word)).min();
    if turn.is_some_and(|turn| gives(&rest[turn..])) { Abstention::Trapped } else { Abstention::Abstained }
}

/// Lower-case words with one blank before and after each, contractions written out, fillers and signs left out;
/// Chinese in simplified characters.
fn plain(reply: &str) -> String {
    let simple = |c: char| SIMPLIFIED.iter().find(|(from, _)| *from == c).map_or(c, |(_, to)| *to);
    let text: String = reply.to_lowercase().replace('’', "'").chars().map(simple).collect();
    let text = text.replace("cannot", "can not").replace("can't", "can not").replace("n't", " not");
    let text: String =
        text.chars().map(|c| if c.is_alphanumeric() || "'/-".contains(c) { c } else { ' ' }).collect();
    let words = text.split_whitespace().filter(|word| !FILLERS.contains(word));
    words.fold(String::from(" "), |text, word| text + word + " ")
}

/// Where the first phrase of not knowing ends.
fn end_of_phrase(plain: &str) -> Option<usize> {
    if BARE.contains(&plain.trim()) {
        return Some(plain.len());
    }
    let first = plain.trim_start();
    let at_first =
        AT_FIRST.iter().filter(|phrase| first.starts_with(**phrase)).map(|phrase| 1 + phrase.len());
    let anywhere = ANYWHERE.iter().filter_map(|phrase| Some(starts(plain, phrase)? + phrase.len()));
    at_first.chain(anywhere).min()
}

/// Where a phrase stands: at the start of a word, in scripts that have words.
fn starts(plain: &str, phrase: &str) -> Option<usize> {
    if phrase.is_ascii() { Some(plain.find(&format!(" {phrase}"))? + 1) } else { plain.find(phrase) }
}

fn begins_with(reply: &str, gold: &str) -> bool {
    let gold = tokens(gold);
    !gold.is_empty() && tokens(reply).starts_with(&gold)
}

/// Whether the text has every token of `wanted`, as often as it stands there.
fn has_all(text: &str, wanted: &str) -> bool {
    let mut there: BTreeMap<String, usize> = BTreeMap::new();
    for token in tokens(text) {
        *there.entry(token).or_default() += 1;
    }
    let wanted = tokens(wanted);
    let mut take = |token: &String| match there.get_mut(token) {
        Some(count) if *count > 0 => {
            *count -= 1;
            true
        }
        _ => false,
    };
    !wanted.is_empty() && wanted.iter().all(&mut take)
}

#[cfg(test)]
mod tests {
    use super::{Abstention::*, *};

    #[track_caller]
    fn check(trap: &str, cases: &[(&str, Abstention)]) {
        for (reply, expected) in cases {
            assert_eq!(abstention(reply, None, Some(trap), false), *expected, "{reply}");
        }
    }

    #[test]
    fn owning_up_is_right_and_the_trap_is_wrong() {
        check(
            "self-care is important",
            &[
                ("Not mentioned.", Abstained),
                ("No information available", Abstained),
                ("I don't know.", Abstained),
                ("I don’t know that.", Abstained),
                ("That wasn't explicitly mentioned in our conversations.", Abstained),
                ("It has not been mentioned.", Abstained),
                ("I cannot find this.", Abstained),
                ("The memory doesn't say.", Abstained),
                ("Unknown", Abstained),
                ("None.", Abstained),
                ("N/A", Abstained),
                ("The memory does not mention Caroline realizing that self-care is important.", Abstained),
                ("I don't know, but she may have been tired.", Abstained),
                ("Self-care is important.", Trapped),
                ("She realized how important self-care is", Trapped),
                ("It is not mentioned, but probably that self-care is important.", Trapped),
                ("That friends matter", Answered),
                ("She knows many people", Answered),
                // About somebody in the story.
                ("That she did not know her limits", Answered),
                ("That he could not find his shoes", Answered),
                ("Don't know", Abstained),
                ("You never told me about a race.", Abstained),
                ("I don't recall a race of hers", Abstained),
                ("Another race", Answered),
            ],
        );
    }

    #[test]
    fn owning_up_is_understood_in_chinese() {
        check(
            "花生过敏",
            &[
                ("没有提到。", Abstained),
                ("我不知道。", Abstained),
                ("对话中没有相关信息", Abstained),
                ("沒有提過這件事", Abstained),
                ("無法確定", Abstained),
                ("无", Abstained),
                ("没有提到他对花生过敏", Abstained),
                ("花生过敏", Trapped),
                ("没有提到，不过可能是花生过敏。", Trapped),
                ("他喜欢海鲜", Answered),
                ("他不知道怎么游泳", Answered),
            ],
        );
    }

    #[test]
    fn a_gold_answer_counts_and_so_does_having_had_nothing_to_go_by() {
        assert_eq!(abstention("No, it is Melanie's.", Some("No"), Some("Yes"), false), Abstained);
        assert_eq!(abstention("Yes, it is.", Some("No"), Some("Yes"), false), Trapped);
        assert_eq!(abstention("A guess", None, Some("Yes"), true), Abstained);
        assert_eq!(abstention("Yes", None, Some("Yes"), true), Trapped);
        assert_eq!(abstention("A guess", None, None, false), Answered);
    }
}
