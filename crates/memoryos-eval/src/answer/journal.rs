//! The file of results: a line for each reply and each verdict, written when it comes, so that nothing paid for is
//! lost and a second run goes on where the first one ended.

use std::{
    collections::BTreeMap,
    fs::{File, OpenOptions, TryLockError},
    io::{self, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use serde::{Deserialize, Serialize};

/// What a model made of a question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Answered {
    /// The conversation.
    pub conversation: String,
    /// The question's place among all of the conversation, from 0.
    pub index: usize,
    /// Names the model and the whole prompt, as [`CachedLlm::hash`](super::CachedLlm::hash).
    pub prompt_hash: String,
    /// The model.
    pub model: String,
    /// LoCoMo's number, by whose rules the reply is scored; 0 where the set has kinds of its own.
    pub category: u64,
    /// The kind's name, as `2 temporal`.
    pub kind: String,
    /// The question.
    pub question: String,
    /// Right answers, any of which will do.
    pub answers: Vec<String>,
    /// The trap of an adversarial question.
    pub adversarial_answer: Option<String>,
    /// Whether the conversation holds an answer.
    pub answerable: bool,
    /// The reply; `None` when the model declined or said nothing.
    pub reply: Option<String>,
    /// Why there is no reply.
    pub failure: Option<String>,
    /// Whether the reply was cut at its longest.
    pub truncated: bool,
    /// Tokens of the prompt, as the server counted them.
    pub prompt_tokens: u64,
    /// Tokens of the reply, reasoning included.
    pub completion_tokens: u64,
    /// How long the model took, in milliseconds.
    pub latency_ms: f64,
    /// How many memories the prompt shows.
    pub items: usize,
    /// Their tokens, by the library's estimate.
    pub context_tokens: usize,
    /// How long recalling them took, in milliseconds.
    pub recall_ms: f64,
}

/// What a judge made of a reply.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Judged {
    /// The conversation.
    pub conversation: String,
    /// The question's place among all of the conversation, from 0.
    pub index: usize,
    /// Names the judge and its whole prompt, the reply included.
    pub judge_hash: String,
    /// The judge.
    pub model: String,
    /// The verdict; `None` when there is none.
    pub correct: Option<bool>,
    /// What came in place of a verdict.
    pub failure: Option<String>,
    /// Tokens of the judge's prompt.
    pub prompt_tokens: u64,
    /// Tokens of its reply.
    pub completion_tokens: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "line", rename_all = "snake_case")]
enum Line {
    Answer(Answered),
    Judgement(Judged),
}

/// A question of a conversation, and the hash of what was asked about it.
type Key = (String, usize, String);

/// The file, and what is in it.
pub struct Journal {
    path: PathBuf,
    inner: Mutex<Inner>,
}

struct Inner {
    /// `None` for results that are not kept.
    file: Option<File>,
    answers: BTreeMap<Key, Answered>,
    judgements: BTreeMap<Key, Judged>,
}

/// Why results cannot be kept.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JournalError {
    /// The file cannot be read or written.
    #[error("{} cannot be used for results", path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// What the system says.
        #[source]
        source: io::Error,
    },
    /// Another run has it.
    #[error("another run is writing its results to {}", .0.display())]
    Taken(PathBuf),
    /// A line is not of this evaluation. Nothing was changed.
    #[error("line {line} of {} is no result of `eval answer`", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        #[source]
        source: serde_json::Error,
    },
}

impl Journal {
    /// Results that are kept nowhere.
    pub fn in_memory() -> Self {
        Self::new(PathBuf::new(), None)
    }

    /// The file at `path`, made where it is missing, with what it holds. A last line that broke off is cut away.
    ///
    /// # Errors
    /// When the file cannot be used, another run has it, or it holds something else.
    pub fn open(path: &Path) -> Result<Self, JournalError> {
        let failed = |source| JournalError::File { path: path.to_owned(), source };
        let mut options = OpenOptions::new();
        let mut file =
            options.read(true).write(true).create(true).truncate(false).open(path).map_err(failed)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => return Err(JournalError::Taken(path.to_owned())),
            // Some file systems have no locks; one careful person needs none.
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(failed)?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let journal = Self::new(path.to_owned(), None);
        for (number, line) in (1..).zip(text[..whole].lines()) {
            let foreign = |source| JournalError::Foreign { path: path.to_owned(), line: number, source };
            journal.hold(serde_json::from_str(line).map_err(foreign)?);
        }
        if let Err(source) = serde_json::from_str::<Line>(&text[whole..])
            && whole == 0
            && !source.is_eof()
        {
            // Not ours: a file without line breaks.
            return Err(JournalError::Foreign { path: path.to_owned(), line: 1, source });
        }
        file.set_len(whole as u64).and_then(|()| file.seek(SeekFrom::End(0))).map_err(failed)?;
        journal.inner().file = Some(file);
        Ok(journal)
    }

    fn new(path: PathBuf, file: Option<File>) -> Self {
        let inner = Inner { file, answers: BTreeMap::new(), judgements: BTreeMap::new() };
        Self { path, inner: Mutex::new(inner) }
    }

    /// The reply to this prompt about this question; `None` where there is none yet.
    pub fn answer(&self, conversation: &str, index: usize, prompt_hash: &str) -> Option<Answered> {
        self.inner().answers.get(&(conversation.to_owned(), index, prompt_hash.to_owned())).cloned()
    }

    /// The judge's word on this reply; `None` where there is none yet.
    pub fn judgement(&self, conversation: &str, index: usize, judge_hash: &str) -> Option<Judged> {
        self.inner().judgements.get(&(conversation.to_owned(), index, judge_hash.to_owned())).cloned()
    }

    /// Completion tokens of a reply, on average over all that are here; `None` where none is.
    pub fn mean_completion_tokens(&self) -> Option<f64> {
        let inner = self.inner();
        let sum: u64 = inner.answers.values().map(|answered| answered.completion_tokens).sum();
        (!inner.answers.is_empty()).then(|| sum as f64 / inner.answers.len() as f64)
    }

    /// Writes a reply down.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write_answer(&self, answered: Answered) -> Result<(), JournalError> {
        self.write(Line::Answer(answered))
    }

    /// Writes a judge's word down.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write_judgement(&self, judged: Judged) -> Result<(), JournalError> {
        self.write(Line::Judgement(judged))
    }

    fn write(&self, line: Line) -> Result<(), JournalError> {
        let mut text = serde_json::to_string(&line).expect("our own lines are JSON");
        text.push('\n');
        if let Some(file) = &mut self.inner().file {
            // One write a line, so that what is cut off by a crash is at most the last.
            let written = file.write_all(text.as_bytes()).and_then(|()| file.flush());
            written.map_err(|source| JournalError::File { path: self.path.clone(), source })?;
        }
        self.hold(line);
        Ok(())
    }

    fn hold(&self, line: Line) {
        let mut inner = self.inner();
        match line {
            Line::Answer(a) => {
                inner.answers.insert((a.conversation.clone(), a.index, a.prompt_hash.clone()), a);
            }
            Line::Judgement(j) => {
                inner.judgements.insert((j.conversation.clone(), j.index, j.judge_hash.clone()), j);
            }
        }
    }

    fn inner(&self) -> std::sync::MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
