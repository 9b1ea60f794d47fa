//! What is stated, and what is not. Said on Friday 2026-04-10 unless a case says otherwise.

use super::*;
use crate::types::{Page, PageId, PageState, Place, Turn};

mod changes;
mod plans;
mod whose;

fn page(user: Message, assistant: Message) -> Page {
    let at = Moment::parse("2026-04-10T10:00:00Z").expect("a time");
    Page {
        id: PageId::from_bits(1),
        order: 1,
        turn: Turn::new(user, assistant, at).expect("a turn"),
        recorded_at: at.at,
        state: PageState { place: Place::Pending, chain: None, learned: false },
    }
}

fn facts_of(user: Message, assistant: Message) -> Vec<FactDraft> {
    let page = page(user, assistant);
    let facts: Vec<FactDraft> = findings(&[&page]).into_iter().filter_map(|finding| finding.draft).collect();
    for fact in &facts {
        let quote = fact.source.quote.as_deref().expect("rules quote");
        let said =
            [Side::User, Side::Assistant].iter().any(|side| page.turn.message(*side).text.contains(quote));
        assert!(said, "{quote} does not stand on the page");
    }
    facts
}

fn facts(text: &str) -> Vec<FactDraft> {
    facts_of(Message::new(text), Message::default())
}

/// The only fact of `text`, and its slot as `attribute=value`; an empty slot is none.
fn check(text: &str, fact: &str, slot: &str) {
    let found = facts(text);
    let told: Vec<_> = found.iter().map(|found| found.text.as_str()).collect();
    assert_eq!(told, [fact], "{text}");
    let filled =
        found[0].slot.as_ref().map_or_else(String::new, |slot| format!("{}={}", slot.attribute, slot.value));
    assert_eq!(filled, slot, "{text}");
}

#[test]
fn who_someone_is() {
    check("Hi, my name is Ada Lovelace.", "The user is called Ada Lovelace", "name=Ada Lovelace");
    check("I'm Ada, nice to meet everyone.", "The user is called Ada", "name=Ada");
    check("Please call me Ada.", "The user is called Ada", "name=Ada");
    check("I was born in 1990.", "The user was born in 1990", "birth year=1990");
    check("I'm 33 years old.", "The user was born in 1993", "birth year=1993");
    check("I just turned 40!", "The user was born in 1986", "birth year=1986");
    check("I'm a trans woman.", "The user is a trans woman", "gender=trans woman");
    check("My birthday is on 5 May.", "The user's birthday is on 5 May (2026-05-05)", "birthday=5 May");
    check("我叫张曼婷，很高兴。", "用户名叫张曼婷", "name=张曼婷");
    check("我的名字是王峰。", "用户名叫王峰", "name=王峰");
    check("我1990年出生。", "用户生于1990年", "birth year=1990");
    check("我今年33岁了。", "用户生于1993年", "birth year=1993");
    check("我是女生。", "用户是女生", "gender=女生");
}

#[test]
fn where_someone_lives_and_comes_from() {
    check("I moved to Lyon in March.", "The user moved to Lyon in March (2026-03)", "home=Lyon");
    check("I live in Porto.", "The user lives in Porto", "home=Porto");
    check("Actually, I'm based in New York now", "The user is based in New York now", "home=New York");
    check("I'm originally from Peru.", "The user is originally from Peru", "origin=Peru");
    check(
        "I grew up in a small town near Kyoto.",
        "The user grew up in a small town near Kyoto",
        "origin=small town",
    );
    check("我住在北京。", "用户住在北京", "home=北京");
    check("我上个月搬到上海了。", "用户上个月搬到上海了 (2026-03)", "home=上海");
    check("我来自四川。", "用户来自四川", "origin=四川");
}

#[test]
fn what_someone_does_for_a_living() {
    check(
        "I work at Siemens as an engineer.",
        "The user works at Siemens as an engineer",
        "employer=Siemens",
    );
    check(
        "I started working for the city library last week.",
        "The user started working for the city library last week (2026-03-30 to 2026-04-05)",
        "employer=city library",
    );
    check("I'm a nurse.", "The user is a nurse", "occupation=nurse");
    check("I work as a barista in Leeds.", "The user works as a barista in Leeds", "occupation=barista");
    check("I'm studying marine biology.", "The user is studying marine biology", "studies=marine biology");
    check("我在鑫源纺织上班。", "用户在鑫源纺织上班", "employer=鑫源纺织");
    check("我是一名小学老师。", "用户是一名小学老师", "occupation=小学老师");
    check("老板叫沈知远。", "用户的老板叫沈知远", "family=沈知远（老板）");
}

