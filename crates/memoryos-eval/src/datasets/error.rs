//! Why a file is no data set.

use std::{io, path::PathBuf};

use super::READERS;

/// Why there are no conversations.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DatasetError {
    /// The file cannot be read.
    #[error("{} cannot be read", path.display())]
    Unreadable {
        /// Which.
        path: PathBuf,
        /// What the system says.
        #[source]
        source: io::Error,
    },
    /// The file is not what an evaluation can use.
    #[error("{} is no data set that can be evaluated", path.display())]
    In {
        /// Which.
        path: PathBuf,
        /// What is wrong with it.
        #[source]
        source: Box<DatasetError>,
    },
    /// The bytes are no JSON.
    #[error("it is no JSON")]
    NotJson(#[source] serde_json::Error),
    /// The file is a list of nothing.
    #[error("there are no conversations in it")]
    Empty,
    /// The first record has the keys of no known format.
    #[error("its first record is of no known format; known are {}", known())]
    Unknown,
    /// A record lacks what its format asks for.
    #[error("record {record} is no record of {format}")]
    Shape {
        /// Its place in the file, from 1.
        record: usize,
        /// The format.
        format: &'static str,
        /// What is missing or wrong.
        #[source]
        source: serde_json::Error,
    },
    /// Two things have the same id.
    #[error("the {what} {id:?} stands there twice")]
    Twice {
        /// What has the id.
        what: &'static str,
        /// The id.
        id: String,
    },
    /// Files that are to be one set have a conversation of one id.
    #[error("{} and {} both have a conversation {id:?}", first.display(), second.display())]
    Clash {
        /// The id.
        id: String,
        /// The file that has it first.
        first: PathBuf,
        /// The file that has it again.
        second: PathBuf,
    },
    /// Nobody says anything in it.
    #[error("the conversation {0:?} has no turns")]
    Silent(String),
    /// Evidence that is nowhere.
    #[error("question {question} of {conversation:?} names {id:?}, which no page holds")]
    NoSuchEvidence {
        /// The conversation.
        conversation: String,
        /// Its place in the conversation, from 0.
        question: usize,
        /// The id.
        id: String,
    },
    /// A time that cannot be read.
    #[error("{0:?} is no time")]
    Time(String),
    /// Lists that belong together are of different lengths.
    #[error("{id:?} has {sessions} sessions and {dates} dates")]
    Uneven {
        /// The record.
        id: String,
        /// Sessions it has.
        sessions: usize,
        /// Dates it has.
        dates: usize,
    },
}

fn known() -> String {
    READERS.iter().map(|reader| reader.name).collect::<Vec<_>>().join(", ")
}
