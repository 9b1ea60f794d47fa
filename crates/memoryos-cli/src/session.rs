//! What every command works with: the settings, and the memory they describe.

use anyhow::Result;
use memoryos_host::{Opened, Settings};
use serde::Serialize;

use crate::{arguments::Common, failure::Exit, ui};

/// One run of the program.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    /// What was set.
    pub(crate) settings: Settings,
    /// Whether to print JSON.
    pub(crate) json: bool,
}

impl Session {
    /// # Errors
    /// When the settings cannot be used.
    pub(crate) fn new(common: &Common) -> Result<Self> {
        Ok(Self { settings: Settings::load(&common.flags())?, json: common.json })
    }

    /// The memory for work; says where it is when it is made.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub(crate) async fn open(&self) -> Result<Opened> {
        let opened = memoryos_host::open(&self.settings).await?;
        if opened.is_new {
            ui::note(&format!("a new memory in {}", self.settings.data.display()));
        }
        Ok(opened)
    }

    /// Whether there is a memory already: looking for something must not make one.
    pub(crate) fn has_memory(&self) -> bool {
        self.settings.store_path().try_exists().unwrap_or(true)
    }

    /// Says that there is no memory to look into.
    pub(crate) fn no_memory(&self) -> Exit {
        ui::note(&format!("there is no memory yet in {}", self.settings.data.display()));
        Exit::NothingFound
    }

    /// The memory for looking.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub(crate) fn open_to_read(&self) -> Result<Opened> {
        Ok(memoryos_host::open_to_read(&self.settings)?)
    }

    /// Prints a result: as JSON where that was asked for, else as `human` writes it.
    ///
    /// # Errors
    /// When standard output cannot be written.
    pub(crate) fn show(&self, data: &impl Serialize, human: impl FnOnce() -> String) -> Result<()> {
        let text = if self.json { serde_json::to_string_pretty(data)? } else { human() };
        match text.trim_end_matches('\n') {
            "" => Ok(()),
            text => Ok(ui::out(text)?),
        }
    }
}
