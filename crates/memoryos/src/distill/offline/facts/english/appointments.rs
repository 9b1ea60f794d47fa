//! A turn comes in: what is fixed for a day and told by its own name: "my dentist appointment is on Thursday".

use super::{
    super::{Kind, Reading, Voice},
    clause::Clause,
    nouns::APPOINTMENTS,
    object::Object,
    wording::{of_theirs, subject_name},
};

/// How far before the verb the appointment can begin: "my second follow-up appointment with Dr. Moreau".
const SUBJECT_WORDS: usize = 9;
/// What leads to the day, after the verb.
const TO_THE_DAY: &[&[&str]] = &[
    &["scheduled", "for"],
    &["booked", "for"],
    &["set", "for"],
    &["due", "on"],
    &["due"],
    &["on"],
    &["in"],
    &["from"],
    &["this"],
    &["at"],
    &[],
];
/// With "the" in place of "my", only these are the speaker's own.
const ONES_OWN: &[&str] = &["deadline", "flight", "exam", "interview", "appointment", "surgery", "wedding"];

/// `My dentist appointment is on Thursday`, `the deadline for the labels is 24 April`.
pub(super) fn fixed_for_a_day(clause: &Clause<'_>, voice: Voice<'_>) -> Option<Reading> {
    let start = clause.words().position(|word| matches!(word, "my" | "our" | "the")).filter(|at| *at <= 1)?;
    let is_mine = clause.word(start) != "the";
    let list = if is_mine { APPOINTMENTS } else { ONES_OWN };
    let verb = (start + 2..start + SUBJECT_WORDS).find(|at| {
        matches!(clause.word(*at), "is" | "are" | "'s" | "starts" | "leaves" | "was" | "got" | "has")
            && at + 1 < clause.parts.len()
    })?;
    let noun = |at: usize| {
        list.iter().any(|noun| clause.word(at) == *noun || clause.word(at).strip_suffix('s') == Some(noun))
    };
    // "My exam result is out on Friday" is no exam: nothing but "with" or "for" someone may follow the noun.
    let head =
        (start + 1..verb).find(|at| noun(*at) && (at + 1 == verb || is_preposition(clause.word(at + 1))))?;
    let is_whole = (start + 1..head).all(|at| clause.word(at).starts_with(char::is_alphanumeric));
    let object = Object::new(clause, verb + 1).filter(|_| is_whole && leads_to_a_day(clause, verb + 1))?;
    let kind = if clause.word(verb) == "was" { Kind::Event } else { Kind::Plan };
    let text = if is_mine {
        of_theirs(clause, start, object.end(), voice)
    } else {
        let told = &clause.text[clause.parts[start + 1].span.start..clause.parts[object.end() - 1].span.end];
        format!("{}'s {told}", subject_name(voice))
    };
    let is_clear = object.words().all(|word| !matches!(word, "you" | "your" | "not"));
    is_clear.then(|| Reading::new(kind, text))
}

fn is_preposition(word: &str) -> bool {
    matches!(word, "with" | "for" | "at" | "in" | "to" | "of")
}

/// Whether a date begins at `at` or after the words that lead to one.
fn leads_to_a_day(clause: &Clause<'_>, at: usize) -> bool {
    let at = at + usize::from(matches!(clause.word(at), "been" | "now" | "already"));
    let starts = clause.date_starts();
    TO_THE_DAY.iter().any(|words| {
        let fits = words.iter().enumerate().all(|(offset, word)| clause.word(at + offset) == *word);
        let lead = if words == &["this"] { 0 } else { words.len() };
        let day = at + lead + usize::from(clause.word(at + lead) == "the");
        fits && clause.parts.get(day).is_some_and(|part| starts.contains(&part.span.start))
    })
}
