//! Settings laid over others by name: how an evaluation changes one number and leaves the rest.

use memoryos::Config;
use serde_json::Value;

/// Why a setting cannot be laid over others.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SettingError {
    /// It is not of the form `section.key=value`.
    #[error("{0:?} is not of the form section.key=value")]
    Form(String),
    /// There is no such setting.
    #[error("there is no setting {0:?}; `memoryos config` lists them all")]
    Unknown(String),
    /// The value is not of its kind.
    #[error("{setting} cannot be {value:?}")]
    Value {
        /// Which setting.
        setting: String,
        /// What it was to be.
        value: String,
        /// Why not.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
}

/// `config` with each of `sets`, such as `recall.cut=0.1`, laid over it.
///
/// # Errors
/// When a setting does not exist or its value does not fit.
pub fn overlaid<S: AsRef<str>>(config: &Config, sets: &[S]) -> Result<Config, SettingError> {
    sets.iter().try_fold(config.clone(), |config, set| with(&config, set.as_ref()))
}

fn with(config: &Config, set: &str) -> Result<Config, SettingError> {
    let (name, text) = set.split_once('=').ok_or_else(|| SettingError::Form(set.to_owned()))?;
    let (section, key) = name.split_once('.').ok_or_else(|| SettingError::Form(set.to_owned()))?;
    let mut all = json(config);
    let place = all.get_mut(section).and_then(|section| section.get_mut(key));
    let place = place.ok_or_else(|| SettingError::Unknown(name.to_owned()))?;
    // Numbers and booleans are written as in JSON; names stand without quotes.
    *place = serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.to_owned()));
    let wrong = |source: Box<dyn std::error::Error + Send + Sync>| SettingError::Value {
        setting: name.to_owned(),
        value: text.to_owned(),
        source,
    };
    let config: Config = serde_json::from_value(all).map_err(|error| wrong(error.into()))?;
    config.validate().map_err(|error| wrong(error.into()))?;
    Ok(config)
}

/// Every setting that is not as it comes, as `section.key=value`, in order of names.
pub fn changed(config: &Config) -> Vec<String> {
    let (ours, defaults) = (json(config), json(&Config::default()));
    let sections = ours.as_object().into_iter().flatten();
    let settings = sections.flat_map(|(section, keys)| {
        keys.as_object().into_iter().flatten().map(move |(key, value)| (section, key, value))
    });
    settings
        .filter(|(section, key, value)| defaults[section][key] != **value)
        .map(|(section, key, value)| format!("{section}.{key}={}", shown(value)))
        .collect()
}

fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        // Settings are `f32`, whose nearest `f64` has digits nobody wrote.
        Value::Number(number) if number.is_f64() => (number.as_f64().unwrap_or_default() as f32).to_string(),
        other => other.to_string(),
    }
}

fn json(config: &Config) -> Value {
    serde_json::to_value(config).expect("settings are names and numbers")
}

#[cfg(test)]
mod tests {
    use memoryos::config::Strategy;

    use super::*;

    #[test]
    fn what_is_set_is_changed_and_the_rest_is_not() {
        let config = overlaid(&Config::default(), &["recall.cut=0.1", "recall.strategy=paper"]).expect("set");
        assert_eq!((config.recall.cut, config.recall.strategy), (0.1, Strategy::Paper));
        assert_eq!(changed(&config), ["recall.cut=0.1", "recall.strategy=paper"]);
        assert!(changed(&Config::default()).is_empty());
    }

    #[test]
    fn what_cannot_be_set_is_refused_with_its_name() {
        for (wrong, words) in [
            ("cut", "form section.key"),
            ("recall.cut", "form section.key"),
            ("recall.color=1", "no setting \"recall.color\""),
            ("recall.cut=blue", "recall.cut cannot be \"blue\""),
            ("recall.cut=7", "recall.cut cannot be \"7\""),
        ] {
            let error = overlaid(&Config::default(), &[wrong]).expect_err(wrong).to_string();
            assert!(error.contains(words), "{error}");
        }
    }
}
