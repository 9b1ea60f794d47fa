//! `segments`: the topics of mid-term memory, hottest first.

use anyhow::Result;
use clap::{Args, Subcommand};
use jiff::Timestamp;
use memoryos::{
    View,
    config::HeatConfig,
    ports::Clock,
    tiers::mid_term::heat,
    types::{Moment, Segment},
};
use memoryos_host::SystemClock;
use serde::Serialize;

use crate::{
    arguments::moment,
    failure::{Exit, Misused},
    session::Session,
    ui::{self, Column},
};
use memoryos_api::{HeatShape, PageShape, WarmSegmentShape, warm_segment};

/// The heat that fills a bar at least: that of a segment just touched. Cold ones show hardly any.
const FULL_BAR: f64 = 1.0;

/// How many keywords a line has room for.
const KEYWORDS: usize = 4;

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Option<Action>,
    /// Show the heat as of this moment
    #[arg(long, value_name = "TIME", value_parser = moment)]
    at: Option<Moment>,
    /// Show the pages of one segment, by its id or the end of it
    #[arg(long, value_name = "ID")]
    pages: Option<String>,
    /// Show the archive instead
    #[arg(long)]
    archived: bool,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Bring a segment back from the archive
    Restore {
        /// Its id, or the end of it
        id: String,
    },
}

/// A segment with its pages.
#[derive(Debug, Serialize)]
struct PagesShape {
    #[serde(flatten)]
    segment: WarmSegmentShape,
    page_records: Vec<PageShape>,
}

pub(crate) async fn run(session: &Session, arguments: &Arguments) -> Result<Exit> {
    if let Some(Action::Restore { id }) = &arguments.action {
        return restore(session, id).await;
    }
    let opened = session.open_to_read()?;
    let at = arguments.at.map_or_else(|| SystemClock.now(), |moment| moment.at);
    let weights = &session.settings.memory.heat;
    if let Some(id) = &arguments.pages {
        let found = opened.memory.look(&opened.owner, |view| with_pages(view, id, at, weights)).await??;
        session.show(&found, || human_pages(&found))?;
        return Ok(Exit::Done);
    }
    let shapes =
        opened.memory.look(&opened.owner, |view| hottest(view, arguments.archived, at, weights)).await?;
    session.show(&shapes, || human(&shapes))?;
    if shapes.is_empty() {
        ui::note(if arguments.archived { "the archive is empty" } else { "no segments yet" });
    }
    Ok(Exit::Done)
}

async fn restore(session: &Session, id: &str) -> Result<Exit> {
    let opened = session.open().await?;
    let id = opened.memory.look(&opened.owner, |view| named(view, id).map(|segment| segment.id)).await??;
    opened.memory.restore_segment(&opened.owner, id).await?;
    let weights = &session.settings.memory.heat;
    let found = |view: &View| {
        let segment = view.state.segment(id)?;
        Some(warm_segment(view, segment, &heat(&view.state.stats(segment), SystemClock.now(), weights)))
    };
    let restored = opened.memory.look(&opened.owner, found).await?;
    session.show(&restored, || id.to_string())?;
    Ok(Exit::Done)
}

/// Segments in mid-term memory, or those of the archive, hottest first.
pub(crate) fn hottest(
    view: &View,
    archived: bool,
    at: Timestamp,
    weights: &HeatConfig,
) -> Vec<WarmSegmentShape> {
    let warm = memoryos_api::hottest(view, archived, at, weights);
    warm.iter().map(|(heat, segment)| warm_segment(view, segment, heat)).collect()
}

fn with_pages(view: &View, id: &str, at: Timestamp, weights: &HeatConfig) -> Result<PagesShape> {
    let segment = named(view, id)?;
    let page_records = view.state.pages_in(segment.id).map(memoryos_api::page).collect();
    Ok(PagesShape {
        segment: warm_segment(view, segment, &heat(&view.state.stats(segment), at, weights)),
        page_records,
    })
}

/// The one segment whose id is, or ends in, `text`.
fn named<'a>(view: &'a View, text: &str) -> Result<&'a Segment, Misused> {
    let ending = text.to_ascii_uppercase();
    let mut found = view.state.segments().filter(|segment| segment.id.to_string().ends_with(&ending));
    let refuse = |what: &str| Misused(format!("{what} {text}; `memoryos segments` lists them"));
    match (found.next(), found.next()) {
        _ if text.is_empty() => Err(refuse("there is no segment")),
        (Some(segment), None) => Ok(segment),
        (Some(_), Some(_)) => Err(refuse("more than one segment ends in")),
        (None, _) => Err(refuse("there is no segment")),
    }
}

/// The heat table.
pub(crate) fn human(shapes: &[WarmSegmentShape]) -> String {
    let Some(hottest) = shapes.iter().map(|shape| shape.heat.total).max_by(f64::total_cmp) else {
        return String::new();
    };
    let columns = [
        Column::Left("id"),
        Column::Left("heat"),
        Column::Right("="),
        Column::Right("visits"),
        Column::Right("unread"),
        Column::Right("recency"),
        Column::Right("pages"),
        Column::Left("last visit"),
        Column::Left("about"),
    ];
    let row = |shape: &WarmSegmentShape| {
        let HeatShape { total, visits, unread_pages, recency } = shape.heat;
        let keywords: Vec<&str> = shape.segment.keywords.iter().take(KEYWORDS).map(String::as_str).collect();
        vec![
            ui::short(&shape.segment.id),
            ui::heat_bar(total, hottest.max(FULL_BAR)),
            format!("{total:.2}"),
            format!("{visits}"),
            format!("{unread_pages}"),
            format!("{recency:.2}"),
            ui::count(shape.segment.pages.len()),
            day(&shape.segment.last_visit),
            keywords.join(", "),
        ]
    };
    ui::table(&columns, shapes.iter().map(row))
}

fn day(timestamp: &str) -> String {
    timestamp.parse().map_or_else(|_| timestamp.to_owned(), ui::stamp)
}

fn human_pages(found: &PagesShape) -> String {
    let segment = &found.segment.segment;
    let heat = format!("{:.2}", found.segment.heat.total);
    let archived = segment.archived_at.as_deref().map(day).unwrap_or_default();
    let about = [
        ("segment", ui::accent(&segment.id)),
        ("heat", heat),
        ("founded", day(&segment.founded_at)),
        ("archived", archived),
        ("keywords", segment.keywords.join(", ")),
    ];
    let pages: String = found.page_records.iter().map(human_page).collect();
    format!("{}\n{}\n{pages}", ui::fields(&about), ui::wrapped(&segment.summary, 1))
}

fn human_page(page: &PageShape) -> String {
    let side = |message: &memoryos_api::MessageShape, name: &str| {
        let speaker = message.speaker.as_deref().unwrap_or(name);
        match message.text.as_str() {
            "" => String::new(),
            text => ui::wrapped(&format!("{speaker}: {text}"), 3),
        }
    };
    let state = if page.learned { "learned" } else { "unread" };
    let head = ui::dim(&format!("{} · {} · {state}", ui::short(&page.id), day(&page.at)));
    format!(" {head}\n{}{}", side(&page.user, "user"), side(&page.assistant, "assistant"))
}
