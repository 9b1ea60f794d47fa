//! Does a language model answer with what is recalled? LoCoMo as the paper scores it.
//!
//! Each conversation is remembered and settled, each question becomes the prompt that [`Memory::answer`] makes of
//! it ([`prepare()`]); what that will cost is told before anything is asked ([`estimate()`]); each prompt is asked
//! once and its reply written down at once ([`Examination`], [`Journal`], [`CachedLlm`]); what is written down is
//! scored ([`Summary`]) and told ([`report()`]). Scores are never written down: they follow from the replies.
//!
//! [`Memory::answer`]: memoryos::Memory::answer

mod abstention;
mod cache;
mod estimate;
mod examine;
mod journal;
pub mod judge;
mod overlap;
mod prepare;
mod report;
mod scored;
mod stand_ins;
mod summary;
mod tokens;

pub use abstention::{Abstention, abstention};
pub use cache::{Asked, CachedLlm};
pub use estimate::{Estimate, Prices, estimate};
pub use examine::{Examination, Failure};
pub use journal::{Answered, Journal, JournalError, Judged};
pub use overlap::{bleu1, f1, list_f1};
pub use prepare::{PrepareError, Prepared, SHORT_ANSWERS, Selection, Setup, prepare};
pub use report::report;
pub use scored::Scored;
pub use stand_ins::Unconnected;
pub use summary::{Abstentions, Costs, Group, Summary};
pub use tokens::tokens;

/// A model that makes up what settling asks for, to count what it will cost.
pub use memoryos_testkit::plausible_llm::{PlausibleLlm, Spent};
