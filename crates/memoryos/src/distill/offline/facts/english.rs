//! A turn comes in: English statements. A clause is read from its subject on: adverbs are passed over, then a table
//! of verbs says what is stated; the rest is what it is stated of.

use jiff::civil::Date;

use super::{Kind, Reading, Statement, Voice};
use crate::types::Cardinality::{self, Many, One};

mod appointments;
mod clause;
mod favourites;
mod kin;
mod names;
mod naming;
mod nouns;
mod object;
mod rules;
mod wording;

use clause::Clause;
use object::Object;
use rules::{RULES, Rule};

/// What a clause says, if anything. At most one reading each for itself and for the people and animals it names.
pub(super) fn readings(statement: &Statement<'_>, voice: Voice<'_>, said_on: Date) -> Vec<Reading> {
    if let Some(note) = note(statement, voice) {
        return vec![note];
    }
    let clause = Clause::of(statement.text());
    let mut found = names::readings(&clause, statement, voice, said_on);
    if found.is_empty() {
        found.extend(kin::about_kin(&clause, voice));
    }
    if found.is_empty() && !voice.is_program() {
        found.extend(appointments::fixed_for_a_day(&clause, voice));
    }
    if found.is_empty() && !talks_to_the_other(&clause) {
        found.extend(stated(&clause, voice));
    }
    found.extend(kin::named_kin(&clause, voice));
    found
}

/// `remember: the gate code is 4711`, word for word.
fn note(statement: &Statement<'_>, voice: Voice<'_>) -> Option<Reading> {
    const CUES: &[&str] = &[
        "please remember that ",
        "please remember: ",
        "please remember ",
        "remember that my ",
        "remember that i ",
        "remember: ",
        "don't forget: ",
        "note to self: ",
    ];
    if voice.is_program() {
        return None;
    }
    // A note runs to the end of its sentence, colons and all; its first clause stands for it.
    let sentence = statement.whole_sentence();
    let lower = sentence.text().to_ascii_lowercase();
    let cue = CUES.iter().find(|cue| lower.starts_with(**cue)).filter(|_| statement.opens_sentence())?;
    let kept = if cue.ends_with("my ") || cue.ends_with("i ") { "remember that ".len() } else { cue.len() };
    let words = sentence.text()[kept..].trim();
    let is_task = words.to_ascii_lowercase().starts_with("to ");
    (words.split_whitespace().count() >= 2 && !is_task).then(|| Reading::new(Kind::Note, words.to_owned()))
}

/// Whether the clause is about the person spoken to: praise, thanks, offers.
fn talks_to_the_other(clause: &Clause<'_>) -> bool {
    let others = ["you", "your", "yours", "yourself", "u", "ya"];
    clause.words().any(|word| others.contains(&word))
}

/// What the first rule that fits makes of a clause in the first person.
fn stated(clause: &Clause<'_>, voice: Voice<'_>) -> Option<Reading> {
    let subject = clause.subject()?;
    let (rule, object) = RULES.iter().find_map(|rule| {
        let fits = |pattern: &&str| {
            Object::new(clause, clause.follows(subject, pattern)?)
                .filter(|object| rule.accepts(clause, object))
        };
        rule.patterns.iter().find_map(fits).map(|object| (rule, object))
    })?;
    let text = wording::third_person(clause, subject, object.end(), voice);
    let reading = Reading::new(rule.kind, text);
    Some(match rule.slot {
        Some(("employer", _)) if object.is_indefinite() => reading,
        Some((attribute, cardinality)) => {
            reading.with_slot(attribute, cardinality, object.value(rule.splits_place))
        }
        None => reading,
    })
}

/// A slot that holds one value.
const fn one(attribute: &'static str) -> (&'static str, Cardinality) {
    (attribute, One)
}

/// A slot that holds many values.
const fn many(attribute: &'static str) -> (&'static str, Cardinality) {
    (attribute, Many)
}

impl Rule {
    /// Whether the object is worth a fact.
    fn accepts(&self, clause: &Clause<'_>, object: &Object<'_, '_>) -> bool {
        // A home is clear though it is for someone named elsewhere: "moved to Rome for the sake of his work".
        let has_clear_slot =
            self.slot.is_some() && !object::points_at_someone(&object.value(self.splits_place));
        object.is_telling(self.kind)
            && (object.names_whom_it_means() || has_clear_slot)
            && self.only.is_none_or(|list| object.has_any(list))
            && (!self.needs_date || clause.has_date())
    }
}
