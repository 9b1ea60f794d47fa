//! What of a memory goes into a chat: recalled for what the user said last, less what the chat holds already.

use std::{collections::BTreeSet, time::Duration};

use memoryos::{
    Memory, MemoryError, View,
    ports::Clock,
    prompts::{
        injected::{profile_block, recall_block},
        quote::excerpt,
    },
    recall::{Item, ItemKind, Limit, Query},
    text::tokens::count_tokens,
    types::{Moment, Owner, SegmentId, Side},
};
use memoryos_host::SystemClock;

use super::{
    conversation::{Conversation, Texts},
    inject::Injected,
};

/// The longest a recall may take before the chat goes on without it. A hundred times what one takes.
const PATIENCE: Duration = Duration::from_secs(5);
/// How much of a long message is searched by, in tokens; embedders read less.
const QUERY_TOKENS: usize = 1_000;
/// The most tokens of the profile: it stands in every prompt, and what matters most of it comes first.
const PROFILE_TOKENS: usize = 500;
/// The most tokens that are recalled beyond the budget, in the place of what the chat holds already.
const MOST_SPARE_TOKENS: usize = 16_000;

/// What was gathered for a chat.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    /// What goes into the chat.
    pub(super) injected: Injected,
    /// The ids of what was recalled, best first: of facts their own, else of the pages they come from.
    pub(super) items: Vec<String>,
    /// How many memories were recalled.
    pub(super) recalled: usize,
    /// How sure the recall was that they answer, 0 to 1.
    pub(super) confidence: f32,
    /// The segments that were visited.
    pub(super) visits: Vec<SegmentId>,
}

/// Why nothing was gathered.
#[derive(Debug, thiserror::Error)]
pub(super) enum NotGathered {
    #[error(transparent)]
    Memory(#[from] MemoryError),
    #[error("the recall took too long")]
    TooLong,
}

/// Gathers at most about `budget_tokens` of memories.
pub(super) async fn gather(
    memory: &Memory,
    owner: &Owner,
    conversation: &Conversation,
    budget_tokens: usize,
) -> Result<Gathered, NotGathered> {
    let gathering = recalled(memory, owner, conversation, budget_tokens);
    let gathered = tokio::time::timeout(PATIENCE, gathering).await;
    Ok(gathered.map_err(|_| NotGathered::TooLong)??)
}

async fn recalled(
    memory: &Memory,
    owner: &Owner,
    conversation: &Conversation,
    budget_tokens: usize,
) -> Result<Gathered, MemoryError> {
    let recall = match conversation.query() {
        Some(query) if budget_tokens > 0 => {
            // What was said in this very chat is often the best match, and is left out below.
            let limit = Limit::Tokens(budget_tokens + conversation.tokens().min(MOST_SPARE_TOKENS));
            memory.recall(owner, &Query::new(excerpt(query, QUERY_TOKENS)).limited(limit)).await?
        }
        _ => memoryos::recall::Recall::default(),
    };
    let texts = conversation.texts();
    memory
        .look(owner, |view| {
            let new = recall.items.into_iter().filter(|item| !is_in_chat(view, item, &texts));
            let items = fitting(new, budget_tokens);
            Gathered {
                injected: Injected { profile: profile(view), recalled: block(&items) },
                items: ids(&items),
                recalled: items.len(),
                confidence: if items.is_empty() { 0.0 } else { recall.confidence },
                visits: visited(&items),
            }
        })
        .await
}

/// Whether all that an item comes from stands in the chat.
fn is_in_chat(view: &View, item: &Item, texts: &Texts) -> bool {
    let stands = |page| {
        let turn = view.state.page(page).map(|page| &page.turn);
        turn.is_some_and(|turn| {
            [Side::User, Side::Assistant].into_iter().all(|side| texts.hold(side, &turn.message(side).text))
        })
    };
    !item.sources.is_empty() && item.sources.iter().all(|page| stands(*page))
}

/// The best that fit together. Traits are left to the profile.
fn fitting(items: impl Iterator<Item = Item>, mut budget_tokens: usize) -> Vec<Item> {
    let mut chosen = Vec::new();
    for item in items.filter(|item| item.kind != ItemKind::Trait) {
        if let Some(left) = budget_tokens.checked_sub(item.tokens) {
            budget_tokens = left;
            chosen.push(item);
        }
    }
    chosen
}

/// Facts, then everything else in order of time.
fn block(items: &[Item]) -> String {
    let is_fact = |item: &&Item| item.kind == ItemKind::Fact;
    let (known, mut rest): (Vec<&Item>, Vec<&Item>) = items.iter().partition(is_fact);
    rest.sort_by_key(|item| item.at.at);
    let texts =
        |items: Vec<&'_ Item>| -> Vec<String> { items.iter().map(|item| item.text.clone()).collect() };
    recall_block(&texts(known), &texts(rest), Moment::utc(SystemClock.now()).civil().date())
}

/// The first lines of the profile that fit.
fn profile(view: &View) -> String {
    let (lines, _) = view.index.profile();
    let mut left = PROFILE_TOKENS;
    let fits = |line: &&str| {
        let rest = left.checked_sub(count_tokens(line));
        left = rest.unwrap_or(0);
        rest.is_some()
    };
    profile_block(lines.iter().map(|line| line.text.as_str()).take_while(fits))
}

fn ids(items: &[Item]) -> Vec<String> {
    let mut known = BTreeSet::new();
    let of_item = |item: &Item| match item.fact {
        Some(fact) => vec![fact.to_string()],
        None => item.sources.iter().map(ToString::to_string).collect(),
    };
    items.iter().flat_map(of_item).filter(|id| known.insert(id.clone())).collect()
}

fn visited(items: &[Item]) -> Vec<SegmentId> {
    let is_page = |item: &&Item| matches!(item.kind, ItemKind::Page | ItemKind::ShortTermPage);
    let segments: BTreeSet<SegmentId> =
        items.iter().filter(is_page).filter_map(|item| item.segment).collect();
    segments.into_iter().collect()
}
