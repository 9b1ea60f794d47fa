//! A turn comes in: topics, facts and traits by rules, for when no language model is at hand.
//!
//! It speaks English and Chinese, quotes the exact words for everything it says, and would rather say nothing than
//! guess. It needs no dictionary and keeps nothing between calls.

use async_trait::async_trait;

use crate::ports::{Batch, Consolidation, DistillError, Distiller, Lesson, Lessons};

mod facts;
mod grouping;
mod keywords;
mod summary;
mod traits;

/// The distiller that needs no model.
#[derive(Clone, Copy, Debug, Default)]
pub struct OfflineDistiller;

#[async_trait]
impl Distiller for OfflineDistiller {
    fn name(&self) -> &'static str {
        "offline"
    }

    fn is_metered(&self) -> bool {
        false
    }

    async fn consolidate(&self, batch: &Batch<'_>) -> Result<Consolidation, DistillError> {
        Ok(grouping::consolidation(batch))
    }

    async fn learn(&self, lesson: &Lesson<'_>) -> Result<Lessons, DistillError> {
        Ok(lessons(lesson))
    }
}

/// What the pages of a lesson teach.
pub fn lessons(lesson: &Lesson<'_>) -> Lessons {
    let findings = facts::findings(&lesson.pages);
    let traits = traits::traits(lesson, &findings);
    let mut lessons = Lessons { traits, ..Lessons::default() };
    for finding in findings {
        lessons.attributes.extend(finding.attribute);
        lessons.facts.extend(finding.draft);
    }
    lessons
}

#[cfg(test)]
mod tests;
