//! What a recall brings. It only looks: no visit is recorded.

use memoryos::{
    MemoryError,
    recall::{Limit, Recall},
};

use super::{Finding, listed};
use crate::tiers::stage::Stage;

/// The turn is among the first `within` memories.
pub(super) async fn recalled(
    stage: &Stage,
    query: &str,
    turn: &str,
    within: usize,
) -> Result<Finding, MemoryError> {
    let recall = stage.recall(query, Some(Limit::Items(within))).await?;
    let passed = place(stage, &recall, turn).is_some();
    Ok(Finding::new(passed, format!("{turn} among the first {within} for “{query}”"), told(stage, &recall)))
}

/// The one turn comes before the other, or alone.
pub(super) async fn above(
    stage: &Stage,
    query: &str,
    upper: &str,
    lower: &str,
) -> Result<Finding, MemoryError> {
    let recall = stage.recall(query, None).await?;
    let (first, second) = (place(stage, &recall, upper), place(stage, &recall, lower));
    let passed = first.is_some_and(|first| second.is_none_or(|second| first < second));
    Ok(Finding::new(passed, format!("{upper} before {lower} for “{query}”"), told(stage, &recall)))
}

/// Nothing of the turn comes.
pub(super) async fn not_recalled(stage: &Stage, query: &str, turn: &str) -> Result<Finding, MemoryError> {
    let recall = stage.recall(query, None).await?;
    let passed = place(stage, &recall, turn).is_none();
    Ok(Finding::new(passed, format!("nothing of {turn} for “{query}”"), told(stage, &recall)))
}

/// The turn's segment is one that the recall would warm.
pub(super) async fn visits(stage: &Stage, query: &str, turn: &str) -> Result<Finding, MemoryError> {
    let recall = stage.recall(query, None).await?;
    let segment = stage.look(|view| stage.segment(view, turn).map(|segment| segment.id)).await?;
    let passed = segment.is_some_and(|segment| recall.visits.contains(&segment));
    let seen = format!("{} segments visited; {}", recall.visits.len(), told(stage, &recall));
    Ok(Finding::new(passed, format!("the segment of {turn} visited by “{query}”"), seen))
}

/// The place of the first memory that comes from the turn, from 0.
fn place(stage: &Stage, recall: &Recall, turn: &str) -> Option<usize> {
    let page = stage.turn(turn).page;
    recall.items.iter().position(|item| item.sources.contains(&page))
}

/// The sources of every memory, best first.
fn told(stage: &Stage, recall: &Recall) -> String {
    let sources = recall.items.iter().map(|item| {
        let names: Vec<&str> = item.sources.iter().map(|page| stage.name(*page)).collect();
        names.join("+")
    });
    listed(sources)
}
