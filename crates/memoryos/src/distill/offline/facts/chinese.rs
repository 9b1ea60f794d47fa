//! A turn comes in: Chinese statements. A clause is read from 我 on: adverbs are passed over, then a table of verbs
//! says what is stated; the rest is what it is stated of. Names stay in the characters they were written in.

use jiff::civil::Date;

use super::{Kind, Reading, Statement, Voice};
use crate::{
    text::dates::date_mentions,
    types::{
        About, Cardinality,
        Cardinality::{Many, One},
    },
};

mod rules;

mod appointments;
mod favourites;
mod identity;
mod persons;

use rules::{ADVERBS, ANIMALS, CHANGES, KIN, LEADS, NEGATIONS, NO_HOMES, NOW, RULES, TRADE_ENDINGS};

/// The longest object kept, in characters.
const MAX_OBJECT: usize = 40;
/// Beginnings of objects that point at something said elsewhere, or at nothing.
const POINTERS: &[&str] = &[
    "你", "您", "这", "那", "它", "他", "她", "什么", "怎么", "哪", "一下", "了", "过", "着", "的", "很",
    "自己", "和你", "跟你", "吧", "这样", "更多", "一些", "如何", "试",
];
/// What 在 before 工作 may lead to besides an employer: 在学习, 在考虑, 在一家公司.
const NO_EMPLOYERS: &[&str] = &[
    "学", "看", "考虑", "做", "想", "追", "找", "准备", "尝试", "思考", "一", "当前", "这", "那", "努力",
    "忙", "为", "写", "家",
];
/// Passing states and errands, no facts.
const PASSING: &[&str] = &[
    "问题", "麻烦", "烦恼", "困难", "晚饭", "午饭", "早饭", "吃饭", "睡觉", "休息", "想法", "疑问", "困惑",
    "试试",
];
/// Signs and words that end a value.
const VALUE_ENDS: &[&str] = &["，", "。", "！", "；", "、不", "因为", "所以", "但", "而且", "~", "…", ","];

/// What a clause says, if anything.
pub(super) fn readings(statement: &Statement<'_>, voice: Voice<'_>, said_on: Date) -> Vec<Reading> {
    if let Some(note) = note(statement, voice) {
        return vec![note];
    }
    let text = statement.text().trim_end_matches(['。', '！', '!', '.', '~', '～', '…', '，', '；', ';']);
    let mut found = Vec::new();
    let after_lead = without_lead(text, said_on);
    let goes_on = || goes_on(text, after_lead, statement, said_on);
    if let Some(rest) = after_lead.strip_prefix("我").or_else(goes_on) {
        found.extend(identity::identity(rest, without_adverbs(rest, said_on), voice, said_on));
        found.extend(favourites::favourite(rest, voice).filter(|_| found.is_empty()));
        if found.is_empty() {
            found.extend(appointments::fixed_for_a_day(rest, voice, said_on));
        }
        if found.is_empty() {
            found.extend(stated(text, rest, voice, said_on));
        }
    } else if let Some(change) = change(after_lead, statement, said_on) {
        found.extend(stated(text, change, voice, said_on));
    }
    found.extend(kin(after_lead, voice));
    found
}

/// 记住：… word for word.
fn note(statement: &Statement<'_>, voice: Voice<'_>) -> Option<Reading> {
    const CUES: &[&str] = &[
        "请记住：",
        "请记住",
        "帮我记住",
        "帮我记一下",
        "记住：",
        "记住:",
        "记得：",
        "别忘了：",
        "备注：",
        "记住",
    ];
    let sentence = statement.whole_sentence();
    let cue =
        CUES.iter().find(|cue| sentence.text().starts_with(**cue)).filter(|_| statement.opens_sentence())?;
    let words = sentence.text()[cue.len()..].trim_start_matches(['，', ',', '：', ':']).trim();
    let is_user = voice.about == About::User;
    (is_user && words.chars().count() >= 4).then(|| Reading::new(Kind::Note, words.to_owned()))
}

