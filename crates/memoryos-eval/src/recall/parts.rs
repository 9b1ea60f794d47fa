//! The parts of a recall, each with the settings that switch it off: the one list of them.

use memoryos::Config;

use crate::settings::{SettingError, overlaid};

/// A part of the recall that can be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// What it is.
    pub name: &'static str,
    /// What leaves it out, as `section.key=value`.
    pub off: &'static [&'static str],
}

/// Words shared with the query: what is left out leaves meaning alone to rank.
const WORDS: Part = Part { name: "words", off: &["recall.meaning_weight=1"] };

/// Meaning alike: what is left out leaves words alone to rank.
const MEANING: Part = Part { name: "meaning", off: &["recall.meaning_weight=0"] };

/// What is added to words and meaning.
const ADDED: &[Part] = &[
    Part { name: "words of neighbours", off: &["recall.word_before=0", "recall.word_after=0"] },
    Part { name: "superseded", off: &["recall.superseded=0"] },
    Part { name: "conversation", off: &["recall.conversation=0"] },
    Part { name: "instruction", off: &["recall.instruction=0"] },
    Part { name: "speaker", off: &["recall.other_speaker=0"] },
    Part { name: "time", off: &["recall.other_time=0"] },
    Part { name: "neighbours", off: &["recall.neighbour_before=0", "recall.neighbour_after=0"] },
    Part { name: "other side", off: &["recall.other_side=0"] },
    Part { name: "knowledge", off: &["recall.knowledge_share=0"] },
    Part { name: "summaries", off: &["recall.summaries=0"] },
    Part { name: "cut", off: &["recall.cut=0"] },
];

/// Every part, the two that rank first.
pub fn parts() -> impl Iterator<Item = Part> {
    [WORDS, MEANING].into_iter().chain(ADDED.iter().copied())
}

/// A configuration with a name, to be compared with others.
#[derive(Clone, Debug, PartialEq)]
pub struct Arm {
    /// What it is called in tables.
    pub name: String,
    /// Its settings.
    pub config: Config,
}

impl Arm {
    /// `base` with some settings changed.
    ///
    /// # Errors
    /// When a setting does not exist.
    pub fn new(name: &str, base: &Config, sets: &[&str]) -> Result<Self, SettingError> {
        Ok(Self { name: name.to_owned(), config: overlaid(base, sets)? })
    }
}

/// What a recall has to be better than: words alone, meaning alone, and the search of the paper.
///
/// # Errors
/// Never, as long as the lists above name settings that exist.
pub fn baselines(base: &Config) -> Result<Vec<Arm>, SettingError> {
    let alone = |other: Part| -> Vec<&str> {
        other.off.iter().chain(ADDED.iter().flat_map(|part| part.off)).copied().collect()
    };
    Ok(vec![
        Arm::new("words only", base, &alone(MEANING))?,
        Arm::new("meaning only", base, &alone(WORDS))?,
        Arm::new("the paper's strategy", base, &["recall.strategy=paper"])?,
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_can_be_left_out() {
        for part in parts() {
            let without = Arm::new(part.name, &Config::default(), part.off).expect(part.name);
            assert_ne!(without.config, Config::default(), "{}", part.name);
        }
        assert_eq!(baselines(&Config::default()).expect("settings that exist").len(), 3);
    }
}
