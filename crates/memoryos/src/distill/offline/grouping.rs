//! A turn comes in: which pages of a batch continue one another, and which are about one thing.

use std::collections::HashSet;

use super::{
    facts::secrets::without_secrets,
    keywords::{Corpus, keywords},
    summary::{running, summary},
};
use crate::{
    ports::{Batch, BatchPage, Consolidation, Topic},
    text::{language::is_mostly_chinese, words::terms},
    types::{Page, Side},
};

/// From this kinship on a page continues the one before it. With the built-in embedder, batches of ten fall into 2.8
/// topics (LoCoMo), 3.7 (English chats) and 3.0 (Chinese chats); at 0.30 into more than five, mostly of one page.
const CONTINUES: f32 = 0.25;
/// From this kinship on a page belongs to a topic that is not the running one.
const JOINS: f32 = 0.32;
/// Above this median cosine a batch is taken to be about one thing: with the built-in embedder only a quarter of
/// unrelated LoCoMo pages come so near.
const MAX_FLOOR: f32 = 0.80;
/// What a long silence takes from kinship.
const SILENCE: f32 = 0.12;
/// How long a silence is, in hours.
const SILENCE_HOURS: i64 = 6;
/// What immediate succession adds: a reply within the hour mostly stays on its subject. So 85 % of such pages of
/// LoCoMo continue; at 0.12 it is 71 %, and short pages with few words in common fall apart.
const AT_ONCE: f32 = 0.17;
/// The share of kinship that word overlap makes up where vectors can be trusted.
const WORDS_SHARE: f32 = 0.4;
/// Words two pages need in common to count as wholly alike.
const ENOUGH_IN_COMMON: f32 = 5.0;

/// A page with what it is compared by.
struct Item<'a> {
    page: BatchPage<'a>,
    terms: HashSet<String>,
    is_chinese: bool,
}

/// What the vectors of a batch have in common whatever the pages say, as a cosine. Means of word vectors all point
/// much the same way (unrelated LoCoMo pages: 0.75, neighbours: 0.81), sentence models spread wide; so the batch
/// itself tells where nearness begins.
#[derive(Clone, Copy, Debug)]
struct Floor(f32);

