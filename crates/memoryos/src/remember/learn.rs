//! Third step: hot segments are learned from. Facts join knowledge, attributes and traits the profile.

use jiff::Timestamp;

use crate::{
    error::MemoryError,
    memory::Memory,
    ports::{Change, JobKind, LeasedJob, Lesson, Lessons},
    state::OwnerState,
    text::tokens::count_tokens,
    tiers::{
        long_term::{archive_surplus, learn_fact, learn_profile},
        mid_term::due,
    },
    types::{
        About, Embedding, Fact, FactId, ItemId, Owner, Page, PageState, Profile, ProfileVersion, Source,
    },
    view::View,
};

/// What the distiller is shown, held while it works.
struct OpenLesson {
    pages: Vec<Page>,
    profile: Profile,
    facts: Vec<Fact>,
}

impl Memory {
    /// Learns from the hottest segments that are due, as much as one lesson holds; returns how many pages.
    #[tracing::instrument(level = "debug", skip_all, fields(job = %job.job.id))]
    pub(super) async fn learn(&self, job: &LeasedJob) -> Result<usize, MemoryError> {
        let owner = &job.job.owner;
        let lesson = self.look(owner, |view| self.open_lesson(view)).await?;
        if lesson.pages.is_empty() {
            return self.finish_idle(job).await;
        }
        let lessons = self.teach(job, &lesson).await?;
        let texts: Vec<&str> = lessons.facts.iter().map(|f| f.text.as_str()).collect();
        let embeddings = self.embed_texts(&texts).await.inspect_err(|error| {
            tracing::warn!(%error, "facts were learned without vectors; a job will embed them");
        });
        self.transact(owner, |view| {
            let mut changes =
                self.take_to_heart(owner, &view.state, &lesson, &lessons, embeddings.as_deref().ok());
            changes.push(Change::FinishJob(job.clone()));
            Ok((changes, lesson.pages.len()))
        })
        .await
    }

    /// The unread pages of segments that are due, hottest segment first, up to the size of a lesson (at least one
    /// page), put in order of time.
    fn open_lesson(&self, view: &View) -> OpenLesson {
        let state = &view.state;
        let due = due(&state.active_stats(), self.heat_threshold(), self.now(), &self.config.heat);
        let unread = due.into_iter().flat_map(|id| state.pages_in(id)).filter(|p| !p.state.learned);
        let mut tokens = 0;
        let mut pages: Vec<Page> = Vec::new();
        for page in unread {
            tokens += count_tokens(&page.turn.user().text) + count_tokens(&page.turn.assistant().text);
            if tokens > self.config.promotion.lesson_tokens && !pages.is_empty() {
                break;
            }
            pages.push(page.clone());
        }
        pages.sort_by_key(|p| p.order);
        OpenLesson { pages, profile: state.profile(), facts: state.active_facts().cloned().collect() }
    }

    async fn teach(&self, job: &LeasedJob, lesson: &OpenLesson) -> Result<Lessons, MemoryError> {
        let shown = Lesson {
            owner: &job.job.owner,
            pages: lesson.pages.iter().collect(),
            profile: &lesson.profile,
            facts: lesson.facts.iter().collect(),
        };
        match self.distiller.learn(&shown).await {
            Ok(lessons) => Ok(lessons),
            Err(error) => match self.stand_in(job, &error) {
                Some(offline) => Ok(offline.learn(&shown).await?),
                None => Err(error.into()),
            },
        }
    }

    /// The changes that make the lessons part of the memory as it is now, and mark exactly the pages they are of.
    fn take_to_heart(
        &self,
        owner: &Owner,
        state: &OwnerState,
        lesson: &OpenLesson,
        lessons: &Lessons,
        embeddings: Option<&[Embedding]>,
    ) -> Vec<Change> {
        let mut changes: Vec<Change> = lesson
            .pages
            .iter()
            .filter_map(|page| state.page(page.id))
            .map(|page| Change::SetPageState(page.id, PageState { learned: true, ..page.state }))
            .collect();
        changes.extend(self.knowledge_changes(state, lesson, lessons, embeddings));
        changes.extend(self.profile_change(state, lessons));
        if !lessons.facts.is_empty() && embeddings.is_none() {
            changes.push(self.new_job(owner, JobKind::Embed, self.now()));
        }
        // Whether more is due shows when the next one looks; a job that finds nothing costs next to nothing.
        changes.push(self.new_job(owner, JobKind::Learn, self.now()));
        changes
    }

    fn knowledge_changes(
        &self,
        state: &OwnerState,
        lesson: &OpenLesson,
        lessons: &Lessons,
        embeddings: Option<&[Embedding]>,
    ) -> Vec<Change> {
        let mut active: Vec<Fact> = state.active_facts().cloned().collect();
        let mut touched: Vec<FactId> = Vec::new();
        let mut vectors: Vec<Change> = Vec::new();
        let said_at = |source: &Source| state.page(source.page).map(|page| page.turn.at().at);
        for (i, draft) in lessons.facts.iter().enumerate() {
            if lesson.pages.iter().all(|page| page.id != draft.source.page) {
                continue;
            }
            let id = FactId::from_bits(self.ids.fresh());
            for fact in learn_fact(&active, draft, said_at, self.now(), id) {
                touched.push(fact.id);
                if let Some(known) = active.iter_mut().find(|known| known.id == fact.id) {
                    *known = fact;
                } else {
                    let embedding = embeddings.and_then(|e| e.get(i)).cloned();
                    vectors.extend(embedding.map(|e| self.put_vectors(ItemId::Fact(id), vec![e])));
                    active.push(fact);
                }
            }
        }
        for archived in self.surplus_facts(&active) {
            touched.push(archived.id);
            let fact = active.iter_mut().find(|f| f.id == archived.id).expect("it was active");
            *fact = archived;
        }
        let changed = active.into_iter().filter(|f| touched.contains(&f.id)).map(Change::PutFact);
        changed.chain(vectors).collect()
    }

    fn surplus_facts(&self, active: &[Fact]) -> Vec<Fact> {
        let config = &self.config.long_term;
        [(About::User, config.user_facts), (About::Assistant, config.assistant_facts)]
            .into_iter()
            .flat_map(|(about, capacity)| archive_surplus(active, about, capacity, self.now()))
            .collect()
    }

    fn profile_change(&self, state: &OwnerState, lessons: &Lessons) -> Option<Change> {
        let profile = state.profile();
        let said_at =
            |source: &Source| state.page(source.page).map_or(Timestamp::MIN, |page| page.turn.at().at);
        let learned = learn_profile(&profile, &lessons.attributes, &lessons.traits, said_at, self.now());
        (learned != profile).then(|| {
            let version = state.profiles().last().map_or(1, |v| v.version + 1);
            Change::PutProfile(ProfileVersion { version, recorded_at: self.now(), profile: learned })
        })
    }
}
