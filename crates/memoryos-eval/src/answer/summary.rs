//! What the replies are worth: scores by category, abstentions, and what it took.

use std::collections::BTreeMap;

use memoryos_testkit::plausible_llm::Spent;
use serde::Serialize;

use super::{Abstention, Answered, Scored, scored::abstained};
use crate::metrics::{Estimate, mean, quantile};

/// How a group of questions with answers did.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Group {
    /// The category or kind, as `2 temporal`.
    pub name: String,
    /// Questions with a gold answer.
    pub questions: usize,
    /// F1, 0 to 1.
    pub f1: Estimate,
    /// BLEU-1, 0 to 1.
    pub bleu1: Estimate,
    /// Questions with a verdict.
    pub judged: usize,
    /// Of them, the share that is correct, 0 to 1; `None` when none is judged.
    pub correct: Option<f64>,
}

/// What was said to questions that have no answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Abstentions {
    /// The category or kind.
    pub name: String,
    /// Questions.
    pub questions: usize,
    /// Replies that own up to not knowing. The only right ones.
    pub abstained: usize,
    /// Replies that give the answer the question suggests.
    pub trapped: usize,
    /// Replies that say something else, or nothing.
    pub otherwise: usize,
    /// The share that is right, 0 to 1.
    pub right: Estimate,
    /// Questions with a verdict.
    pub judged: usize,
    /// Of them, the share that is correct, 0 to 1; `None` when none is judged.
    pub correct: Option<f64>,
}

/// What a response took.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Costs {
    /// Replies that this is the mean of.
    pub responses: usize,
    /// Tokens of a prompt, as the server counted them.
    pub prompt_tokens: f64,
    /// Tokens of a reply, reasoning included.
    pub completion_tokens: f64,
    /// Of the prompt, tokens of what was recalled, by the library's estimate.
    pub context_tokens: f64,
    /// Calls that settled the conversations, for each response.
    pub distilling_calls: f64,
    /// Their tokens, prompts and replies, for each response.
    pub distilling_tokens: f64,
    /// Half of the replies took no longer than this many milliseconds.
    pub latency_ms_p50: f64,
    /// 95 of 100 took no longer.
    pub latency_ms_p95: f64,
    /// Half of the recalls took no longer than this many milliseconds.
    pub recall_ms_p50: f64,
    /// 95 of 100 took no longer.
    pub recall_ms_p95: f64,
}

/// All of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Summary {
    /// Questions that were to be asked.
    pub questions: usize,
    /// Questions that have been.
    pub asked: usize,
    /// Of them, those the model declined or said nothing to; scored as no answer.
    pub without_reply: usize,
    /// Replies that were cut at their longest.
    pub truncated: usize,
    /// Questions that have an answer by nature, but none in the data set; only their costs count.
    pub without_gold: usize,
    /// Verdicts that could not be read.
    pub unreadable_verdicts: usize,
    /// Each kind of question that has answers, in order of name.
    pub groups: Vec<Group>,
    /// All of them together: on LoCoMo categories 1 to 4, as the paper has it.
    pub overall: Group,
    /// Each kind of question that has none.
    pub abstentions: Vec<Abstentions>,
    /// What it took.
    pub costs: Costs,
}

impl Summary {
    /// Of `questions` that were to be asked, those that were; `distilling` is what settling took.
    pub fn new(questions: usize, results: &[Scored], distilling: Spent) -> Self {
        let count = |has: fn(&Scored) -> bool| results.iter().filter(|result| has(result)).count();
        let answerable: Vec<&Scored> = results.iter().filter(|result| result.f1.is_some()).collect();
        let unanswerable: Vec<&Scored> = results.iter().filter(|result| result.abstained.is_some()).collect();
        Self {
            questions,
            asked: results.len(),
            without_reply: count(|result| result.answered.reply.is_none()),
            truncated: count(|result| result.answered.truncated),
            without_gold: count(|result| result.f1.is_none() && result.abstained.is_none()),
            unreadable_verdicts: count(|r| r.judged.as_ref().is_some_and(|judged| judged.correct.is_none())),
            groups: by_kind(&answerable).map(|(name, results)| group(name, &results)).collect(),
            overall: group("all".to_owned(), &answerable),
            abstentions: by_kind(&unanswerable).map(|(name, results)| abstentions(name, &results)).collect(),
            costs: costs(results, distilling),
        }
    }
}