impl Floor {
    /// The median cosine of the pages, no more than [`MAX_FLOOR`] lest a batch of one topic be torn apart.
    fn of(items: &[Item<'_>]) -> Self {
        let vectors: Vec<_> =
            items.iter().filter(|item| !item.is_chinese).filter_map(|item| item.page.embedding).collect();
        let pairs =
            vectors.iter().enumerate().flat_map(|(at, a)| vectors[..at].iter().map(|b| a.similarity(b).0));
        let mut cosines: Vec<f32> = pairs.collect();
        cosines.sort_by(f32::total_cmp);
        Self(cosines.get(cosines.len() / 2).map_or(0.0, |median| median.clamp(0.0, MAX_FLOOR)))
    }

    /// How far a cosine rises above it, 0 to 1.
    fn nearness(self, cosine: f32) -> f32 {
        ((cosine - self.0) / (1.0 - self.0)).max(0.0)
    }
}

/// How a batch falls into topics and chains.
pub(super) fn consolidation(batch: &Batch<'_>) -> Consolidation {
    let items: Vec<Item<'_>> = batch.pages.iter().map(|page| Item::new(*page)).collect();
    let previous = batch.previous.as_ref().map(|(page, chain)| (Item::new(*page), *chain));
    let floor = Floor::of(&items);
    let continues = continuity(&items, previous.as_ref().map(|(item, _)| item), floor);
    let texts: Vec<String> = batch.pages.iter().map(|page| without_secrets(&page.page.turn.text())).collect();
    let speakers = speakers(batch);
    let corpus = Corpus::new(texts.iter().map(String::as_str));
    let topics = groups(&items, &continues, floor)
        .into_iter()
        .map(|members| Topic {
            summary: summary(&members.iter().map(|at| batch.pages[*at].page).collect::<Vec<_>>()),
            keywords: keywords(
                &members.iter().map(|at| texts[*at].as_str()).collect::<Vec<_>>(),
                &corpus,
                &speakers,
            ),
            pages: members,
        })
        .collect();
    let chain_start = continues.iter().rposition(|continues| !continues);
    let running_before = previous.map_or("", |(_, chain)| chain);
    let before = if chain_start.is_none() { running_before } else { "" };
    let chain: Vec<&Page> = batch.pages[chain_start.unwrap_or(0)..].iter().map(|page| page.page).collect();
    Consolidation { chain_summary: running(before, &chain), continues, topics }
}

/// The names of those who speak, lower case.
fn speakers(batch: &Batch<'_>) -> HashSet<String> {
    let names = batch.pages.iter().flat_map(|page| {
        [Side::User, Side::Assistant].map(|side| page.page.turn.message(side).speaker.as_deref())
    });
    names.flatten().map(str::to_lowercase).collect()
}

impl<'a> Item<'a> {
    fn new(page: BatchPage<'a>) -> Self {
        let text = page.page.turn.text();
        let is_chinese = is_mostly_chinese(&text);
        // Single characters recur in every Chinese text; only pairs tell topics apart.
        let tells = |term: &String| !is_chinese || term.chars().count() > 1;
        Self { page, terms: terms(&text).into_iter().filter(tells).collect(), is_chinese }
    }
}

/// For each page, whether it continues the one before it.
fn continuity(items: &[Item<'_>], previous: Option<&Item<'_>>, floor: Floor) -> Vec<bool> {
    let before = std::iter::once(previous).chain(items.iter().map(Some));
    before
        .zip(items)
        .map(|(before, item)| {
            before.is_some_and(|before| kinship(before, item, floor) + gap(before, item) >= CONTINUES)
        })
        .collect()
}

/// The positions of the pages of each topic, topics in order of their first page. A page that continues stays with
/// the one before it; one that does not may return to an earlier topic.
fn groups(items: &[Item<'_>], continues: &[bool], floor: Floor) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut running = None;
    for (at, item) in items.iter().enumerate() {
        let stays = running.filter(|_| continues[at]);
        let group = stays.or_else(|| returning(&groups, items, item, floor)).unwrap_or_else(|| {
            groups.push(Vec::new());
            groups.len() - 1
        });
        groups[group].push(at);
        running = Some(group);
    }
    groups
}

/// The earlier topic a page comes back to, if it is near enough to one.
fn returning(groups: &[Vec<usize>], items: &[Item<'_>], item: &Item<'_>, floor: Floor) -> Option<usize> {
    let nearness = |members: &Vec<usize>| {
        members.iter().map(|member| kinship(&items[*member], item, floor)).fold(f32::MIN, f32::max)
    };
    let best = groups
        .iter()
        .enumerate()
        .map(|(index, members)| (nearness(members), index))
        .max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)))?;
    (best.0 >= JOINS).then_some(best.1)
}

/// How near two pages are, about 0 to 1: their words, and their vectors where those can be trusted. Most embedders
/// at hand know English best, so Chinese pages are compared by words alone.
fn kinship(a: &Item<'_>, b: &Item<'_>, floor: Floor) -> f32 {
    let common = a.terms.intersection(&b.terms).count() as f32;
    let smaller = a.terms.len().min(b.terms.len()).max(1) as f32;
    let words = (common / smaller.clamp(ENOUGH_IN_COMMON, 4.0 * ENOUGH_IN_COMMON)).min(1.0);
    match (a.page.embedding, b.page.embedding) {
        (Some(x), Some(y)) if !a.is_chinese && !b.is_chinese => {
            WORDS_SHARE * words + (1.0 - WORDS_SHARE) * floor.nearness(x.similarity(y).0)
        }
        _ => words,
    }
}

/// What the time between two pages says of whether one continues the other.
fn gap(before: &Item<'_>, item: &Item<'_>) -> f32 {
    let hours = item.page.page.turn.at().at.duration_since(before.page.page.turn.at().at).as_hours();
    match hours {
        i64::MIN..=0 => AT_ONCE,
        SILENCE_HOURS.. => -SILENCE,
        _ => 0.0,
    }
}
