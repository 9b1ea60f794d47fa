//! The profile: static attributes and traits, changed one by one.

use jiff::Timestamp;

use crate::types::{Attribute, AttributeDraft, DIMENSIONS, Profile, Source, Trait, TraitDraft};

/// The profile after learning. An attribute's or trait's newest statement replaces the older one and keeps its
/// sources; what no draft speaks of stays as it is. Equal to `profile` when nothing changed.
pub fn learn_profile(
    profile: &Profile,
    attributes: &[AttributeDraft],
    traits: &[TraitDraft],
    now: Timestamp,
) -> Profile {
    let mut learned = profile.clone();
    for draft in attributes {
        learn_attribute(&mut learned.attributes, draft);
    }
    for draft in traits {
        learn_trait(&mut learned.traits, draft, now);
    }
    learned.attributes.sort_by_key(|a| a.kind);
    learned.traits.sort_by_key(|t| DIMENSIONS.iter().position(|d| d.key == t.dimension));
    learned
}

fn learn_attribute(attributes: &mut Vec<Attribute>, draft: &AttributeDraft) {
    match attributes.iter_mut().find(|a| a.kind == draft.kind) {
        Some(known) => {
            draft.value.clone_into(&mut known.value);
            add_sources(&mut known.sources, std::slice::from_ref(&draft.source));
        }
        None => attributes.push(Attribute {
            kind: draft.kind,
            value: draft.value.clone(),
            sources: vec![draft.source.clone()],
        }),
    }
}

fn learn_trait(traits: &mut Vec<Trait>, draft: &TraitDraft, now: Timestamp) {
    match traits.iter_mut().find(|t| t.dimension == draft.dimension) {
        Some(known) => {
            let shown_again = add_sources(&mut known.sources, &draft.sources);
            if shown_again || known.level != draft.level {
                known.level = draft.level;
                draft.reason.clone_into(&mut known.reason);
                known.updated_at = now;
            }
        }
        None => traits.push(Trait {
            dimension: draft.dimension,
            level: draft.level,
            reason: draft.reason.clone(),
            sources: draft.sources.clone(),
            updated_at: now,
        }),
    }
}

/// Adds those whose page is not there yet; tells whether any was added.
fn add_sources(sources: &mut Vec<Source>, new: &[Source]) -> bool {
    let before = sources.len();
    for source in new {
        if !sources.iter().any(|s| s.page == source.page) {
            sources.push(source.clone());
        }
    }
    sources.len() > before
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{AttributeKind, Level, PageId};

    fn source(page: u128) -> Source {
        Source { page: PageId::from_bits(page), quote: None }
    }

    #[test]
    fn what_a_lesson_does_not_mention_stays_in_the_profile() {
        let name = AttributeDraft { kind: AttributeKind::Name, value: "Ada".into(), source: source(1) };
        let born = AttributeDraft { kind: AttributeKind::BirthYear, value: "1990".into(), source: source(2) };
        let first = learn_profile(&Profile::default(), &[name], &[], Timestamp::UNIX_EPOCH);
        let second = learn_profile(&first, &[born], &[], Timestamp::UNIX_EPOCH);
        assert_eq!(second.attributes.iter().map(|a| a.value.as_str()).collect::<Vec<_>>(), ["Ada", "1990"]);
        assert_eq!(learn_profile(&second, &[], &[], Timestamp::UNIX_EPOCH), second);
    }

    #[test]
    fn a_trait_shown_again_follows_its_newest_level_and_keeps_its_sources() {
        let dimension = DIMENSIONS[0].key;
        let draft = |level, page| TraitDraft {
            dimension,
            level,
            reason: "said so".into(),
            sources: vec![source(page)],
        };
        let first = learn_profile(&Profile::default(), &[], &[draft(Level::Low, 1)], Timestamp::UNIX_EPOCH);
        let second = learn_profile(&first, &[], &[draft(Level::High, 2)], Timestamp::UNIX_EPOCH);
        assert_eq!((second.traits[0].level, second.traits[0].sources.len()), (Level::High, 2));
    }
}