fn by_kind<'a>(results: &[&'a Scored]) -> impl Iterator<Item = (String, Vec<&'a Scored>)> {
    let mut kinds: BTreeMap<String, Vec<&Scored>> = BTreeMap::new();
    for result in results {
        kinds.entry(result.answered.kind.clone()).or_default().push(result);
    }
    kinds.into_iter()
}

fn group(name: String, results: &[&Scored]) -> Group {
    let scores = |score: fn(&Scored) -> Option<f64>| {
        mean(&results.iter().filter_map(|result| score(result)).collect::<Vec<_>>())
    };
    let (judged, correct) = verdicts(results);
    let (f1, bleu1) = (scores(|result| result.f1), scores(|result| result.bleu1));
    Group { name, questions: results.len(), f1, bleu1, judged, correct }
}

fn abstentions(name: String, results: &[&Scored]) -> Abstentions {
    let count = |kind| results.iter().filter(|result| abstained(&result.answered) == Some(kind)).count();
    let right: Vec<f64> =
        results.iter().map(|result| f64::from(u8::from(result.abstained == Some(true)))).collect();
    let (judged, correct) = verdicts(results);
    Abstentions {
        name,
        questions: results.len(),
        abstained: count(Abstention::Abstained),
        trapped: count(Abstention::Trapped),
        otherwise: count(Abstention::Answered),
        right: mean(&right),
        judged,
        correct,
    }
}

/// How many were judged, and the share of them that is correct. A verdict that cannot be read is none; a question
/// without a reply is not shown to the judge and is wrong.
fn verdicts(results: &[&Scored]) -> (usize, Option<f64>) {
    let is_judging = results.iter().any(|result| result.judged.is_some());
    let verdict = |result: &&Scored| match (&result.judged, &result.answered.reply) {
        (Some(judged), _) => judged.correct,
        (None, None) if is_judging => Some(false),
        (None, _) => None,
    };
    let verdicts: Vec<bool> = results.iter().filter_map(verdict).collect();
    let correct = verdicts.iter().filter(|correct| **correct).count();
    (verdicts.len(), (!verdicts.is_empty()).then(|| correct as f64 / verdicts.len() as f64))
}

fn costs(results: &[Scored], distilling: Spent) -> Costs {
    let replied: Vec<&Answered> =
        results.iter().map(|result| &result.answered).filter(|answered| answered.reply.is_some()).collect();
    let all =
        |figure: fn(&Answered) -> f64| replied.iter().map(|answered| figure(answered)).collect::<Vec<_>>();
    let each = |sum: f64| sum / replied.len().max(1) as f64;
    let (latencies, recalls) = (all(|a| a.latency_ms), all(|a| a.recall_ms));
    let distilled = distilling.usage.prompt_tokens + distilling.usage.completion_tokens;
    Costs {
        responses: replied.len(),
        prompt_tokens: each(all(|a| a.prompt_tokens as f64).iter().sum()),
        completion_tokens: each(all(|a| a.completion_tokens as f64).iter().sum()),
        context_tokens: each(all(|a| a.context_tokens as f64).iter().sum()),
        distilling_calls: each(distilling.calls as f64),
        distilling_tokens: each(distilled as f64),
        latency_ms_p50: quantile(&latencies, 0.5),
        latency_ms_p95: quantile(&latencies, 0.95),
        recall_ms_p50: quantile(&recalls, 0.5),
        recall_ms_p95: quantile(&recalls, 0.95),
    }
}
