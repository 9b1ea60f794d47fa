//! How the demonstration is told.

use std::fmt::Write as _;

use memoryos::recall::{Item, Recall};

use super::{Question, StageShape};
use crate::{
    commands::recall::shown,
    ui::{self, Column},
};

/// How many memories are shown for each question, beside those that hold what was expected.
const SHOWN: usize = 2;

/// How the tiers filled, a line for each stage.
pub(super) fn stage_table(stages: &[StageShape]) -> String {
    let columns = [
        Column::Right("turns said"),
        Column::Right("short-term"),
        Column::Right("pending"),
        Column::Right("segments"),
        Column::Right("pages in them"),
        Column::Right("facts"),
        Column::Right("profile version"),
    ];
    let row = |stage: &StageShape| {
        let tiers = &stage.tiers;
        let numbers = [
            tiers.short_term_pages,
            tiers.pending_pages,
            tiers.mid_term_segments,
            tiers.mid_term_pages,
            tiers.user_facts + tiers.assistant_facts,
            tiers.profile_versions,
        ];
        std::iter::once(ui::count(stage.turns)).chain(numbers.map(ui::count)).collect()
    };
    ui::table(&columns, stages.iter().map(row))
}

/// A question with the memories that came back first, and those that hold what was expected wherever they rank.
pub(super) fn answered(question: &Question, recall: &Recall, is_found: bool) -> String {
    let mark = if is_found { ui::good("✓") } else { ui::wrong("✗") };
    let mut text = format!("\n{mark} {}\n", ui::bold(&question.question));
    let holds = |item: &Item| question.expect.iter().any(|words| item.text.contains(words.as_str()));
    for (index, item) in recall.items.iter().enumerate() {
        if index < SHOWN || holds(item) {
            text.push_str(&shown(index + 1, item, true));
        }
    }
    let n_items = recall.items.len();
    let rest =
        format!("   {n_items} memories in {} tokens, confidence {:.2}", recall.tokens, recall.confidence);
    writeln!(text, "{}", ui::dim(&rest)).expect("a text takes what is written to it");
    text
}

/// A heading, with what there is to say about what follows.
pub(super) fn heading(head: &str, about: &str) -> String {
    let about: String = ui::wrapped(about, 0).lines().map(|line| ui::dim(line) + "\n").collect();
    format!("\n{}\n{about}", ui::accent(&format!("━━ {head}")))
}

/// The last lines.
pub(super) fn ending(found: usize, asked: usize) -> String {
    let head = heading(&format!("{found} of {asked} questions found what they were after"), "");
    let try_it = "Your turn:\n  memoryos remember \"I moved to Lyon in March\"\n  memoryos recall \"where do I live?\"";
    format!("{head}{try_it}")
}
