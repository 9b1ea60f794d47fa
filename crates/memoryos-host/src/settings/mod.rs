//! What was set, and where: defaults < preset < file < environment < flags.

use std::{env, ffi::OsString, path::PathBuf};

use memoryos::{
    Config,
    config::SETTINGS,
    types::{InvalidId, Owner},
};

mod error;
mod layers;
mod origin;
mod places;
mod sections;
mod sources;
#[cfg(test)]
mod tests;

pub use error::SettingsError;
use layers::{Given, Set, Slots, wrong};
use origin::shown;
pub use origin::{Origin, masked};
pub use sections::{EmbedderName, EmbedderSettings, GatewaySettings, LlmSettings, ServerSettings};
use sections::{HOST_SETTINGS, Host};

/// What the program was told on its command line: the last word on each key.
#[derive(Clone, Debug, Default)]
pub struct Flags {
    /// The data folder.
    pub data: Option<PathBuf>,
    /// The configuration file.
    pub config: Option<PathBuf>,
    /// Any other setting: its key, as `llm.url`, and its value as text.
    pub values: Vec<(&'static str, String)>,
}

/// A setting as it stands, for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// `section.key`, or a key outside any section.
    pub key: String,
    /// Its value. Credentials in addresses are masked.
    pub value: String,
    /// What one step of it means.
    pub unit: &'static str,
    /// Where its default comes from, and why.
    pub source: &'static str,
    /// Where its value comes from.
    pub origin: Origin,
}

/// Everything that can be set.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where memories, models and configuration rest.
    pub data: PathBuf,
    /// Who is remembered.
    pub user: String,
    /// Who remembers.
    pub assistant: String,
    /// The model that embeds.
    pub embedder: EmbedderSettings,
    /// The language model.
    pub llm: LlmSettings,
    /// The gateway's upstream.
    pub gateway: GatewaySettings,
    /// The server.
    pub server: ServerSettings,
    /// Every number of the memory itself.
    pub memory: Config,
    /// The configuration file that was read.
    pub file: Option<PathBuf>,
    data_origin: Origin,
    slots: Slots,
}

impl Settings {
    /// What stands with these flags, in this process's environment.
    ///
    /// # Errors
    /// When a key is not known, a value is not of its kind, or the file cannot be read.
    pub fn load(flags: &Flags) -> Result<Self, SettingsError> {
        Self::load_from(flags, env::vars_os())
    }

    /// The same in an environment of one's own.
    ///
    /// # Errors
    /// As [`Settings::load`].
    pub fn load_from(
        flags: &Flags,
        variables: impl IntoIterator<Item = (OsString, OsString)>,
    ) -> Result<Self, SettingsError> {
        let environment = sources::environment(variables)?;
        let told = flags.data.clone().map(|data| (data, Origin::Flag)).or(environment.data);
        let (near, near_origin) = match &told {
            Some(told) => told.clone(),
            None => (places::data()?, Origin::Default),
        };
        let named = flags.config.clone().or(environment.config);
        let file = named.or_else(|| places::config_file(&near));
        let from_file = file.as_deref().map(sources::file).transpose()?.unwrap_or_default();
        let (data, data_origin) = told.or(from_file.data).unwrap_or((near, near_origin));
        let told = flags.values.iter().map(|(key, text)| Set {
            key: (*key).to_owned(),
            given: Given::Text(text.clone()),
            origin: Origin::Flag,
        });
        let sets: Vec<Set> = from_file.sets.into_iter().chain(environment.sets).chain(told).collect();
        Self::layered(data, data_origin, file, &sets)
    }

    fn layered(
        data: PathBuf,
        data_origin: Origin,
        file: Option<PathBuf>,
        sets: &[Set],
    ) -> Result<Self, SettingsError> {
        let base = base(sets)?;
        let mut slots = base.clone();
        for set in sets {
            slots.set(set)?;
        }
        let (host, memory) = structures(&slots).map_err(|error| blame(&base, sets, &error))?;
        memory.validate().map_err(|invalid| {
            let slot = slots.0.iter().find(|slot| slot.key == invalid.setting);
            let slot = slot.expect("every setting has a slot");
            let (value, origin) = (shown(&slot.value), slot.origin.clone());
            SettingsError::Value {
                key: slot.key.clone(),
                value,
                origin,
                reason: format!("must be {}", invalid.bounds),
            }
        })?;
        let Host { user, assistant, preset: _, embedder, llm, gateway, server } = host;
        Ok(Self { data, user, assistant, embedder, llm, gateway, server, memory, file, data_origin, slots })
    }

