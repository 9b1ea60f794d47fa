//! Every question of a conversation is asked, in every arm and at every limit.

use std::{sync::Arc, time::Instant};

use anyhow::Result;
use memoryos::{
    Memory,
    recall::{Limit, Query, Recall},
};

use super::{
    Answered, DumpLine, Measured, Plan, Remembering, Told,
    finding::{Sought, share},
};
use crate::datasets::{Evaluated, Question};

/// Asks what `evaluated` asks of the memories it was told to, one for each arm, and adds to `measured`.
///
/// # Errors
/// When a recall or the embedder fails.
pub(super) async fn ask_all(
    evaluated: &Evaluated,
    embedder: &Remembering,
    plan: &Plan,
    told: &[Arc<Told>],
    measured: &mut Measured,
) -> Result<()> {
    let mut memories = Vec::new();
    for (arm, told) in plan.arms.iter().zip(told) {
        let memory = told.memory(&arm.config)?;
        // The first recall cuts what was said into words; a program that serves does that once.
        memory.recall(&told.owner, &Query::new("Is it there?")).await?;
        memories.push(memory);
    }
    for question in &evaluated.questions {
        let embedding_millis = embedder.time_query(&question.text).await?;
        for (arm, (memory, told)) in memories.iter().zip(told).enumerate() {
            let sought = Sought::new(evaluated, &told.sources);
            for (place, limit) in plan.limits.iter().enumerate() {
                let start = Instant::now();
                let recall = ask(memory, told, question, *limit).await?;
                let millis = embedding_millis + start.elapsed().as_secs_f64() * 1e3;
                let answered = answered(question, &sought, &recall, *limit, millis);
                measured.answers[arm][place].push(answered);
                if arm == 0 && plan.dump_at == Some(*limit) {
                    measured.dump.push(DumpLine::new(evaluated, question, &sought, &recall, *limit, millis));
                }
            }
        }
    }
    Ok(())
}

async fn ask(memory: &Memory, told: &Told, question: &Question, limit: Limit) -> Result<Recall> {
    let query = Query { at: question.at, ..Query::new(&*question.text).limited(limit) };
    Ok(memory.recall(&told.owner, &query).await?)
}

fn answered(
    question: &Question,
    sought: &Sought<'_>,
    recall: &Recall,
    limit: Limit,
    millis: f64,
) -> Answered {
    let needed = question.needed.iter().flatten().map(String::as_str);
    let share =
        if question.is_scored() { share(question, &sought.found(recall, limit, needed)) } else { 0.0 };
    Answered { share, tokens: recall.tokens, confidence: recall.confidence.into(), millis }
}
