//! Which messages of a conversation stand in what was recalled.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use memoryos::{
    recall::{Item, ItemKind, Limit, Recall},
    types::PageId,
};

use crate::datasets::{Evaluated, Question};

/// What a context calls speakers without a name.
const UNNAMED: [&str; 2] = ["User", "Assistant"];

/// How a context sets in the further lines of a message.
const INDENTATION: &str = "\n  ";

/// The context with the lines of its messages as they were said.
pub(super) fn as_said(context: &str) -> String {
    context.replace(INDENTATION, "\n")
}

/// What can be found in a conversation: the texts of its messages and the messages of its pages.
pub(super) struct Sought<'a> {
    texts: &'a BTreeMap<String, String>,
    sources: &'a HashMap<PageId, Vec<String>>,
    /// Names that stand before a colon at the beginning of a line.
    speakers: BTreeSet<&'a str>,
}

impl<'a> Sought<'a> {
    pub(super) fn new(evaluated: &'a Evaluated, sources: &'a HashMap<PageId, Vec<String>>) -> Self {
        let turns = evaluated.conversation.turns.iter();
        let messages = turns.flat_map(|turn| [turn.user(), turn.assistant()]);
        let named = messages.filter_map(|message| message.speaker.as_deref());
        Self { texts: &evaluated.texts, sources, speakers: named.chain(UNNAMED).collect() }
    }

    /// Every id that can be found.
    pub(super) fn ids(&self) -> impl Iterator<Item = &'a str> {
        self.texts.keys().map(String::as_str)
    }

    /// Those of `ids` whose messages stand whole in `recall`.
    ///
    /// A message stands there when its words are in the context, whichever page brought them; also when it was cut
    /// into passages and all of them are there. Under a limit of items a page stands for all its messages.
    pub(super) fn found<'i>(
        &self,
        recall: &Recall,
        limit: Limit,
        ids: impl Iterator<Item = &'i str>,
    ) -> BTreeSet<&'i str> {
        let said = as_said(&recall.context);
        let pages =
            recall.items.iter().filter(|i| matches!(i.kind, ItemKind::Page | ItemKind::ShortTermPage));
        let holders: Vec<(&Item, Vec<&str>)> = pages
            .map(|item| {
                let ids = item.sources.iter().filter_map(|page| self.sources.get(page)).flatten();
                (item, ids.map(String::as_str).collect())
            })
            .collect();
        let stands = |id: &&str| {
            let text = &self.texts[*id];
            said.contains(text)
                || holders.iter().any(|(item, ids)| {
                    ids.contains(id) && (matches!(limit, Limit::Items(_)) || self.tells(item, text))
                })
        };
        ids.filter(stands).collect()
    }

    /// Those of `ids` whose messages stand in a text without names and blanks, as [`Self::bare_words`] gives it.
    pub(super) fn found_in<'i>(&self, bare: &str, ids: impl Iterator<Item = &'i str>) -> BTreeSet<&'i str> {
        ids.filter(|id| bare.contains(&self.bare_words(&self.texts[*id]))).collect()
    }

    /// Whether all passages of the text are in the item.
    fn tells(&self, item: &Item, text: &str) -> bool {
        self.bare_words(&as_said(&item.text)).contains(&self.bare_words(text))
    }

    /// The text without blanks and without the speakers' names before its lines: what is left is the same however
    /// it was cut into passages.
    pub(super) fn bare_words(&self, text: &str) -> String {
        let unnamed = |line: &'_ str| -> Option<usize> {
            self.speakers.iter().find_map(|name| line.strip_prefix(name)?.strip_prefix(": ").map(str::len))
        };
        let lines = text.lines().map(|line| &line[line.len() - unnamed(line).unwrap_or(line.len())..]);
        lines.flat_map(str::chars).filter(|c| !c.is_whitespace()).collect()
    }
}

/// The share of what the question needs that was found, 0 to 1.
pub(super) fn share(question: &Question, found: &BTreeSet<&str>) -> f64 {
    let met = question.needed.iter().filter(|any| any.iter().any(|id| found.contains(id.as_str())));
    met.count() as f64 / question.needed.len().max(1) as f64
}
