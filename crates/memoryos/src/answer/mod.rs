//! Context to reply: what a recall brought back becomes a prompt, and the model's words the answer. Without a
//! model the evidence itself is shown.

mod evidence;

pub use evidence::{Evidence, evidence};

use std::sync::Arc;

use crate::{
    error::MemoryError,
    memory::Memory,
    ports::{Chat, ChatRequest, ChatStream, Llm, LlmError, Purpose},
    prompts::{
        answer::{self, AnswerInputs, Recalled, RecentTurn},
        quote::excerpt,
    },
    recall::{ItemKind, Query, Recall},
    text::tokens::count_tokens,
    types::{Moment, Owner, PageId, Side},
    view::View,
};

/// A question to be answered from memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// What is asked, and how much may be recalled for it.
    pub query: Query,
    /// The language to answer in; `None` for that of the question.
    pub language: Option<String>,
    /// How to answer: a tone, a role, a length.
    pub style: Option<String>,
}

impl Question {
    /// A question with everything else as configured.
    pub fn new(text: impl Into<String>) -> Self {
        Self { query: Query::new(text), language: None, style: None }
    }
}

/// An answer with what it was made from.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// What was recalled.
    pub recall: Recall,
    /// The model's reply.
    pub reply: Chat,
}

/// An answer that is being written, with what it is made from.
pub struct AnswerStream {
    /// What was recalled.
    pub recall: Recall,
    /// The model's reply, piece by piece.
    pub reply: ChatStream,
}

impl Memory {
    /// Recalls, and lets the model answer. Nothing is remembered: whoever asked decides what of it is a turn.
    ///
    /// # Errors
    /// When there is no model ([`LlmError::NotConfigured`]), it fails, the query is blank, or the store fails.
    pub async fn answer(&self, owner: &Owner, question: &Question) -> Result<Answer, MemoryError> {
        let llm = self.answering_model()?;
        let (recall, request) = self.prepare_answer(owner, question).await?;
        let reply = llm.chat(&request).await?;
        Ok(Answer { recall, reply })
    }

    /// The same, with the answer as it is being written.
    ///
    /// # Errors
    /// As [`Memory::answer`]; failures after the first piece come in the stream.
    pub async fn answer_stream(
        &self,
        owner: &Owner,
        question: &Question,
    ) -> Result<AnswerStream, MemoryError> {
        let llm = self.answering_model()?;
        let (recall, request) = self.prepare_answer(owner, question).await?;
        let reply = llm.stream(&request).await?;
        Ok(AnswerStream { recall, reply })
    }

    fn answering_model(&self) -> Result<Arc<dyn Llm>, LlmError> {
        self.llm.clone().ok_or(LlmError::NotConfigured)
    }

    async fn prepare_answer(
        &self,
        owner: &Owner,
        question: &Question,
    ) -> Result<(Recall, ChatRequest), MemoryError> {
        let recall = self.recall(owner, &question.query).await?;
        let recent_tokens = self.config.answer.recent_tokens;
        let inputs = self.look(owner, |view| inputs(view, question, &recall, recent_tokens)).await?;
        let now = Moment::utc(question.query.at.unwrap_or_else(|| self.now()));
        let inputs = AnswerInputs { now: Some(now.to_string()), ..inputs };
        let request = ChatRequest {
            owner: owner.clone(),
            purpose: Purpose::Answer,
            messages: answer::messages(&inputs),
            schema: None,
            max_tokens: self.config.answer.max_tokens,
            temperature: self.config.answer.temperature,
        };
        Ok((recall, request))
    }
}

fn inputs(view: &View, question: &Question, recall: &Recall, recent_tokens: usize) -> AnswerInputs {
    let (shown, recent): (Vec<PageId>, Vec<RecentTurn>) =
        recent_turns(view, recent_tokens).into_iter().unzip();
    let (profile, _) = view.index.profile();
    let facts = recall.items.iter().filter(|i| i.kind == ItemKind::Fact);
    let mut recalled: Vec<_> = recall
        .items
        .iter()
        .filter(|i| !matches!(i.kind, ItemKind::Fact | ItemKind::Trait))
        .filter(|i| !i.sources.iter().all(|page| shown.contains(page)))
        .collect();
    recalled.sort_by_key(|i| i.at.at);
    AnswerInputs {
        profile: profile.iter().map(|line| line.text.clone()).collect(),
        knowledge: facts.map(|i| i.text.trim_start_matches("- ").to_owned()).collect(),
        recalled: recalled.iter().map(|i| Recalled { time: String::new(), text: i.text.clone() }).collect(),
        recent,
        query: question.query.text.clone(),
        language: question.language.clone(),
        style: question.style.clone(),
        now: None,
    }
}

/// The newest short-term turns that fit, oldest first. The newest always does, cut in its middle where it must be:
/// "go on" means nothing without it.
fn recent_turns(view: &View, budget_tokens: usize) -> Vec<(PageId, RecentTurn)> {
    let mut turns = Vec::new();
    let mut left = budget_tokens;
    for page in view.state.short_term().rev() {
        let message = |side| page.turn.message(side).text.as_str();
        let needed = count_tokens(message(Side::User)) + count_tokens(message(Side::Assistant));
        if needed > left && !turns.is_empty() {
            break;
        }
        let limit = if needed > left { left / 2 } else { needed };
        let shown = |side| excerpt(message(side), limit);
        let (user, assistant) = (shown(Side::User), shown(Side::Assistant));
        turns.push((page.id, RecentTurn { time: page.turn.at().to_string(), user, assistant }));
        left = left.saturating_sub(needed);
    }
    turns.reverse();
    turns
}
