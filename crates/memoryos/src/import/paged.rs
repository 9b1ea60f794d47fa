//! Conversations already cut into pages: an id, two speakers, and pages that know which messages they hold.

use serde_json::Value;

use super::{
    Reader,
    collector::{Collector, Head},
    each_record,
    page::{is_page, name, pair},
    pairing::Pair,
};
use crate::types::Message;

/// Stands in a page for a side that said nothing.
const EMPTY_SIDE: &str = "...";

pub(super) const READER: Reader = Reader {
    name: "paged",
    recognises: |record| {
        record["pages"].as_array().is_some_and(|pages| pages.is_empty() || pages.iter().any(is_page))
    },
    read: |files, collector| each_record(&READER, files, collector, conversation),
};

fn conversation(record: &Value, position: &str, collector: &mut Collector) {
    let head = Head {
        id: record["id"].as_str().map(str::to_owned),
        user_name: name(&record["speaker_a"]),
        assistant_name: name(&record["speaker_b"]),
    };
    let named = |message: Message, name: &Option<String>| Message {
        speaker: message.speaker.or_else(|| name.clone()).filter(|_| !message.text.is_empty()),
        text: message.text,
    };
    let mut pairs: Vec<Pair> = Vec::new();
    for (index, page) in record["pages"].as_array().into_iter().flatten().enumerate() {
        let place = format!("{position}, page {}", index + 1);
        pairs.extend(pair(page, Some(EMPTY_SIDE), &place, collector).map(|pair| Pair {
            user: named(pair.user, &head.user_name),
            assistant: named(pair.assistant, &head.assistant_name),
            ..pair
        }));
    }
    collector.conversation(head, pairs);
}
