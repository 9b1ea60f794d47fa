//! What makes an owner's memory searchable: words and vectors of its passages and facts. Derived from the store,
//! held in memory, dropped and rebuilt at will.

use std::collections::{HashMap, hash_map::Entry};

mod passages;
mod vectors;
mod words;

pub use passages::{Passage, Passages, passage_texts};
pub use vectors::VectorTable;
pub use words::{Bm25, Words};

use crate::{
    ports::{Change, Vectors},
    state::OwnerState,
    types::{Embedding, FactId, ItemId, Moment, Page, PageId, SegmentId, Source},
};

/// The search structures of one owner.
#[derive(Clone, Debug)]
pub struct Index {
    passages: Passages,
    passage_vectors: VectorTable,
    /// Built at the first recall: cutting ten thousand pages into words takes longer than anything else, and a
    /// process that only remembers never needs it.
    passage_words: Option<Words>,
    facts: Vec<FactId>,
    fact_positions: HashMap<FactId, usize>,
    fact_vectors: VectorTable,
    fact_words: Words,
    profile: ProfileLines,
}

/// The newest profile, a line for each attribute and trait.
#[derive(Clone, Debug, Default)]
struct ProfileLines {
    version: u32,
    lines: Vec<ProfileLine>,
    words: Words,
}

/// One attribute or trait in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProfileLine {
    /// `Name: Ada`, or a trait with its level and reason.
    pub text: String,
    /// Where it was said.
    pub sources: Vec<Source>,
    /// When it was first said.
    pub at: Moment,
}

impl Index {
    /// An empty index for vectors of `dimensions`, cutting messages at `passage_tokens`.
    pub fn new(dimensions: usize, passage_tokens: usize) -> Self {
        Self {
            passages: Passages::new(passage_tokens),
            passage_vectors: VectorTable::new(dimensions),
            passage_words: None,
            facts: Vec::new(),
            fact_positions: HashMap::new(),
            fact_vectors: VectorTable::new(dimensions),
            fact_words: Words::default(),
            profile: ProfileLines::default(),
        }
    }

    /// Takes in everything `state` holds, and the vectors there are.
    pub fn build(state: &OwnerState, vectors: &[Vectors], dimensions: usize, passage_tokens: usize) -> Self {
        let mut index = Self::new(dimensions, passage_tokens);
        index.follow(state, vectors);
        index
    }