    /// Whose memory it is.
    ///
    /// # Errors
    /// When a name is empty or contains U+0000.
    pub fn owner(&self) -> Result<Owner, InvalidId> {
        Owner::new(self.user.as_str(), self.assistant.as_str())
    }

    /// Whether somebody said who is remembered.
    pub fn names_user(&self) -> bool {
        self.origin("user").is_some_and(|origin| *origin != Origin::Default)
    }

    /// The file that holds the memories.
    pub fn store_path(&self) -> PathBuf {
        self.data.join("memory.db")
    }

    /// The folder that holds installed models.
    pub fn models_path(&self) -> PathBuf {
        match self.embedder.models.as_str() {
            "" => self.data.join("models"),
            folder => PathBuf::from(folder),
        }
    }

    /// Where a setting's value comes from; `None` when there is no such key.
    pub fn origin(&self, key: &str) -> Option<&Origin> {
        if key == "data" {
            return Some(&self.data_origin);
        }
        self.slots.0.iter().find(|slot| slot.key == key).map(|slot| &slot.origin)
    }

    /// Every setting as it stands, in the order of the sections.
    pub fn entries(&self) -> Vec<Entry> {
        let data = Entry {
            key: "data".to_owned(),
            value: self.data.display().to_string(),
            unit: "folder",
            source: "the platform's place for a person's data",
            origin: self.data_origin.clone(),
        };
        let known = HOST_SETTINGS.iter().chain(SETTINGS).filter_map(|setting| {
            let key = match setting.section {
                "" => setting.key.to_owned(),
                section => format!("{section}.{}", setting.key),
            };
            let slot = self.slots.0.iter().find(|slot| slot.key == key)?;
            let (value, origin) = (shown(&slot.value), slot.origin.clone());
            Some(Entry { key, value, unit: setting.unit, source: setting.source, origin })
        });
        std::iter::once(data).chain(known).collect()
    }

    /// Where a configuration file is looked for when none is named, first to last.
    pub fn file_candidates(&self) -> Vec<PathBuf> {
        places::config_candidates(&self.data)
    }
}

/// The defaults, with the preset that was chosen last laid over them.
fn base(sets: &[Set]) -> Result<Slots, SettingsError> {
    let mut slots = Slots::of(&Host::default(), &Origin::Default);
    slots.0.extend(Slots::of(&Config::default(), &Origin::Default).0);
    if let Some(chosen) = sets.iter().rev().find(|set| set.key == "preset") {
        slots.set(chosen)?;
        let (host, _) = structures(&slots).map_err(|error| wrong(chosen, error.to_string()))?;
        slots.follow(&Slots::of(&host.preset.config(), &Origin::Preset));
    }
    Ok(slots)
}

fn structures(slots: &Slots) -> Result<(Host, Config), serde_json::Error> {
    let is_host = |key: &str| {
        let section = key.split_once('.').map_or("", |(section, _)| section);
        HOST_SETTINGS.iter().any(|setting| setting.section == section)
    };
    let (host, memory) = slots.0.iter().cloned().partition(|slot| is_host(&slot.key));
    Ok((Slots(host).structure()?, Slots(memory).structure()?))
}

/// The one among `sets` that does not fit: laid over the base alone, it fails.
fn blame(base: &Slots, sets: &[Set], error: &serde_json::Error) -> SettingsError {
    let fails = |set: &&Set| {
        let mut slots = base.clone();
        slots.set(set).is_ok() && structures(&slots).is_err()
    };
    let culprit = sets.iter().find(fails).expect("defaults fit, so one of the layers does not");
    wrong(culprit, error.to_string())
}