/// The clause from its subject on: greetings, conjunctions and dates before it are passed over.
fn without_lead(text: &str, said_on: Date) -> &str {
    let mut rest = text;
    loop {
        let trimmed = rest.trim_start_matches([' ', '，', ',', '、', '！', '!']);
        let date_end = date_mentions(trimmed, said_on)
            .first()
            .filter(|date| date.span.start == 0)
            .map(|date| date.span.end);
        let lead = LEADS.iter().find(|lead| trimmed.starts_with(**lead)).map(|lead| lead.len());
        match date_end.or(lead).or_else(|| appointments::clock(trimmed)) {
            Some(length) => rest = &trimmed[length..],
            None => return trimmed,
        }
    }
}

/// How the speaker is called.
fn subject_name(voice: Voice<'_>) -> &str {
    voice.name.unwrap_or(match voice.about {
        About::User => "用户",
        About::Assistant => "助手",
    })
}

/// 改喝绿茶 after a clause about oneself in the same sentence.
fn change<'a>(clause: &'a str, statement: &Statement<'_>, said_on: Date) -> Option<&'a str> {
    let verb_on = clause.trim_start_matches(['就', '现', '在', '都']);
    let is_change = CHANGES.iter().any(|verb| verb_on.starts_with(verb));
    let is_of_oneself = without_lead(statement.sentence(), said_on).starts_with('我');
    (is_change && is_of_oneself).then_some(verb_on)
}

/// What is told of oneself now by a clause that leaves 我 to the first of its sentence: 我搬家了，现在住在上海.
fn goes_on<'a>(
    clause: &str,
    after_lead: &'a str,
    statement: &Statement<'_>,
    said_on: Date,
) -> Option<&'a str> {
    let is_now = NOW.iter().any(|word| clause.starts_with(word));
    let first = without_lead(statement.sentence(), said_on).strip_prefix('我')?;
    let names_another = after_lead.contains(['你', '您', '他', '她', '它', '我']);
    (is_now && !statement.opens_sentence() && !persons::is_of_others(first) && !names_another)
        .then_some(after_lead)
}

/// What the first rule that fits makes of a clause; `rest` follows 我.
fn stated(clause: &str, rest: &str, voice: Voice<'_>, said_on: Date) -> Option<Reading> {
    if KIN.iter().any(|name| rest.starts_with(name)) {
        return None;
    }
    let is_plural = rest.starts_with('们');
    let verb_on = without_origin(without_adverbs(rest.trim_start_matches('们'), said_on));
    let (rule, object) = RULES.iter().find_map(|rule| {
        let verb = rule.verbs.iter().find(|verb| verb_on.starts_with(**verb))?;
        let object = verb_on[verb.len()..].trim_start_matches(['了', '过', '着']);
        let ends = !rule.must_end || rule.ends.iter().any(|end| object.contains(end));
        ends.then_some((rule, object))
    })?;
    let (rest, object) = (persons::without_visit(rest), persons::without_visit(object));
    let is_negated = NEGATIONS.iter().any(|word| rest.contains(word));
    if is_negated && !rule.is_negative
        || !is_telling(object)
        || !persons::names_whom_it_means(object)
        || rule.needs_date && date_mentions(clause, said_on).is_empty()
    {
        return None;
    }
    let value = value(object, rule.ends);
    if rule.slot.is_some_and(|(attribute, _)| !fits(attribute, value)) {
        return None;
    }
    let others = if is_plural { "等人" } else { "" };
    let told: String = rest.trim_start_matches('们').chars().take(MAX_OBJECT).collect();
    let text =
        format!("{}{others}{}", subject_name(voice), told.replace("我们", "他们").replace('我', "自己"));
    let reading = Reading::new(rule.kind, text);
    Some(match rule.slot {
        Some((attribute, cardinality)) => reading.with_slot(attribute, cardinality, value),
        None => reading,
    })
}

