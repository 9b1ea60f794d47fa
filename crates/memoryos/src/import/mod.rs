//! What people already have, as turns: from the bytes of an export to conversations and a report. Before `remember`.
//!
//! Pure: the caller reads the files and stores what comes out. Every turn carries a key made of its content, so that
//! importing twice changes nothing. A record that cannot be read is reported and left out; only files in which nothing
//! is recognised are refused.
//!
//! A format is one file here: it adds a [`Format`], a `Reader`, and a line in `Format::reader`.

mod collector;
mod locomo;
mod openai;
mod outcome;
mod page;
mod paged;
mod pairing;
mod playground;
mod records;
mod repair;
mod report;
mod store;
mod times;

use serde_json::Value;

use crate::types::Moment;
use collector::Collector;
pub use openai::chat_message;
pub use outcome::{Conversation, Import, Note};
pub use report::{Entry, Reason, Report};

/// How many records of each file are looked at before a format counts as unknown: enough to get past a few bad ones.
const RECORDS_TO_LOOK_AT: usize = 64;

/// A file of the source, as the caller read it.
#[derive(Clone, Copy, Debug)]
pub struct SourceFile<'a> {
    /// Where it lay within what was given, with `/` or `\` between folders; just a name for a single file.
    /// Names a store's owner and a position in the report, and never decides the format.
    pub path: &'a str,
    /// Its content: JSON or JSON lines in UTF-8, with or without a byte order mark.
    pub bytes: &'a [u8],
}

/// What can be read. `docs/formats.md` describes each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Format {
    /// The files in which the Python original keeps its memory.
    MemoryosStore,
    /// The list of pages that the original's playground imports.
    MemoryosPlayground,
    /// Conversations of the `LoCoMo` data set, in their original shape.
    Locomo,
    /// Conversations already cut into pages, with the ids of the messages each page holds.
    Paged,
    /// Chat messages with roles, a conversation a line, as fine-tuning and chat APIs use them.
    OpenaiMessages,
}

/// How a format is known and read.
struct Reader {
    /// What people write on the command line.
    name: &'static str,
    /// Whether a record has the keys of this format.
    recognises: fn(&Value) -> bool,
    /// Reads all files. Nothing is fatal: what cannot be taken is reported to the collector.
    read: fn(&[SourceFile<'_>], &mut Collector),
}

impl Format {
    /// All formats, in the order in which they are tried: a store holds files that look like a playground's list.
    pub const ALL: [Self; 5] =
        [Self::MemoryosStore, Self::MemoryosPlayground, Self::Locomo, Self::Paged, Self::OpenaiMessages];

    const fn reader(self) -> &'static Reader {
        match self {
            Self::MemoryosStore => &store::READER,
            Self::MemoryosPlayground => &playground::READER,
            Self::Locomo => &locomo::READER,
            Self::Paged => &paged::READER,
            Self::OpenaiMessages => &openai::READER,
        }
    }

    /// Its name for people and command lines, such as `memoryos-playground`. Part of every turn's key.
    pub const fn name(self) -> &'static str {
        self.reader().name
    }
}

impl std::fmt::Display for Format {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}

impl std::str::FromStr for Format {
    type Err = UnknownFormat;

    /// The format of this [`name`](Self::name).
    fn from_str(name: &str) -> Result<Self, UnknownFormat> {
        Self::ALL.into_iter().find(|format| format.name() == name).ok_or(UnknownFormat)
    }
}

/// Nothing in the source has the keys of a format that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a known format; known are {}", Format::ALL.map(Format::name).join(", "))]
pub struct UnknownFormat;

/// Why nothing was imported.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ImportError {
    /// No record has the keys of the format. The report says what stood in the way.
    #[error("nothing in the source is of the format {format}")]
    Unrecognised {
        /// The format that was asked for.
        format: Format,
        /// What was found instead.
        report: Box<Report>,
    },
}

/// The format of the files, known by the keys of their first records and never by their names.
///
/// # Errors
/// When no record looked at has the keys of a known format.
pub fn detect(files: &[SourceFile<'_>]) -> Result<Format, UnknownFormat> {
    let first_records = |file: &SourceFile<'_>| -> Vec<Value> {
        let text = records::text(file.bytes);
        records::records(&text).take(RECORDS_TO_LOOK_AT).filter_map(|record| record.value).collect()
    };
    let seen: Vec<Value> = files.iter().flat_map(first_records).collect();
    Format::ALL
        .into_iter()
        .find(|format| seen.iter().any(|record| (format.reader().recognises)(record)))
        .ok_or(UnknownFormat)
}

/// Everything the files hold, in order of time within each conversation, and a report of what was left out and why.
///
/// A turn whose time is missing or cannot be read takes that of the turn before it, else `default_time`; such a time
/// is not part of its key.
///
/// # Errors
/// When no record has the keys of `format`. Single records that cannot be read are reported, not errors.
pub fn read(format: Format, files: &[SourceFile<'_>], default_time: Moment) -> Result<Import, ImportError> {
    let mut collector = Collector::new(format, default_time);
    for file in files.iter().filter(|file| std::str::from_utf8(file.bytes).is_err()) {
        collector.remark(file.path, Reason::NotUtf8);
    }
    (format.reader().read)(files, &mut collector);
    collector.finish()
}

/// Hands each record of the files that has the keys of `reader` to `take`, with its position; reports the others.
fn each_record(
    reader: &Reader,
    files: &[SourceFile<'_>],
    collector: &mut Collector,
    mut take: impl FnMut(&Value, &str, &mut Collector),
) {
    for file in files {
        let text = records::text(file.bytes);
        for record in records::records(&text) {
            let position = match files {
                [_] => format!("record {}", record.number),
                _ => format!("{}, record {}", file.path, record.number),
            };
            match &record.value {
                None => collector.skip(position, Reason::NotJson),
                Some(value) if (reader.recognises)(value) => {
                    collector.recognised();
                    take(value, &position, collector);
                }
                Some(_) => collector.skip(position, Reason::Shape),
            }
        }
    }
}
