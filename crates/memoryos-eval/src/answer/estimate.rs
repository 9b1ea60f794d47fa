//! What a run will cost, told before it begins.

use memoryos::{
    ports::{ChatRequest, Usage},
    text::tokens::count_tokens,
};
use memoryos_testkit::plausible_llm::Spent;
use serde::Serialize;

use super::{Answered, Examination, Prepared, examine::judge_request};

/// Tokens of a reply while none is known: a short phrase, with room for models that write a sentence all the same.
const ASSUMED_REPLY_TOKENS: f64 = 25.0;

/// Tokens of a verdict with its one sentence of reason.
const ASSUMED_VERDICT_TOKENS: f64 = 40.0;

/// Tokens that prices are for.
const PRICED_TOKENS: f64 = 1e6;

/// What tokens cost, in any currency.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prices {
    /// A million tokens of prompts.
    pub input: f64,
    /// A million tokens of replies.
    pub output: f64,
}

/// What a run will ask. Tokens are estimated, by the library's rule: a quarter of the characters.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Estimate {
    /// Questions of the run.
    pub questions: usize,
    /// Of them, those whose reply is written down.
    pub answered: usize,
    /// Of the others, those whose reply is in the cache.
    pub cached: usize,
    /// Those that must be asked.
    pub to_ask: usize,
    /// Verdicts that must be asked for.
    pub to_judge: usize,
    /// Calls that settle the conversations, had none of them been made yet.
    pub distilling_calls: u64,
    /// Tokens of a question's prompt, on average over all questions.
    pub mean_prompt_tokens: f64,
    /// Tokens of all prompts that must be sent.
    pub prompt_tokens: f64,
    /// Tokens of all replies to them, by the replies so far, or assumed.
    pub completion_tokens: f64,
    /// What they cost, in the currency of the prices; `None` without prices.
    pub cost: Option<f64>,
}

/// What asking these questions will come to. `distilling` is what settling was counted to come to.
pub fn estimate(
    prepared: &[Prepared],
    examination: &Examination<'_>,
    distilling: Spent,
    prices: Option<Prices>,
) -> Estimate {
    let Usage { prompt_tokens, completion_tokens } = distilling.usage;
    let mut estimate = Estimate {
        questions: prepared.len(),
        distilling_calls: distilling.calls,
        prompt_tokens: prompt_tokens as f64,
        completion_tokens: completion_tokens as f64,
        ..Estimate::default()
    };
    let reply_tokens = examination.journal.mean_completion_tokens().unwrap_or(ASSUMED_REPLY_TOKENS);
    let mut prompts = 0;
    for question in prepared {
        let prompt = prompt_tokens_of(&question.request);
        prompts += prompt;
        let answered = examination.answered(question);
        match &answered {
            Some(_) => estimate.answered += 1,
            None if examination.model.has(&question.request) => estimate.cached += 1,
            None => {
                estimate.to_ask += 1;
                estimate.prompt_tokens += prompt as f64;
                estimate.completion_tokens += reply_tokens;
            }
        }
        if let Some(verdict) = verdict_to_ask(question, answered, examination) {
            estimate.to_judge += 1;
            estimate.prompt_tokens += prompt_tokens_of(&verdict) as f64;
            estimate.completion_tokens += ASSUMED_VERDICT_TOKENS;
        }
    }
    estimate.mean_prompt_tokens = prompts as f64 / prepared.len().max(1) as f64;
    estimate.cost = prices.map(|prices| {
        (estimate.prompt_tokens * prices.input + estimate.completion_tokens * prices.output) / PRICED_TOKENS
    });
    estimate
}

fn prompt_tokens_of(request: &ChatRequest) -> usize {
    request.messages.iter().map(|message| count_tokens(&message.content)).sum()
}

/// The request for a verdict that is not here yet; of a reply that is not known, for one without words.
fn verdict_to_ask(
    prepared: &Prepared,
    answered: Option<Answered>,
    examination: &Examination<'_>,
) -> Option<ChatRequest> {
    let judge = examination.judge?;
    match answered {
        Some(answered) if examination.judged(prepared, &answered).is_some() => None,
        Some(answered) => judge_request(prepared, &answered).filter(|request| !judge.has(request)),
        None => {
            let blank = Answered { reply: Some(String::new()), ..examination.unanswered(prepared) };
            judge_request(prepared, &blank)
        }
    }
}
