//! What an owner's memory holds: the records of the store at one revision, with the questions that the steps of
//! both paths ask of them. Nothing here decides or writes; it only follows what was committed.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::{
    ports::{Change, Delta, Revision},
    types::{
        Chain, ChainId, Fact, FactId, Page, PageId, PageState, Place, Profile, ProfileVersion, Segment,
        SegmentId, SegmentStats, TurnKey,
    },
};

/// The position of a page in [`OwnerState::pages`].
pub type Position = usize;

/// The records of one owner at one revision.
#[derive(Clone, Debug, Default)]
pub struct OwnerState {
    revision: Revision,
    pages: Vec<Page>,
    positions: HashMap<PageId, Position>,
    keys: HashMap<TurnKey, PageId>,
    short_term: BTreeSet<Position>,
    pending: BTreeSet<Position>,
    in_segment: BTreeMap<SegmentId, Members>,
    segments: BTreeMap<SegmentId, Segment>,
    chains: HashMap<ChainId, Chain>,
    facts: BTreeMap<FactId, Fact>,
    profiles: Vec<ProfileVersion>,
    /// Bytes of the pages' words, counted along.
    text_bytes: usize,
}

/// The pages of a segment.
#[derive(Clone, Debug, Default)]
struct Members {
    positions: BTreeSet<Position>,
    /// How many of them have not been learned from; counted along, as every heat asks for it.
    unread: u32,
}

impl OwnerState {
    /// The revision the records are of.
    pub fn revision(&self) -> Revision {
        self.revision
    }

    /// All pages, in order of time of remembering.
    pub fn pages(&self) -> &[Page] {
        &self.pages
    }

    /// The page at a position.
    pub fn page_at(&self, position: Position) -> &Page {
        &self.pages[position]
    }

    /// The page of this id.
    pub fn page(&self, id: PageId) -> Option<&Page> {
        self.positions.get(&id).map(|&p| &self.pages[p])
    }

    /// Where the page of this id stands.
    pub fn position(&self, id: PageId) -> Option<Position> {
        self.positions.get(&id).copied()
    }

    /// The page that holds this turn key.
    pub fn page_with_key(&self, key: &TurnKey) -> Option<PageId> {
        self.keys.get(key).copied()
    }

    /// The order the next page will have.
    pub fn next_order(&self) -> u64 {
        self.pages.last().map_or(1, |p| p.order + 1)
    }

    /// Pages in short-term memory, oldest first.
    pub fn short_term(&self) -> impl DoubleEndedIterator<Item = &Page> + ExactSizeIterator {
        self.short_term.iter().map(|&p| &self.pages[p])
    }

    /// Pages waiting to be consolidated, oldest first.
    pub fn pending(&self) -> impl DoubleEndedIterator<Item = &Page> + ExactSizeIterator {
        self.pending.iter().map(|&p| &self.pages[p])
    }

    /// All segments, archived ones too, in order of id.
    pub fn segments(&self) -> impl Iterator<Item = &Segment> {
        self.segments.values()
    }

    /// The segments in mid-term memory, in order of id.
    pub fn active_segments(&self) -> impl Iterator<Item = &Segment> {
        self.segments.values().filter(|s| s.archived_at.is_none())
    }

    /// The segment of this id.
    pub fn segment(&self, id: SegmentId) -> Option<&Segment> {
        self.segments.get(&id)
    }

    /// Positions of a segment's pages, oldest first.
    pub fn positions_in(&self, id: SegmentId) -> impl Iterator<Item = Position> {
        self.in_segment.get(&id).into_iter().flat_map(|members| members.positions.iter().copied())
    }

    /// A segment's pages, oldest first.
    pub fn pages_in(&self, id: SegmentId) -> impl Iterator<Item = &Page> {
        self.positions_in(id).map(|p| &self.pages[p])
    }

    /// What a segment's heat is computed from.
    pub fn stats(&self, segment: &Segment) -> SegmentStats {
        SegmentStats {
            id: segment.id,
            visits: segment.visits,
            unread_pages: self.in_segment.get(&segment.id).map_or(0, |members| members.unread),
            last_visit: segment.last_visit,
        }
    }

    /// The stats of every segment in mid-term memory, in order of id.
    pub fn active_stats(&self) -> Vec<SegmentStats> {
        self.active_segments().map(|s| self.stats(s)).collect()
    }

    /// The chain of this id.
    pub fn chain(&self, id: ChainId) -> Option<&Chain> {
        self.chains.get(&id)
    }

    /// All facts, archived and superseded ones too, in order of id.
    pub fn facts(&self) -> impl Iterator<Item = &Fact> {
        self.facts.values()
    }

