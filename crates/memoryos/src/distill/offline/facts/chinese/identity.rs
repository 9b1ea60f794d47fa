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

/// Name, year of birth, gender; `rest` follows 我.
pub(super) fn identity(rest: &str, voice: Voice<'_>, said_on: Date) -> Option<Reading> {
    let role = subject_name(Voice { name: None, ..voice });
    let named = ["的名字叫做", "的名字叫", "的名字是", "名叫", "叫做", "叫"]
        .iter()
        .find_map(|cue| rest.strip_prefix(cue));
    if let Some(name) = named.and_then(name) {
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

/// What follows 叫, when it can be a name: 叫张三, not 叫了外卖.
pub(super) fn name(rest: &str) -> Option<&str> {
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '·' && c != ' ').unwrap_or(rest.len());
    let name = rest[..end].trim();
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
