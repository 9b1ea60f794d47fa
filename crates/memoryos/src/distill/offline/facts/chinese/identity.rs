//! A turn comes in: who a Chinese speaker is: name, year of birth, gender.

use jiff::civil::Date;

use super::{
    super::{Kind, Reading, Voice},
    subject_name,
};
use crate::types::{AttributeKind, Cardinality::One};

/// Years in which living people were born.
const BIRTH_YEARS: std::ops::RangeInclusive<i16> = 1900..=2100;
/// The longest name, in characters.
const MAX_NAME: usize = 8;

/// Words after which a name follows.
const NAME_CUES: &[&str] = &[
    "名叫",
    "名为",
    "叫做",
    "叫",
    "改名叫做",
    "改名叫",
    "改名为",
    "改名成",
    "改叫",
    "更名为",
    "把名字改成了",
    "把名字改成",
    "把名字改为",
    "名字改成了",
    "名字改成",
    "名字叫",
    "名字是",
];
/// What may stand before 名字 and between it and its verb.
const NAME_LEADS: &[&str] = &["的", "现在的", "新的", "新", "全名", "真名", "本名", "大名"];

/// Name, year of birth, gender; `rest` follows 我, `verb_on` as well, from the verb on.
pub(super) fn identity(rest: &str, verb_on: &str, voice: Voice<'_>, said_on: Date) -> Option<Reading> {
    let role = subject_name(Voice { name: None, ..voice });
    if let Some(name) = named(verb_on) {
        let reading = Reading::new(Kind::State, format!("{role}名叫{name}"));
        return Some(reading.with_slot("name", One, name).with_attribute(AttributeKind::Name, name));
    }
    if voice.is_program() {
        return None;
    }
    let subject = subject_name(voice);
    if let Some(year) = birth_year(rest).or_else(|| age(rest).map(|age| said_on.year() - age)) {
        let reading = Reading::new(Kind::State, format!("{subject}生于{year}年"));
        return Some(
            reading
                .with_slot("birth year", One, year.to_string())
                .with_attribute(AttributeKind::BirthYear, year.to_string()),
        );
    }
    let genders = ["女生", "男生", "女孩", "男孩", "女性", "男性", "女的", "男的", "女人", "男人"];
    let told = rest
        .strip_prefix("是")
        .map(|rest| rest.trim_start_matches("一").trim_start_matches(['个', '名', '位']))?;
    let gender = genders.iter().find(|gender| told == **gender)?.trim_end_matches('的');
    let reading = Reading::new(Kind::State, format!("{subject}是{}", &rest["是".len()..]));
    Some(reading.with_slot("gender", One, gender).with_attribute(AttributeKind::Gender, gender))
}

/// The name that is told: 叫张三, 现在叫张三了, 的新名字是张三, 改名叫张三.
fn named(verb_on: &str) -> Option<&str> {
    let of_oneself = || NAME_CUES.iter().find_map(|cue| verb_on.strip_prefix(cue));
    let of_the_name = || {
        let mut noun = verb_on;
        while let Some(rest) = NAME_LEADS.iter().find_map(|lead| noun.strip_prefix(lead)) {
            noun = rest;
        }
        let rest = noun.strip_prefix("名字").filter(|_| noun.len() < verb_on.len())?;
        let rest = rest.trim_start_matches("现在").trim_start_matches("已经");
        ["改成了", "改成", "改为", "叫做", "叫", "是"].iter().find_map(|verb| rest.strip_prefix(verb))
    };
    of_oneself().or_else(of_the_name).and_then(name)
}

/// What follows 叫, when it can be a name: 叫张三, not 叫了外卖.
pub(super) fn name(rest: &str) -> Option<&str> {
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '·' && c != ' ').unwrap_or(rest.len());
    let name = rest[..end].trim().trim_end_matches(['了', '啦', '吧', '哦']);
    let length = name.chars().count();
    let is_latin = name.is_ascii();
    let no_name = name.starts_with(['了', '你', '他', '她', '不', '外', '车', '一', '上'])
        || name.contains(['的', '去', '来']);
    (length >= 1 && (is_latin || (2..=MAX_NAME).contains(&length)) && !no_name).then_some(name)
}

/// 1990年出生, 出生于1990年.
fn birth_year(rest: &str) -> Option<i16> {
    (rest.contains("出生") || rest.contains("生于")).then_some(())?;
    let start = rest.find(|c: char| c.is_ascii_digit())?;
    let year: i16 = rest.get(start..start + 4)?.parse().ok()?;
    (rest[start + 4..].starts_with('年') && BIRTH_YEARS.contains(&year)).then_some(year)
}

/// 今年33岁.
fn age(rest: &str) -> Option<i16> {
    let rest = rest.trim_start_matches("今年").trim_start_matches("已经").trim_start_matches("刚满");
    let (number, after) = rest.split_once('岁')?;
    let age: i16 = number.parse().ok().filter(|age| (3..=115).contains(age))?;
    (after.is_empty() || after.starts_with(['了', '，'])).then_some(age)
}
