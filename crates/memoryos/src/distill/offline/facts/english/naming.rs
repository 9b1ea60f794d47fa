//! A turn comes in: how an English speaker is called.

use super::{super::Voice, clause::Clause};

/// Capitalised words after "I'm" that are no names.
const NO_NAMES: &[&str] = &[
    "i",
    "ok",
    "okay",
    "american",
    "british",
    "english",
    "french",
    "german",
    "italian",
    "spanish",
    "chinese",
    "japanese",
    "korean",
    "indian",
    "irish",
    "scottish",
    "welsh",
    "dutch",
    "polish",
    "russian",
    "swedish",
    "norwegian",
    "danish",
    "finnish",
    "greek",
    "turkish",
    "mexican",
    "brazilian",
    "canadian",
    "australian",
    "portuguese",
    "swiss",
    "austrian",
    "belgian",
    "european",
    "african",
    "asian",
    "christian",
    "muslim",
    "jewish",
    "catholic",
    "buddhist",
    "hindu",
    "adhd",
    "lgbtq",
    "trans",
    "vegan",
    "team",
    "so",
    "very",
    "in",
    "not",
    "a",
    "the",
    "ai",
    "gluten-free",
    "monday",
    "friday",
    "ukrainian",
    "vietnamese",
    "thai",
    "nigerian",
];
/// The farthest word with which a cue for a name begins: "hi there, by the way, my name is".
const FARTHEST_CUE: usize = 6;
/// What may stand between "my" and "name".
const NAME_KINDS: &[&str] = &["new", "full", "real", "legal", "current", "first"];
/// Verbs of the first person that a name follows.
const NAME_VERBS: &[&str] = &[
    "go by",
    "am going by",
    "am called",
    "am named",
    "changed my name to",
    "have changed my name to",
    "had my name changed to",
];
/// What may follow a name that ends there.
const AFTER_NAMES: &[&str] = &[
    ",",
    ".",
    "!",
    "…",
    "and",
    "from",
    "please",
    "now",
    "nowadays",
    "these",
    "today",
    "again",
    "since",
    "instead",
    "officially",
    "legally",
    "but",
    "not",
    "by",
];
/// `My name is Ada Lovelace`, `call me Ada`, `I go by Ada now`, `I'm Ada`.
pub(super) fn name(clause: &Clause<'_>, voice: Voice<'_>) -> Option<String> {
    if let Some(at) = cue(clause).map(|at| clause.after_adverbs(at)) {
        return full_name(clause, at).filter(|name| name != "AI" && ends_after(clause, at, name));
    }
    let subject = clause.subject()?;
    let is_near = |at: &usize| (subject + 2..*at).all(|between| clause.word(between) == "now");
    let at = clause.follows(subject, "am").map(|at| clause.after_adverbs(at)).filter(is_near)?;
    let name = full_name(clause, at)?;
    let is_common = name.split_whitespace().any(|word| NO_NAMES.contains(&word.to_lowercase().as_str()));
    // In a chat whose speakers are named, "I'm Dad" is no news of a name, though it may confirm the one they go by.
    let is_own = voice.name.is_none_or(|known| known.to_lowercase() == name.to_lowercase());
    (is_own && ends_after(clause, at, &name) && !is_common && name.split_whitespace().count() <= 2)
        .then_some(name)
}

/// The position after the words that say a name follows, where they stand near the beginning.
fn cue(clause: &Clause<'_>) -> Option<usize> {
    let of_the_name = (0..=FARTHEST_CUE).find_map(|at| {
        let is_mine = clause.word(at) == "my";
        let noun = at + 1 + usize::from(NAME_KINDS.contains(&clause.word(at + 1)));
        let verb = clause.after_adverbs(noun + 1);
        let is_told = clause.word(noun) == "name" && matches!(clause.word(verb), "is" | "'s");
        (is_mine && is_told).then_some(verb + 1)
    });
    let called = || (0..=FARTHEST_CUE).find(|at| clause.stands_at(*at, "call me")).map(|at| at + 2);
    let by_oneself = || {
        let subject = clause.subject()?;
        NAME_VERBS.iter().find_map(|verb| clause.follows(subject, verb))
    };
    of_the_name.or_else(called).or_else(by_oneself)
}

/// Whether nothing follows the name at a position that would make it part of something longer.
fn ends_after(clause: &Clause<'_>, at: usize, name: &str) -> bool {
    let follows = clause.word(at + name.split_whitespace().count());
    follows.is_empty() || AFTER_NAMES.contains(&follows)
}

/// Up to three capitalised words from a position on.
fn full_name(clause: &Clause<'_>, at: usize) -> Option<String> {
    let is_word = |at: &usize| {
        clause.is_capital(*at)
            && clause.raw(*at).chars().all(|c| c.is_alphabetic() || matches!(c, '-' | '\'' | '’' | '.'))
    };
    let last = (at..at + 3).take_while(is_word).last()?;
    Some(clause.text[clause.parts[at].span.start..clause.parts[last].span.end].to_owned())
}
