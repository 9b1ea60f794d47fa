//! What a reply is worth: F1 and BLEU-1 where there is an answer, owning up where there is none.

use serde::Serialize;

use super::{Abstention, Answered, Judged, abstention, bleu1, f1, list_f1};

/// LoCoMo's number for questions whose answer lists several things.
const MULTI_HOP: u64 = 1;
/// LoCoMo's number for questions whose gold answer gives a reason after a semicolon, which is not asked for.
const OPEN_DOMAIN: u64 = 3;

/// A question that was asked, and what came of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Scored {
    /// The reply.
    #[serde(flatten)]
    pub answered: Answered,
    /// What the judge said, if it was asked.
    pub judged: Option<Judged>,
    /// F1, 0 to 1; `None` without a gold answer.
    pub f1: Option<f64>,
    /// BLEU-1, 0 to 1; `None` without a gold answer.
    pub bleu1: Option<f64>,
    /// For a question without an answer, whether that was owned up to.
    pub abstained: Option<bool>,
}

impl Scored {
    /// Scores a reply.
    pub fn new(answered: Answered, judged: Option<Judged>) -> Self {
        let (has_gold, abstained) =
            (answered.answerable && !answered.answers.is_empty(), abstained(&answered));
        let (f1, bleu1) = scores(&answered);
        let gold = |score: f64| has_gold.then_some(score);
        let abstained = abstained.map(|abstention| abstention == Abstention::Abstained);
        Self { f1: gold(f1), bleu1: gold(bleu1), abstained, answered, judged }
    }
}

/// F1 and BLEU-1 against the gold answer that fits best: by parts in category 1, against what stands before the
/// first semicolon in category 3.
fn scores(answered: &Answered) -> (f64, f64) {
    let reply = answered.reply.as_deref().unwrap_or_default();
    let best = |score: fn(&str, &str) -> f64| {
        let golds = answered.answers.iter().map(|gold| match answered.category {
            OPEN_DOMAIN => gold.split(';').next().unwrap_or_default().trim(),
            _ => gold,
        });
        golds.map(|gold| score(reply, gold)).fold(0.0, f64::max)
    };
    (best(if answered.category == MULTI_HOP { list_f1 } else { f1 }), best(bleu1))
}

/// What came of a question without an answer; `None` for the others. A model that said nothing owned up to nothing.
pub(super) fn abstained(answered: &Answered) -> Option<Abstention> {
    if answered.answerable {
        return None;
    }
    let Some(reply) = &answered.reply else { return Some(Abstention::Answered) };
    let trap = answered.adversarial_answer.as_deref();
    // Sets without traps write a sentence about not knowing where others have an answer.
    let gold = answered.answers.first().filter(|_| trap.is_some());
    Some(abstention(reply, gold.map(String::as_str), trap, answered.items == 0))
}
