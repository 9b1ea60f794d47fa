//! FactConsolidation: numbered facts of which the later wins, and questions with nothing but an answer.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use jiff::{Timestamp, civil};
use memoryos::{
    import::Conversation,
    text::words::terms,
    types::{Message, Moment, Turn},
};
use serde::Deserialize;
use serde_json::Value;

use super::{DatasetError, Evaluated, Question, Reader, shape};

/// When the first fact is told. The set has no times; any day will do.
const FIRST_DAY: civil::Date = civil::date(2026, 1, 1);

/// How long after the one before each fact is told, so that "later" has a meaning.
const BETWEEN_FACTS: Duration = Duration::from_mins(1);

pub(super) const READER: Reader = Reader {
    name: "FactConsolidation",
    recognises: |record| record["context"].is_string() && record["answers"].is_array(),
    read: list,
};

#[derive(Deserialize)]
struct List {
    context: String,
    questions: Vec<String>,
    answers: Vec<Value>,
    metadata: Metadata,
}

#[derive(Deserialize)]
struct Metadata {
    source: String,
}

fn list(record: &Value, index: usize) -> Result<Evaluated, DatasetError> {
    let list: List = shape::record(record, index, READER.name)?;
    let id = list.metadata.source;
    let facts: Vec<(String, &str)> = list.context.lines().filter_map(numbered).collect();
    shape::refuse_twins(facts.iter().map(|(number, _)| number.as_str()), "fact")?;
    if facts.is_empty() {
        return Err(DatasetError::Silent(id));
    }
    let kind = id.strip_prefix("factconsolidation_").unwrap_or(&id).to_owned();
    let words: Vec<BTreeSet<String>> =
        facts.iter().map(|(_, fact)| terms(fact).into_iter().collect()).collect();
    let asked = list.questions.into_iter().zip(&list.answers).enumerate();
    let questions = asked.map(|(index, (text, answer))| {
        let answers = shape::answers(answer);
        let needed: Vec<Vec<String>> =
            evidence(&facts, &words, &text, &answers).into_iter().map(|id| vec![id]).collect();
        Question {
            index,
            text,
            kind: Some(kind.clone()),
            answers,
            needed,
            answerable: true,
            ..Question::default()
        }
    });
    let texts: BTreeMap<String, String> =
        facts.iter().map(|(number, fact)| (number.clone(), (*fact).to_owned())).collect();
    Ok(Evaluated::new(conversation(id, &facts), texts, questions.collect()))
}

/// `12. A fact.` as number and fact; `None` for the heading.
fn numbered(line: &str) -> Option<(String, &str)> {
    let (number, fact) = line.split_once(". ")?;
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    (is_number && !fact.trim().is_empty()).then(|| (number.to_owned(), fact))
}

/// The set does not say which fact a question is about. Of the facts that name the answer we take the one that
/// shares the most words with the question, and of equals the latest, as only that one holds. Of a question over
/// several facts this is the last step.
fn evidence(
    facts: &[(String, &str)],
    words: &[BTreeSet<String>],
    question: &str,
    answers: &[String],
) -> Option<String> {
    let asked: BTreeSet<String> = terms(question).into_iter().collect();
    let answers: Vec<String> = answers.iter().map(|answer| answer.to_lowercase()).collect();
    let names_it = |fact: &str| answers.iter().any(|answer| fact.to_lowercase().contains(answer));
    let telling = facts.iter().zip(words).filter(|((_, fact), _)| names_it(fact));
    // The last of equals is what `max_by_key` keeps.
    telling.max_by_key(|(_, words)| words.intersection(&asked).count()).map(|((number, _), _)| number.clone())
}

fn conversation(id: String, facts: &[(String, &str)]) -> Conversation {
    let mut at: Timestamp = Moment::from_civil(FIRST_DAY.at(0, 0, 0, 0)).expect("a day of this century").at;
    let turns = facts.iter().map(|(_, fact)| {
        at += BETWEEN_FACTS;
        let turn = Turn::new(Message::new(fact.replace('\0', " ")), Message::default(), Moment::utc(at));
        turn.expect("a fact has words")
    });
    Conversation {
        turns: turns.collect(),
        turn_sources: facts.iter().map(|(number, _)| vec![number.clone()]).collect(),
        user_name: None,
        assistant_name: None,
        id,
    }
}
