//! LoCoMo: two people, dated sessions, questions with the ids of the messages that answer them.

use std::collections::BTreeMap;

use memoryos::import::Format;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::{ADVERSARIAL, DatasetError, Evaluated, LOCOMO, Question, Reader, shape};

pub(super) const READER: Reader = Reader {
    name: LOCOMO,
    recognises: |record| record["conversation"]["speaker_a"].is_string(),
    read: sample,
};

#[derive(Deserialize)]
struct Sample {
    #[serde(rename = "sample_id")]
    id: String,
    conversation: Map<String, Value>,
    qa: Vec<Asked>,
}

#[derive(Deserialize)]
struct Asked {
    question: String,
    category: u64,
    #[serde(default, deserialize_with = "shape::id_list")]
    evidence: Vec<String>,
    #[serde(default)]
    answer: Value,
    /// What a careless reader would answer to an adversarial question.
    #[serde(default)]
    adversarial_answer: Value,
}

fn sample(record: &Value, index: usize) -> Result<Evaluated, DatasetError> {
    let sample: Sample = shape::record(record, index, READER.name)?;
    let conversation = shape::conversation(Format::Locomo, record, &sample.id)?;
    let texts = shape::only_told(texts(&sample.conversation), &conversation);
    let asked = sample.qa.into_iter().enumerate();
    let questions = asked.map(|(index, asked)| question(index, asked, &texts)).collect();
    Ok(Evaluated::new(conversation, texts, questions))
}

/// What each message says, with the caption of a picture in the place of the picture.
fn texts(conversation: &Map<String, Value>) -> BTreeMap<String, String> {
    let messages = conversation.values().filter_map(Value::as_array).flatten();
    let text = |message: &Value| {
        let words = message["text"].as_str()?;
        let caption = message["blip_caption"].as_str().filter(|caption| !caption.is_empty());
        let caption = caption.map(|caption| format!(" (image description: {caption})")).unwrap_or_default();
        Some((message["dia_id"].as_str()?.to_owned(), format!("{words}{caption}")))
    };
    messages.filter_map(text).collect()
}

fn question(index: usize, asked: Asked, texts: &BTreeMap<String, String>) -> Question {
    let mut needed: Vec<Vec<String>> = Vec::new();
    // A few ids name messages that do not exist; nothing can find those.
    let known = asked.evidence.iter().flat_map(|dirty| repaired(dirty)).filter(|id| texts.contains_key(id));
    for id in known.map(|id| vec![id]) {
        if !needed.contains(&id) {
            needed.push(id);
        }
    }
    Question {
        index,
        text: asked.question,
        category: asked.category,
        needed,
        answers: shape::answers(&asked.answer),
        adversarial_answer: shape::answers(&asked.adversarial_answer).pop(),
        answerable: asked.category != ADVERSARIAL,
        ..Question::default()
    }
}

/// The ids in a dirty one: `D8:6; D9:17`, `D9:1 D4:4 D4:6`, `D:11:26`, `D30:05`.
pub fn repaired(dirty: &str) -> Vec<String> {
    let pieces = dirty.split(|c: char| c.is_whitespace() || c == ';' || c == ',');
    pieces
        .filter_map(|piece| {
            let digits = piece.strip_prefix('D')?.trim_start_matches(':');
            let (session, turn) = digits.split_once(':')?;
            Some(format!("D{}:{}", session.parse::<u32>().ok()?, turn.parse::<u32>().ok()?))
        })
        .collect()
}
