//! A turn comes in: what pages are about, told by their own most telling sentences.

use std::collections::{HashMap, HashSet};

use super::facts::secrets::{quotable_sentences, without_secrets};
use crate::{
    text::{language::is_mostly_chinese, sentences::sentences, tokens::count_tokens, words::terms},
    types::{Page, Side},
};

/// The longest summary, in tokens: about sixty English words or eighty characters of Chinese.
const MAX_TOKENS: usize = 80;
/// The most sentences.
const MAX_SENTENCES: usize = 3;
/// Sentences of fewer terms say nothing by themselves.
const MIN_TERMS: usize = 3;
/// How much less a question weighs: it names the topic but states nothing.
const QUESTION_WEIGHT: f64 = 0.4;
/// How much more weighs what the user says than what is replied.
const USER_WEIGHT: f64 = 1.5;

/// The summary of pages that hold nothing but secrets.
const SECRET_EN: &str = "Something private was shared.";
/// The same in Chinese.
const SECRET_ZH: &str = "分享了一件私密的事。";

/// A sentence of a page.
struct Candidate<'a> {
    order: usize,
    speaker: Option<&'a str>,
    words: &'a str,
    terms: HashSet<String>,
    weight: f64,
}

/// A summary of `pages` in whole sentences of theirs, in order, named speakers before their words.
pub(super) fn summary(pages: &[&Page]) -> String {
    let candidates = candidates(pages);
    let mut chosen = chosen(&candidates);
    chosen.sort_by_key(|candidate| candidate.order);
    if chosen.is_empty() {
        return pages.first().map(|page| fallback(page)).unwrap_or_default();
    }
    let is_chinese = is_mostly_chinese(chosen[0].words);
    let mut text = String::new();
    for (index, candidate) in chosen.iter().enumerate() {
        if index > 0 && !is_chinese {
            text.push(' ');
        }
        let is_new_speaker = index == 0 || chosen[index - 1].speaker != candidate.speaker;
        if let Some(speaker) = candidate.speaker.filter(|_| is_new_speaker) {
            text.push_str(speaker);
            text.push_str(if is_chinese { "：" } else { ": " });
        }
        text.push_str(candidate.words);
    }
    text
}

/// `summary` and what comes after it, no longer than a summary may be: the newest sentences stay.
pub(super) fn running(previous: &str, pages: &[&Page]) -> String {
    let new = summary(pages);
    let separator = if is_mostly_chinese(&new) { "" } else { " " };
    let whole = if previous.is_empty() || new.contains(previous) {
        new.clone()
    } else {
        format!("{previous}{separator}{new}")
    };
    let ranges = sentences(&whole);
    let fits = ranges.iter().find(|range| count_tokens(&whole[range.start..]) <= 2 * MAX_TOKENS);
    fits.map_or(new, |range| whole[range.start..].to_owned())
}

fn candidates<'a>(pages: &[&'a Page]) -> Vec<Candidate<'a>> {
    let mut found = Vec::new();
    for page in pages {
        for side in [Side::User, Side::Assistant] {
            let message = page.turn.message(side);
            let weight = if side == Side::User || message.speaker.is_some() { USER_WEIGHT } else { 1.0 };
            for range in quotable_sentences(&message.text) {
                let words = &message.text[range];
                let is_question = words.ends_with(['?', '？']);
                let weight = if is_question { weight * QUESTION_WEIGHT } else { weight };
                let terms = terms(words).into_iter().collect();
                found.push(Candidate {
                    order: found.len(),
                    speaker: message.speaker.as_deref(),
                    words,
                    terms,
                    weight,
                });
            }
        }
    }
    found
}

/// The most telling sentences that fit, each chosen for what those before it do not say.
fn chosen<'c, 'a>(candidates: &'c [Candidate<'a>]) -> Vec<&'c Candidate<'a>> {
    let mut frequency: HashMap<&str, f64> = HashMap::new();
    for term in candidates.iter().flat_map(|candidate| &candidate.terms) {
        *frequency.entry(term).or_default() += 1.0;
    }
    let mut said: HashSet<&str> = HashSet::new();
    let mut chosen: Vec<&Candidate<'a>> = Vec::new();
    let mut room = MAX_TOKENS;
    while chosen.len() < MAX_SENTENCES {
        let value = |candidate: &Candidate<'_>| {
            let news = candidate.terms.iter().filter(|term| !said.contains(term.as_str()));
            let total: f64 = news.map(|term| 0.5 + frequency[term.as_str()].sqrt()).sum();
            // The root keeps long sentences from winning by length alone.
            candidate.weight * total / (1.0 + candidate.terms.len() as f64).sqrt()
        };
        let open = candidates.iter().filter(|candidate| {
            candidate.terms.len() >= MIN_TERMS
                && count_tokens(candidate.words) <= room
                && !chosen.iter().any(|other| other.order == candidate.order)
        });
        let best = open.max_by(|a, b| value(a).total_cmp(&value(b)).then(b.order.cmp(&a.order)));
        let Some(best) = best.filter(|best| value(best) > 0.0) else { break };
        said.extend(best.terms.iter().map(String::as_str));
        room -= count_tokens(best.words);
        chosen.push(best);
    }
    chosen
}

/// The beginning of a page none of whose sentences fits.
fn fallback(page: &Page) -> String {
    let said = [Side::User, Side::Assistant].map(|side| page.turn.message(side).text.trim());
    let quotable = said.map(without_secrets);
    let Some(text) = quotable.iter().find(|text| !text.is_empty()) else {
        return if is_mostly_chinese(said[0]) { SECRET_ZH } else { SECRET_EN }.to_owned();
    };
    let end = text
        .char_indices()
        .map(|(at, c)| at + c.len_utf8())
        .take_while(|end| count_tokens(&text[..*end]) <= MAX_TOKENS)
        .last();
    text[..end.unwrap_or(0)].to_owned()
}
