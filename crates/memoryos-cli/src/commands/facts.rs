//! `facts`: what is known, and where each was said.

use std::fmt::Write as _;

use anyhow::Result;
use clap::{Args, ValueEnum};
use jiff::tz::Offset;
use memoryos::{
    View,
    types::{About, Fact, Moment},
};

use crate::{failure::Exit, session::Session, ui};

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Only what is known about one of the two
    #[arg(long, value_enum)]
    about: Option<Whom>,
    /// Show the archive as well
    #[arg(long)]
    archived: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Whom {
    /// Who is remembered
    User,
    /// Who remembers
    Assistant,
}

/// A fact with the offset from UTC where it was said, so that its days are those of its speaker.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    pub(crate) fact: Fact,
    offset: Offset,
}

pub(crate) async fn run(session: &Session, arguments: &Arguments) -> Result<Exit> {
    let opened = session.open_to_read()?;
    let about = arguments.about.map(|whom| match whom {
        Whom::User => About::User,
        Whom::Assistant => About::Assistant,
    });
    let is_wanted = |known: &Known| about.is_none_or(|about| known.fact.about == about);
    let known = opened.memory.look(&opened.owner, |view| known(view, arguments.archived)).await?;
    let known: Vec<Known> = known.into_iter().filter(is_wanted).collect();
    let shapes: Vec<_> = known.iter().map(|known| memoryos_api::fact(&known.fact)).collect();
    session.show(&shapes, || human(&known))?;
    if known.is_empty() {
        ui::note("nothing is known yet");
    }
    Ok(Exit::Done)
}

/// What is known, in the order in which it was said.
pub(crate) fn known(view: &View, with_archive: bool) -> Vec<Known> {
    let facts = view.state.facts().filter(|fact| with_archive || fact.archived_at.is_none());
    let mut known: Vec<Known> =
        facts.map(|fact| Known { offset: offset(view, fact), fact: fact.clone() }).collect();
    known.sort_by_key(|known| (known.fact.said_at, known.fact.id));
    known
}

fn offset(view: &View, fact: &Fact) -> Offset {
    let page = fact.sources.first().and_then(|source| view.state.page(source.page));
    page.and_then(|page| page.turn.at().offset).unwrap_or(Offset::UTC)
}

/// What is known about each side, with where it was said.
pub(crate) fn human(known: &[Known]) -> String {
    let mut text = String::new();
    for (about, head) in [(About::User, "about the user"), (About::Assistant, "about the assistant")] {
        let mut known = known.iter().filter(|known| known.fact.about == about).peekable();
        if known.peek().is_some() {
            writeln!(text, "{}", ui::bold(head)).expect("a text takes what is written to it");
        }
        text.extend(known.map(one));
    }
    text
}

fn one(Known { fact, offset }: &Known) -> String {
    let local = |at| ui::moment(Moment { at, offset: Some(*offset) });
    let words = ui::wrapped(&fact.text, 4).replacen("    ", "  • ", 1);
    let mut about = vec![format!("said {}", local(fact.said_at))];
    about.extend(fact.event_time.map(|range| format!("about {}", ui::day_range(range, *offset))));
    about.extend((fact.sources.len() > 1).then(|| format!("{} times", fact.sources.len())));
    about.extend(fact.superseded.map(|end| format!("until {}", local(end.at))));
    about.extend(fact.archived_at.map(|at| format!("archived {}", ui::stamp(at))));
    let pages: Vec<String> = fact.sources.iter().map(|source| ui::short(source.page)).collect();
    about.push(format!("from {}", pages.join(", ")));
    // A quote that is the fact itself need not be read twice.
    let quote = fact.sources.iter().rev().find_map(|source| source.quote.as_deref());
    about.extend(quote.filter(|quote| *quote != fact.text).map(|quote| format!("“{quote}”")));
    let lines = ui::wrapped(&about.join(" · "), 4);
    words + &lines.lines().map(|line| ui::dim(line) + "\n").collect::<String>()
}