    /// The facts in long-term memory, in order of id.
    pub fn active_facts(&self) -> impl Iterator<Item = &Fact> {
        self.facts.values().filter(|f| f.archived_at.is_none())
    }

    /// The fact of this id.
    pub fn fact(&self, id: FactId) -> Option<&Fact> {
        self.facts.get(&id)
    }

    /// Every version of the profile, oldest first.
    pub fn profiles(&self) -> &[ProfileVersion] {
        &self.profiles
    }

    /// The profile as known now.
    pub fn profile(&self) -> Profile {
        self.profiles.last().map(|v| v.profile.clone()).unwrap_or_default()
    }

    /// Follows what was read from the store. A complete delta starts anew.
    pub fn apply_delta(&mut self, delta: &Delta) {
        if delta.is_complete {
            *self = Self::default();
        }
        delta.pages.iter().for_each(|p| self.put_page(p.clone()));
        delta.chains.iter().for_each(|c| self.put_chain(c.clone()));
        delta.segments.iter().for_each(|s| self.put_segment(s.clone()));
        delta.facts.iter().for_each(|f| self.put_fact(f.clone()));
        delta.profiles.iter().for_each(|p| self.put_profile(p.clone()));
        self.revision = delta.revision;
    }

    /// Follows changes that were committed on top of this revision and led to `revision`.
    pub fn apply_changes(&mut self, changes: &[Change], revision: Revision) {
        for change in changes {
            match change {
                Change::AddPage(page) => self.put_page(page.clone()),
                Change::SetPageState(id, state) => self.set_page_state(*id, *state),
                Change::PutChain(chain) => self.put_chain(chain.clone()),
                Change::PutSegment(segment) => self.put_segment(segment.clone()),
                Change::PutFact(fact) => self.put_fact(fact.clone()),
                Change::PutProfile(version) => self.put_profile(version.clone()),
                Change::PutVectors(_) | Change::AddJob(_) | Change::HastenJobs(_) | Change::FinishJob(_) => {}
            }
        }
        self.revision = revision;
    }

    /// Bytes it takes in memory, about.
    pub fn bytes(&self) -> usize {
        // Beside its text a page has its own record, an entry in the maps above, and a chain for every few.
        let page_overhead = size_of::<Page>() + 160;
        self.text_bytes
            + self.pages.len() * page_overhead
            + self.segments.values().map(|s| s.summary.len() + size_of::<Segment>() + 256).sum::<usize>()
            + self.facts.values().map(|f| 2 * f.text.len() + size_of::<Fact>() + 128).sum::<usize>()
    }

    fn put_page(&mut self, page: Page) {
        if let Some(&position) = self.positions.get(&page.id) {
            self.move_page(position, page.state);
            return;
        }
        let position = self.pages.len();
        debug_assert!(page.order >= self.next_order(), "pages come in order");
        self.positions.insert(page.id, position);
        if let Some(key) = page.turn.key() {
            self.keys.insert(key.clone(), page.id);
        }
        self.enter(position, page.state);
        self.text_bytes += page.turn.user().text.len() + page.turn.assistant().text.len();
        self.pages.push(page);
    }

    fn set_page_state(&mut self, id: PageId, state: PageState) {
        if let Some(&position) = self.positions.get(&id) {
            self.move_page(position, state);
        }
    }

    fn move_page(&mut self, position: Position, state: PageState) {
        self.leave(position, self.pages[position].state);
        self.enter(position, state);
        self.pages[position].state = state;
    }

    fn enter(&mut self, position: Position, state: PageState) {
        match state.place {
            Place::ShortTerm => self.short_term.insert(position),
            Place::Pending => self.pending.insert(position),
            Place::Segment(id) => {
                let members = self.in_segment.entry(id).or_default();
                members.unread += u32::from(!state.learned);
                members.positions.insert(position)
            }
        };
    }

    fn leave(&mut self, position: Position, state: PageState) {
        match state.place {
            Place::ShortTerm => self.short_term.remove(&position),
            Place::Pending => self.pending.remove(&position),
            Place::Segment(id) => {
                let members = self.in_segment.entry(id).or_default();
                members.unread -= u32::from(!state.learned);
                members.positions.remove(&position)
            }
        };
    }

    fn put_chain(&mut self, chain: Chain) {
        self.chains.insert(chain.id, chain);
    }

    fn put_segment(&mut self, segment: Segment) {
        self.segments.insert(segment.id, segment);
    }

    fn put_fact(&mut self, fact: Fact) {
        self.facts.insert(fact.id, fact);
    }

    fn put_profile(&mut self, version: ProfileVersion) {
        if self.profiles.last().is_none_or(|last| last.version < version.version) {
            self.profiles.push(version);
        }
    }
}
