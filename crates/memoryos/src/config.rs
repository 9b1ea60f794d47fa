//! Every number: its unit, its default, and where it comes from.

use serde::{Deserialize, Serialize};

/// A setting as it can be looked up: for `memoryos config`, for documents, for errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Its section, as in a configuration file.
    pub section: &'static str,
    /// Its key within the section.
    pub key: &'static str,
    /// What one step of it means.
    pub unit: &'static str,
    /// Where the default comes from, and why.
    pub source: &'static str,
}

macro_rules! config {
    ($($(#[$section_doc:meta])* $section:ident: $Section:ident {
        $($(#[$doc:meta])* $key:ident: $type:ty = $default:expr, $unit:literal, $source:literal;)*
    })*) => {
        $(
            $(#[$section_doc])*
            #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
            #[serde(default, deny_unknown_fields)]
            pub struct $Section { $($(#[$doc])* pub $key: $type,)* }

            impl Default for $Section {
                fn default() -> Self {
                    Self { $($key: $default,)* }
                }
            }
        )*

        /// Every number of a memory. The defaults are what most people want; see [`Preset`] for the paper's.
        #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct Config { $($(#[$section_doc])* pub $section: $Section,)* }

        /// Every setting, in the order of the sections.
        pub const SETTINGS: &[Setting] = &[$($(Setting {
            section: stringify!($section), key: stringify!($key), unit: $unit, source: $source,
        },)*)*];
    };
}

config! {
    /// Short-term memory: the last few turns.
    short_term: ShortTermConfig {
        /// How many turns it holds; at least 1.
        capacity: usize = 10, "turns", "Python 10; paper §4.1: 7. Ten turns cost a model little, and what is still here needs no search";
    }
    /// Mid-term memory: segments of pages.
    mid_term: MidTermConfig {
        /// How many segments it holds before the coldest is archived; at least 1.
        capacity: usize = 2000, "segments", "Python 2000; paper §4.1: 200, too few for a year of daily use";
        /// The least F = cosine + Jaccard for a page to join a segment, 0 to 2.
        join_threshold: f32 = 0.3, "F, 0 to 2", "paper §4.1: 0.6, for cosines that have much in common; without the common part that of neighbours in LoCoMo is 0.1 to 0.4, and of strangers 0";
        /// How many pages one distiller call groups; at least 1.
        batch_pages: usize = 10, "pages", "one call for ten pages keeps the cost near 0.1 calls a page; longer batches made small models lose pages";
        /// How long fewer pages than a batch wait for more.
        idle_secs: u32 = 300, "seconds", "a pause in which most conversations have ended";
        /// The longest summary of a segment or chain.
        summary_tokens: usize = 160, "tokens", "about six sentences: what a prompt can carry for each of ten segments";
        /// How many keywords a segment keeps.
        keywords: usize = 16, "keywords", "the union of two batches; more dilutes the Jaccard term of F";
    }
    /// Heat: how alive a segment is, α·visits + β·unread pages + γ·exp(−Δt/µ).
    heat: HeatConfig {
        /// α, the weight of a visit.
        visit: f64 = 1.0, "heat a visit", "paper §4.1";
        /// β, the weight of an unread page.
        page: f64 = 1.0, "heat a page", "paper §4.1";
        /// γ, the weight of recency.
        recency: f64 = 1.0, "heat", "paper §4.1";
        /// µ, the time in which recency falls to 1/e; above 0.
        time_constant_secs: f64 = 1e7, "seconds", "paper §4.1 (116 days); Python 24 h, with which a weekend makes everything cold";
    }
    /// Promotion: learning profile and knowledge from hot segments.
    promotion: PromotionConfig {
        /// τ, the heat from which a segment with unread pages is learned from, where a lesson costs a model call.
        heat_threshold: f64 = 5.0, "heat", "paper §4.1";
        /// The same where a lesson is free: then nothing is gained by waiting.
        unmetered_heat_threshold: f64 = 0.0, "heat", "rules read a page in microseconds";
        /// How much text one lesson holds.
        lesson_tokens: usize = 3000, "tokens", "fits a 4,096-token window with the instructions; a long lesson shares them among more pages";
    }
    /// Long-term memory: profile and knowledge.
    long_term: LongTermConfig {
        /// How many facts about the user are kept active.
        user_facts: usize = 100, "facts", "paper §4.1 and Python";
        /// How many facts about the assistant are kept active.
        assistant_facts: usize = 100, "facts", "paper §4.1 and Python";
    }
    /// Passages: the pieces of a message that are embedded and ranked.
    passages: PassageConfig {
        /// The longest passage.
        max_tokens: usize = 160, "tokens", "within the 256 word pieces that MiniLM reads; a longer mean blurs";
    }
    /// Recall: gathering what is worth saying.
    recall: RecallConfig {
        /// How memories are ranked.
        strategy: Strategy = Strategy::Hybrid, "name", "hybrid finds about twice the evidence of the paper's search in as many tokens";
        /// How much context a recall fills unless told otherwise.
        budget_tokens: usize = 2000, "tokens", "most of what 4,000 tokens find, at half the price";
        /// The most of the budget that facts, traits and summaries may take.
        knowledge_share: f32 = 0.1, "share, 0 to 1", "derived text points at pages; pages hold the evidence";
        /// BM25 k1: how soon a repeated word stops counting.
        bm25_k1: f32 = 0.9, "number", "on LoCoMo above 1.2, the usual default, for short messages";
        /// BM25 b: how much long passages are held back, 0 to 1.
        bm25_b: f32 = 0.4, "number", "as above";
        /// What a word of the message before counts beside a passage's own.
        word_before: f32 = 0.5, "share", "an answer seldom repeats the words of its question; measured on LoCoMo";
        /// What a word of the message after counts.
        word_after: f32 = 0.3, "share", "as above";
        /// The weight of meaning beside that of words (which is one minus this), where the embedder knows the language.
        meaning_weight: f32 = 0.45, "share, 0 to 1", "on LoCoMo 0.5 is best for MiniLM and 0.35 for the built-in model";
        /// What a passage gains from the message before it.
        neighbour_before: f32 = 0.2, "share", "an answer is found by its question";
        /// What a passage gains from the message after it.
        neighbour_after: f32 = 0.2, "share", "a question is found by its answer";
        /// What a passage gains from the best of its conversation.
        conversation: f32 = 0.2, "share", "what belongs together was said in one sitting";
        /// What a standing instruction gains ("always … when I ask").
        instruction: f32 = 0.2, "share of the best words and meaning", "on BEAM two to four points at five and ten pages; little where there are none";
        /// What a passage loses that was not said by whom the question is about.
        other_speaker: f32 = 0.35, "share, 0 to 1", "who asks about Ada mostly wants Ada's words";
        /// What a passage loses that is not of the days the question names.
        other_time: f32 = 0.6, "share, 0 to 1", "a date in a question is rarely wrong";
        /// What a passage loses that tells of a fact which no longer holds.
        superseded: f32 = 0.3, "share, 0 to 1", "enough to put what replaced it first, too little to hide the past";
        /// The cosine from which a passage counts as found by its meaning.
        found_meaning: f32 = 0.2, "cosine", "between unrelated sentences that of MiniLM seldom exceeds it";
        /// A fact below this share of the best passage's score is not worth its line.
        fact_cut: f32 = 0.5, "share of the best score", "facts are short and many; most of them only share a name with the query";
        /// A profile line that has less than this share of what the query's words tell is not worth it either.
        profile_cut: f32 = 0.3, "share", "one telling word of three";
        /// How many of the best passages say which segments the query is about.
        voting_passages: usize = 30, "passages", "about what a budget of 1,000 tokens holds";
        /// How many of the segments they are from are summed up.
        summaries: usize = 2, "segments", "a question is rarely about three topics";
        /// Under a limit of items, how far a page is ranked from its better side towards its other side.
        other_side: f32 = 0.3, "share, 0 to 1", "an item is the whole page: on BEAM at ten +2.0 with MiniLM and +0.4 without, on LoCoMo −0.1 and +0.8";
        /// Passages below this share of the best one's score are not worth their tokens.
        cut: f32 = 0.2, "share of the best score", "keeps small questions from filling a large budget with noise";
        /// The paper's first stage: how many segments are searched.
        paper_segments: usize = 5, "segments", "paper §4.1, top-m";
        /// The paper's second stage: how many pages are taken.
        paper_pages: usize = 10, "pages", "paper §4.1, top-k; Python 7";
        /// The paper's knowledge: how many facts of each kind are taken.
        paper_facts: usize = 10, "facts", "paper §3.5";
    }
    /// Answering with a language model.
    answer: AnswerConfig {
        /// How much of short-term memory goes into the prompt.
        recent_tokens: usize = 1000, "tokens", "ten turns of ordinary length";
        /// The longest answer.
        max_tokens: u32 = 1024, "tokens", "an answer, not an essay; raise it for long work";
        /// The model's freedom of choice.
        temperature: f32 = 0.3, "0 to 2", "near the likeliest words, so that memories are quoted and not embroidered";
    }
    /// Distilling: when the language model fails.
    distiller: DistillerConfig {
        /// Whether failed work waits for the model, or is done by rules.
        on_failure: OnFailure = OnFailure::Queue, "queue or offline", "a summary by rules cannot be taken back; waiting costs nothing";
    }
    /// Jobs: steps done after a call has returned.
    jobs: JobsConfig {
        /// How long a worker may take over one job before another tries.
        lease_secs: u32 = 900, "seconds", "more than a call, its repair and its retries take together";
        /// The same where the work is done by rules: how long others wait for a worker that died.
        unmetered_lease_secs: u32 = 30, "seconds", "ten times the slowest step without a model";
        /// After how many failures pages that the model refuses are left to rules.
        hopeless_attempts: u32 = 3, "attempts", "a fourth reply seldom differs from three";
        /// How long the first retry waits; each next waits twice as long.
        retry_secs: u32 = 5, "seconds", "a restart of a local server";
        /// The longest wait between retries.
        retry_max_secs: u32 = 3600, "seconds", "an outage is noticed within the hour of its end";
    }
    /// What is held in memory.
    index: IndexConfig {
        /// How much the indexes of all owners may take before the longest unused is dropped.
        cache_bytes: usize = 48 << 20, "bytes", "some 25,000 pages, with the built-in model within 120 MB of process";
    }
    /// The ledger of model calls.
    ledger: LedgerConfig {
        /// How many tokens an owner may spend in 24 hours; 0 for no limit.
        daily_tokens: u64 = 0, "tokens", "no limit unless asked for";
    }
    /// Writing to the store.
    store: StoreConfig {
        /// How often a write that others overtook is decided anew.
        commit_attempts: u32 = 500, "attempts", "with the pauses between them about ten seconds of constant overtaking";
    }
}

/// How memories are ranked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Strategy {
    /// Words and meaning of single messages, fused.
    Hybrid,
    /// The two-stage search of the paper, §3.5: segments first, then their pages, by meaning.
    Paper,
}

/// What happens to work whose model call failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OnFailure {
    /// It stays queued and is tried again.
    Queue,
    /// The offline distiller does it at once.
    Offline,
}

/// Sets of numbers that belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Preset {
    /// What most people want.
    Default,
    /// As the paper reports them, §4.1.
    Paper,
    /// As the Python original ships.
    Python,
}

impl Preset {
    /// The numbers of this set.
    pub fn config(self) -> Config {
        let mut config = Config::default();
        match self {
            Self::Default => {}
            Self::Paper => {
                config.short_term.capacity = 7;
                config.mid_term.capacity = 200;
                config.mid_term.join_threshold = 0.6;
                config.recall.strategy = Strategy::Paper;
                config.promotion.unmetered_heat_threshold = config.promotion.heat_threshold;
            }
            Self::Python => {
                config.recall.strategy = Strategy::Paper;
                config.mid_term.join_threshold = 0.6;
                config.recall.paper_pages = 7;
                config.recall.paper_facts = 20;
                config.heat.time_constant_secs = 86_400.0;
                config.promotion.unmetered_heat_threshold = config.promotion.heat_threshold;
            }
        }
        config
    }
}

/// A setting out of its bounds.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{setting} must be {bounds}")]
pub struct InvalidConfig {
    /// `section.key`.
    pub setting: &'static str,
    /// What it may be.
    pub bounds: &'static str,
}

impl Config {
    /// # Errors
    /// Names the first setting that is out of its bounds.
    pub fn validate(&self) -> Result<(), InvalidConfig> {
        let share = |v: f32| (0.0..=1.0).contains(&v);
        let weight = |v: f64| v.is_finite() && v >= 0.0;
        let checks = [
            (self.short_term.capacity >= 1, "short_term.capacity", "at least 1"),
            (self.mid_term.capacity >= 1, "mid_term.capacity", "at least 1"),
            (self.mid_term.batch_pages >= 1, "mid_term.batch_pages", "at least 1"),
            (
                (0.0..=2.0).contains(&self.mid_term.join_threshold),
                "mid_term.join_threshold",
                "between 0 and 2",
            ),
            (self.mid_term.summary_tokens >= 20, "mid_term.summary_tokens", "at least 20"),
            (weight(self.heat.visit), "heat.visit", "a number from 0 up"),
            (weight(self.heat.page), "heat.page", "a number from 0 up"),
            (weight(self.heat.recency), "heat.recency", "a number from 0 up"),
            (
                weight(self.heat.time_constant_secs) && self.heat.time_constant_secs > 0.0,
                "heat.time_constant_secs",
                "above 0",
            ),
            (self.promotion.lesson_tokens >= 200, "promotion.lesson_tokens", "at least 200"),
            (self.long_term.user_facts >= 1, "long_term.user_facts", "at least 1"),
            (self.long_term.assistant_facts >= 1, "long_term.assistant_facts", "at least 1"),
            (self.passages.max_tokens >= 16, "passages.max_tokens", "at least 16"),
            (self.recall.budget_tokens >= 1, "recall.budget_tokens", "at least 1"),
            (share(self.recall.knowledge_share), "recall.knowledge_share", "between 0 and 1"),
            (share(self.recall.meaning_weight), "recall.meaning_weight", "between 0 and 1"),
            (share(self.recall.other_speaker), "recall.other_speaker", "between 0 and 1"),
            (share(self.recall.other_time), "recall.other_time", "between 0 and 1"),
            (share(self.recall.superseded), "recall.superseded", "between 0 and 1"),
            (share(self.recall.other_side), "recall.other_side", "between 0 and 1"),
            (share(self.recall.cut), "recall.cut", "between 0 and 1"),
            (share(self.recall.fact_cut), "recall.fact_cut", "between 0 and 1"),
            (share(self.recall.profile_cut), "recall.profile_cut", "between 0 and 1"),
            ((-1.0..=1.0).contains(&self.recall.found_meaning), "recall.found_meaning", "between -1 and 1"),
            (share(self.recall.bm25_b), "recall.bm25_b", "between 0 and 1"),
            (
                self.recall.bm25_k1.is_finite() && self.recall.bm25_k1 >= 0.0,
                "recall.bm25_k1",
                "a number from 0 up",
            ),
            (self.answer.max_tokens >= 1, "answer.max_tokens", "at least 1"),
            (self.jobs.lease_secs >= 1, "jobs.lease_secs", "at least 1"),
            (self.jobs.unmetered_lease_secs >= 1, "jobs.unmetered_lease_secs", "at least 1"),
            (self.jobs.retry_secs >= 1, "jobs.retry_secs", "at least 1"),
            (self.store.commit_attempts >= 1, "store.commit_attempts", "at least 1"),
        ];
        match checks.into_iter().find(|(ok, ..)| !ok) {
            None => Ok(()),
            Some((_, setting, bounds)) => Err(InvalidConfig { setting, bounds }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_is_valid_and_a_capacity_of_nothing_is_not() {
        for preset in [Preset::Default, Preset::Paper, Preset::Python] {
            assert_eq!(preset.config().validate(), Ok(()), "{preset:?}");
        }
        let mut config = Config::default();
        config.short_term.capacity = 0;
        let refused = config.validate().expect_err("no room for a turn");
        assert_eq!(refused.setting, "short_term.capacity");
    }

    #[test]
    fn the_paper_preset_holds_the_papers_numbers() {
        let c = Preset::Paper.config();
        assert_eq!((c.short_term.capacity, c.mid_term.capacity), (7, 200));
        assert_eq!((c.recall.paper_segments, c.recall.paper_pages), (5, 10));
        assert_eq!((c.heat.time_constant_secs, c.promotion.heat_threshold), (1e7, 5.0));
    }
}
