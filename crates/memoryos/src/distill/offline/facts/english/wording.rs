//! A turn comes in: a clause told of someone else. The speaker's words stay; only the person changes.

use super::{
    super::Voice,
    clause::{Clause, is_adverb},
};
use crate::types::About;

/// Verbs that take an -s in the third person. Those whose past looks the same (read, put) are left out.
const PRESENT: &[&str] = &[
    "love",
    "like",
    "enjoy",
    "prefer",
    "hate",
    "dislike",
    "live",
    "work",
    "study",
    "play",
    "speak",
    "collect",
    "practice",
    "practise",
    "want",
    "need",
    "plan",
    "teach",
    "drink",
    "eat",
    "follow",
    "use",
    "volunteer",
    "own",
    "adore",
    "drive",
    "come",
    "suffer",
    "hope",
    "write",
    "paint",
    "go",
    "sing",
    "dance",
    "cook",
    "bake",
    "swim",
    "run",
    "grow",
    "keep",
    "make",
    "take",
    "intend",
    "attend",
];

/// Words that may stand before the verb, too, and turn it around.
const NEGATIONS: &[&str] = &["no", "longer", "never"];

/// How the speaker is called.
pub(super) fn subject_name(voice: Voice<'_>) -> String {
    match (voice.name, voice.about) {
        (Some(name), _) => name.to_owned(),
        (None, About::User) => "The user".to_owned(),
        (None, About::Assistant) => "The assistant".to_owned(),
    }
}

/// The clause from its subject to `end`, told in the third person.
pub(super) fn third_person(clause: &Clause<'_>, subject: usize, end: usize, voice: Voice<'_>) -> String {
    let is_plural = clause.word(subject) == "we";
    let mut text = subject_name(voice);
    if is_plural {
        text.push_str(" and others");
    }
    let verb = (subject + 1..end)
        .find(|at| !is_adverb(clause.word(*at)) && !NEGATIONS.contains(&clause.word(*at)))
        .unwrap_or(subject + 1);
    for at in subject + 1..end {
        let word = if at == verb && !is_plural { finite(clause, at) } else { pronoun(clause, at) };
        let gap = &clause.text[clause.parts[at - 1].span.end..clause.parts[at].span.start];
        let is_contraction =
            gap.is_empty() && clause.raw(at).starts_with(['\'', '’']) && !word.starts_with('\'');
        text.push_str(if is_contraction { " " } else { gap });
        text.push_str(&word);
    }
    text
}

/// `Ada's dog Max …`, for clauses whose subject is `my` something.
pub(super) fn of_theirs(clause: &Clause<'_>, my: usize, end: usize, voice: Voice<'_>) -> String {
    let mut text = format!("{}'s", subject_name(voice));
    for at in my + 1..end {
        let gap = &clause.text[clause.parts[at - 1].span.end..clause.parts[at].span.start];
        text.push_str(gap);
        text.push_str(&pronoun(clause, at));
    }
    text
}

/// The first verb, for one person.
fn finite(clause: &Clause<'_>, at: usize) -> String {
    match clause.word(at) {
        "am" => "is".to_owned(),
        "have" => "has".to_owned(),
        "do" => "does".to_owned(),
        "will" => "will".to_owned(),
        "go" => "goes".to_owned(),
        "study" => "studies".to_owned(),
        "teach" => "teaches".to_owned(),
        word if PRESENT.contains(&word) => format!("{}s", clause.raw(at)),
        _ => pronoun(clause, at),
    }
}

/// A later word; pronouns of the first person become those of the third.
fn pronoun(clause: &Clause<'_>, at: usize) -> String {
    let after_pronoun = at > 0 && matches!(clause.word(at - 1), "i" | "we");
    match clause.word(at) {
        "i" | "we" => "they",
        "me" | "us" => "them",
        "my" | "our" => "their",
        "mine" | "ours" => "theirs",
        "myself" => "themself",
        "ourselves" => "themselves",
        "am" => "are",
        "was" if after_pronoun => "were",
        "have" if after_pronoun => "have",
        "will" if after_pronoun => "will",
        _ => clause.raw(at),
    }
    .to_owned()
}
