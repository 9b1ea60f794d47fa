//! What is each part worth? Everything is asked with it and without it, and with more and less room.

mod groups;
mod tables;

use std::sync::Arc;

use anyhow::Result;
use memoryos::{Config, recall::Limit};
use serde::Serialize;

use crate::{
    datasets::{Dataset, Question},
    metrics::{Estimate, difference, mean},
    recall::{Answered, Arm, ArmFigures, Measured, Outcome, Plan, Remembering, Watch, measure},
    settings::changed,
};
pub use groups::{Group, groups};
pub use tables::report;

/// How much may be recalled while parts are left out: tokens as an agent gives them, and the paper's ten pages.
const LIMITS: [Limit; 4] = [Limit::Tokens(500), Limit::Tokens(1_000), Limit::Tokens(2_000), Limit::Items(10)];

/// The sweep of k (the paper's figure 3), and that of the budget.
const SWEEP: [Limit; 15] = [
    Limit::Items(1),
    Limit::Items(2),
    Limit::Items(3),
    Limit::Items(5),
    Limit::Items(7),
    Limit::Items(10),
    Limit::Items(15),
    Limit::Items(20),
    Limit::Items(30),
    Limit::Tokens(250),
    Limit::Tokens(500),
    Limit::Tokens(1_000),
    Limit::Tokens(2_000),
    Limit::Tokens(4_000),
    Limit::Tokens(8_000),
];

/// What came of leaving parts out.
#[derive(Clone, Debug, Serialize)]
pub struct Ablation {
    /// The set.
    pub dataset: String,
    /// Its files with what they held.
    pub files: Vec<(String, String)>,
    /// Questions for which evidence is asked.
    pub scored: usize,
    /// Questions of the files that have no words and were left out.
    pub blank_questions: usize,
    /// The model that embedded.
    pub embedder: String,
    /// Settings that are not as they come.
    pub settings: Vec<String>,
    /// What was left out of what.
    pub groups: Vec<GroupFigures>,
    /// With more and less room.
    pub sweep: Vec<ArmFigures>,
}

/// Parts left out of one whole.
#[derive(Clone, Debug, Serialize)]
pub struct GroupFigures {
    /// What the parts are parts of.
    pub name: String,
    /// The whole, for each limit.
    pub whole: Vec<AtLimit>,
    /// Each part left out.
    pub without: Vec<WithoutFigures>,
}

/// One part left out.
#[derive(Clone, Debug, Serialize)]
pub struct WithoutFigures {
    /// What was left out.
    pub name: String,
    /// The settings that leave it out, and those of the whole.
    pub settings: Vec<String>,
    /// Mean evidence recall less that of the whole, paired by question; below zero where the part helps.
    pub difference: Vec<AtLimit>,
}

/// A figure at a limit.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct AtLimit {
    /// `tokens` or `items`.
    pub unit: &'static str,
    /// How many.
    pub limit: usize,
    /// The figure, a share from 0 to 1 or the difference of two.
    pub recall: Estimate,
}

impl AtLimit {
    fn new(limit: Limit, recall: Estimate) -> Self {
        let (unit, limit) = match limit {
            Limit::Tokens(limit) => ("tokens", limit),
            Limit::Items(limit) => ("items", limit),
        };
        Self { unit, limit, recall }
    }
}

/// Leaves out each part in turn, then asks with more and less room.
///
/// # Errors
/// When the embedder fails, or a conversation cannot be told.
pub async fn ablate(
    set: &Dataset,
    embedder: &Arc<Remembering>,
    base: &Config,
    settles: bool,
    watch: &Watch<'_>,
) -> Result<Ablation> {
    let groups = groups(base)?;
    let arms = groups.iter().flat_map(|group| std::iter::once(&group.whole).chain(&group.without));
    let plan = Plan { arms: arms.cloned().collect(), limits: LIMITS.to_vec(), settles, dump_at: None };
    let half = set.conversations.len() as u64;
    let measured = measure(set, embedder, &plan, watch).await?;
    let wholes: Vec<Arm> = groups.iter().map(|group| group.whole.clone()).collect();
    let sweep = Plan { arms: wholes, limits: SWEEP.to_vec(), settles, dump_at: None };
    let swept = measure(set, embedder, &sweep, &|done| watch(half + done)).await?;
    let outcome = Outcome::new(set, embedder.model_id(), &sweep, &swept);
    Ok(Ablation {
        dataset: outcome.dataset,
        files: outcome.files,
        scored: outcome.scored,
        blank_questions: outcome.blank_questions,
        embedder: outcome.embedder,
        settings: outcome.settings,
        groups: figures(&groups, &measured, set),
        sweep: outcome.arms,
    })
}

/// The measured arms stand in the order of the groups, the whole of each first.
fn figures(groups: &[Group], measured: &Measured, set: &Dataset) -> Vec<GroupFigures> {
    let questions: Vec<&Question> = set.questions().collect();
    let shares = |answers: &Vec<Answered>| -> Vec<f64> {
        let pairs = answers.iter().zip(&questions).filter(|(_, question)| question.is_scored());
        pairs.map(|(answered, _)| answered.share).collect()
    };
    let mut arms = measured.answers.iter().map(|arm| arm.iter().map(shares).collect::<Vec<_>>());
    let mut next = || arms.next().expect("every arm was measured");
    let mut all = Vec::new();
    for group in groups {
        let whole = next();
        let without = group.without.iter().map(|arm| WithoutFigures {
            name: arm.name.clone(),
            settings: changed(&arm.config),
            difference: at_limits(next().iter().zip(&whole).map(|(of, from)| difference(of, from))),
        });
        all.push(GroupFigures {
            without: without.collect(),
            name: group.name.to_owned(),
            whole: at_limits(whole.iter().map(|shares| mean(shares))),
        });
    }
    all
}

fn at_limits(estimates: impl Iterator<Item = Estimate>) -> Vec<AtLimit> {
    LIMITS.into_iter().zip(estimates).map(|(limit, estimate)| AtLimit::new(limit, estimate)).collect()
}
