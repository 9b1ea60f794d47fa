use super::*;
use crate::{
    prompts::samples::{owner, page, page_id, shown},
    text::tokens::count_tokens,
    types::{About, Attribute, FactId, Moment, Page, Profile, Source},
};

fn pages() -> Vec<Page> {
    vec![
        page(1, "Ann", "I'm Ada. I moved to Oslo in May.", "Bo", "My sister lives there too."),
        page(2, "Ann", "我在鑫源纺织上班，老板叫沈知远。", "Bo", "ok"),
    ]
}

fn fact(number: u128, text: &str) -> Fact {
    let at = Moment::parse("2023-05-01").expect("a time").at;
    Fact {
        id: FactId::from_bits(number),
        about: About::User,
        text: text.into(),
        slot: None,
        event_time: None,
        said_at: at,
        recorded_at: at,
        sources: vec![],
        superseded: None,
        archived_at: None,
    }
}

fn learned(reply: &str) -> Option<Parsed<Lessons>> {
    let (owner, pages, profile) = (owner(), pages(), Profile::default());
    let lesson = Lesson { owner: &owner, pages: pages.iter().collect(), profile: &profile, facts: vec![] };
    parse(reply, &lesson).ok()
}

fn facts(reply: &str) -> Vec<FactDraft> {
    learned(reply).unwrap_or_else(|| panic!("not read: {reply}")).value.facts
}

#[test]
fn the_learn_prompt() {
    let (owner, pages) = (owner(), pages());
    let name = Attribute { kind: AttributeKind::Name, value: "Ada".into(), sources: vec![] };
    let profile = Profile { attributes: vec![name], traits: vec![] };
    let (near, far) = (fact(1, "Ada works at 鑫源纺织."), fact(2, "Ada plays the cello."));
    let lesson =
        Lesson { owner: &owner, pages: pages.iter().collect(), profile: &profile, facts: vec![&far, &near] };
    insta::assert_snapshot!("learn", shown(&messages(&lesson, 1_000)));
}

#[test]
fn a_fact_carries_what_it_says_and_where_it_stands() {
    let read = facts(
        r#"{"facts":[
        {"turn":1,"about":"user","text":"Ada moved to Oslo in May 2023.","quote":"I moved to oslo","slot":"Home","single":true,"value":"Oslo","when":"2023-05"},
        {"turn":1,"about":"Bo","text":"Bo's sister lives in Oslo.","quote":"my sister is there","slot":"","single":false,"value":"","when":""},
        {"turn":1,"about":"user","text":"Ada 的老板是沈知远。","quote":"老板叫沈知远","slot":"boss","value":"沈知远"}]}"#,
    );
    let [oslo, sister, boss] = &read[..] else { panic!("{read:?}") };
    assert_eq!(oslo.source, Source { page: page_id(1), quote: Some("I moved to Oslo".into()) });
    let slot = Slot { attribute: "home".into(), cardinality: Cardinality::One, value: "Oslo".into() };
    assert_eq!((oslo.about, &oslo.slot), (About::User, &Some(slot)));
    assert_eq!(oslo.event_time.expect("May").from.to_string(), "2023-05-01T00:00:00Z");
    assert_eq!(
        (sister.about, &sister.source.quote),
        (About::Assistant, &None),
        "a quote that is none is dropped"
    );
    assert_eq!(boss.source.page, page_id(2), "the page is the one the quote stands on");
}