#[test]
fn people_and_animals_close_to_someone() {
    check("This is our cat, Luna.", "The user's cat is called Luna", "pet=Luna (cat)");
    check("My dog is called Max.", "The user's dog is called Max", "pet=Max (dog)");
    check("I have two cats.", "The user has two cats", "pet=two cats");
    check("We've got a puppy.", "The user and others have got a puppy", "pet=puppy");
    check("I have three kids.", "The user has three kids", "family=three kids");
    check("My mom is a nurse.", "The user's mom is a nurse", "");
    check("I'm married.", "The user is married", "");
    check("我女儿叫米娅。", "用户的女儿叫米娅", "family=米娅（女儿）");
    check("我的猫叫豆豆。", "用户的猫叫豆豆", "pet=豆豆（猫）");
    check("我养了一只兔子。", "用户养了一只兔子", "pet=一只兔子");
}

#[test]
fn a_relative_told_of_by_name_gives_the_name_as_well() {
    let told: Vec<_> = facts("My daughter Mia loves drums.").into_iter().map(|fact| fact.text).collect();
    assert_eq!(told, ["The user's daughter Mia loves drums", "The user's daughter is called Mia"]);
}

#[test]
fn health_and_food() {
    check("I'm allergic to peanuts.", "The user is allergic to peanuts", "allergy=peanuts");
    check("I’m allergic to shellfish, by the way", "The user is allergic to shellfish", "allergy=shellfish");
    check("I have asthma.", "The user has asthma", "health=asthma");
    check("I'm a vegetarian.", "The user is a vegetarian", "diet=vegetarian");
    check("I don't eat pork.", "The user doesn't eat pork", "avoids=pork");
    check("我对花生过敏。", "用户对花生过敏", "allergy=花生");
    check("我不吃香菜。", "用户不吃香菜", "avoids=香菜");
}

#[test]
fn likes_and_dislikes() {
    check("I love okra.", "The user loves okra", "likes=okra");
    check(
        "I really enjoy hiking in the Alps!",
        "The user really enjoys hiking in the Alps",
        "likes=hiking in the Alps",
    );
    check("I can't stand okra.", "The user can't stand okra", "dislikes=okra");
    check("I don't like horror films.", "The user doesn't like horror films", "dislikes=horror films");
    check("I'm a big fan of pottery", "The user is a big fan of pottery", "likes=pottery");
    check("My favourite food is ramen.", "The user's favourite food is ramen", "favorite food=ramen");
    check("I play the cello.", "The user plays the cello", "plays=cello");
    check("I speak Spanish and Dutch.", "The user speaks Spanish and Dutch", "languages=Spanish and Dutch");
    check("我很喜欢绘画、弹钢琴和品茶。", "用户很喜欢绘画、弹钢琴和品茶", "likes=绘画、弹钢琴和品茶");
    check("我讨厌下雨天。", "用户讨厌下雨天", "dislikes=下雨天");
    check("我不喜欢恐怖片。", "用户不喜欢恐怖片", "dislikes=恐怖片");
    check("我会弹吉他。", "用户会弹吉他", "plays=吉他");
}

#[test]
fn what_happened_and_what_is_to_come() {
    check("Yesterday I ran a charity race.", "The user ran a charity race (2026-04-09)", "");
    check("I went to a concert last Friday.", "The user went to a concert last Friday (2026-04-03)", "");
    check(
        "I started pottery classes two weeks ago.",
        "The user started pottery classes two weeks ago (2026-03-24 to 2026-03-30)",
        "",
    );
    check("I finished my first screenplay.", "The user finished their first screenplay", "");
    check("I graduated from Leiden in 2019.", "The user graduated from Leiden in 2019", "");
    check(
        "We adopted a puppy in June 2025.",
        "The user and others adopted a puppy in June 2025",
        "pet=puppy",
    );
    check(
        "I have a dentist appointment on Tuesday.",
        "The user has a dentist appointment on Tuesday (2026-04-14)",
        "",
    );
    check(
        "I'm going to visit Japan next month.",
        "The user is going to visit Japan next month (2026-05)",
        "",
    );
    check("I will move to Oslo in August.", "The user will move to Oslo in August (2026-08)", "");
    check("昨天我买了一台相机。", "用户买了一台相机 (2026-04-09)", "");
    check("我打算下周五去爬山。", "用户打算下周五去爬山 (2026-04-17)", "");
    check("我去年参加了马拉松。", "用户去年参加了马拉松 (2025)", "");
}

