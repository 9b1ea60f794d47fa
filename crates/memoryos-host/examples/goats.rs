//! Tells a memory one thing and asks for it. Runs offline: `cargo run --package memoryos-host --example goats`.

use memoryos::{
    recall::Query,
    types::{Message, Moment, Turn},
};
use memoryos_host::{Settings, open, settings::Flags};

#[tokio::main]
#[expect(clippy::print_stdout, reason = "an example shows what it found")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::temp_dir().join("memoryos-goats");
    let opened = open(&Settings::load(&Flags { data: Some(folder), ..Flags::default() })?).await?;
    let (memory, ana) = (opened.memory, opened.owner);

    let said = Message::new("I keep three goats behind the old mill.");
    let turn = Turn::new(said, Message::new("Do they have names?"), Moment::parse("2026-03-01 10:00")?)?;
    memory.remember(&ana, turn).await?;

    let recall = memory.recall(&ana, &Query::new("Which animals do I keep?")).await?;
    println!("{}", recall.context);
    Ok(())
}
