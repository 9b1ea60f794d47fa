//! What was measured, summed up.

use memoryos::recall::Limit;
use serde::Serialize;

use super::{Answered, Measured, Plan, WholeContext, scored};
use crate::{
    datasets::{Dataset, Question},
    metrics::{Estimate, mean, quantile, roc_area},
    settings::changed,
};

/// What an evaluation of evidence recall found.
#[derive(Clone, Debug, Serialize)]
pub struct Outcome {
    /// The set.
    pub dataset: String,
    /// Its files with what they held.
    pub files: Vec<(String, String)>,
    /// What the formats of its files are called, each once.
    pub formats: Vec<&'static str>,
    /// Conversations in it.
    pub conversations: usize,
    /// Turns of all conversations.
    pub turns: usize,
    /// Questions of all kinds.
    pub questions: usize,
    /// Questions of the files that have no words and were left out.
    pub blank_questions: usize,
    /// Questions for which evidence is asked.
    pub scored: usize,
    /// Questions without an answer in their conversation.
    pub unanswerable: usize,
    /// The model that embedded.
    pub embedder: String,
    /// Settings of the first arm that are not as they come.
    pub settings: Vec<String>,
    /// Whether conversations had settled.
    pub settled: bool,
    /// The whole conversation as context.
    pub whole: Whole,
    /// One for each configuration, the one under test first.
    pub arms: Vec<ArmFigures>,
}

/// The whole conversation as context.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Whole {
    /// Mean tokens for a question.
    pub tokens: f64,
    /// Mean share of a question's evidence, 0 to 1; below 1 where a set asks for words that were not said by then.
    pub recall: Estimate,
}

/// One configuration.
#[derive(Clone, Debug, Serialize)]
pub struct ArmFigures {
    /// Its name.
    pub name: String,
    /// Its settings that are not as they come.
    pub settings: Vec<String>,
    /// One for each limit.
    pub limits: Vec<LimitFigures>,
}

/// One configuration at one limit.
#[derive(Clone, Debug, Serialize)]
pub struct LimitFigures {
    /// `tokens` or `items`.
    pub unit: &'static str,
    /// How many.
    pub limit: usize,
    /// All questions that count.
    pub overall: Figures,
    /// By kind of question, in order of names.
    pub categories: Vec<CategoryFigures>,
    /// How well the confidence tells questions with an answer from those without: the area under the ROC curve.
    pub confidence_roc_area: Option<f64>,
    /// The half of all recalls took no longer, in milliseconds; every question counts.
    pub p50_millis: f64,
    /// 95 of 100 took no longer.
    pub p95_millis: f64,
}

/// One kind of question.
#[derive(Clone, Debug, Serialize)]
pub struct CategoryFigures {
    /// Number and name, or the set's own name.
    pub name: String,
    /// What was found.
    #[serde(flatten)]
    pub figures: Figures,
}

/// How much of the evidence was found.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Figures {
    /// Questions that count.
    pub questions: usize,
    /// Mean share of a question's evidence, 0 to 1.
    pub recall: Estimate,
    /// Share of the questions whose evidence was found whole.
    pub complete: Estimate,
    /// Mean tokens of a context.
    pub tokens: f64,
}

impl Outcome {
    /// Sums up what was measured of `set` by `plan`.
    pub fn new(set: &Dataset, embedder: &str, plan: &Plan, measured: &Measured) -> Self {
        let questions: Vec<&Question> = set.questions().collect();
        let all: Vec<usize> = scored(&questions).collect();
        let arms = plan.arms.iter().zip(&measured.answers).map(|(arm, answers)| ArmFigures {
            name: arm.name.clone(),
            settings: changed(&arm.config),
            limits: plan.limits.iter().zip(answers).map(|(l, a)| limit_figures(*l, a, &questions)).collect(),
        });
        Self {
            arms: arms.collect(),
            dataset: set.name.clone(),
            files: set.files.iter().map(|file| (file.name.clone(), file.sha256.clone())).collect(),
            formats: formats(set),
            conversations: set.conversations.len(),
            turns: set.turn_count(),
            questions: questions.len(),
            blank_questions: set.blank_questions(),
            scored: all.len(),
            unanswerable: questions.iter().filter(|question| !question.answerable).count(),
            embedder: embedder.to_owned(),
            settings: plan.arms.first().map(|arm| changed(&arm.config)).unwrap_or_default(),
            settled: plan.settles,
            whole: whole(&measured.whole, &all),
        }
    }
}

fn formats(set: &Dataset) -> Vec<&'static str> {
    let mut formats: Vec<&str> = set.files.iter().map(|file| file.format).collect();
    formats.sort_unstable();
    formats.dedup();
    formats
}

fn whole(contexts: &[WholeContext], places: &[usize]) -> Whole {
    let shares: Vec<f64> = places.iter().map(|&place| contexts[place].share).collect();
    Whole { tokens: average(places.iter().map(|&place| contexts[place].tokens)), recall: mean(&shares) }
}

fn limit_figures(limit: Limit, answers: &[Answered], questions: &[&Question]) -> LimitFigures {
    let all: Vec<usize> = scored(questions).collect();
    let mut names: Vec<String> = all.iter().map(|&place| questions[place].label()).collect();
    names.sort();
    names.dedup();
    let category = |name: String| {
        let of_it: Vec<usize> =
            all.iter().copied().filter(|&place| questions[place].label() == name).collect();
        CategoryFigures { figures: figures(answers, &of_it), name }
    };
    let confidences = |wanted: &dyn Fn(&Question) -> bool| -> Vec<f64> {
        let pairs = answers.iter().zip(questions).filter(|(_, question)| wanted(question));
        pairs.map(|(answered, _)| answered.confidence).collect()
    };
    let millis: Vec<f64> = answers.iter().map(|answered| answered.millis).collect();
    let (unit, limit) = match limit {
        Limit::Tokens(limit) => ("tokens", limit),
        Limit::Items(limit) => ("items", limit),
    };
    LimitFigures {
        unit,
        limit,
        overall: figures(answers, &all),
        categories: names.into_iter().map(category).collect(),
        confidence_roc_area: roc_area(&confidences(&Question::is_scored), &confidences(&|q| !q.answerable)),
        p50_millis: quantile(&millis, 0.5),
        p95_millis: quantile(&millis, 0.95),
    }
}

fn figures(answers: &[Answered], places: &[usize]) -> Figures {
    let shares: Vec<f64> = places.iter().map(|&place| answers[place].share).collect();
    let complete: Vec<f64> = shares.iter().map(|share| f64::from(u8::from(*share >= 1.0))).collect();
    Figures {
        questions: places.len(),
        recall: mean(&shares),
        complete: mean(&complete),
        tokens: average(places.iter().map(|&place| answers[place].tokens)),
    }
}

fn average(counts: impl ExactSizeIterator<Item = usize>) -> f64 {
    let many = counts.len().max(1) as f64;
    counts.sum::<usize>() as f64 / many
}
