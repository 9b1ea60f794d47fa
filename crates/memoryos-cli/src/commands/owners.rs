//! `owners`: whose memories are kept here.

use anyhow::Result;
use clap::Args;
use serde::Serialize;

use crate::{
    failure::Exit,
    session::Session,
    ui::{self, Column},
};

#[derive(Debug, Args)]
pub(crate) struct Arguments {}

/// One owner, with counts.
#[derive(Debug, Serialize)]
struct Shape {
    user: String,
    assistant: String,
    pages: u64,
    segments: u64,
    facts: u64,
}

pub(crate) async fn run(session: &Session, _arguments: &Arguments) -> Result<Exit> {
    let opened = session.open_to_read()?;
    let mut shapes = Vec::new();
    for owner in opened.memory.owners().await? {
        let counts = opened.memory.status(&owner).await?.counts;
        shapes.push(Shape {
            user: owner.user.to_string(),
            assistant: owner.assistant.to_string(),
            pages: counts.short_term_pages
                + counts.pending_pages
                + counts.mid_term_pages
                + counts.archived_pages,
            segments: counts.segments + counts.archived_segments,
            facts: counts.user_facts + counts.assistant_facts,
        });
    }
    session.show(&shapes, || human(&shapes))?;
    if shapes.is_empty() {
        ui::note(&format!("nobody is remembered yet in {}", session.settings.data.display()));
    }
    Ok(Exit::Done)
}

fn human(shapes: &[Shape]) -> String {
    if shapes.is_empty() {
        return String::new();
    }
    let columns = [
        Column::Left("user"),
        Column::Left("assistant"),
        Column::Right("pages"),
        Column::Right("segments"),
        Column::Right("facts"),
    ];
    let row = |shape: &Shape| {
        let counts = [shape.pages, shape.segments, shape.facts].map(ui::count);
        [shape.user.clone(), shape.assistant.clone()].into_iter().chain(counts).collect()
    };
    ui::table(&columns, shapes.iter().map(row))
}
