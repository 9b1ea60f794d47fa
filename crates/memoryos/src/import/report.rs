//! What an import took, what it left out, and why.

use std::fmt;

/// How many lines each list of a report holds at most; beyond it they are only counted. A file of ten million bad
/// records must not fill the memory with complaints, and nobody reads past the first screens.
pub(super) const MAX_LISTED: usize = 1_000;

/// What came of an import.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Messages of the source that stand in turns; two that were joined count as two.
    pub messages: usize,
    /// Turns made of them.
    pub turns: usize,
    /// Notes: what the source had learned, rather than what was said.
    pub notes: usize,
    /// What was left out, in the order met; the first thousand.
    pub skipped: Vec<Entry>,
    /// How many entries `skipped` would hold without its limit.
    pub skipped_count: usize,
    /// What was taken, but not as it stood: a time that could not be read, an error message in place of a reply.
    /// The first thousand.
    pub remarks: Vec<Entry>,
    /// How many entries `remarks` would hold without its limit.
    pub remark_count: usize,
}

impl Report {
    pub(super) fn skip(&mut self, entry: Entry) {
        self.skipped_count += 1;
        if self.skipped.len() < MAX_LISTED {
            self.skipped.push(entry);
        }
    }

    pub(super) fn remark(&mut self, entry: Entry) {
        self.remark_count += 1;
        if self.remarks.len() < MAX_LISTED {
            self.remarks.push(entry);
        }
    }
}

/// A line of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Where in the source, for people: `record 3`, `users/demo/mid_term.json, segment s1, page 2`. Counted from 1.
    pub position: String,
    /// What was the matter.
    pub reason: Reason,
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.position, self.reason)
    }
}

/// What was the matter with a part of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The record is no JSON: damaged, or cut off.
    NotJson,
    /// Some bytes are not UTF-8; each stretch of them became U+FFFD.
    NotUtf8,
    /// The record has not the keys, or not the types, of its format.
    Shape,
    /// It holds no words.
    Blank,
    /// Nobody said it: instructions, or what a tool returned. Holds the role.
    NotSpeech(String),
    /// The assistant called a tool and said nothing.
    ToolCall,
    /// The same page, with the same time, was taken already.
    Repeated,
    /// An error message or a formatting remnant stands where words should.
    Junk,
    /// The time is missing or cannot be read; that of the turn before was taken, or the default.
    Time,
    /// Summaries, keywords and vectors were left behind: they are derived, and made anew from the pages.
    Derived,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotJson => f.write_str("is no JSON (damaged or cut off)"),
            Self::NotUtf8 => f.write_str("holds bytes that are not UTF-8; they were replaced"),
            Self::Shape => f.write_str("has not the shape of its format"),
            Self::Blank => f.write_str("holds no words"),
            Self::NotSpeech(role) => write!(f, "is not speech (role {role})"),
            Self::ToolCall => f.write_str("calls a tool and says nothing"),
            Self::Repeated => f.write_str("stands in the source twice"),
            Self::Junk => f.write_str("is an error message or a remnant, not words"),
            Self::Time => f.write_str("has no readable time"),
            Self::Derived => f.write_str("summaries, keywords and vectors are made anew"),
        }
    }
}
