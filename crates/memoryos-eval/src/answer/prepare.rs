//! Conversations to prompts: each is remembered and settled, and each question becomes the request that the
//! library's own path makes of it.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use jiff::Timestamp;
use memoryos::{
    Config, Memory, MemoryError, Parts,
    answer::Question,
    distill::{llm::LlmDistiller, offline::OfflineDistiller},
    ports::{ChatRequest, Clock, Distiller, Embedder, Llm},
    recall::Query,
    types::{InvalidId, Owner},
};
use memoryos_stores::MapStore;
use memoryos_testkit::{ManualClock, SequentialIds};

use super::{
    cache::millis,
    stand_ins::{RequestTaker, Watched},
};
use crate::datasets::{self, Evaluated};

/// How replies are asked for: gold answers are a few words, and F1 counts every word that is not among them. The
/// same for all categories, so that the prompt does not give away what kind of question it is.
pub const SHORT_ANSWERS: &str = "a few words and no sentence, in the words of the memory where it has them";

/// Who remembers, in every conversation.
const ASSISTANT: &str = "assistant";

/// How often a memory whose model failed is settled again; the library itself goes over to rules after three tries.
const SETTLING_ROUNDS: usize = 5;

/// How far the clock goes on between two of them: beyond every back-off.
const SETTLING_PAUSE: Duration = Duration::from_hours(24);

/// What memories are made of.
pub struct Setup {
    /// The numbers they work with.
    pub config: Config,
    /// Texts to vectors.
    pub embedder: Arc<dyn Embedder>,
    /// The model that settles them; `None` for rules.
    pub distiller: Option<Arc<dyn Llm>>,
    /// How replies are asked for, as [`SHORT_ANSWERS`].
    pub style: String,
}

/// Which questions are asked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// The conversations, by id; empty for all.
    pub conversations: Vec<String>,
    /// The categories, by number; empty for all.
    pub categories: Vec<u64>,
    /// At most so many, the first ones.
    pub limit: Option<usize>,
}

impl Selection {
    /// The questions that are asked, each with its conversation; those without any are left out.
    pub fn of<'a>(&self, all: &'a [Evaluated]) -> Vec<(&'a Evaluated, Vec<&'a datasets::Question>)> {
        let mut left = self.limit.unwrap_or(usize::MAX);
        let wanted = |id: &String| self.conversations.is_empty() || self.conversations.contains(id);
        let mut selected = Vec::new();
        for evaluated in all.iter().filter(|evaluated| wanted(&evaluated.conversation.id)) {
            let of_category = |question: &&datasets::Question| {
                self.categories.is_empty() || self.categories.contains(&question.category)
            };
            let questions: Vec<_> = evaluated.questions.iter().filter(of_category).take(left).collect();
            left -= questions.len();
            if !questions.is_empty() {
                selected.push((evaluated, questions));
            }
        }
        selected
    }
}

/// A question that is ready to be asked.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// Its conversation.
    pub conversation: String,
    /// The question, as the data set has it.
    pub question: datasets::Question,
    /// What the model will be asked.
    pub request: ChatRequest,
    /// How many memories were recalled for it.
    pub items: usize,
    /// The tokens they take, by the library's estimate.
    pub context_tokens: usize,
    /// How long recalling them took, in milliseconds.
    pub recall_ms: f64,
}

/// Why a conversation could not be prepared.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PrepareError {
    /// Its id cannot be an owner's.
    #[error("no memory can belong to {id:?}")]
    Id {
        /// The id.
        id: String,
        /// What is wrong with it.
        #[source]
        source: InvalidId,
    },
    /// The memory failed.
    #[error("the memory of {id} failed")]
    Memory {
        /// Which.
        id: String,
        /// What went wrong.
        #[source]
        source: MemoryError,
    },
    /// The model that settles it failed again and again.
    #[error("the memory of {id} does not settle: {reason}")]
    Unsettled {
        /// Which.
        id: String,
        /// What the last try ended with.
        reason: String,
    },
}

