//! The paged shape: conversations cut into pages that know which messages they hold, in any language.

use std::collections::BTreeMap;

use memoryos::{
    import::{Conversation, Format},
    types::Side,
};
use serde::Deserialize;
use serde_json::Value;

use super::{ADVERSARIAL, DatasetError, Evaluated, Question, Reader, shape};

/// The kind of question that BEAM asks to be left unanswered.
const ABSTENTION: &str = "abstention";

pub(super) const READER: Reader = Reader {
    name: "pages",
    recognises: |record| record["pages"].is_array() && record["questions"].is_array(),
    read: paged,
};

#[derive(Deserialize)]
struct Paged {
    id: String,
    #[serde(default)]
    turns: BTreeMap<String, String>,
    questions: Vec<Asked>,
}

#[derive(Deserialize)]
struct Asked {
    q: String,
    #[serde(default)]
    a: Value,
    cat: u64,
    #[serde(default)]
    kind: Option<String>,
    /// A list of ids; an empty one says that the conversation holds no answer.
    #[serde(default)]
    ev: Value,
    #[serde(default)]
    alts: Value,
}

fn paged(record: &Value, index: usize) -> Result<Evaluated, DatasetError> {
    let paged: Paged = shape::record(record, index, READER.name)?;
    let conversation = shape::conversation(Format::Paged, record, &paged.id)?;
    let texts = texts(&conversation, &paged.turns);
    let questions: Vec<Question> = paged.questions.into_iter().enumerate().map(question).collect();
    for question in &questions {
        if let Some(id) = question.needed.iter().flatten().find(|id| !texts.contains_key(*id)) {
            let (conversation, question, id) = (paged.id, question.index, id.clone());
            return Err(DatasetError::NoSuchEvidence { conversation, question, id });
        }
    }
    Ok(Evaluated::new(conversation, texts, questions))
}

/// What each message says: as told by the file, else the first of a page's ids is what the user said, and the
/// others what the assistant said.
fn texts(conversation: &Conversation, told: &BTreeMap<String, String>) -> BTreeMap<String, String> {
    let mut texts = BTreeMap::new();
    for (turn, ids) in conversation.turns.iter().zip(&conversation.turn_sources) {
        for (place, id) in ids.iter().enumerate() {
            let side = if place == 0 && !turn.user().text.is_empty() { Side::User } else { Side::Assistant };
            let text = told.get(id).unwrap_or(&turn.message(side).text);
            texts.insert(id.clone(), text.clone());
        }
    }
    texts
}

fn question((index, asked): (usize, Asked)) -> Question {
    let says_nowhere = asked.ev.as_array().is_some_and(Vec::is_empty);
    let alternatives = asked.alts.as_array().into_iter().flatten().map(shape::ids);
    let alternatives: Vec<Vec<String>> = alternatives.filter(|any| !any.is_empty()).collect();
    let needed = if alternatives.is_empty() || says_nowhere {
        shape::ids(&asked.ev).into_iter().map(|id| vec![id]).collect()
    } else {
        alternatives
    };
    let is_abstention = asked.kind.as_deref() == Some(ABSTENTION);
    // The shape has one place for both: of an adversarial question it holds the trap.
    let (answers, traps) = match shape::answers(&asked.a) {
        traps if asked.cat == ADVERSARIAL => (Vec::new(), traps),
        answers => (answers, Vec::new()),
    };
    Question {
        index,
        text: asked.q,
        category: asked.cat,
        kind: asked.kind,
        answerable: asked.cat != ADVERSARIAL && !is_abstention && !says_nowhere,
        needed,
        answers,
        adversarial_answer: traps.into_iter().next(),
        at: None,
    }
}
