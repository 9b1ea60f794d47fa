//! A model that knows the prompts of the library and makes up replies of the right shape and a usual size, from
//! the pages it is shown. For tests of the whole path and for counting what it costs; it understands nothing.

use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
};

use async_trait::async_trait;
use memoryos::{
    ports::{Chat, ChatRequest, ChatStream, Llm, LlmError, Purpose, Usage},
    types::DIMENSIONS,
};
use serde_json::{Value, json};

use crate::scripted_llm::{chat, in_pieces};

/// Pages of a made-up topic; conversations stay with a subject for about as long.
const TOPIC_PAGES: usize = 4;
/// Words of a made-up summary.
const SUMMARY_WORDS: usize = 25;
/// Words of a made-up fact.
const FACT_WORDS: usize = 12;
/// Words of a made-up quote.
const QUOTE_WORDS: usize = 5;
/// Keywords of a made-up topic.
const KEYWORDS: usize = 5;
/// Pages from which one trait is made up.
const TRAIT_PAGES: usize = 5;

/// What the calls of one purpose came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// Calls.
    pub calls: u64,
    /// Their tokens, by the usual estimate.
    pub usage: Usage,
}

/// A model that makes up plausible replies to the library's own prompts, the same ones each time.
#[derive(Default)]
pub struct PlausibleLlm {
    spent: Mutex<BTreeMap<Purpose, Spent>>,
}

impl PlausibleLlm {
    /// A model that was asked nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// What its calls came to, by purpose.
    pub fn spent(&self) -> BTreeMap<Purpose, Spent> {
        self.spent.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn reply(&self, request: &ChatRequest) -> Result<Chat, LlmError> {
        let pages = request.messages.last().map(|message| pages(&message.content)).unwrap_or_default();
        let text = match request.purpose {
            Purpose::Consolidate => consolidation(&pages).to_string(),
            Purpose::Learn => lessons(&pages).to_string(),
            Purpose::Answer => answer(request),
            Purpose::Judge => "CORRECT".to_owned(),
        };
        let chat = chat(request, &text, false)?;
        let mut spent = self.spent.lock().unwrap_or_else(PoisonError::into_inner);
        let entry = spent.entry(request.purpose).or_default();
        entry.calls += 1;
        entry.usage.prompt_tokens += chat.usage.prompt_tokens;
        entry.usage.completion_tokens += chat.usage.completion_tokens;
        Ok(chat)
    }
}

/// A page as it is read back from a prompt.
struct ShownPage {
    number: usize,
    words: Vec<String>,
}

/// The numbered pages of a prompt; number 0 is the page before.
fn pages(prompt: &str) -> Vec<ShownPage> {
    let mut pages: Vec<ShownPage> = Vec::new();
    for line in prompt.lines() {
        let number = line.strip_prefix('[').and_then(|rest| rest.split_once("] ")?.0.parse().ok());
        if let Some(number) = number {
            pages.push(ShownPage { number, words: vec![] });
        } else if let (Some(page), Some((_, said))) = (pages.last_mut(), line.split_once("| ")) {
            page.words.extend(said.split_whitespace().map(str::to_owned));
        }
    }
    pages.retain(|page| page.number > 0 && !page.words.is_empty());
    pages
}

fn consolidation(pages: &[ShownPage]) -> Value {
    let topics: Vec<Value> = pages.chunks(TOPIC_PAGES).map(topic).collect();
    let continues: Vec<usize> =
        pages.chunks(TOPIC_PAGES).flat_map(|topic| topic.iter().skip(1).map(|page| page.number)).collect();
    json!({"continues": continues, "thread": pages.last().map(|page| first(page, FACT_WORDS)), "topics": topics})
}

fn topic(pages: &[ShownPage]) -> Value {
    let numbers: Vec<usize> = pages.iter().map(|page| page.number).collect();
    let mut words: Vec<String> = pages.iter().flat_map(|page| &page.words).map(|word| plain(word)).collect();
    words.sort_by(|a, b| b.chars().count().cmp(&a.chars().count()).then(a.cmp(b)));
    words.dedup();
    words.truncate(KEYWORDS);
    let share = SUMMARY_WORDS.div_ceil(pages.len());
    let summary = pages.iter().map(|page| first(page, share)).collect::<Vec<_>>().join("; ");
    json!({"turns": numbers, "summary": summary, "keywords": words})
}

fn lessons(pages: &[ShownPage]) -> Value {
    let facts: Vec<Value> = pages.iter().map(fact).collect();
    let traits = pages.chunks(TRAIT_PAGES).zip(DIMENSIONS).map(|(pages, dimension)| {
        json!({"turns": [pages[0].number], "key": dimension.key, "level": "high", "reason": first(&pages[0], FACT_WORDS)})
    });
    json!({"facts": facts, "profile": [], "traits": traits.collect::<Vec<_>>()})
}

fn fact(page: &ShownPage) -> Value {
    json!({
        "turn": page.number, "about": "user", "text": format!("The user said: {}", first(page, FACT_WORDS)),
        "quote": first(page, QUOTE_WORDS), "slot": "", "single": false, "value": "", "when": "",
    })
}

/// The last quoted line before the query, or that there is none.
fn answer(request: &ChatRequest) -> String {
    let prompt = request.messages.last().map(|message| message.content.as_str()).unwrap_or_default();
    let remembered = prompt.lines().rev().find_map(|line| line.split_once("| "));
    remembered.map_or("I do not know.".to_owned(), |(_, said)| format!("I remember: {said}"))
}

fn first(page: &ShownPage, words: usize) -> String {
    page.words.iter().take(words).cloned().collect::<Vec<_>>().join(" ")
}

fn plain(word: &str) -> String {
    word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase()
}

#[async_trait]
impl Llm for PlausibleLlm {
    fn model(&self) -> &'static str {
        "plausible"
    }

    async fn chat(&self, request: &ChatRequest) -> Result<Chat, LlmError> {
        self.reply(request)
    }

    async fn stream(&self, request: &ChatRequest) -> Result<ChatStream, LlmError> {
        Ok(in_pieces(&self.reply(request)?.text, None))
    }
}
