//! What a conversation costs with a model: calls and prompt tokens for each page, learning included.

use std::sync::Arc;

use anyhow::Result;
use jiff::Timestamp;
use memoryos::{
    Config, Memory, Parts,
    import::{Format, SourceFile, read},
    types::{Moment, Turn},
};
use memoryos_host::{RandomIds, SystemClock};
use memoryos_models::StaticEmbedder;
use memoryos_stores::MapStore;
use memoryos_testkit::plausible_llm::PlausibleLlm;

use crate::{measure::Figure, owner, talk};

/// A LoCoMo conversation where the data set is at hand, made-up talk elsewhere; told to a scripted model as it
/// would come in, one turn after the other, and counted by the ledger.
pub(crate) async fn figures() -> Result<Vec<Figure>> {
    let (name, turns) = conversation()?;
    let pages = turns.len() as f64;
    let parts = Parts {
        store: Arc::new(MapStore::default()),
        embedder: Arc::new(StaticEmbedder::new()),
        llm: Some(Arc::new(PlausibleLlm::new())),
        distiller: None,
        clock: Arc::new(SystemClock),
        ids: Arc::new(RandomIds::default()),
    };
    let memory = Memory::new(parts, Config::default())?;
    for turn in turns {
        memory.remember(&owner(), turn).await?;
        while memory.run_job(Some(&owner())).await?.is_some() {}
    }
    memory.settle(&owner()).await?;
    let spend = memory.status(&owner()).await?.spend;
    let calls: u64 = spend.iter().map(|s| s.calls).sum();
    let prompt: u64 = spend.iter().map(|s| s.usage.prompt_tokens).sum();
    let completion: u64 = spend.iter().map(|s| s.usage.completion_tokens).sum();
    Ok(vec![
        Figure::one(format!("cost/{name}/calls_per_page"), calls as f64 / pages, "calls"),
        Figure::one(format!("cost/{name}/prompt_tokens_per_page"), prompt as f64 / pages, "tokens"),
        Figure::one(format!("cost/{name}/reply_tokens_per_page"), completion as f64 / pages, "tokens"),
    ])
}

fn conversation() -> Result<(String, Vec<Turn>)> {
    let Ok(bytes) = std::fs::read("../shared/data/locomo/locomo5.json") else {
        return Ok(("made_up".into(), talk::turns(300, Timestamp::UNIX_EPOCH)));
    };
    let files = [SourceFile { path: "locomo.json", bytes: &bytes }];
    let import = read(Format::Locomo, &files, Moment::utc(Timestamp::UNIX_EPOCH))?;
    let first = import.conversations.into_iter().next().expect("the set has conversations");
    Ok((format!("locomo_{}", first.id), first.turns))
}
