//! LongMemEval: for each question sessions of its own with an assistant, and the time at which it is asked.

use jiff::{Timestamp, civil};
use memoryos::{
    import::{Conversation, Format},
    types::{Message, Moment, Turn},
};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{DatasetError, Evaluated, Question, Reader, shape};

/// Ends the ids of questions that cannot be answered.
const ABSTENTION_MARK: &str = "_abs";

/// As in `2026/02/20 (Fri) 10:15`; the weekday is told twice.
const TIME_FORMAT: &str = "%Y/%m/%d (%a) %H:%M";

pub(super) const READER: Reader =
    Reader { name: "LongMemEval", recognises: |record| record["haystack_sessions"].is_array(), read: item };

#[derive(Deserialize)]
struct Item {
    question_id: String,
    #[serde(default)]
    question_type: Option<String>,
    question: String,
    #[serde(default)]
    answer: Value,
    question_date: String,
    haystack_dates: Vec<String>,
    haystack_sessions: Vec<Vec<Said>>,
}

#[derive(Deserialize)]
struct Said {
    role: Role,
    content: String,
    #[serde(default)]
    has_answer: Option<bool>,
}

#[derive(Clone, Copy, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum Role {
    User,
    Assistant,
}

/// A message with the id it gets: its session and its place there, both from 1.
struct Numbered<'a> {
    id: String,
    said: &'a Said,
}

fn item(record: &Value, index: usize) -> Result<Evaluated, DatasetError> {
    let item: Item = shape::record(record, index, READER.name)?;
    let (sessions, dates) = (item.haystack_sessions.len(), item.haystack_dates.len());
    if sessions != dates {
        return Err(DatasetError::Uneven { id: item.question_id, sessions, dates });
    }
    let messages = numbered(&item.haystack_sessions);
    let conversation = conversation(&item, &messages)?;
    let said = messages.iter().flatten().map(|message| (message.id.clone(), message.said.content.clone()));
    let texts = shape::only_told(said.collect(), &conversation);
    let answerable = !item.question_id.ends_with(ABSTENTION_MARK);
    let evidence = messages.iter().flatten().filter(|message| message.said.has_answer == Some(true));
    let needed = evidence.map(|message| vec![message.id.clone()]).filter(|id| texts.contains_key(&id[0]));
    let question = Question {
        text: item.question,
        kind: item.question_type,
        needed: if answerable { needed.collect() } else { Vec::new() },
        answers: shape::answers(&item.answer),
        at: Some(time(&item.question_date)?),
        answerable,
        ..Question::default()
    };
    Ok(Evaluated::new(conversation, texts, vec![question]))
}

fn numbered(sessions: &[Vec<Said>]) -> Vec<Vec<Numbered<'_>>> {
    let mut all = Vec::new();
    for (session, messages) in (1..).zip(sessions) {
        let ids = (1..).map(|place: usize| format!("{session}:{place}"));
        all.push(ids.zip(messages).map(|(id, said)| Numbered { id, said }).collect());
    }
    all
}

/// Sessions in order of time, through the importer's rules for who answers whom. The roles are no names.
fn conversation(item: &Item, messages: &[Vec<Numbered<'_>>]) -> Result<Conversation, DatasetError> {
    let mut sessions = Vec::new();
    for (date, messages) in item.haystack_dates.iter().zip(messages) {
        sessions.push((time(date)?, messages));
    }
    sessions.sort_by_key(|(at, _)| *at);
    let mut told = Map::from_iter([
        ("speaker_a".to_owned(), json!("user")),
        ("speaker_b".to_owned(), json!("assistant")),
    ]);
    for (number, (at, messages)) in sessions.into_iter().enumerate() {
        let spoken = messages.iter().map(|message| {
            let speaker = if message.said.role == Role::User { "user" } else { "assistant" };
            json!({ "speaker": speaker, "dia_id": message.id, "text": message.said.content })
        });
        told.insert(format!("session_{}", number + 1), spoken.collect());
        told.insert(format!("session_{}_date_time", number + 1), json!(at.to_string()));
    }
    let found = shape::conversation(Format::Locomo, &json!({ "conversation": told }), &item.question_id)?;
    Ok(Conversation {
        turns: found.turns.iter().map(nameless).collect(),
        user_name: None,
        assistant_name: None,
        ..found
    })
}

fn nameless(turn: &Turn) -> Turn {
    let message = |message: &Message| Message::new(message.text.clone());
    let nameless = Turn::new(message(turn.user()), message(turn.assistant()), turn.at());
    let nameless = nameless.expect("a turn without its names has its words");
    turn.key().map_or(nameless.clone(), |key| nameless.with_key(key.clone()))
}

fn time(text: &str) -> Result<Timestamp, DatasetError> {
    let no_time = || DatasetError::Time(text.to_owned());
    let told = civil::DateTime::strptime(TIME_FORMAT, text).map_err(|_| no_time());
    let told = told.and_then(|time| Moment::from_civil(time).map_err(|_| no_time()));
    told.or_else(|_| Moment::parse(text).map_err(|_| no_time())).map(|moment| moment.at)
}
