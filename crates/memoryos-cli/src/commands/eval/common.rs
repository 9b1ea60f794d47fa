//! What the evaluations over data sets share: which sets, with which settings, and where the results go.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use anyhow::{Context, Result, ensure};
use clap::Args;
use memoryos::ports::Embedder;
use memoryos_eval::{
    datasets::{Dataset, DatasetError},
    recall::Remembering,
    report::{Report, html, markdown},
};
use memoryos_host::Chosen;
use serde::Serialize;

use super::places;
use crate::{session::Session, ui};

/// The sets and the settings they are evaluated with.
#[derive(Debug, Args)]
pub(crate) struct Sets {
    /// Data sets: LoCoMo, LongMemEval, FactConsolidation, or conversations in pages with questions
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Take all files as one set
    #[arg(long)]
    together: bool,
    /// Change a setting of the memory, such as recall.cut=0.1; may be given again
    #[arg(long, value_name = "SECTION.KEY=VALUE")]
    pub(crate) set: Vec<String>,
    /// Ask before anything is consolidated and learned
    #[arg(long)]
    pub(crate) no_settle: bool,
    /// Keep vectors in this file for later runs, and with each question the time it took to embed
    #[arg(long, value_name = "FILE")]
    vectors: Option<PathBuf>,
}

impl Sets {
    /// The sets, once it is seen that the results can be written: to `written` and to `also`.
    ///
    /// # Errors
    /// When a file is no data set or is given twice, a set has nothing to measure, or a place for results is one of
    /// the files or cannot be written.
    pub(crate) fn open(&self, written: &Written, also: Option<&PathBuf>) -> Result<Vec<Dataset>> {
        let also = [also, self.vectors.as_ref()].into_iter().flatten();
        let outputs: Vec<&Path> = also.map(PathBuf::as_path).chain(written.paths()).collect();
        places::check(&self.files, &outputs)?;
        let sets = self.read()?;
        for set in &sets {
            ensure!(
                set.has_evidence(),
                "there is nothing to measure in {}: no question says where its answer was said",
                set.name
            );
        }
        Ok(sets)
    }

    fn read(&self) -> Result<Vec<Dataset>> {
        let sets = self.files.iter().map(|path| Dataset::open(path));
        let sets = sets.collect::<Result<Vec<_>, DatasetError>>()?;
        if !self.together {
            return Ok(sets);
        }
        let mut sets = sets.into_iter();
        let first = sets.next().context("no file")?;
        Ok(vec![sets.try_fold(first, Dataset::and)?])
    }

    /// The embedder that the settings choose.
    ///
    /// # Errors
    /// When its settings cannot be used, or the file of vectors is of another one.
    pub(crate) async fn embedder(&self, session: &Session) -> Result<Arc<Remembering>> {
        let embedder = embedder(session).await?;
        let Some(file) = &self.vectors else { return Ok(Arc::new(Remembering::new(embedder))) };
        let kept = Remembering::kept_in(embedder, file)?;
        if kept.torn_bytes() > 0 {
            ui::note(&format!("{} broke off within a vector; what is missing is made anew", file.display()));
        }
        Ok(Arc::new(kept))
    }
}

/// Where results are written, beside what is shown.
#[derive(Debug, Args)]
pub(crate) struct Written {
    /// Write the figures as JSON into this file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write the report with its plots as a page into this file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write the report as Markdown into this file
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
}

impl Written {
    /// Where it will be written.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &Path> {
        [&self.out, &self.html, &self.markdown].into_iter().flatten().map(PathBuf::as_path)
    }

    /// Writes what was asked for, and shows the figures as JSON or the report as tables.
    ///
    /// # Errors
    /// When a file or standard output cannot be written.
    pub(crate) fn show(&self, session: &Session, figures: &impl Serialize, report: &Report) -> Result<()> {
        if let Some(path) = &self.out {
            write(path, &serde_json::to_string_pretty(figures)?)?;
        }
        if let Some(path) = &self.html {
            write(path, &html(report))?;
        }
        if let Some(path) = &self.markdown {
            write(path, &markdown(report))?;
        }
        session.show(figures, || ui::report(report))
    }
}

/// # Errors
/// When the file cannot be written; the error names it.
pub(crate) fn write(path: &Path, text: &str) -> Result<()> {
    std::fs::write(path, text).with_context(|| format!("writing {}", path.display()))
}

/// Each value as a line of JSON.
///
/// # Errors
/// When a value is no JSON.
pub(crate) fn json_lines(values: &[impl Serialize]) -> Result<String> {
    let mut text = String::new();
    for value in values {
        text.push_str(&serde_json::to_string(value)?);
        text.push('\n');
    }
    Ok(text)
}

/// The embedder that the settings choose.
///
/// # Errors
/// When its settings cannot be used.
pub(crate) async fn embedder(session: &Session) -> Result<Arc<dyn Embedder>> {
    let settings = &session.settings;
    Ok(memoryos_host::embedder(settings, Chosen::by(settings).embedder).await?)
}