/// Remembers a conversation, settles it, and makes the requests for these of its questions.
///
/// The clock stands at the conversation's last turn; a question with a time of its own is asked then. Nothing
/// depends on when or where this runs: the same conversation and the same [`Setup`] give the same requests.
///
/// # Errors
/// When the memory fails, or does not settle.
pub async fn prepare(
    evaluated: &Evaluated,
    questions: &[&datasets::Question],
    setup: &Setup,
) -> Result<Vec<Prepared>, PrepareError> {
    let id = &evaluated.conversation.id;
    let owner = Owner::new(id.as_str(), ASSISTANT);
    let owner = owner.map_err(|source| PrepareError::Id { id: id.clone(), source })?;
    let failed = |source| PrepareError::Memory { id: id.clone(), source };
    let end =
        evaluated.conversation.turns.iter().map(|turn| turn.at().at).max().unwrap_or(Timestamp::UNIX_EPOCH);
    let clock = Arc::new(ManualClock::standing(end));
    let taker = Arc::new(RequestTaker::default());
    let watched = setup.distiller.clone().map(|llm| Arc::new(Watched::new(llm)));
    let parts = parts(setup, &clock, &taker, watched.as_ref());
    let memory = Memory::new(parts, setup.config.clone()).map_err(failed)?;
    memory.remember_all(&owner, evaluated.conversation.turns.clone()).await.map_err(failed)?;
    settle(&memory, &owner, &clock, watched.as_deref(), id).await?;
    clock.set(end);
    let mut prepared = Vec::new();
    for question in questions {
        let query = Query { at: question.at, ..Query::new(&*question.text) };
        let asked = Question { query, language: None, style: Some(setup.style.clone()) };
        let began = Instant::now();
        let answer = memory.answer(&owner, &asked).await.map_err(failed)?;
        prepared.push(Prepared {
            conversation: id.clone(),
            question: (*question).clone(),
            request: taker.take(),
            items: answer.recall.items.len(),
            context_tokens: answer.recall.tokens,
            recall_ms: millis(began.elapsed()),
        });
    }
    Ok(prepared)
}

fn parts(
    setup: &Setup,
    clock: &Arc<ManualClock>,
    taker: &Arc<RequestTaker>,
    watched: Option<&Arc<Watched>>,
) -> Parts {
    let distiller: Arc<dyn Distiller> = match watched {
        Some(llm) => Arc::new(LlmDistiller::new(llm.clone())),
        None => Arc::new(OfflineDistiller),
    };
    Parts {
        store: Arc::new(MapStore::default()),
        embedder: setup.embedder.clone(),
        llm: Some(taker.clone()),
        distiller: Some(distiller),
        clock: clock.clone(),
        ids: Arc::new(SequentialIds::default()),
    }
}

/// Settles until nothing waits. Batches that a model cannot deal with are tried again until the library goes over
/// to rules; a server that cannot be asked ends it at once.
async fn settle(
    memory: &Memory,
    owner: &Owner,
    clock: &ManualClock,
    watched: Option<&Watched>,
    id: &str,
) -> Result<(), PrepareError> {
    let mut reason = None;
    for _ in 0..SETTLING_ROUNDS {
        let settled = memory.settle(owner).await;
        let settled = settled.map_err(|source| PrepareError::Memory { id: id.to_owned(), source })?;
        if settled.waiting.is_empty() {
            return Ok(());
        }
        reason = settled.waiting.into_iter().rev().find_map(|job| job.last_error);
        if watched.is_some_and(Watched::is_down) {
            break;
        }
        let later = clock.now().checked_add(SETTLING_PAUSE).unwrap_or(Timestamp::MAX);
        clock.set(later);
    }
    let reason = reason.unwrap_or_else(|| "a job is never done".to_owned());
    Err(PrepareError::Unsettled { id: id.to_owned(), reason })
}
