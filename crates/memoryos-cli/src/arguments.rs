//! What can be typed: the commands, and the flags that all of them know.

use std::path::PathBuf;

use anstyle::{AnsiColor, Style};
use clap::{Args, Parser, Subcommand, builder::Styles};
use memoryos::types::{InvalidMoment, Moment};
use memoryos_host::settings::Flags;

use crate::commands;

const STYLES: Styles = Styles::styled()
    .header(Style::new().bold())
    .usage(Style::new().bold())
    .literal(AnsiColor::Cyan.on_default())
    .placeholder(Style::new().dimmed());

const AFTER_HELP: &str = "\
Exit codes: 0 done · 1 failed · 2 asked for wrongly · 3 nothing found (recall, ask)
            130 interrupted (settle, import)

Everything works without a model and without a network. To connect a language model, give
--llm-url and --llm-model of any OpenAI-compatible server; its key is read from
MEMORYOS_LLM_API_KEY or OPENAI_API_KEY. See it work: memoryos demo";

/// A memory for AI agents: what is said settles in three tiers, and what is asked brings it back.
#[derive(Debug, Parser)]
#[command(name = "memoryos", version, styles = STYLES, after_help = AFTER_HELP, max_term_width = 110)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) common: Common,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Flags of every command.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Common options")]
pub(crate) struct Common {
    /// Folder of the memory [default: the platform's data folder]
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    /// Who is remembered [default: me]
    #[arg(long, global = true, value_name = "NAME")]
    pub(crate) user: Option<String>,
    /// Who remembers [default: assistant]
    #[arg(long, global = true, value_name = "NAME")]
    pub(crate) assistant: Option<String>,
    /// Configuration file [default: config.toml in the data folder, else in the platform's]
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// Address of an OpenAI-compatible server
    #[arg(long, global = true, value_name = "URL")]
    pub(crate) llm_url: Option<String>,
    /// Model on that server
    #[arg(long, global = true, value_name = "NAME")]
    pub(crate) llm_model: Option<String>,
    /// What embeds: auto, builtin, minilm or openai
    #[arg(long, global = true, value_name = "NAME")]
    pub(crate) embedder: Option<String>,
    /// Print JSON
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Log more; twice for details
    #[arg(short, long, global = true, action = clap::ArgAction::Count)]
    pub(crate) verbose: u8,
}

impl Common {
    /// The settings that these flags overrule.
    pub(crate) fn flags(&self) -> Flags {
        let values = [
            ("user", &self.user),
            ("assistant", &self.assistant),
            ("llm.url", &self.llm_url),
            ("llm.model", &self.llm_model),
            ("embedder.name", &self.embedder),
        ];
        let given = values.into_iter().filter_map(|(key, value)| value.clone().map(|value| (key, value)));
        Flags { data: self.data.clone(), config: self.config.clone(), values: given.collect() }
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Keep a turn: what was said, and the reply to it
    Remember(commands::remember::Arguments),
    /// Bring back what is known about something, and why
    Recall(commands::recall::Arguments),
    /// Answer a question from memory
    Ask(commands::ask::Arguments),
    /// Talk; every turn is remembered
    Chat(commands::chat::Arguments),
    /// Take over conversations from files
    Import(commands::import::Arguments),
    /// Show what the tiers hold, what waits, and what models cost
    Status(commands::status::Arguments),
    /// Show the topics of mid-term memory and their heat
    Segments(commands::segments::Arguments),
    /// Show who the user is
    Profile(commands::profile::Arguments),
    /// Show what is known of the user and the assistant
    Facts(commands::facts::Arguments),
    /// Finish everything that waits
    Settle(commands::settle::Arguments),
    /// Write everything out as JSON lines
    Export(commands::export::Arguments),
    /// List whose memories are kept here
    Owners(commands::owners::Arguments),
    /// Show every setting and where it comes from
    Config(commands::config::Arguments),
    /// Install embedding models
    Model(commands::model::Arguments),
    /// Serve the memory over HTTP: REST, MCP, an OpenAI-compatible gateway
    Serve(commands::serve::Arguments),
    /// Serve the memory and open the page that shows it live
    Playground(commands::playground::Arguments),
    /// Make, list and revoke keys to a served memory
    Keys(commands::keys::Arguments),
    /// Serve the memory to an MCP client on standard input and output
    Mcp(commands::mcp::Arguments),
    /// Measure how good the memory is, on data sets
    Eval(commands::eval::Arguments),
    /// Find out what is wrong
    Doctor(commands::doctor::Arguments),
    /// See it work, offline, in a folder that is thrown away
    Demo(commands::demo::Arguments),
    /// Print completions for a shell
    Completions(commands::completions::Arguments),
}

/// Reads a time as people write it.
pub(crate) fn moment(text: &str) -> Result<Moment, InvalidMoment> {
    Moment::parse(text)
}
