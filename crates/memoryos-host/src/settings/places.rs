//! Where things are, unless told otherwise.

use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;

use super::SettingsError;

/// Our folder among a person's data, and our configuration among theirs.
const FOLDER: &str = "memoryos";

/// What a configuration file is called.
const CONFIG_FILE: &str = "config.toml";

/// The platform's place for data: `~/.local/share/memoryos`, `~/Library/Application Support/memoryos`,
/// `%APPDATA%\memoryos`.
pub(super) fn data() -> Result<PathBuf, SettingsError> {
    let strategy = etcetera::base_strategy::choose_native_strategy().map_err(|_| SettingsError::NoHome)?;
    Ok(strategy.data_dir().join(FOLDER))
}

/// The configuration file that is read when none is named: in the data folder, else in the platform's folder for
/// configuration; `None` when neither is there.
pub(super) fn config_file(data: &Path) -> Option<PathBuf> {
    config_candidates(data).into_iter().find(|path| path.is_file())
}

/// Where a configuration file is looked for, first to last.
pub(super) fn config_candidates(data: &Path) -> Vec<PathBuf> {
    let platform = etcetera::base_strategy::choose_native_strategy().ok();
    let platform = platform.map(|strategy| strategy.config_dir().join(FOLDER).join(CONFIG_FILE));
    [Some(data.join(CONFIG_FILE)), platform].into_iter().flatten().collect()
}
