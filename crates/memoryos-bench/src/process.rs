//! The binary as a process: its size, its start, its memory.

use std::{fs, path::Path, process::Command, time::Instant};

use anyhow::{Context, Result, ensure};

use crate::measure::Figure;

const STARTS: usize = 20;

pub(crate) fn figures(binary: &Path) -> Result<Vec<Figure>> {
    let folder = tempfile::tempdir()?;
    let data = folder.path().to_str().context("a temporary folder with a plain name")?;
    let run = |arguments: &[&str]| -> Result<std::time::Duration> {
        let began = Instant::now();
        let output = Command::new(binary).args(["--data", data]).args(arguments).output()?;
        let stderr = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "{arguments:?} failed: {stderr}");
        Ok(began.elapsed())
    };
    run(&["remember", "The gate code is 4711"])?;
    let mut figures = vec![Figure::one("binary/size", fs::metadata(binary)?.len() as f64 / 1e6, "MB")];
    for arguments in [&["--version"][..], &["status"], &["remember", "one more"], &["recall", "gate code"]] {
        let durations = (0..STARTS).map(|_| run(arguments)).collect::<Result<Vec<_>>>()?;
        figures
            .push(Figure::durations(format!("process/{}", arguments[0].trim_start_matches('-')), durations));
    }
    Ok(figures)
}
