//! `eval answer`: does a language model answer with what is recalled?

mod models;
mod telling;

use std::{path::PathBuf, sync::Arc};

use anyhow::{Context, Result};
use clap::Args;
use futures::{StreamExt, TryStreamExt, stream};
use memoryos_eval::{
    answer::{
        Estimate, Examination, Journal, PlausibleLlm, Prepared, Prices, SHORT_ANSWERS, Scored, Selection,
        Setup, Spent, Summary, estimate, prepare, report,
    },
    datasets::{Dataset, Evaluated, Question},
    report::html,
    settings::overlaid,
};
use serde::Serialize;

use super::{
    common::{embedder, write},
    places,
};
use crate::{
    failure::{Exit, Misused},
    session::Session,
    settling::unless_interrupted,
    ui,
};
use models::Models;

const JUDGE_URL_HELP: &str = "Server of the judge [default: that of the model]; the key for another one is read \
    from MEMORYOS_JUDGE_API_KEY";

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Data sets: LoCoMo, LongMemEval, FactConsolidation, or conversations in pages with questions
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Keep each result in this file as it comes; run again with it to go on where it ended
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Folder of replies that need not be asked for again [default: eval-cache in the data folder]
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
    /// How many questions are out at a time
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: u16,
    /// Ask only the first N questions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,
    /// Ask only questions of this category, by number; may be given again
    #[arg(long, value_name = "NUMBER")]
    category: Vec<u64>,
    /// Ask only about this conversation; may be given again
    #[arg(long, value_name = "ID")]
    conversation: Vec<String>,
    /// Settle conversations through the model instead of by rules
    #[arg(long)]
    llm_distiller: bool,
    /// Let this model judge the replies as well
    #[arg(long, value_name = "NAME")]
    judge_model: Option<String>,
    #[arg(long, value_name = "URL", requires = "judge_model", help = JUDGE_URL_HELP)]
    judge_url: Option<String>,
    /// How replies are asked for [default: in a few words]
    #[arg(long, value_name = "WORDS")]
    style: Option<String>,
    /// Change a setting of the memory, such as recall.cut=0.1; may be given again
    #[arg(long, value_name = "SECTION.KEY=VALUE")]
    set: Vec<String>,
    /// What a million tokens of prompts cost, for the estimate
    #[arg(long, value_name = "PRICE", requires = "price_out")]
    price_in: Option<f64>,
    /// What a million tokens of replies cost
    #[arg(long, value_name = "PRICE", requires = "price_in")]
    price_out: Option<f64>,
    /// Say what it would cost, and ask nothing
    #[arg(long)]
    estimate: bool,
    /// Begin without asking; needed where there is no terminal to ask on
    #[arg(long)]
    yes: bool,
    /// Write the report with its plots as a page into this file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

/// What `--json` prints.
#[derive(Serialize)]
struct Shape<'a> {
    /// What it was run with.
    circumstances: &'a [(String, String)],
    summary: &'a Summary,
    /// Each question with its reply and scores.
    results: &'a [Scored],
}

/// A conversation with those of its questions that are asked.
type Selected<'a> = (&'a Evaluated, Vec<&'a Question>);

impl Arguments {
    fn selection(&self) -> Selection {
        let (conversations, categories) = (self.conversation.clone(), self.category.clone());
        // More than can be counted is all of them.
        let limit = self.limit.map(|limit| usize::try_from(limit).unwrap_or(usize::MAX));
        Selection { conversations, categories, limit }
    }

    fn prices(&self) -> Option<Prices> {
        Some(Prices { input: self.price_in?, output: self.price_out? })
    }
}

