//! `eval recall`: does the evidence come back?

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use memoryos::{Config, recall::Limit};
use memoryos_eval::{
    recall::{Arm, Outcome, Plan, baselines, measure, report},
    settings::overlaid,
};

use super::common::{Sets, Written, json_lines, write};
use crate::{failure::Exit, session::Session, ui};

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    sets: Sets,
    #[command(flatten)]
    written: Written,
    /// How many tokens may be recalled: several numbers with commas between them
    #[arg(long, value_name = "TOKENS", value_delimiter = ',', default_value = "500,1000,2000,4000")]
    budgets: Vec<usize>,
    /// How many memories may be recalled: several numbers with commas between them
    #[arg(long, value_name = "N", value_delimiter = ',', default_value = "5,10,20")]
    items: Vec<usize>,
    /// Leave out the configurations it is compared with
    #[arg(long)]
    no_baselines: bool,
    /// Write a JSON line for each question into this file, for other programs to score
    #[arg(long, value_name = "FILE")]
    dump: Option<PathBuf>,
    /// The budget of the recalls that are dumped
    #[arg(long, value_name = "TOKENS", default_value_t = 1_000, conflicts_with = "dump_items")]
    dump_budget: usize,
    /// Dump recalls of this many memories instead
    #[arg(long, value_name = "N")]
    dump_items: Option<usize>,
}

impl Arguments {
    fn plan(&self, base: &Config) -> Result<Plan> {
        let config = overlaid(base, &self.sets.set)?;
        let mut arms = vec![Arm::new("MemoryOS", &config, &[])?];
        if !self.no_baselines {
            arms.extend(baselines(&config)?);
        }
        let dump_at = self
            .dump
            .is_some()
            .then(|| self.dump_items.map_or(Limit::Tokens(self.dump_budget), Limit::Items));
        let budgets = self.budgets.iter().map(|&budget| Limit::Tokens(budget));
        let mut limits: Vec<Limit> =
            budgets.chain(self.items.iter().map(|&items| Limit::Items(items))).collect();
        limits.extend(dump_at.filter(|at| !limits.contains(at)));
        Ok(Plan { arms, limits, settles: !self.sets.no_settle, dump_at })
    }
}

pub(crate) async fn run(session: &Session, arguments: &Arguments) -> Result<Exit> {
    let plan = arguments.plan(&session.settings.memory)?;
    let sets = arguments.sets.open(&arguments.written, arguments.dump.as_ref())?;
    let embedder = arguments.sets.embedder(session).await?;
    let mut outcomes = Vec::new();
    let mut dump = Vec::new();
    for set in &sets {
        let bar = ui::count_bar(&set.name, set.conversations.len() as u64);
        let measured = measure(set, &embedder, &plan, &|done| bar.reach(done)).await?;
        outcomes.push(Outcome::new(set, embedder.model_id(), &plan, &measured));
        dump.extend(measured.dump);
    }
    if let Some(path) = &arguments.dump {
        write(path, &json_lines(&dump)?)?;
    }
    arguments.written.show(session, &outcomes, &report(&outcomes, Vec::new()))?;
    Ok(Exit::Done)
}
