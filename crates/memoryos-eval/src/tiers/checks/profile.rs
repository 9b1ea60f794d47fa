//! Who the user is: attributes and traits.

use memoryos::{
    View,
    types::{AttributeKind, Source},
};

use super::{Finding, listed};
use crate::tiers::stage::Stage;

/// The profile has the attribute with this value, from these turns.
pub(super) fn attribute(
    stage: &Stage,
    view: &View,
    kind: AttributeKind,
    value: &str,
    sources: &[String],
) -> Finding {
    let profile = view.state.profile();
    let passed = profile.attributes.iter().any(|attribute| {
        attribute.kind == kind && attribute.value == value && are_from(stage, &attribute.sources, sources)
    });
    let expected = format!("{}: {value} from {}", kind.name(), listed(sources));
    Finding::new(
        passed,
        expected,
        listed(
            profile
                .attributes
                .iter()
                .map(|attribute| format!("{attribute} ({})", names(stage, &attribute.sources))),
        ),
    )
}

/// The profile has a trait of the dimension, from these turns.
pub(super) fn has_trait(stage: &Stage, view: &View, dimension: &str, sources: &[String]) -> Finding {
    let profile = view.state.profile();
    let passed = profile
        .traits
        .iter()
        .any(|shown| shown.dimension == dimension && are_from(stage, &shown.sources, sources));
    let seen =
        profile.traits.iter().map(|shown| format!("{} ({})", shown.dimension, names(stage, &shown.sources)));
    Finding::new(passed, format!("{dimension} from {}", listed(sources)), listed(seen))
}

fn are_from(stage: &Stage, sources: &[Source], turns: &[String]) -> bool {
    turns.iter().all(|turn| sources.iter().any(|source| source.page == stage.turn(turn).page))
}

fn names(stage: &Stage, sources: &[Source]) -> String {
    sources.iter().map(|source| stage.name(source.page)).collect::<Vec<_>>().join("+")
}
