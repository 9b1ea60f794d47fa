//! Remembering what was imported, a batch at a time.

use memoryos::{
    Memory, MemoryError,
    types::{Owner, Turn},
};

/// Turns in one commit: a commit costs a few milliseconds whatever it holds, and what is lost to a crash is at
/// most as much work.
const BATCH_TURNS: usize = 256;

/// Remembers the next turns, at most a batch; returns how many of them were new. Between two batches whoever imports
/// can tell how far it is, or end it.
///
/// # Errors
/// When the store fails; then none of the batch was kept.
pub async fn take_batch(
    memory: &Memory,
    owner: &Owner,
    turns: &mut impl Iterator<Item = Turn>,
) -> Result<usize, MemoryError> {
    let batch = turns.take(BATCH_TURNS).collect();
    let remembered = memory.remember_all(owner, batch).await?;
    Ok(remembered.iter().filter(|remembered| !remembered.already).count())
}
