//! Imports of small sources of our own writing, one for each format, and of what stands wrong in them.

use std::collections::HashSet;

use memoryos::{
    import::{Format, Import, ImportError, Reason, SourceFile, UnknownFormat, detect, read},
    types::{About, Moment},
};
use proptest::prelude::*;

const LOCOMO: &str = r#"[{"sample_id": "conv-y", "qa": [], "conversation": {
    "speaker_a": "Ines", "speaker_b": "Piet", "session_10_date_time": "7:40 pm on 10 February, 2026",
    "session_10": [{"speaker": "Piet", "dia_id": "D10:1", "text": "Tenth."}],
    "session_2_date_time": "9:05 am on 3 February, 2026",
    "session_2": [
        {"speaker": "Piet", "dia_id": "D2:1", "text": "Did the loom come?"},
        {"speaker": "Ines", "dia_id": "D2:2", "text": "It did."},
        {"speaker": "Ines", "dia_id": "D2:3", "text": "Look!", "blip_caption": "a loom by a window"},
        {"speaker": "Ines", "dia_id": "D2:4", "text": ""},
        {"speaker": "Piet", "dia_id": "D2:5", "text": "Lovely."},
        {"speaker": "Piet", "dia_id": "D2:6", "text": "Mine squeaks."}],
    "session_11_date_time": "8:00 am on 20 February, 2026"}}]"#;

const PLAYGROUND: &str = r#"[
    {"user_input": "I sold the van.", "agent_response": "To whom?", "timestamp": "2026-02-03 10:00:00", "user_name": "Ines"},
    {"user_input": "我把车卖了。", "agent_response": "", "timestamp": "2026-02-03T11:00:00+01:00"},
    "oops",
    {"user_input": "no time", "agent_response": "Error: Could not get response from LLM.", "timestamp": "soon"},
    {"user_input": " ", "agent_response": null, "timestamp": "2026-02-03 10:05:00"},
    {"user_input": 7, "agent_response": "x", "timestamp": "2026-02-03 10:06:00"}]"#;

const PAGED: &str = r#"{"id": "p-1", "speaker_a": "user", "speaker_b": "Bo", "pages": [
    {"user_input": "...", "agent_response": "Hello...", "timestamp": "March-03-2024", "dia": ["0"]},
    {"user_input": "Hi", "agent_response": "How are you?\nI am well.", "timestamp": "March-04-2024", "dia": ["1", "2", "3"]}]}"#;

const MESSAGES: &str = r#"{"messages": [{"role": "system", "content": "Be kind."}, {"role": "user", "name": "ada", "content": "I fish."}, {"role": "assistant", "content": "Where?"}]}
{"messages": [{"role": "user", "content": [{"type": "text", "text": "Read this"}, {"type": "image_url", "image_url": {"url": "data:image/png;base64,QUJD"}}]}, {"role": "assistant", "content": null, "tool_calls": [{"id": "c", "type": "function", "function": {"name": "ocr", "arguments": "{}"}}]}, {"role": "tool", "tool_call_id": "c", "content": "INVOICE"}, {"role": "assistant", "content": "An invoice."}]}
{"messages": [{"role": "user", "content": "break in"}, {"role": "assistant", "content": null, "refusal": "I will not."}]}
{"messages": [{"role": "user", "con"#;

const MID_TERM: &str = r#"{"sessions": {
    "s1": {"summary": "bees", "R_recency": Infinity, "details": [
        {"page_id": "p1", "user_input": "I keep bees.", "agent_response": "How many?", "timestamp": "2026-02-01 09:00:00", "meta_info": "x"},
        {"page_id": "p2", "user_input": "Four hives.", "agent_response": "Good.", "timestamp": "2026-02-01 09:10:00"}]},
    "s2": {"summary": "again", "details": [
        {"page_id": "p1", "user_input": "I keep bees.", "agent_response": "How many?", "timestamp": "2026-02-01 09:00:00"}, {"odd": 1}]}},
    "access_frequency": {"gone": 3}}"#;

const SHORT_TERM: &str =
    r#"[{"user_input": "hello", "agent_response": "hi", "timestamp": "2026-02-03 10:00:00"}]"#;

const LONG_TERM: &str = r#"{"user_profiles": {"demo": {"data": "Keeps bees.", "last_updated": "2026-02-01 09:06:00"}},
    "knowledge_base": [{"knowledge": "- Has four hives", "timestamp": "2026-02-01 09:06:00", "knowledge_embedding": [NaN]},
        {"knowledge": "**", "timestamp": "2026-02-01 09:06:00"}, {"knowledge": "- None found", "timestamp": ""}],
    "assistant_knowledge": [{"knowledge": "Asked about hives", "timestamp": "2026-02-01 09:06:00"}]}"#;

