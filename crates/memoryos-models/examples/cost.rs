//! What an embedder costs on this machine: `cost static`, or `cost minilm MODELS_DIR [PATH]`, which first installs the
//! model from PATH where one is given. Prints milliseconds until ready, microseconds a text, and memory (Linux).

use std::path::{Path, PathBuf};
use std::time::Instant;
use std::{env, fs};

use memoryos::ports::{EmbedError, Embedder, TextRole};
use memoryos_models::{MiniLm, Origin, StaticEmbedder, install};

/// Embeddings of each text; enough for a steady mean, little enough to wait for.
const TIMES: u32 = 100;
const SHORT: &str = "Where did Ana buy the cello she plays on Sundays?";

#[expect(clippy::print_stdout, reason = "an example's output is what it is for")]
#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let begun = Instant::now();
    let embedder: Box<dyn Embedder> = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["static"] => Box::new(StaticEmbedder::new()),
        ["minilm", models] => Box::new(loaded(models).await?),
        ["minilm", models, path] => {
            let origin = Origin::Local(PathBuf::from(path));
            let installed = install("minilm", &origin, Path::new(models), &|_| ()).await?;
            println!("installed {} bytes in {} ms", installed.bytes, begun.elapsed().as_millis());
            Box::new(loaded(models).await?)
        }
        _ => return Err("usage: cost static | cost minilm MODELS_DIR [PATH]".into()),
    };
    println!("{}: ready after {} µs", embedder.spec().model_id, begun.elapsed().as_micros());
    let long = SHORT.repeat(10);
    for text in [SHORT, &long] {
        let begun = Instant::now();
        for _ in 0..TIMES {
            embedder.embed(&[text], TextRole::Query).await?;
        }
        println!("{} characters: {} µs", text.len(), begun.elapsed().as_micros() / u128::from(TIMES));
    }
    println!("memory at its highest: {}", peak_memory());
    Ok(())
}

async fn loaded(models: &str) -> Result<MiniLm, EmbedError> {
    let embedder = MiniLm::new(Path::new(models));
    embedder.load().await?;
    Ok(embedder)
}

fn peak_memory() -> String {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    peak.map_or_else(|| "unknown here".to_owned(), |peak| peak.trim().to_owned())
}
