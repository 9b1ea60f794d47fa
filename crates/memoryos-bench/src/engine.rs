//! Remembering and recalling, at several sizes of one owner.

use std::{sync::Arc, time::Instant};

use anyhow::Result;
use jiff::Timestamp;
use memoryos::{
    Config, Memory,
    import::{Format, SourceFile, read},
    ports::{Embedder, TextRole},
    recall::Query,
    types::Moment,
};
use memoryos_models::StaticEmbedder;
use memoryos_testkit::HashEmbedder;

use crate::{
    measure::{Figure, resident_mb, timed},
    memory, owner, talk,
};

const SIZES: [usize; 3] = [100, 1_000, 10_000];
const QUESTIONS: usize = 100;
const TURNS: usize = 200;

pub(crate) async fn figures() -> Result<Vec<Figure>> {
    let mut figures = remembering().await?;
    for size in SIZES {
        figures.extend(recalling(size).await?);
    }
    figures.extend(importing().await?);
    Ok(figures)
}

/// One turn at a time, durable, into a memory of a thousand pages.
async fn remembering() -> Result<Vec<Figure>> {
    let mut figures = Vec::new();
    let embedders: [(&str, Arc<dyn Embedder>); 2] = [
        ("without_embedding", Arc::new(NoEmbedder::default())),
        ("builtin", Arc::new(StaticEmbedder::new())),
    ];
    for (name, embedder) in embedders {
        let folder = tempfile::tempdir()?;
        let memory = memory(folder.path(), embedder, Config::default())?;
        memory.remember_all(&owner(), talk::turns(1_000, Timestamp::UNIX_EPOCH)).await?;
        let mut durations = Vec::new();
        for turn in talk::turns(TURNS, "2026-01-01T00:00:00Z".parse()?) {
            durations.push(timed(memory.remember(&owner(), turn)).await.0);
        }
        figures.push(Figure::durations(format!("remember/{name}/1k_pages"), durations));
    }
    Ok(figures)
}

async fn recalling(size: usize) -> Result<Vec<Figure>> {
    let embedder: Arc<dyn Embedder> = Arc::new(StaticEmbedder::new());
    let folder = tempfile::tempdir()?;
    let bytes_before = resident_mb();
    let memory = memory(folder.path(), Arc::clone(&embedder), Config::default())?;
    fill(&memory, size).await?;
    let began = Instant::now();
    memory.settle(&owner()).await?;
    let settling = began.elapsed();
    let (mut whole, mut embedding) = (Vec::new(), Vec::new());
    for i in 0..QUESTIONS {
        let question = talk::question(i * size / QUESTIONS);
        embedding.push(timed(embedder.embed(&[&question], TextRole::Query)).await.0);
        let (duration, recall) = timed(memory.recall(&owner(), &Query::new(question))).await;
        recall?;
        whole.push(duration);
    }
    let status = memory.status(&owner()).await?;
    let pages = size as f64;
    let mut figures = vec![
        Figure::durations(format!("recall/{size}_pages"), whole),
        Figure::durations(format!("recall/{size}_pages/of_which_query_embedding"), embedding),
        Figure::one(format!("settle/{size}_pages/per_page"), settling.as_secs_f64() * 1e3 / pages, "ms"),
        Figure::one(format!("disk/{size}_pages/per_page"), status.store_bytes as f64 / pages, "bytes"),
        Figure::one(format!("index/{size}_pages/per_page"), status.index_bytes as f64 / pages, "bytes"),
    ];
    if let (Some(before), Some(after)) = (bytes_before, resident_mb()) {
        figures.push(Figure::one(format!("resident/{size}_pages"), after, "MB"));
        figures.push(Figure::one(format!("resident/{size}_pages/growth"), after - before, "MB"));
    }
    Ok(figures)
}

async fn fill(memory: &Memory, size: usize) -> Result<()> {
    let turns = talk::turns(size, Timestamp::UNIX_EPOCH);
    for batch in turns.chunks(256) {
        memory.remember_all(&owner(), batch.to_vec()).await?;
    }
    Ok(())
}

/// A LoCoMo conversation, from its bytes to a settled memory; skipped where the data set is not at hand.
async fn importing() -> Result<Vec<Figure>> {
    let path = "../shared/data/locomo/locomo5.json";
    let Ok(bytes) = std::fs::read(path) else {
        eprintln!("import is not measured: no {path}");
        return Ok(Vec::new());
    };
    let folder = tempfile::tempdir()?;
    let memory = memory(folder.path(), Arc::new(StaticEmbedder::new()), Config::default())?;
    let began = Instant::now();
    let files = [SourceFile { path: "locomo.json", bytes: &bytes }];
    let import = read(Format::Locomo, &files, Moment::utc(Timestamp::UNIX_EPOCH))?;
    let parsing = began.elapsed();
    let conversation = import.conversations.into_iter().next().expect("the set has conversations");
    let pages = conversation.turns.len();
    let (remembering, remembered) = timed(memory.remember_all(&owner(), conversation.turns)).await;
    remembered?;
    let (settling, settled) = timed(memory.settle(&owner())).await;
    settled?;
    Ok(vec![
        Figure::durations("import/locomo5/parsing_all_five", vec![parsing]),
        Figure::durations(format!("import/locomo_{pages}_pages/remember"), vec![remembering]),
        Figure::durations(format!("import/locomo_{pages}_pages/settle"), vec![settling]),
    ])
}

/// Gives vectors that cost nothing, so that what is left is the store and the engine.
struct NoEmbedder(HashEmbedder, Vec<memoryos::types::Embedding>);

impl Default for NoEmbedder {
    fn default() -> Self {
        let hash = HashEmbedder::new(256);
        let one = hash.embedding("one");
        Self(hash, vec![one])
    }
}

#[async_trait::async_trait]
impl Embedder for NoEmbedder {
    fn spec(&self) -> &memoryos::ports::EmbedderSpec {
        self.0.spec()
    }

    async fn embed(
        &self,
        texts: &[&str],
        _: TextRole,
    ) -> Result<Vec<memoryos::types::Embedding>, memoryos::ports::EmbedError> {
        Ok(texts.iter().map(|_| self.1[0].clone()).collect())
    }
}