    /// Takes in what `state` has gained since, and these vectors.
    pub fn follow<'a>(&mut self, state: &OwnerState, vectors: impl IntoIterator<Item = &'a Vectors>) {
        for page in &state.pages()[self.passages.pages()..] {
            self.add_page(page);
        }
        // Facts only ever gain sources or end; their text stays, so a known id needs no second look.
        for fact in state.facts() {
            if let Entry::Vacant(entry) = self.fact_positions.entry(fact.id) {
                entry.insert(self.facts.len());
                self.facts.push(fact.id);
                self.fact_words.push(&fact.text);
                self.fact_vectors.push(None);
            }
        }
        self.profile.follow(state);
        for vectors in vectors {
            self.set_vectors(state, vectors);
        }
    }

    /// Takes in the vectors among committed changes.
    pub fn follow_changes(&mut self, state: &OwnerState, changes: &[Change]) {
        let vectors = changes.iter().filter_map(|change| match change {
            Change::PutVectors(vectors) => Some(vectors),
            _ => None,
        });
        self.follow(state, vectors);
    }

    /// Cuts the passages into words, unless that is done.
    pub fn ensure_words(&mut self, state: &OwnerState) {
        if self.passage_words.is_none() {
            let mut words = Words::default();
            self.passages.iter().for_each(|p| words.push(&worded(state.page_at(p.page), p)));
            self.passage_words = Some(words);
        }
    }

    /// The passages, in order of pages and sides.
    pub fn passages(&self) -> &Passages {
        &self.passages
    }

    /// The vectors of the passages, in their order.
    pub fn passage_vectors(&self) -> &VectorTable {
        &self.passage_vectors
    }

    /// The words of the passages, in their order; `None` before [`Index::ensure_words`].
    pub fn passage_words(&self) -> Option<&Words> {
        self.passage_words.as_ref()
    }

    /// The facts, in order of learning; their words and vectors are in the same order.
    pub fn facts(&self) -> (&[FactId], &Words, &VectorTable) {
        (&self.facts, &self.fact_words, &self.fact_vectors)
    }

    /// The profile, a line for each attribute and trait, and the words of these lines in their order.
    pub fn profile(&self) -> (&[ProfileLine], &Words) {
        (&self.profile.lines, &self.profile.words)
    }

    /// The mean of a page's passage vectors, without what all passages have in common; `None` when none has one.
    pub fn page_embedding(&self, state: &OwnerState, page: PageId) -> Option<Embedding> {
        let position = state.position(page)?;
        let mean = self.passage_vectors.mean(self.passages.of_page(position))?;
        Some(self.passage_vectors.distinct(&mean))
    }

    /// Whether a page or fact has no vector.
    pub fn lacks_vectors(&self) -> bool {
        self.passage_vectors.n_missing() > 0 || self.fact_vectors.n_missing() > 0
    }

    /// The mean of the vectors of a segment's pages; `None` when none has one.
    pub fn segment_embedding(&self, state: &OwnerState, segment: SegmentId) -> Option<Embedding> {
        self.passage_vectors.mean(state.positions_in(segment).flat_map(|p| self.passages.of_page(p)))
    }

    /// Pages of which some passage has no vector, oldest first.
    pub fn pages_without_vectors<'a>(&'a self, state: &'a OwnerState) -> impl Iterator<Item = &'a Page> {
        let bare = |position: usize| self.passages.of_page(position).any(|p| !self.passage_vectors.has(p));
        state.pages().iter().enumerate().filter(move |(position, _)| bare(*position)).map(|(_, page)| page)
    }

    /// Facts without a vector, oldest first.
    pub fn facts_without_vectors(&self) -> impl Iterator<Item = FactId> {
        self.facts.iter().enumerate().filter(|(i, _)| !self.fact_vectors.has(*i)).map(|(_, id)| *id)
    }

    /// Bytes it takes in memory, about.
    pub fn bytes(&self) -> usize {
        self.passages.bytes()
            + self.passage_vectors.bytes()
            + self.passage_words.as_ref().map_or(0, Words::bytes)
            + self.fact_vectors.bytes()
            + self.fact_words.bytes()
    }

    fn add_page(&mut self, page: &Page) {
        for index in self.passages.add(page) {
            self.passage_vectors.push(None);
            if let Some(words) = &mut self.passage_words {
                words.push(&worded(page, self.passages.at(index)));
            }
        }
    }

    fn set_vectors(&mut self, state: &OwnerState, vectors: &Vectors) {
        match vectors.item {
            ItemId::Page(id) => {
                let passages = state.position(id).map_or(0..0, |position| self.passages.of_page(position));
                // Cut differently than now: the page counts as without vectors until it is embedded anew.
                if passages.len() == vectors.embeddings.len() {
                    for (passage, embedding) in passages.zip(&vectors.embeddings) {
                        self.passage_vectors.set(passage, embedding);
                    }
                }
            }
            ItemId::Fact(id) => {
                if let (Some(fact), [embedding]) = (self.fact_positions.get(&id), &*vectors.embeddings) {
                    self.fact_vectors.set(*fact, embedding);
                }
            }
        }
    }
}

impl ProfileLines {
    /// Written anew when the profile has a new version.
    fn follow(&mut self, state: &OwnerState) {
        let Some(newest) = state.profiles().last().filter(|v| v.version != self.version) else { return };
        let said_at = |sources: &[Source]| {
            let first = sources.first().and_then(|s| state.page(s.page));
            first.map_or(Moment::utc(newest.recorded_at), |page| page.turn.at())
        };
        let attributes = newest.profile.attributes.iter().map(|a| (a.to_string(), &a.sources));
        let traits = newest.profile.traits.iter().map(|t| (t.to_string(), &t.sources));
        self.version = newest.version;
        self.words = Words::default();
        self.lines = attributes
            .chain(traits)
            .map(|(text, sources)| {
                self.words.push(&text);
                ProfileLine { text, sources: sources.clone(), at: said_at(sources) }
            })
            .collect();
    }
}

/// The words of a passage, its speaker's name among them: questions name people.
fn worded(page: &Page, passage: &Passage) -> String {
    let text = passage.text(page);
    match &page.turn.message(passage.side).speaker {
        Some(speaker) => format!("{speaker} {text}"),
        None => text.to_owned(),
    }
}
