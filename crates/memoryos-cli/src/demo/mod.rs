//! The demonstration: a bundled conversation settles tier by tier, then five questions bring back what matters.

mod clock;
mod telling;

use std::{path::Path, sync::Arc};

use anyhow::{Context, Result};
use jiff::Timestamp;
use memoryos::{
    import::{SourceFile, detect, read},
    ports::Clock as _,
    recall::Query,
    types::{Moment, ProfileVersion, Turn},
};
use memoryos_host::{Opened, Settings, settings::Flags};
use serde::{Deserialize, Serialize};

use crate::{
    commands::{
        facts::{self, Known},
        profile, segments,
    },
    failure::Exit,
    settling::settle,
    ui,
};
use clock::ToldClock;
use memoryos_api::{FactShape, ProfileShape, RecallShape, TiersShape, WarmSegmentShape, recall_shape, tiers};
use telling::{answered, ending, heading, stage_table};

/// A conversation of our own writing.
const CONVERSATION: &[u8] = include_bytes!("../../data/demo.json");

/// What is asked about it, with the words that should come back.
const QUESTIONS: &str = include_str!("../../data/demo-questions.json");

/// After how many turns the tiers are shown: when short-term memory is full, when pages first consolidate, and so
/// on to the end.
const STAGES: [usize; 4] = [10, 20, 45, usize::MAX];

/// A question of the demonstration.
#[derive(Debug, Deserialize)]
struct Question {
    question: String,
    expect: Vec<String>,
}

/// All that is shown.
#[derive(Debug, Serialize)]
struct Shape {
    stages: Vec<StageShape>,
    segments: Vec<WarmSegmentShape>,
    profile: Option<ProfileShape>,
    facts: Vec<FactShape>,
    questions: Vec<QuestionShape>,
}

/// The tiers after some turns.
#[derive(Debug, Serialize)]
struct StageShape {
    turns: usize,
    tiers: TiersShape,
}

/// A question, and what came back.
#[derive(Debug, Serialize)]
struct QuestionShape {
    question: String,
    recall: RecallShape,
    /// Whether the words that were expected are in the context.
    found: bool,
}

/// Runs it.
///
/// # Errors
/// When the folder cannot be written.
pub(crate) async fn run(json: bool, keep: bool) -> Result<Exit> {
    let folder =
        tempfile::Builder::new().prefix("memoryos-demo-").tempdir().context("no folder for the demo")?;
    let turns = conversation()?;
    let clock = Arc::new(ToldClock::new(turns.first().map_or(Timestamp::UNIX_EPOCH, |turn| turn.at().at)));
    let opened = open(folder.path(), clock.clone()).await?;
    let show = |text: String| if json { Ok(()) } else { ui::out(text.trim_end_matches('\n')) };
    show(heading(&format!("A conversation of {} comes in", ui::plural(turns.len(), "turn")), INTRO))?;
    let stages = stages(&opened, &clock, &turns, &show).await?;
    let (hottest, facts, version) = looked_at(&opened, clock.now()).await?;
    show(heading("Mid-term memory: topics and their heat", HEAT))?;
    show(segments::human(&hottest))?;
    show(heading("Long-term memory: who Mara is", PROFILE))?;
    show(version.as_ref().map(profile::human).unwrap_or_default())?;
    show(heading("Long-term memory: what is known, and where it was said", ""))?;
    show(facts::human(&facts))?;
    show(heading("Five questions, answered from memory without any model", QUESTIONS_INTRO))?;
    let questions = questions(&opened, &show).await?;
    let found = questions.iter().filter(|question| question.found).count();
    show(ending(found, questions.len()))?;
    if json {
        let (profile, facts) = (
            version.as_ref().map(memoryos_api::profile),
            facts.iter().map(|known| memoryos_api::fact(&known.fact)).collect(),
        );
        let shape = Shape { stages, segments: hottest, profile, facts, questions };
        ui::out(&serde_json::to_string_pretty(&shape)?)?;
    }
    if keep {
        ui::note(&format!(
            "kept in {}; look around with --data, --user and --assistant",
            folder.keep().display()
        ));
    }
    Ok(Exit::Done)
}

