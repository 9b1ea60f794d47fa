//! A turn comes in: what its sentences state in the first person.

use jiff::{
    civil::Date,
    tz::{Offset, TimeZone},
};

use crate::{
    text::{
        dates::date_mentions,
        language::{Language, language},
    },
    types::{
        About, AttributeDraft, AttributeKind, Cardinality, FactDraft, Message, Moment, Page, Side, Slot,
        Source, TimeRange,
    },
};

mod chinese;
mod english;
pub(super) mod secrets;
mod statements;

use statements::{Statement, statements};

/// What kind of thing a statement says; traits are drawn from some of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// How things are.
    State,
    /// What someone likes or does for pleasure.
    Like,
    /// What someone dislikes.
    Dislike,
    /// What happened.
    Event,
    /// What is to come.
    Plan,
    /// What one is asked to remember, word for word.
    Note,
}

/// A statement understood.
#[derive(Clone, Debug)]
pub(super) struct Finding {
    pub(super) kind: Kind,
    pub(super) about: About,
    pub(super) source: Source,
    pub(super) draft: Option<FactDraft>,
    pub(super) attribute: Option<AttributeDraft>,
}

/// What a rule of one language makes of a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Reading {
    kind: Kind,
    /// A sentence in the third person, without the date.
    text: String,
    slot: Option<Slot>,
    /// For the profile.
    attribute: Option<(AttributeKind, String)>,
}

impl Reading {
    fn new(kind: Kind, text: String) -> Self {
        Self { kind, text, slot: None, attribute: None }
    }

    fn with_slot(mut self, attribute: &str, cardinality: Cardinality, value: impl Into<String>) -> Self {
        self.slot = Some(Slot { attribute: attribute.to_owned(), cardinality, value: value.into() });
        self
    }

    fn with_attribute(mut self, kind: AttributeKind, value: impl Into<String>) -> Self {
        self.attribute = Some((kind, value.into()));
        self
    }
}

/// Who speaks, and how facts call them.
#[derive(Clone, Copy, Debug)]
struct Voice<'a> {
    about: About,
    name: Option<&'a str>,
}

impl<'a> Voice<'a> {
    fn of(message: &'a Message, side: Side) -> Self {
        let about = match side {
            Side::User => About::User,
            Side::Assistant => About::Assistant,
        };
        Self {
            about,
            name: message.speaker.as_deref().map(str::trim).filter(|name| !name.is_empty() && !is_role(name)),
        }
    }

    /// Whether an unnamed program speaks: it lives nowhere and went nowhere, whatever it says.
    fn is_program(self) -> bool {
        self.about == About::Assistant && self.name.is_none()
    }
}

/// Whether a speaker is called by role instead of by name.
fn is_role(name: &str) -> bool {
    matches!(
        name.to_lowercase().as_str(),
        "user" | "assistant" | "human" | "ai" | "bot" | "system" | "用户" | "助手"
    )
}

/// Everything the pages state, in their order; a statement made twice on a page counts once.
pub(super) fn findings(pages: &[&Page]) -> Vec<Finding> {
    pages
        .iter()
        .flat_map(|page| [Side::User, Side::Assistant].into_iter().flat_map(|side| on_side(page, side)))
        .collect()
}

fn on_side(page: &Page, side: Side) -> Vec<Finding> {
    let message = page.turn.message(side);
    let voice = Voice::of(message, side);
    let said_on = page.turn.at().civil().date();
    let mut found: Vec<Finding> = Vec::new();
    for statement in statements(&message.text) {
        for reading in readings(&statement, voice, said_on) {
            let finding = finding(page, voice, &statement, reading);
            let is_repeat = |other: &Finding| {
                other.draft.as_ref().map(|d| &d.text) == finding.draft.as_ref().map(|d| &d.text)
            };
            if !found.iter().any(is_repeat) {
                found.push(finding);
            }
        }
    }
    found
}

fn readings(statement: &Statement<'_>, voice: Voice<'_>, said_on: Date) -> Vec<Reading> {
    // The whole sentence: notes keep all of it, and a clause beside a password may be the password.
    if secrets::holds_secret(statement.sentence()) {
        return Vec::new();
    }
    let readings = match language(statement.sentence()) {
        Language::Chinese => chinese::readings(statement, voice, said_on),
        Language::English => english::readings(statement, voice, said_on),
    };
    let teaches = |reading: &Reading| {
        !voice.is_program() || reading.slot.as_ref().is_some_and(|slot| slot.attribute == "name")
    };
    readings.into_iter().filter(teaches).collect()
}

fn finding(page: &Page, voice: Voice<'_>, statement: &Statement<'_>, reading: Reading) -> Finding {
    let source = Source { page: page.id, quote: Some(statement.text().to_owned()) };
    let when =
        when(statement, page.turn.at()).filter(|_| reading.kind != Kind::Note && reading.attribute.is_none());
    let text = match &when {
        Some(when) => dated(&reading.text, when),
        None => reading.text,
    };
    let event_time = when.and_then(|when| when.range);
    let draft =
        FactDraft { about: voice.about, text, slot: reading.slot, event_time, source: source.clone() };
    let attribute = reading
        .attribute
        .filter(|_| voice.about == About::User)
        .map(|(kind, value)| AttributeDraft { kind, value, source: source.clone() });
    Finding { kind: reading.kind, about: voice.about, source, draft: Some(draft), attribute }
}

/// The first date of a statement.
struct When {
    range: Option<TimeRange>,
    /// The days as people write them: a year, a month, a day, or first and last day.
    label: String,
    words: String,
}

fn when(statement: &Statement<'_>, at: Moment) -> Option<When> {
    let mention = date_mentions(statement.text(), at.civil().date()).into_iter().next()?;
    let zone = TimeZone::fixed(at.offset.unwrap_or(Offset::UTC));
    let instant = |date: Date| zone.to_timestamp(date.to_datetime(jiff::civil::Time::midnight())).ok();
    let range =
        instant(mention.from).zip(instant(mention.until)).map(|(from, until)| TimeRange { from, until });
    Some(When {
        range,
        label: label(mention.from, mention.until)?,
        words: statement.text()[mention.span].to_owned(),
    })
}

fn label(from: Date, until: Date) -> Option<String> {
    let last = until.yesterday().ok()?;
    let is_month_start = from.day() == 1 && until.day() == 1;
    Some(if from == last {
        from.to_string()
    } else if is_month_start && from.month() == 1 && until.month() == 1 && until.year() == from.year() + 1 {
        from.strftime("%Y").to_string()
    } else if is_month_start && from.first_of_month() == last.first_of_month() {
        from.strftime("%Y-%m").to_string()
    } else {
        format!("{from} to {last}")
    })
}

/// The sentence with its date resolved, unless its words name the year already.
fn dated(text: &str, when: &When) -> String {
    let names_year = when.words.split(|c: char| !c.is_ascii_digit()).any(|number| number.len() == 4);
    if names_year { text.to_owned() } else { format!("{text} ({})", when.label) }
}

#[cfg(test)]
mod tests;
