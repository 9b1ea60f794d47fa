//! The files in which the Python original keeps its memory: a folder for each user and each assistant.
//!
//! Pages of short-term and mid-term memory become one conversation for each user, in order of time. What the original
//! had learned becomes notes. Summaries, keywords, vectors and heat are derived and left behind.

use std::collections::{BTreeMap, HashSet};

use serde_json::Value;

use super::{
    Reader, Reason, SourceFile,
    collector::{Collector, Head},
    page::{is_failure, is_page, name, pair},
    pairing::Pair,
    records,
    times::moment,
};
use crate::types::About;

pub(super) const READER: Reader =
    Reader { name: "memoryos-store", recognises: |record| is_mid_term(record) || is_long_term(record), read };

/// What models write where there is nothing to write, in lower case and without marks around it.
const NOTHINGS: [&str; 8] = ["none", "none found", "n/a", "na", "null", "nothing", "无", "暂无"];

fn is_mid_term(record: &Value) -> bool {
    let has_details = |session: &Value| session["details"].is_array();
    let sessions = record["sessions"].as_object();
    sessions.is_some_and(|sessions| {
        record.get("access_frequency").is_some() || sessions.values().any(has_details)
    })
}

fn is_long_term(record: &Value) -> bool {
    record["knowledge_base"].is_array() || record["assistant_knowledge"].is_array()
}

/// The pages of one user. Mid-term pages are older than short-term ones where their times do not tell.
#[derive(Default)]
struct Pages {
    mid_term: Vec<(String, Pair)>,
    short_term: Vec<(String, Pair)>,
}

fn read(files: &[SourceFile<'_>], collector: &mut Collector) {
    let mut owners: BTreeMap<&str, Pages> = BTreeMap::new();
    for file in files {
        let pages = owners.entry(folder(file.path)).or_default();
        let text = records::text(file.bytes);
        for record in records::records(&text) {
            let position = format!("{}, record {}", file.path, record.number);
            match &record.value {
                None => collector.skip(position, Reason::NotJson),
                Some(value) if is_mid_term(value) => mid_term(value, file.path, pages, collector),
                Some(value) if is_long_term(value) => long_term(value, file.path, collector),
                Some(value) if is_page(value) => {
                    collector.recognised();
                    let pair = pair(value, None, &position, collector);
                    pages.short_term.extend(pair.map(|pair| (position, pair)));
                }
                Some(_) => collector.skip(position, Reason::Shape),
            }
        }
    }
    for (owner, pages) in owners {
        let head = Head { id: (!owner.is_empty()).then(|| owner.to_owned()), ..Head::default() };
        let head = Head { user_name: name(&Value::from(owner)), ..head };
        let pairs = once_each(pages, collector);
        collector.conversation(head, pairs);
    }
}

/// The folder a file lies in, which the original names after the user or the assistant.
fn folder(path: &str) -> &str {
    path.rsplit(['/', '\\']).nth(1).unwrap_or_default()
}

fn mid_term(value: &Value, path: &str, pages: &mut Pages, collector: &mut Collector) {
    collector.recognised();
    for (id, session) in value["sessions"].as_object().into_iter().flatten() {
        for (index, page) in session["details"].as_array().into_iter().flatten().enumerate() {
            let place = format!("{path}, segment {id}, page {}", index + 1);
            if is_page(page) {
                pages.mid_term.extend(pair(page, None, &place, collector).map(|pair| (place, pair)));
            } else {
                collector.skip(place, Reason::Shape);
            }
        }
    }
    collector.remark(path, Reason::Derived);
}

/// Every page once, oldest first. The original puts a page into each segment whose theme it touches.
fn once_each(pages: Pages, collector: &mut Collector) -> Vec<Pair> {
    let mut seen = HashSet::new();
    let mut once: Vec<Pair> = Vec::new();
    for (place, pair) in pages.mid_term.into_iter().chain(pages.short_term) {
        let time = pair.at.map(|moment| moment.at);
        if seen.insert((pair.user.text.clone(), pair.assistant.text.clone(), time)) {
            once.push(pair);
        } else {
            collector.skip(place, Reason::Repeated);
        }
    }
    // Pages without a time stay behind those with one, where the latest time is theirs.
    once.sort_by_key(|pair| (pair.at.is_none(), pair.at.map(|moment| moment.at)));
    once
}

fn long_term(value: &Value, path: &str, collector: &mut Collector) {
    collector.recognised();
    for (id, profile) in value["user_profiles"].as_object().into_iter().flatten() {
        let place = format!("{path}, profile of {id}");
        note(&profile["data"], &profile["last_updated"], About::User, path, place, collector);
    }
    for (key, about) in [("knowledge_base", About::User), ("assistant_knowledge", About::Assistant)] {
        for (index, entry) in value[key].as_array().into_iter().flatten().enumerate() {
            let place = format!("{path}, {key} {}", index + 1);
            note(&entry["knowledge"], &entry["timestamp"], about, path, place, collector);
        }
    }
}

fn note(words: &Value, time: &Value, about: About, path: &str, place: String, collector: &mut Collector) {
    let text = match words {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        // One copy of the original wraps its profile; others keep one as an object.
        wrapped => wrapped["raw_text_profile"].as_str().map_or_else(|| wrapped.to_string(), str::to_owned),
    };
    let text = text.trim().trim_start_matches(['-', '•']).trim();
    if is_nothing(text) || is_failure(text) {
        collector.skip(place, Reason::Junk);
        return;
    }
    let at = moment(time);
    if at.is_none() {
        collector.remark(place, Reason::Time);
    }
    collector.note(folder(path), about, text, at);
}

/// Whether nothing is left of a note without its punctuation, or only a word for nothing.
fn is_nothing(text: &str) -> bool {
    let bare = text.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    bare.is_empty() || NOTHINGS.contains(&bare.as_str())
}
