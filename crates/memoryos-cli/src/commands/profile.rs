//! `profile`: who the user is, and since when one thinks so.

use std::fmt::Write as _;

use anyhow::Result;
use clap::Args;
use memoryos::types::{Attribute, DimensionGroup, Level, ProfileVersion, Source, Trait, dimension};

use crate::{failure::Exit, session::Session, ui};

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Show every version, with what changed
    #[arg(long)]
    versions: bool,
}

pub(crate) async fn run(session: &Session, arguments: &Arguments) -> Result<Exit> {
    let opened = session.open_to_read()?;
    let versions = opened.memory.look(&opened.owner, |view| view.state.profiles().to_vec()).await?;
    if arguments.versions {
        let all: Vec<_> = versions.iter().map(memoryos_api::profile).collect();
        session.show(&all, || human_versions(&versions))?;
    } else {
        let last = versions.last();
        session.show(&last.map(memoryos_api::profile), || last.map(human).unwrap_or_default())?;
    }
    if versions.is_empty() {
        ui::note("nothing is known of the user yet");
    }
    Ok(Exit::Done)
}

/// Attributes and traits by group, each with where it was said.
pub(crate) fn human(version: &ProfileVersion) -> String {
    let profile = &version.profile;
    let mut text = String::new();
    for attribute in &profile.attributes {
        push(
            &mut text,
            &format!("{} {}", attribute_name(attribute), ui::bold(&attribute.value)),
            &attribute.sources,
        );
    }
    for group in [DimensionGroup::Psychology, DimensionGroup::Alignment, DimensionGroup::Interest] {
        let known =
            profile.traits.iter().filter(|t| dimension(t.dimension).is_some_and(|d| d.group == group));
        let known: Vec<&Trait> = known.collect();
        if !known.is_empty() {
            writeln!(text, "{}", ui::bold(memoryos_api::group_name(group)))
                .expect("a text takes what is written to it");
        }
        for known in known {
            let line = format!("{} {}", level(known.level), known.dimension.replace('_', " "));
            push(&mut text, &line, &known.sources);
            text.push_str(&ui::wrapped(&known.reason, 8));
        }
    }
    text + &ui::dim(&format!("version {} · {}", version.version, ui::stamp(version.recorded_at)))
}

fn push(text: &mut String, line: &str, sources: &[Source]) {
    let pages: Vec<String> = sources.iter().map(|source| ui::short(source.page)).collect();
    writeln!(text, "  {line} {}", ui::dim(&format!("from {}", pages.join(", "))))
        .expect("a text takes what is written to it");
}

fn attribute_name(attribute: &Attribute) -> String {
    format!("{:<10}", attribute.kind.name())
}

fn level(level: Level) -> String {
    match level {
        Level::Low => ui::dim("▁▁▁"),
        Level::Medium => ui::warm("▃▃▁"),
        Level::High => ui::warm("▆▆▆"),
    }
}

fn human_versions(versions: &[ProfileVersion]) -> String {
    let mut text = String::new();
    let mut before: Vec<String> = Vec::new();
    for version in versions {
        let now = lines(version);
        let head = format!("version {}", version.version);
        writeln!(text, "{} {}", ui::bold(&head), ui::dim(&ui::stamp(version.recorded_at)))
            .expect("a text takes what is written to it");
        let gone =
            before.iter().filter(|line| !now.contains(line)).map(|line| ui::wrong(&format!("  - {line}")));
        let come =
            now.iter().filter(|line| !before.contains(line)).map(|line| ui::good(&format!("  + {line}")));
        text.extend(gone.chain(come).map(|line| line + "\n"));
        before = now;
    }
    text
}

fn lines(version: &ProfileVersion) -> Vec<String> {
    let attributes = version.profile.attributes.iter().map(ToString::to_string);
    attributes.chain(version.profile.traits.iter().map(ToString::to_string)).collect()
}
