//! A turn comes in: who the speaker is: name, year of birth, gender.

use jiff::civil::Date;

use super::{
    super::{Kind, Reading, Statement, Voice},
    clause::Clause,
    favourites, naming, one,
    wording::subject_name,
};
use crate::types::{AttributeKind, Cardinality::One};

/// Ages that people have.
const AGES: std::ops::RangeInclusive<i16> = 3..=115;
/// Years in which living people were born.
const BIRTH_YEARS: std::ops::RangeInclusive<i16> = 1900..=2100;

/// Everything the clause says of who the speaker is.
pub(super) fn readings(
    clause: &Clause<'_>,
    statement: &Statement<'_>,
    voice: Voice<'_>,
    said_on: Date,
) -> Vec<Reading> {
    let mut found = Vec::new();
    found.extend(naming::name(clause, voice).map(|name| {
        Reading::new(Kind::State, format!("{} is called {name}", role(voice)))
            .with_slot("name", One, name.clone())
            .with_attribute(AttributeKind::Name, name)
    }));
    if voice.is_program() {
        return found;
    }
    let birth = birth_year(clause).or_else(|| birth_year_after_name(clause, statement, &found));
    found.extend(birth.or_else(|| age(clause).map(|age| said_on.year() - age)).map(|year| {
        Reading::new(Kind::State, format!("{} was born in {year}", subject_name(voice)))
            .with_slot("birth year", One, year.to_string())
            .with_attribute(AttributeKind::BirthYear, year.to_string())
    }));
    found.extend(gender(clause).map(|gender| {
        Reading::new(Kind::State, format!("{} is a {gender}", subject_name(voice)))
            .with_slot("gender", One, gender.clone())
            .with_attribute(AttributeKind::Gender, gender)
    }));
    found.extend(favourites::favourite(clause, voice).or_else(|| my_value(clause, voice)));
    found
}

/// A name is told of the role: "Ada is called Ada" says nothing.
fn role(voice: Voice<'_>) -> String {
    subject_name(Voice { name: None, ..voice })
}

/// `I was born in 1990`, `I was born on 5 May 1990`.
fn birth_year(clause: &Clause<'_>) -> Option<i16> {
    let subject = clause.subject()?;
    let after = clause.follows(subject, "was born")?;
    (after..after + 6).find_map(|at| year(clause.word(at)))
}

/// `I'm Ada, born 1990`.
fn birth_year_after_name(clause: &Clause<'_>, statement: &Statement<'_>, found: &[Reading]) -> Option<i16> {
    let at = clause
        .words()
        .position(|word| word == "born")
        .filter(|_| !found.is_empty() && statement.opens_sentence())?;
    (at + 1..at + 3).find_map(|at| year(clause.word(at)))
}

fn year(word: &str) -> Option<i16> {
    (word.len() == 4).then(|| word.parse().ok()).flatten().filter(|year| BIRTH_YEARS.contains(year))
}

/// `I'm 33`, `I'm 33 years old`, `I just turned 33`.
fn age(clause: &Clause<'_>) -> Option<i16> {
    let subject = clause.subject().filter(|at| clause.word(*at) == "i")?;
    let at = ["am", "turned", "am turning"].iter().find_map(|pattern| clause.follows(subject, pattern))?;
    let age: i16 = clause.word(at).parse().ok().filter(|age| AGES.contains(age))?;
    let follows = clause.word(at + 1);
    (follows.is_empty()
        || matches!(follows, "," | "." | "!" | "years" | "and") && clause.word(at + 2) != "from")
        .then_some(age)
}

/// `I'm a woman`, `as a man`.
fn gender(clause: &Clause<'_>) -> Option<String> {
    let genders = [
        "woman",
        "man",
        "girl",
        "boy",
        "female",
        "male",
        "guy",
        "trans",
        "transgender",
        "nonbinary",
        "non-binary",
    ];
    let subject = clause.subject()?;
    let at = clause.follows(subject, "am a").or_else(|| clause.follows(subject, "am"))?;
    let last = if matches!(clause.word(at), "trans" | "transgender" | "young" | "non-binary" | "nonbinary") {
        at + 1
    } else {
        at
    };
    let (first, last) = if genders.contains(&clause.word(last)) && !clause.word(last).starts_with("trans") {
        (at, last)
    } else {
        (at, at)
    };
    genders
        .contains(&clause.word(last))
        .then(|| clause.text[clause.parts[first].span.start..clause.parts[last].span.end].to_owned())
}

/// `My birthday is on 5 May`, `my job is …`.
fn my_value(clause: &Clause<'_>, voice: Voice<'_>) -> Option<Reading> {
    const THINGS: &[(&str, &str)] = &[
        ("birthday", "birthday"),
        ("hometown", "origin"),
        ("job", "occupation"),
        ("occupation", "occupation"),
        ("nickname", "nickname"),
        ("email", "email"),
        ("address", "address"),
        ("hobby", "hobby"),
        ("hobbies", "hobby"),
    ];
    let my = clause.words().position(|word| word == "my").filter(|at| *at <= 3)?;
    let is = (my + 2..my + 6).find(|at| matches!(clause.word(*at), "is" | "are" | "'s"))?;
    let object = super::object::Object::new(clause, is + 1)?;
    let is_telling = object.names_whom_it_means() && (object.is_telling(Kind::State) || clause.has_date());
    if !is_telling || clause.word(is + 1) == "not" {
        return None;
    }
    let text = super::wording::of_theirs(clause, my, object.end(), voice);
    let value = object.value(false);
    let (_, attribute) =
        THINGS.iter().find(|(thing, _)| clause.word(my + 1) == *thing).filter(|_| is == my + 2)?;
    if *attribute == "occupation" && !object.has_any(super::nouns::TRADES) {
        return None;
    }
    let (attribute, cardinality) = one(attribute);
    Some(Reading::new(Kind::State, text).with_slot(attribute, cardinality, value))
}
