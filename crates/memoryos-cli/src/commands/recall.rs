//! `recall`: what comes back for a query, and why.

use std::fmt::Write as _;

use anyhow::Result;
use clap::{Args, ValueEnum};
use memoryos::{
    config::Strategy,
    recall::{Arm, Item, Limit, Query, Recall},
    types::Moment,
};
use memoryos_host::Opened;

use crate::{
    arguments::moment,
    failure::{Exit, note_failure},
    session::Session,
    ui,
};
use memoryos_api::{arm_name, kind_name, reason_name, recall_shape};

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// What is sought, in your own words
    query: String,
    #[command(flatten)]
    pub(crate) how: How,
    /// Show why each came back, and what was left out
    #[arg(long)]
    explain: bool,
}

/// How much is recalled, and how.
#[derive(Debug, Args)]
pub(crate) struct How {
    /// Bring back as much as fits this many tokens [default: `recall.budget_tokens`]
    #[arg(long, value_name = "TOKENS", conflicts_with = "items")]
    budget: Option<usize>,
    /// Bring back this many memories
    #[arg(long, value_name = "N")]
    items: Option<usize>,
    /// How memories are ranked [default: `recall.strategy`]
    #[arg(long, value_enum)]
    strategy: Option<StrategyName>,
    /// Ask as if it were then
    #[arg(long, value_name = "TIME", value_parser = moment)]
    at: Option<Moment>,
    /// Search the archive as well
    #[arg(long)]
    archive: bool,
    /// Do not let this warm what it finds
    #[arg(long)]
    pub(crate) no_visits: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum StrategyName {
    /// Words and meaning of single messages
    Hybrid,
    /// The paper's two stages: segments, then their pages
    Paper,
}

impl How {
    /// The query this asks.
    pub(crate) fn query(&self, text: &str) -> Query {
        let strategy = self.strategy.map(|name| match name {
            StrategyName::Hybrid => Strategy::Hybrid,
            StrategyName::Paper => Strategy::Paper,
        });
        let limit = self.budget.map(Limit::Tokens).or(self.items.map(Limit::Items));
        let at = self.at.map(|moment| moment.at);
        Query { text: text.to_owned(), limit, strategy, at, with_archive: self.archive }
    }
}

pub(crate) async fn run(session: &Session, arguments: &Arguments) -> Result<Exit> {
    if !session.has_memory() {
        session.show(&recall_shape(&Recall::default()), String::new)?;
        return Ok(session.no_memory());
    }
    recalled(session, &session.open().await?, arguments).await
}

async fn recalled(session: &Session, opened: &Opened, arguments: &Arguments) -> Result<Exit> {
    let query = arguments.how.query(&arguments.query);
    let recall = opened.memory.recall(&opened.owner, &query).await?;
    session.show(&recall_shape(&recall), || human(&recall, arguments.explain))?;
    if recall.items.is_empty() {
        ui::note("nothing found");
        return Ok(Exit::NothingFound);
    }
    if !arguments.how.no_visits {
        visit(opened, &recall).await;
    }
    Ok(Exit::Done)
}

/// Warms what a recall found. It is shown already; whether it was warmed is a smaller matter.
pub(crate) async fn visit(opened: &Opened, recall: &Recall) {
    let visited = opened.memory.record_visits(&opened.owner, &recall.visits).await;
    note_failure("what was found could not be warmed", visited);
}

fn human(recall: &Recall, explain: bool) -> String {
    let mut text = String::new();
    for (index, item) in recall.items.iter().enumerate() {
        text.push_str(&shown(index + 1, item, explain));
    }
    if explain && !recall.dropped.is_empty() {
        text.push('\n');
        text.push_str(&dropped(recall));
    }
    if !recall.items.is_empty() {
        let found = ui::plural(recall.items.len(), "memory").replace("memorys", "memories");
        let line =
            format!("{found} · {} tokens · confidence {:.2}", ui::count(recall.tokens), recall.confidence);
        write!(text, "\n{}", ui::dim(&line)).expect("a text takes what is written to it");
    }
    text
}

/// One item: a line about it, its words, and why it is here.
pub(crate) fn shown(number: usize, item: &Item, explain: bool) -> String {
    let kind = kind_name(item.kind).replace('_', " ");
    let words = without_time(item);
    let about = format!("{kind} · {} · score {:.2}", ui::moment(item.at), item.score);
    let mut text =
        format!("{} {}\n{}", ui::bold(&format!("{number:>2}")), ui::dim(&about), ui::wrapped(words, 3));
    if explain {
        text.push_str(&ui::wrapped(&reasons(item), 3).lines().map(ui::dim).collect::<Vec<_>>().join("\n"));
        text.push('\n');
    }
    text
}

/// The words of an item without the time above them, which is shown beside its kind.
fn without_time(item: &Item) -> &str {
    match item.text.split_once('\n') {
        Some((head, rest)) if head.starts_with('[') && head.ends_with(']') => rest,
        _ => item.text.trim_start_matches("- "),
    }
}

/// Why an item came back, in one line.
pub(crate) fn reasons(item: &Item) -> String {
    let mut reasons: Vec<String> = item
        .arms
        .iter()
        .map(|arm| match arm.arm {
            Arm::Neighbours => format!("beside a find ({:.2})", arm.score),
            Arm::Conversation => format!("of its conversation ({:.2})", arm.score),
            Arm::Instruction => "a standing instruction".to_owned(),
            Arm::Successor => "replaced what was found".to_owned(),
            Arm::Speaker => "said by whom it is about".to_owned(),
            Arm::Time => "of the time asked about".to_owned(),
            named => format!("{} #{} ({:.2})", arm_name(named), arm.rank, arm.score),
        })
        .collect();
    reasons.extend(item.heat.as_ref().map(|heat| format!("heat {}", ui::heat(heat))));
    if !item.sources.is_empty() {
        let sources: Vec<String> = item.sources.iter().map(ui::short).collect();
        reasons.push(format!("from {}", sources.join(", ")));
    }
    format!("↳ {}", reasons.join(" · "))
}

fn dropped(recall: &Recall) -> String {
    let mut text = ui::bold("left out") + "\n";
    for item in &recall.dropped {
        let sources: Vec<String> = item.sources.iter().map(ui::short).collect();
        let kind = kind_name(item.kind).replace('_', " ");
        let reason = reason_name(item.reason);
        writeln!(text, "   {kind} {} · score {:.2} · {reason}", sources.join(", "), item.score)
            .expect("a text takes what is written to it");
    }
    text
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use clap::Parser;
    use memoryos::{
        Config, Memory, Parts,
        types::{Message, Turn},
    };
    use memoryos_host::{RandomIds, Settings, SystemClock, open_to_read};
    use memoryos_models::StaticEmbedder;
    use memoryos_stores::MapStore;
    use memoryos_testkit::{FailAt, FailingStore};

    use super::*;
    use crate::arguments::{Cli, Command};

    /// A session that finds "goats" in a segment, over a store that can be told to fail.
    async fn session_with_a_segment() -> (Session, Opened, Arc<FailingStore<MapStore>>) {
        let folder = tempfile::tempdir().expect("a folder");
        let flags = memoryos_host::settings::Flags { data: Some(folder.path().into()), ..Default::default() };
        let settings = Settings::load_from(&flags, std::iter::empty()).expect("settings");
        let store = Arc::new(FailingStore::new(MapStore::default()));
        let parts = Parts {
            store: store.clone(),
            embedder: Arc::new(StaticEmbedder::new()),
            llm: None,
            distiller: None,
            clock: Arc::new(SystemClock),
            ids: Arc::new(RandomIds::default()),
        };
        let mut config = Config::default();
        config.short_term.capacity = 1;
        let memory = Arc::new(Memory::new(parts, config).expect("a memory"));
        let opened = Opened { memory, ..open_to_read(&settings).expect("opens") };
        for said in ["I keep goats", "It rains"] {
            let at = Moment::parse("2026-02-03").expect("a time");
            let turn = Turn::new(Message::new(said), Message::default(), at).expect("a turn");
            opened.memory.remember(&opened.owner, turn).await.expect("remembered");
        }
        opened.memory.settle(&opened.owner).await.expect("settled");
        (Session { settings, json: true }, opened, store)
    }

    #[tokio::test]
    async fn what_was_found_is_found_though_it_cannot_be_warmed() {
        let (session, opened, store) = session_with_a_segment().await;
        let Command::Recall(arguments) = Cli::parse_from(["memoryos", "recall", "goats"]).command else {
            panic!("a recall")
        };
        let before = store.counts().commits;
        store.fail_commit(1, FailAt::Before);
        let exit = recalled(&session, &opened, &arguments).await.expect("recalled");
        assert_eq!(
            (exit, store.counts().commits),
            (Exit::Done, before + 1),
            "one commit was tried, and failed"
        );
    }
}
