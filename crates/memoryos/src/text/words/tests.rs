use super::*;

fn check(text: &str, expected: &[&str]) {
    assert_eq!(terms(text), expected, "{text}");
}

#[test]
fn words_are_folded_stemmed_and_rid_of_stop_words() {
    check("I was running to the cafés", &["run", "cafe"]);
    check("Mum's garden, and DON'T forget: it’s hers!", &["mum", "garden", "forget"]);
    check("ＡＢＣ　１２３", &["abc", "123"]);
    check("O'Brien naïve Straße", &["obrien", "naiv", "straße"]);
    check("", &[]);
    check("the of and 🎉 …", &[]);
}

#[test]
fn identifiers_stand_whole_and_in_parts() {
    check("pump-ctl", &["pump", "ctl", "pump-ctl"]);
    check("gpt-4.1", &["gpt", "4", "1", "gpt-4.1"]);
    check("pre-flight check", &["pre", "flight", "pre-flight", "check"]);
    check("snake_case.rs", &["snake", "case", "rs", "snake_case.rs"]);
    check("ann@example.org", &["ann", "exampl", "org", "ann@example.org"]);
    check("costs 1,250.50 now.", &["cost", "1250.50", "now"]);
    check("cats,dogs", &["cat", "dog"]);
}

#[test]
fn identifiers_glued_to_chinese_are_found() {
    let stored = terms("已把pump-ctl降级到2.3版");
    for query in ["pump-ctl", "2.3", "降级"] {
        assert!(terms(query).iter().all(|term| stored.contains(term)), "{query} in {stored:?}");
    }
}

#[test]
fn every_word_of_two_characters_is_found() {
    let cases = [
        ("医生建议每天散步四十分钟", "散步"),
        ("昨夜は友だちと麻雀を打った", "麻雀"),
        ("あの人はカラオケが好き", "カラオケ"),
        ("주말에는 산책을 합니다", "산책"),
        ("这个会议很有趣", "有趣"),
        ("这个会议很有趣", "会议"),
        ("ผมชอบแมว", "แมว"),
        ("ｶﾗｵｹ", "カラオケ"),
    ];
    for (stored, query) in cases {
        let stored = terms(stored);
        let wanted = terms(query);
        assert!(!wanted.is_empty() && wanted.iter().all(|term| stored.contains(term)), "{query}: {stored:?}");
    }
}

#[test]
fn words_for_people_keep_their_form() {
    assert_eq!(
        words("The Cafés of Lyon's old-town, 我们"),
        ["the", "cafes", "of", "lyon", "old-town", "我们"]
    );
}
