//! What can be left out of what.

use memoryos::Config;

use crate::{
    recall::{Arm, parts},
    settings::SettingError,
};

/// A whole, and what it is without each of its parts.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// What the parts are parts of.
    pub name: &'static str,
    /// With everything.
    pub whole: Arm,
    /// Without one part each.
    pub without: Vec<Arm>,
}

/// The paper's search, which takes from each tier by itself.
const PAPER: &str = "recall.strategy=paper";

/// The tiers of the paper's search, each with what leaves it out.
const TIERS: [(&str, &str); 2] =
    [("mid-term", "recall.paper_segments=0"), ("long-term", "recall.paper_facts=0")];

/// The parts of the recall, and the tiers of the paper's search, each left out in turn.
///
/// # Errors
/// Never, as long as the lists name settings that exist.
pub fn groups(base: &Config) -> Result<Vec<Group>, SettingError> {
    let parts = parts().map(|part| Arm::new(&without(part.name), base, part.off));
    let tiers = TIERS.into_iter().map(|(name, off)| Arm::new(&without(name), base, &[PAPER, off]));
    Ok(vec![
        Group {
            name: "parts of the recall",
            whole: Arm::new("MemoryOS", base, &[])?,
            without: parts.collect::<Result<_, _>>()?,
        },
        Group {
            name: "tiers of the paper's strategy",
            whole: Arm::new("the paper's strategy", base, &[PAPER])?,
            without: tiers.collect::<Result<_, _>>()?,
        },
    ])
}

fn without(name: &str) -> String {
    format!("without {name}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_left_out_is_the_whole() {
        for group in groups(&Config::default()).expect("settings that exist") {
            assert!(group.without.iter().all(|arm| arm.config != group.whole.config), "{}", group.name);
        }
    }
}