pub(crate) async fn run(session: &Session, arguments: &Arguments) -> Result<Exit> {
    let outputs = [&arguments.out, &arguments.html].into_iter().flatten();
    places::check(&arguments.files, &outputs.map(PathBuf::as_path).collect::<Vec<_>>())?;
    let set = open(&arguments.files)?;
    let selected = arguments.selection().of(&set.conversations);
    if selected.is_empty() {
        return Err(
            Misused("no question of these files is of that conversation and category".to_owned()).into()
        );
    }
    let models = Models::new(session, arguments)?;
    let journal = match &arguments.out {
        // An estimate leaves no file behind.
        Some(path) if !arguments.estimate || path.exists() => Journal::open(path)?,
        _ => Journal::in_memory(),
    };
    let concurrency = usize::from(arguments.concurrency);
    let judge = models.judge.as_deref();
    let examination = Examination { model: &models.model, judge, journal: &journal, concurrency };
    let setup = setup(session, arguments, &models).await?;
    let work = examine(session, arguments, &selected, &examination, &setup, &models);
    let Some(prepared) = unless_interrupted(work).await else {
        telling::interrupted(arguments.out.as_deref());
        return Ok(Exit::Interrupted);
    };
    let Some(prepared) = prepared? else { return Ok(Exit::Done) };
    let results = examination.scored(&prepared);
    let summary = Summary::new(prepared.len(), &results, models.distilling());
    let circumstances = telling::circumstances(&set, &setup, &models);
    let report = report(&summary, circumstances.clone());
    if let Some(path) = &arguments.html {
        write(path, &html(&report))?;
    }
    let shape = Shape { circumstances: &circumstances, summary: &summary, results: &results };
    session.show(&shape, || ui::report(&report))?;
    Ok(Exit::Done)
}

fn open(files: &[PathBuf]) -> Result<Dataset> {
    let mut sets = files.iter().map(|path| Dataset::open(path));
    let first = sets.next().context("no file")??;
    Ok(sets.try_fold(first, |all, next| all.and(next?))?)
}

async fn setup(session: &Session, arguments: &Arguments, models: &Models) -> Result<Setup> {
    let style = arguments.style.as_deref().unwrap_or(SHORT_ANSWERS);
    Ok(Setup {
        config: overlaid(&session.settings.memory, &arguments.set)?,
        embedder: embedder(session).await?,
        distiller: arguments.llm_distiller.then(|| models.model.clone() as _),
        style: style.to_owned(),
    })
}

/// Tells what it will cost, and asks everything that is not asked yet. `None` when that was all that was wanted.
async fn examine(
    session: &Session,
    arguments: &Arguments,
    selected: &[Selected<'_>],
    examination: &Examination<'_>,
    setup: &Setup,
    models: &Models,
) -> Result<Option<Vec<Prepared>>> {
    let by_rules =
        if setup.distiller.is_none() { Some(prepare_all(selected, setup, 1).await?) } else { None };
    let estimate = match &by_rules {
        Some(prepared) => estimate(prepared, examination, Spent::default(), arguments.prices()),
        None => rehearse(arguments, selected, examination, setup).await?,
    };
    if arguments.estimate {
        session.show(&estimate, || telling::estimate(&estimate))?;
        return Ok(None);
    }
    ui::note(telling::estimate(&estimate).trim_end());
    if !telling::agreed(&estimate, arguments.yes)? {
        return Ok(None);
    }
    let prepared = match by_rules {
        Some(prepared) => prepared,
        None => {
            prepare_all(selected, setup, examination.concurrency).await.inspect_err(|_| models.tell_kept())?
        }
    };
    let bar = ui::count_bar("asking", prepared.len() as u64);
    let outcome = examination.run(&prepared, |done| bar.reach(done as u64)).await;
    drop(bar);
    outcome.inspect_err(|_| telling::stopped(examination, &prepared, arguments.out.as_deref()))?;
    Ok(Some(prepared))
}

/// Every conversation, in order, `at_a_time` of them together: which pays where a server is waited for.
async fn prepare_all(selected: &[Selected<'_>], setup: &Setup, at_a_time: usize) -> Result<Vec<Prepared>> {
    let bar = ui::count_bar("remembering", selected.len() as u64);
    let conversations =
        stream::iter(selected).map(|(evaluated, questions)| prepare(evaluated, questions, setup));
    let mut prepared = Vec::new();
    let mut done = 0;
    let mut ready = conversations.buffered(at_a_time);
    while let Some(questions) = ready.try_next().await? {
        prepared.extend(questions);
        done += 1;
        bar.reach(done);
    }
    Ok(prepared)
}

/// What a run that settles through a model will come to, by one that makes its replies up.
async fn rehearse(
    arguments: &Arguments,
    selected: &[Selected<'_>],
    examination: &Examination<'_>,
    setup: &Setup,
) -> Result<Estimate> {
    let plausible = Arc::new(PlausibleLlm::new());
    let rehearsal = Setup {
        distiller: Some(plausible.clone()),
        config: setup.config.clone(),
        embedder: setup.embedder.clone(),
        style: setup.style.clone(),
    };
    let prepared = prepare_all(selected, &rehearsal, 1).await?;
    let distilling = models::together(plausible.spent().into_values());
    Ok(estimate(&prepared, examination, distilling, arguments.prices()))
}