#[test]
fn what_is_to_be_remembered_word_for_word() {
    check("Please remember that the gate code is 4711.", "the gate code is 4711.", "");
    check("remember: gate code is 4711", "gate code is 4711", "");
    check("请记住：门禁卡在抽屉里。", "门禁卡在抽屉里。", "");
}

#[test]
fn what_no_longer_holds_is_told_as_such() {
    check("I no longer live in Porto.", "The user no longer lives in Porto", "");
    check("I quit smoking.", "The user quit smoking", "");
    check("我不再抽烟了。", "用户不再抽烟了", "");
}

#[test]
fn what_states_nothing_teaches_nothing() {
    let texts = [
        "What are the sales figures of Bettina?",
        "> I have never been abroad\nReally? You should travel.",
        "Do you like tea?",
        "ok",
        "If I lived in Paris, I would eat bread.",
        "If I moved to Rome, my life would change.",
        "I wish I had a dog.",
        "I would love to visit Japan.",
        "I might move to Oslo.",
        "I could play the cello all day.",
        "I love it!",
        "I love that painting.",
        "I love your dress!",
        "I like how you said it.",
        "I'm so proud of you!",
        "I'm happy to help.",
        "I'm glad you came.",
        "I'll try.",
        "I'll keep you posted.",
        "I'm going to be fine.",
        "I want to know more.",
        "I have no idea.",
        "I think so.",
        "I met him.",
        "I saw it.",
        "I had a great time.",
        "I took a look.",
        "I'm not Ada.",
        "I'm Happy to hear it.",
        "I'm French.",
        "Thanks, that helps a lot.",
        "Ana said I live in Rome?",
        "My name is none of your business.",
        "my key is sk-test-000000000000, password hunter-two",
        "My password is hunter2.",
        "我的密码是abc123。",
        "```\nI live in Rome\n```",
        "你喜欢猫吗？",
        "如果我有钱，我就买房。",
        "我希望去日本。",
        "我会考虑的。",
        "我很好。",
        "我喜欢你的建议。",
        "我没有去北京。",
        "我叫了外卖。",
        "我在考虑换工作。",
        "他住在北京。",
        "好的，谢谢你。",
        "我准备去吃晚饭了。",
        "> 我住在北京\n真的吗",
    ];
    let told: Vec<_> = texts.into_iter().flat_map(facts).map(|fact| fact.text).collect();
    assert_eq!(told, [""; 0]);
}

#[test]
fn a_program_that_offers_help_teaches_nothing_but_its_name() {
    let told = |reply: &str| -> Vec<String> {
        facts_of(Message::new("ok"), Message::new(reply)).into_iter().map(|fact| fact.text).collect()
    };
    for reply in [
        "I can help you with that.",
        "I'm here to help.",
        "I recommend The Little Prince.",
        "I love jazz.",
        "As an AI, I have no body.",
        "我是你的AI伴侣，我喜欢聊天。",
    ] {
        assert_eq!(told(reply), [""; 0], "{reply}");
    }
    assert_eq!(told("My name is Juno."), ["The assistant is called Juno"]);
}

#[test]
fn people_with_names_are_told_of_by_name() {
    let found = facts_of(
        Message::by("Ada", "I moved to Lyon."),
        Message::by("Bo", "I love jazz, and my dog Rex does too."),
    );
    let told: Vec<_> = found.iter().map(|fact| (fact.about, fact.text.as_str())).collect();
    assert_eq!(told[0], (About::User, "Ada moved to Lyon"));
    assert_eq!(told[1], (About::Assistant, "Bo loves jazz"));
    assert_eq!(told[2], (About::Assistant, "Bo's dog is called Rex"));
}

#[test]
fn a_date_counts_in_the_zone_it_was_said_in() {
    let at = Moment::parse("2026-04-10T01:00:00+08:00").expect("a time");
    let mut page = page(Message::new("x"), Message::default());
    page.turn = Turn::new(Message::new("I ran a race yesterday."), Message::default(), at).expect("a turn");
    let fact = findings(&[&page])[0].draft.clone().expect("a fact");
    let range = fact.event_time.expect("a time");
    assert_eq!(range.from.to_string(), "2026-04-08T16:00:00Z");
    assert_eq!(range.until.to_string(), "2026-04-09T16:00:00Z");
}

#[test]
fn name_and_birth_year_reach_the_profile() {
    let page = page(Message::new("I'm Ada, born 1990."), Message::default());
    let told: Vec<_> =
        findings(&[&page]).into_iter().filter_map(|f| f.attribute).map(|a| (a.kind, a.value)).collect();
    assert_eq!(
        told,
        [(AttributeKind::Name, "Ada".to_owned()), (AttributeKind::BirthYear, "1990".to_owned())]
    );
}