fn alone(text: &str) -> [SourceFile<'_>; 1] {
    [SourceFile { path: "any.txt", bytes: text.as_bytes() }]
}

fn store() -> [SourceFile<'static>; 3] {
    let file = |path, text: &'static str| SourceFile { path, bytes: text.as_bytes() };
    [
        file("users/demo/short_term.json", SHORT_TERM),
        file("users/demo/mid_term.json", MID_TERM),
        file("users/demo/long_term_user.json", LONG_TERM),
    ]
}

fn default_time() -> Moment {
    Moment::parse("2026-03-01T00:00:00Z").expect("a time")
}

fn read_as(expected: Format, files: &[SourceFile<'_>]) -> Import {
    assert_eq!(detect(files), Ok(expected));
    read(expected, files, default_time()).expect("an import")
}

/// Each turn as `time | user | assistant`.
fn lines(import: &Import) -> Vec<String> {
    let turns = import.conversations.iter().flat_map(|conversation| &conversation.turns);
    turns.map(|turn| format!("{} | {} | {}", turn.at(), turn.user().text, turn.assistant().text)).collect()
}

fn skipped(import: &Import) -> Vec<(&str, Reason)> {
    import.report.skipped.iter().map(|entry| (entry.position.as_str(), entry.reason.clone())).collect()
}

#[test]
fn locomo_sessions_come_by_number_and_nothing_is_joined_across_them() {
    let import = read_as(Format::Locomo, &alone(LOCOMO));
    assert_eq!(
        lines(&import),
        [
            "2026-02-03 09:05 |  | Did the loom come?",
            "2026-02-03 09:05 | It did.\nLook! (image description: a loom by a window) | Lovely.\nMine squeaks.",
            "2026-02-10 19:40 |  | Tenth.",
        ]
    );
    let conversation = &import.conversations[0];
    assert_eq!((&*conversation.id, conversation.user_name.as_deref()), ("conv-y", Some("Ines")));
    let sources: [&[&str]; 3] = [&["D2:1"], &["D2:2", "D2:3", "D2:5", "D2:6"], &["D10:1"]];
    assert_eq!(conversation.turn_sources, sources);
    assert_eq!(conversation.turns[1].assistant().speaker.as_deref(), Some("Piet"));
    assert_eq!(conversation.turns[1].at().offset, None, "the source names no zone");
    assert_eq!((import.report.messages, import.report.turns), (6, 3));
    assert_eq!(skipped(&import), [("record 1, session 2, message 4", Reason::Blank)]);
}

#[test]
fn a_playground_list_keeps_every_side_that_has_words() {
    let import = read_as(Format::MemoryosPlayground, &alone(PLAYGROUND));
    assert_eq!(
        lines(&import),
        [
            "2026-02-03 10:00 | I sold the van. | To whom?",
            "2026-02-03 11:00 | 我把车卖了。 | ",
            "2026-02-03 11:00 | no time | ",
        ]
    );
    assert_eq!(import.conversations[0].user_name.as_deref(), Some("Ines"));
    let bad = [("record 3", Reason::Shape), ("record 5", Reason::Blank), ("record 6", Reason::Shape)];
    assert_eq!(skipped(&import), bad);
    let remarks: Vec<_> = import.report.remarks.iter().map(ToString::to_string).collect();
    let about_the_fourth = ["is an error message or a remnant, not words", "has no readable time"];
    assert_eq!(remarks, about_the_fourth.map(|reason| format!("record 4: {reason}")));
}

#[test]
fn three_dots_in_a_page_are_a_side_that_said_nothing() {
    let import = read_as(Format::Paged, &alone(PAGED));
    let expected = ["2024-03-03 00:00 |  | Hello...", "2024-03-04 00:00 | Hi | How are you?\nI am well."];
    assert_eq!(lines(&import), expected);
    let conversation = &import.conversations[0];
    assert_eq!((&conversation.user_name, conversation.assistant_name.as_deref()), (&None, Some("Bo")));
    assert_eq!(conversation.turn_sources[1], ["1", "2", "3"]);
    assert_eq!(import.report.messages, 4);
}

#[test]
fn chat_messages_hold_what_was_said_and_neither_instructions_nor_tools_nor_data() {
    let import = read_as(Format::OpenaiMessages, &alone(MESSAGES));
    assert_eq!(
        lines(&import),
        [
            "2026-03-01 00:00 | I fish. | Where?",
            "2026-03-01 00:00 | Read this\n(image) | An invoice.",
            "2026-03-01 00:00 | break in | I will not.",
        ]
    );
    assert_eq!(import.conversations.len(), 3);
    assert_eq!(import.conversations[0].user_name.as_deref(), Some("ada"));
    assert_eq!(
        skipped(&import),
        [
            ("record 1, message 1", Reason::NotSpeech("system".into())),
            ("record 2, message 2", Reason::ToolCall),
            ("record 2, message 3", Reason::NotSpeech("tool".into())),
            ("record 4", Reason::NotJson),
        ]
    );
}

#[test]
fn a_bare_list_of_messages_is_one_conversation() {
    let list = r#"[{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}, {"role": "user", "content": "c"}]"#;
    let import = read_as(Format::OpenaiMessages, &alone(list));
    assert_eq!(lines(&import), ["2026-03-01 00:00 | a | b", "2026-03-01 00:00 | c | "]);
    assert_eq!(import.conversations.len(), 1);
}

#[test]
fn a_store_gives_each_page_once_in_order_of_time_and_what_it_learned_as_notes() {
    let import = read_as(Format::MemoryosStore, &store());
    assert_eq!(
        lines(&import),
        [
            "2026-02-01 09:00 | I keep bees. | How many?",
            "2026-02-01 09:10 | Four hives. | Good.",
            "2026-02-03 10:00 | hello | hi",
        ]
    );
    assert_eq!(import.conversations[0].id, "demo");
    let notes: Vec<_> = import.notes.iter().map(|note| (note.about, &*note.text, &*note.holder)).collect();
    assert_eq!(
        notes,
        [
            (About::User, "Keeps bees.", "demo"),
            (About::User, "Has four hives", "demo"),
            (About::Assistant, "Asked about hives", "demo"),
        ]
    );
    let turn = import.notes[1].to_turn().expect("words");
    assert_eq!((&*turn.user().text, &*turn.assistant().text), ("", "Has four hives"));
    assert_eq!(
        skipped(&import),
        [
            ("users/demo/mid_term.json, segment s2, page 2", Reason::Shape),
            ("users/demo/long_term_user.json, knowledge_base 2", Reason::Junk),
            ("users/demo/long_term_user.json, knowledge_base 3", Reason::Junk),
            ("users/demo/mid_term.json, segment s2, page 1", Reason::Repeated),
        ]
    );
}

/// The keys of all turns of a source.
fn keys(text: &str, time: &str) -> Vec<Box<str>> {
    let files = alone(text);
    let format = detect(&files).expect("known");
    let import = read(format, &files, Moment::parse(time).expect("a time")).expect("an import");
    let turns = import.conversations.into_iter().flat_map(|conversation| conversation.turns);
    turns.map(|turn| turn.key().expect("a key").as_str().into()).collect()
}

#[test]
fn importing_again_gives_the_same_keys_even_at_another_time_or_from_a_longer_file() {
    for source in [LOCOMO, PLAYGROUND, PAGED, MESSAGES] {
        let first = keys(source, "2026-03-01");
        assert_eq!(first, keys(source, "2027-07-07"));
        assert_eq!(first.iter().collect::<HashSet<_>>().len(), first.len());
    }
    let page = r#"{"user_input": "ok", "agent_response": "ok", "timestamp": "2026-02-03 10:00:00"}"#;
    let older = r#"{"user_input": "first", "agent_response": "", "timestamp": "2026-02-01 10:00:00"}"#;
    let short = keys(&format!("[{page}, {page}]"), "2026-03-01");
    let long = keys(&format!("[{older}, {page}, {page}]"), "2026-03-01");
    assert_ne!(short[0], short[1], "what is said twice is two turns");
    assert_eq!(short, long[1..]);
}

#[test]
fn a_format_is_known_by_its_keys_and_what_is_not_known_is_refused() {
    for unknown in [
        "",
        "hello",
        "[]",
        "[1, 2]",
        r#"{"a": 1}"#,
        r#"[{"mapping": {}, "title": "x"}]"#,
        r#"{"messages": [{"type": "message", "text": "a"}]}"#,
        r#"[{"type": "human", "data": {"content": "a"}}]"#,
        "\u{0}\u{1}",
    ] {
        assert_eq!(detect(&alone(unknown)), Err(UnknownFormat), "{unknown}");
        for format in Format::ALL {
            let refused = read(format, &alone(unknown), default_time());
            assert!(matches!(refused, Err(ImportError::Unrecognised { .. })), "{unknown} as {format}");
        }
    }
    let with_bad_start = format!("[null, 3, \"x\", {}", &PLAYGROUND[1..]);
    assert_eq!(detect(&alone(&with_bad_start)), Ok(Format::MemoryosPlayground));
    assert_eq!("locomo".parse(), Ok(Format::Locomo));
    assert_eq!("chat".parse::<Format>(), Err(UnknownFormat));
}

#[test]
fn a_nul_and_half_an_emoji_do_not_cost_the_words_around_them() {
    let odd =
        r#"[{"user_input": "a\u0000b", "agent_response": "cut \ud83d", "timestamp": "2026-02-03 10:00:00"}]"#;
    let import = read_as(Format::MemoryosPlayground, &alone(odd));
    assert_eq!(lines(&import), ["2026-02-03 10:00 | a\u{FFFD}b | cut \u{FFFD}"]);
}

#[test]
fn a_report_counts_every_bad_record_but_lists_only_the_first_thousand() {
    let page = r#"{"user_input": "a", "agent_response": "b", "timestamp": "2026-02-03 10:00:00"}"#;
    let import = read_as(Format::MemoryosPlayground, &alone(&format!("[{page}{}]", ", 3".repeat(1_500))));
    let report = import.report;
    assert_eq!((report.turns, report.skipped.len(), report.skipped_count), (1, 1_000, 1_500));
}

const SOURCES: [&str; 7] = [LOCOMO, PLAYGROUND, PAGED, MESSAGES, MID_TERM, SHORT_TERM, LONG_TERM];

/// Reads `bytes` as every format, alone and beside another file.
fn read_in_every_way(bytes: &[u8]) {
    let files = [
        SourceFile { path: "users/x/mid_term.json", bytes },
        SourceFile { path: "users/x/short_term.json", bytes: SHORT_TERM.as_bytes() },
    ];
    for files in [&files[..1], &files] {
        let recognised = detect(files).is_ok();
        let imports = Format::ALL.map(|format| read(format, files, default_time()));
        assert!(!recognised || imports.iter().any(Result::is_ok));
        for import in imports.into_iter().flatten() {
            let turns: usize = import.conversations.iter().map(|conversation| conversation.turns.len()).sum();
            assert_eq!(turns, import.report.turns);
        }
    }
}

proptest! {
    #[test]
    fn random_bytes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        read_in_every_way(&bytes);
    }

    #[test]
    fn a_source_cut_anywhere_never_panics(source in 0..SOURCES.len(), end in any::<prop::sample::Index>()) {
        let bytes = SOURCES[source].as_bytes();
        read_in_every_way(&bytes[..end.index(bytes.len())]);
    }

    #[test]
    fn a_source_with_damaged_bytes_never_panics(
        source in 0..SOURCES.len(),
        damage in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
    ) {
        let mut bytes = SOURCES[source].as_bytes().to_vec();
        for (place, byte) in damage {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        read_in_every_way(&bytes);
    }
}