#[test]
fn what_says_nothing_or_stands_nowhere_is_left_out() {
    for reply in [
        r#"{"facts":[]}"#,
        "[]",
        r#"{"facts":[{"turn":1,"text":"N/A"},{"turn":1,"text":"无"},{"turn":1,"text":"**"},{"turn":1,"text":"Here are the facts:"}]}"#,
        r#"{"facts":[{"turn":12,"about":"user","text":"Owns a tandem and a unicycle","quote":"unicycle"}]}"#,
        r#"{"facts":[{"about":"user","text":"Owns a tandem"}]}"#,
        r#"{"facts":[{"turn":1,"text":"Ida moved to Bergen in April 2024."}]}"#,
        r#"{"facts":[{"turn":1,"text":"one full sentence that names who (never \"I\" or \"you\")."}]}"#,
        r#"{"facts":["Owns a tandem"]}"#,
        r#"{"facts":[5,null,{}]}"#,
    ] {
        assert_eq!(facts(reply), [], "{reply}");
    }
    for reply in
        ["None", r#"["text",5]"#, "5", "{}", "I'm sorry, but I can't help with building a profile.", ""]
    {
        assert_eq!(learned(reply), None, "{reply}");
    }
}

#[test]
fn a_missing_key_costs_one_item_at_most() {
    let read = facts(
        r#"{"facts":[{"id":"0"},{"turn":2,"text":"Rides on Sundays"},{"turn":2,"text":"Rides on  sundays."}]}"#,
    );
    assert_eq!(read.iter().map(|fact| fact.text.as_str()).collect::<Vec<_>>(), ["Rides on Sundays"]);
}

#[test]
fn of_a_reply_that_broke_off_the_complete_facts_are_kept() {
    let read =
        learned(r#"{"facts":[{"turn":1,"text":"Ada lives in Oslo."},{"turn":2,"tex"#).expect("salvaged");
    assert_eq!((read.complete, read.value.facts.len()), (false, 1));
}

#[test]
fn attributes_must_be_sound() {
    let reply = r#"{"profile":[
        {"turn":1,"kind":"name","value":"Ada"},
        {"turn":1,"kind":"name","value":"Ann"},
        {"turn":1,"kind":"name","value":"Grace"},
        {"turn":1,"kind":"birth_year","value":1990},
        {"turn":1,"kind":"birth_year","value":"ninety"},
        {"turn":1,"kind":"shoe_size","value":"41"},
        {"turn":1,"kind":"gender","value":"unknown"}]}"#;
    let read = learned(reply).expect("valid").value.attributes;
    let values: Vec<&str> = read.iter().map(|attribute| attribute.value.as_str()).collect();
    assert_eq!(values, ["Ada", "Ann", "1990"], "an invented name is none");
    assert_eq!(read[0].source, Source { page: page_id(1), quote: Some("Ada".into()) });
}

#[test]
fn traits_are_those_of_the_table() {
    let key = DIMENSIONS.first().expect("dimensions").key;
    let reply = format!(
        r#"{{"traits":[{{"turns":[1,2],"key":"{}","level":"High","reason":"Because."}},
        {{"turns":[1],"key":"shoe_size","level":"high","reason":"Because."}},
        {{"turns":[],"key":"{key}","level":"high","reason":"Because."}},
        {{"turns":[1],"key":"{key}","level":"very","reason":"Because."}}]}}"#,
        key.to_uppercase()
    );
    let read = learned(&reply).expect("valid").value.traits;
    let [only] = &read[..] else { panic!("{read:?}") };
    assert_eq!((only.dimension, only.level, only.sources.len()), (key, Level::High, 2));
}

#[test]
fn the_example_is_one_the_parser_would_accept() {
    let example = RULES.lines().last().expect("the example");
    let value: Value = serde_json::from_str(example).expect("JSON");
    let key = value["traits"][0]["key"].as_str().expect("a key");
    assert!(known_dimension(key).is_some(), "{key}");
}

#[test]
fn a_lesson_of_ten_usual_pages_costs_less_than_250_tokens_a_page() {
    let text =
        "I went to the pottery class on Saturday and made a bowl for my sister; it was such a good day. "
            .repeat(2);
    let pages: Vec<Page> = (1..=10).map(|n| page(n, "Caroline", &text, "Melanie", &text)).collect();
    let (owner, profile) = (owner(), Profile::default());
    let lesson = Lesson { owner: &owner, pages: pages.iter().collect(), profile: &profile, facts: vec![] };
    let tokens: usize = messages(&lesson, 6_000).iter().map(|m| count_tokens(&m.content)).sum();
    assert!(tokens < 2_500, "{tokens}");
}
