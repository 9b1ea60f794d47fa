//! The `LoCoMo` data set: two people, sessions numbered and dated. Speaker A is the user's side, speaker B the assistant's.

use serde_json::{Map, Value};

use super::{
    Reader, Reason,
    collector::{Collector, Head},
    each_record,
    pairing::{Spoken, pairs},
    times::moment,
};
use crate::types::{Message, Moment, Side};

pub(super) const READER: Reader = Reader {
    name: "locomo",
    recognises: |record| record["conversation"]["speaker_a"].is_string(),
    read: |files, collector| each_record(&READER, files, collector, sample),
};

fn sample(record: &Value, position: &str, collector: &mut Collector) {
    let Some(conversation) = record["conversation"].as_object() else { return };
    let name = |key: &str| conversation.get(key).and_then(Value::as_str).map(str::to_owned);
    let head = Head {
        id: record["sample_id"].as_str().map(str::to_owned),
        user_name: name("speaker_a"),
        assistant_name: name("speaker_b"),
    };
    let mut turns = Vec::new();
    for (number, messages) in sessions(conversation) {
        let place = format!("{position}, session {number}");
        let at = conversation.get(&format!("session_{number}_date_time")).and_then(moment);
        if at.is_none() {
            collector.remark(&*place, Reason::Time);
        }
        let spoken = messages.iter().enumerate().filter_map(|(index, message)| {
            let taken = spoken(message, head.user_name.as_deref(), at);
            taken.map_err(|reason| collector.skip(format!("{place}, message {}", index + 1), reason)).ok()
        });
        turns.extend(pairs(spoken));
    }
    collector.conversation(head, turns);
}

/// Sessions by number: as words, 10 would come before 2. A date without a session is none.
fn sessions(conversation: &Map<String, Value>) -> Vec<(u32, &Vec<Value>)> {
    let numbered = |(key, value): (&String, &'_ Value)| -> Option<u32> {
        value.as_array()?;
        key.strip_prefix("session_")?.parse().ok()
    };
    let mut numbers: Vec<u32> = conversation.iter().filter_map(numbered).collect();
    numbers.sort_unstable();
    let messages = |number: u32| Some((number, conversation.get(&format!("session_{number}"))?.as_array()?));
    numbers.into_iter().filter_map(messages).collect()
}

fn spoken(message: &Value, user: Option<&str>, at: Option<Moment>) -> Result<Spoken, Reason> {
    let speaker = message["speaker"].as_str().ok_or(Reason::Shape)?;
    let text = text(message);
    if text.trim().is_empty() {
        return Err(Reason::Blank);
    }
    Ok(Spoken {
        side: if user == Some(speaker) { Side::User } else { Side::Assistant },
        message: Message::by(speaker, text),
        at,
        source: message["dia_id"].as_str().map(str::to_owned),
    })
}

/// The words, and the caption of a picture in the place of the picture.
fn text(message: &Value) -> String {
    let words = message["text"].as_str().unwrap_or_default();
    match message["blip_caption"].as_str() {
        Some(caption) if !caption.is_empty() => format!("{words} (image description: {caption})"),
        _ => words.to_owned(),
    }
}
