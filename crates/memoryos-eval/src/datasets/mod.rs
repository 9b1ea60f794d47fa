//! Conversations with questions, whatever file they come in: where every evaluation begins.

mod error;
mod facts;
mod locomo;
mod longmemeval;
mod paged;
mod shape;
mod together;

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use jiff::Timestamp;
use memoryos::import::Conversation;
use serde_json::Value;
use sha2::{Digest, Sha256};

pub use error::DatasetError;
pub use locomo::repaired;

/// What LoCoMo's format is called.
pub const LOCOMO: &str = "LoCoMo";

/// The number of LoCoMo's adversarial questions: what they ask was never said, or was said by the other.
pub const ADVERSARIAL: u64 = 5;

/// What LoCoMo's numbers stand for, by its paper and its data. The table of the paper that MemoryOS began with
/// names them in another order.
const CATEGORY_NAMES: [&str; 5] = ["multi-hop", "temporal", "open-domain", "single-hop", "adversarial"];

/// A question and where its answer was said.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Question {
    /// Its place among all questions of the conversation, from 0.
    pub index: usize,
    /// The question.
    pub text: String,
    /// LoCoMo's number: 1 multi-hop, 2 temporal, 3 open-domain, 4 single-hop, 5 adversarial; 0 where the set has none.
    pub category: u64,
    /// The set's own name for the kind of question.
    pub kind: Option<String>,
    /// What is needed: of each entry any one id.
    pub needed: Vec<Vec<String>>,
    /// Right answers, any of which will do; empty where the set gives none.
    pub answers: Vec<String>,
    /// The trap: the answer that an adversarial question wants to be given, and that is wrong.
    pub adversarial_answer: Option<String>,
    /// When it is asked; `None` for after everything.
    pub at: Option<Timestamp>,
    /// Whether the conversation holds an answer.
    pub answerable: bool,
}

impl Question {
    /// Its kind for people: the set's own name, else number and name as in `2 temporal`.
    pub fn label(&self) -> String {
        let named = |number: usize| Some(format!("{number} {}", CATEGORY_NAMES.get(number.checked_sub(1)?)?));
        let number = usize::try_from(self.category).unwrap_or(usize::MAX);
        self.kind.clone().or_else(|| named(number)).unwrap_or_else(|| self.category.to_string())
    }

    /// Whether evidence recall is asked of it: it has an answer, and the set says where.
    pub fn is_scored(&self) -> bool {
        self.answerable && !self.needed.is_empty()
    }
}

/// A conversation with its questions.
#[derive(Clone, Debug)]
pub struct Evaluated {
    /// Turns and their source ids.
    pub conversation: Conversation,
    /// The text of each source id.
    pub texts: BTreeMap<String, String>,
    /// The questions, in the order of the file.
    pub questions: Vec<Question>,
    /// Questions of the file that have no words and are not among `questions`.
    pub blank_questions: usize,
}

impl Evaluated {
    /// Leaves out the questions that have no words: nothing can be recalled for them. The others keep their places.
    fn new(
        conversation: Conversation,
        texts: BTreeMap<String, String>,
        mut questions: Vec<Question>,
    ) -> Self {
        let all = questions.len();
        questions.retain(|question| !question.text.trim().is_empty());
        let blank_questions = all - questions.len();
        Self { conversation, texts, questions, blank_questions }
    }
}

/// A file that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataFile {
    /// Where it was read.
    pub path: PathBuf,
    /// What its format is called.
    pub format: &'static str,
    /// How many of the set's conversations are of this file.
    pub conversations: usize,
    /// Its name, without folders.
    pub name: String,
    /// What it held, as 64 hexadecimal digits.
    pub sha256: String,
}

/// Conversations that are evaluated together.
#[derive(Clone, Debug)]
pub struct Dataset {
    /// What to call it: the name of its file without the ending, or how the names of its files begin.
    pub name: String,
    /// Where it comes from.
    pub files: Vec<DataFile>,
    /// The conversations, each id once.
    pub conversations: Vec<Evaluated>,
}

impl Dataset {
    /// Reads a file in any of the known formats, known by its keys and never by its name.
    ///
    /// # Errors
    /// When the file cannot be read, is no JSON, is of no known format, or holds what its format does not allow.
    pub fn open(path: &Path) -> Result<Self, DatasetError> {
        let bytes = std::fs::read(path)
            .map_err(|source| DatasetError::Unreadable { path: path.to_owned(), source })?;
        let (format, conversations) = read_format(&bytes)
            .map_err(|source| DatasetError::In { path: path.to_owned(), source: Box::new(source) })?;
        let text = |part: Option<&std::ffi::OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
        let (name, sha256) = (text(path.file_name()), sha256(&bytes));
        let file =
            DataFile { path: path.to_owned(), format, conversations: conversations.len(), name, sha256 };
        Ok(Self { name: text(path.file_stem()), files: vec![file], conversations })
    }

    /// All questions, in the order of the conversations.
    pub fn questions(&self) -> impl Iterator<Item = &Question> {
        self.conversations.iter().flat_map(|conversation| &conversation.questions)
    }

    /// Whether a question says where its answer was said, so that there is evidence to look for.
    pub fn has_evidence(&self) -> bool {
        self.questions().any(Question::is_scored)
    }

    /// Questions that were left out because they have no words.
    pub fn blank_questions(&self) -> usize {
        self.conversations.iter().map(|conversation| conversation.blank_questions).sum()
    }

    /// Turns of all conversations.
    pub fn turn_count(&self) -> usize {
        self.conversations.iter().map(|c| c.conversation.turns.len()).sum()
    }
}

fn sha256(bytes: &[u8]) -> String {
    hex::encode(Sha256::digest(bytes))
}

/// A format: what it is called, how a record of it is known, and how the record at a place, from 0, is read.
struct Reader {
    name: &'static str,
    recognises: fn(&Value) -> bool,
    read: fn(&Value, usize) -> Result<Evaluated, DatasetError>,
}

/// The known formats, in the order in which they are tried.
const READERS: [&Reader; 4] = [&locomo::READER, &longmemeval::READER, &facts::READER, &paged::READER];

/// Reads what a file of any known format holds: a list of records, or one.
///
/// # Errors
/// When it is no JSON, is of no known format, or holds what its format does not allow.
pub fn read(bytes: &[u8]) -> Result<Vec<Evaluated>, DatasetError> {
    read_format(bytes).map(|(_, conversations)| conversations)
}

/// The same, with what the format is called.
fn read_format(bytes: &[u8]) -> Result<(&'static str, Vec<Evaluated>), DatasetError> {
    let records = match serde_json::from_slice(bytes).map_err(DatasetError::NotJson)? {
        Value::Array(records) => records,
        one => vec![one],
    };
    let first = records.first().ok_or(DatasetError::Empty)?;
    let reader = READERS.iter().find(|reader| (reader.recognises)(first)).ok_or(DatasetError::Unknown)?;
    // Each record goes once it is read: LongMemEval's are hundreds of megabytes together.
    let read = records.into_iter().enumerate().map(|(index, record)| (reader.read)(&record, index));
    let conversations = read.collect::<Result<Vec<_>, _>>()?;
    shape::refuse_twins(conversations.iter().map(|c| c.conversation.id.as_str()), "conversation")?;
    Ok((reader.name, conversations))
}

#[cfg(test)]
mod tests;