const INTRO: &str = "Mara talks to Juno over five weeks, in English and a little Chinese. Each turn is on disk before \
                     the next one; what short-term memory cannot hold is grouped by topic and learned from.";
const HEAT: &str = "heat = visits by recalls + pages not yet learned from + how recently it was touched";
const PROFILE: &str = "Each line says which pages it comes from.";
const QUESTIONS_INTRO: &str = "What came back, word for word, and why it was ranked first.";

/// The demonstration's own memory: nobody's settings but the defaults, and no network.
async fn open(folder: &Path, clock: Arc<ToldClock>) -> Result<Opened> {
    let values = [("user", "Mara"), ("assistant", "Juno"), ("embedder.name", "builtin")];
    let values = values.map(|(key, value)| (key, value.to_owned())).to_vec();
    // A file that is named is the only one read; this one is empty.
    let config = folder.join("config.toml");
    std::fs::write(&config, "").context("the demo's folder cannot be written")?;
    let flags = Flags { data: Some(folder.to_owned()), config: Some(config), values };
    let settings = Settings::load_from(&flags, [])?;
    Ok(memoryos_host::open_with_clock(&settings, clock).await?)
}

fn conversation() -> Result<Vec<Turn>> {
    let files = [SourceFile { path: "demo.json", bytes: CONVERSATION }];
    let import = read(detect(&files)?, &files, Moment::utc(Timestamp::UNIX_EPOCH))?;
    Ok(import.conversations.into_iter().flat_map(|conversation| conversation.turns).collect())
}

/// Brings the turns in, stage by stage, and shows how the tiers fill.
async fn stages(
    opened: &Opened,
    clock: &ToldClock,
    turns: &[Turn],
    show: &impl Fn(String) -> std::io::Result<()>,
) -> Result<Vec<StageShape>> {
    let mut shapes = Vec::new();
    let mut begun = 0;
    for stage in STAGES {
        let end = stage.min(turns.len());
        for turn in &turns[begun..end] {
            clock.set(turn.at().at);
            opened.memory.remember(&opened.owner, turn.clone()).await?;
            while opened.memory.run_job(Some(&opened.owner)).await?.is_some() {}
        }
        begun = end;
        if end == turns.len() {
            settle(&opened.memory, &opened.owner).await?;
        }
        let status = opened.memory.status(&opened.owner).await?;
        shapes.push(StageShape { turns: end, tiers: tiers(&status, opened.memory.config()) });
    }
    show(stage_table(&shapes))?;
    Ok(shapes)
}

type Look = (Vec<WarmSegmentShape>, Vec<Known>, Option<ProfileVersion>);

/// Segments with the heat they have as the conversation ends, what is known, and the profile.
async fn looked_at(opened: &Opened, at: Timestamp) -> Result<Look> {
    let weights = opened.memory.config().heat.clone();
    let look = opened.memory.look(&opened.owner, |view| {
        let hottest = segments::hottest(view, false, at, &weights);
        (hottest, facts::known(view, false), view.state.profiles().last().cloned())
    });
    Ok(look.await?)
}

async fn questions(
    opened: &Opened,
    show: &impl Fn(String) -> std::io::Result<()>,
) -> Result<Vec<QuestionShape>> {
    let asked: Vec<Question> = serde_json::from_str(QUESTIONS).context("the demo's questions")?;
    let mut shapes = Vec::new();
    for question in asked {
        let recall = opened.memory.recall(&opened.owner, &Query::new(question.question.as_str())).await?;
        opened.memory.record_visits(&opened.owner, &recall.visits).await?;
        let found = question.expect.iter().all(|words| recall.context.contains(words.as_str()));
        show(answered(&question, &recall, found))?;
        shapes.push(QuestionShape { question: question.question, recall: recall_shape(&recall), found });
    }
    Ok(shapes)
}