/// Whether a value can fill a slot.
fn fits(attribute: &str, value: &str) -> bool {
    match attribute {
        "employer" => !value.is_empty() && !NO_EMPLOYERS.iter().any(|start| value.starts_with(start)),
        "home" => !value.is_empty() && !NO_HOMES.iter().any(|start| value.starts_with(start)),
        "occupation" => TRADE_ENDINGS.iter().any(|ending| value.ends_with(ending)),
        _ => !value.is_empty(),
    }
}

/// The clause from where one went, without whence: 从成都搬到上海.
fn without_origin(verb_on: &str) -> &str {
    let went = verb_on.strip_prefix('从').and_then(|rest| Some(&rest[rest.find(['搬', '跳'])?..]));
    went.unwrap_or(verb_on)
}

/// The clause from its verb on.
fn without_adverbs(text: &str, said_on: Date) -> &str {
    let mut rest = text;
    loop {
        let date_end = date_mentions(rest, said_on)
            .first()
            .filter(|date| date.span.start == 0)
            .map(|date| date.span.end);
        let adverb = ADVERBS.iter().find(|adverb| rest.starts_with(**adverb)).map(|adverb| adverb.len());
        match date_end.or(adverb).or_else(|| appointments::clock(rest)) {
            Some(length) => rest = &rest[length..],
            None => return rest,
        }
    }
}

/// Whether an object means something by itself.
fn is_telling(object: &str) -> bool {
    let speaks_to_the_other = object.contains(['你', '您']);
    let is_passing = PASSING.iter().any(|word| object.contains(word));
    !object.trim().is_empty()
        && !is_passing
        && !speaks_to_the_other
        && !POINTERS.iter().any(|pointer| object.starts_with(pointer))
}

/// The object up to where its value ends.
fn value<'a>(object: &'a str, ends: &[&str]) -> &'a str {
    let end = VALUE_ENDS.iter().chain(ends).filter_map(|end| object.find(end)).min().unwrap_or(object.len());
    object[..end].trim_end_matches(['了', '的', '啦']).trim()
}

/// 我女儿叫米娅, 我的猫叫豆豆, 老板叫沈知远, 我女儿今年五岁.
fn kin(clause: &str, voice: Voice<'_>) -> Option<Reading> {
    if voice.is_program() {
        return None;
    }
    let rest = clause
        .strip_prefix("我的")
        .or_else(|| clause.strip_prefix("我家的"))
        .or_else(|| clause.strip_prefix("我家"))
        .or_else(|| clause.strip_prefix('我'))
        .unwrap_or(clause);
    let (who, attribute) = starting(rest, KIN, "family").or_else(|| starting(rest, ANIMALS, "pet"))?;
    let after = &rest[who.len()..];
    let subject = subject_name(voice);
    if let Some(name) = ["的名字叫", "名字叫", "名叫", "叫做", "叫", "是"]
        .iter()
        .find_map(|cue| after.strip_prefix(cue))
        .and_then(identity::name)
        .filter(|_| !after.starts_with("是"))
    {
        let reading = Reading::new(Kind::State, format!("{subject}的{who}叫{name}"));
        return Some(reading.with_slot(attribute, Many, format!("{name}（{who}）")));
    }
    let telling = ["今年", "是", "在", "喜欢", "爱", "去世", "毕业", "考上", "出生", "住", "会", "生病"];
    let owned = rest.len() < clause.len();
    (owned
        && telling.iter().any(|verb| after.starts_with(verb))
        && !after.contains(['你', '您'])
        && !after.starts_with("是我"))
    .then(|| Reading::new(Kind::State, format!("{subject}的{who}{after}")))
}

fn starting(
    text: &str,
    list: &[&'static str],
    attribute: &'static str,
) -> Option<(&'static str, &'static str)> {
    list.iter().find(|name| text.starts_with(**name)).map(|name| (*name, attribute))
}

/// A slot that holds one value.
const fn one(attribute: &'static str) -> (&'static str, Cardinality) {
    (attribute, One)
}

/// A slot that holds many values.
const fn many(attribute: &'static str) -> (&'static str, Cardinality) {
    (attribute, Many)
}
