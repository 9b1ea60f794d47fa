//! A turn comes in: people and animals that belong to the speaker.

use super::{
    super::{Kind, Reading, Voice},
    clause::Clause,
    object::Object,
    wording::{of_theirs, subject_name},
};
use crate::types::Cardinality::Many;

/// Relatives and others close to one.
const KIN: &[&str] = &[
    "daughter",
    "son",
    "wife",
    "husband",
    "partner",
    "girlfriend",
    "boyfriend",
    "fiancé",
    "fiance",
    "fiancée",
    "mother",
    "father",
    "mom",
    "mum",
    "dad",
    "brother",
    "sister",
    "grandmother",
    "grandma",
    "grandfather",
    "grandpa",
    "gran",
    "aunt",
    "uncle",
    "cousin",
    "niece",
    "nephew",
    "kids",
    "children",
    "parents",
    "kid",
    "son-in-law",
    "stepson",
    "stepdaughter",
    "roommate",
    "granddaughter",
    "grandson",
    "twins",
    "grandparents",
];
/// Animals people keep.
const ANIMALS: &[&str] = &[
    "dog", "cat", "puppy", "kitten", "turtle", "hamster", "rabbit", "parrot", "horse", "snake", "fish",
    "lizard", "bird", "pup", "pet", "cats", "dogs",
];
/// Verbs with which a clause tells something lasting or an event of them.
const TELLING: &[&str] = &[
    "is",
    "are",
    "has",
    "have",
    "loves",
    "love",
    "works",
    "lives",
    "live",
    "plays",
    "passed",
    "died",
    "turned",
    "got",
    "started",
    "graduated",
    "moved",
    "gave",
    "likes",
    "enjoys",
    "teaches",
    "studies",
    "bought",
    "was",
    "wants",
    "hates",
];

/// Whether a word, singular or plural, is for a person or an animal close to one.
pub(super) fn is_someone(word: &str) -> bool {
    let others = [
        "friend",
        "man",
        "woman",
        "boy",
        "girl",
        "child",
        "colleague",
        "boss",
        "neighbor",
        "neighbour",
        "guy",
        "lady",
        "student",
        "teacher",
    ];
    let is_in = |word: &str| KIN.contains(&word) || ANIMALS.contains(&word) || others.contains(&word);
    is_in(word) || word.strip_suffix('s').is_some_and(is_in)
}

/// `My daughter is five`, `my mom works as a nurse`.
pub(super) fn about_kin(clause: &Clause<'_>, voice: Voice<'_>) -> Option<Reading> {
    let my = clause.words().position(|word| matches!(word, "my" | "our")).filter(|at| *at <= 1)?;
    let head = my
        + 1
        + usize::from(matches!(
            clause.word(my + 1),
            "older" | "younger" | "little" | "big" | "late" | "oldest" | "youngest"
        ));
    (KIN.contains(&clause.word(head)) || ANIMALS.contains(&clause.word(head))).then_some(())?;
    let verb = (head + 1..head + 4).find(|at| TELLING.contains(&clause.word(*at)))?;
    let between_is_name = (head + 1..verb).all(|at| {
        clause.is_capital(at) || matches!(clause.word(at), "," | "just" | "recently" | "also" | "really")
    });
    let object = Object::new(clause, verb + 1).filter(|_| between_is_name)?;
    let names_other = clause.words().any(|word| matches!(word, "you" | "your"));
    let is_telling = object.is_telling(Kind::State)
        && !names_other
        && !matches!(
            clause.word(verb + 1),
            "called" | "named" | "always" | "my" | "our" | "great" | "amazing" | "awesome"
        );
    is_telling.then(|| Reading::new(Kind::State, of_theirs(clause, my, object.end(), voice)))
}

/// `my daughter Mia`, `our cat, Luna`, `my dog is called Max`.
pub(super) fn named_kin(clause: &Clause<'_>, voice: Voice<'_>) -> Vec<Reading> {
    let mine = (0..clause.parts.len()).filter(|at| matches!(clause.word(*at), "my" | "our"));
    mine.filter_map(|my| {
        let kin = clause.word(my + 1);
        let attribute = if KIN.contains(&kin) {
            "family"
        } else if ANIMALS.contains(&kin) {
            "pet"
        } else {
            return None;
        };
        // Between people who have names, "my mom, Caroline" tells Caroline something.
        let after = my + 2 + usize::from(voice.name.is_none() && clause.word(my + 2) == ",");
        let at = name_position(clause, after)?;
        let name = clause.raw(at);
        let is_name = clause.is_capital(at)
            && name.len() > 1
            && name.chars().all(|c| c.is_alphabetic() || c == '-')
            && name != "I";
        let is_closed = clause.word(at + 1) != "'s" && voice.name != Some(name);
        let text = format!("{}'s {kin} is called {name}", subject_name(voice));
        (is_name && is_closed)
            .then(|| Reading::new(Kind::State, text).with_slot(attribute, Many, format!("{name} ({kin})")))
    })
    .collect()
}

/// Where the name would stand, from the position after the relative on.
fn name_position(clause: &Clause<'_>, at: usize) -> Option<usize> {
    let named: [&[&str]; 7] = [
        &["'s", "name", "is"],
        &["is", "called"],
        &["is", "named"],
        &["named"],
        &["called"],
        &["name", "is"],
        &[],
    ];
    named
        .iter()
        .find(|words| words.iter().enumerate().all(|(offset, word)| clause.word(at + offset) == *word))
        .map(|words| at + words.len())
}
