//! The profile: static attributes and traits, changed one by one.

use jiff::Timestamp;

use crate::types::{Attribute, AttributeDraft, DIMENSIONS, Profile, Source, Trait, TraitDraft};

/// The profile after learning. The newest statement of an attribute or trait counts, by when it was said, not by
/// when it was learned; what no draft speaks of stays as it is. Equal to `profile` when nothing changed.
pub fn learn_profile(
    profile: &Profile,
    attributes: &[AttributeDraft],
    traits: &[TraitDraft],
    said_at: impl Fn(&Source) -> Timestamp,
    now: Timestamp,
) -> Profile {
    let mut learned = profile.clone();
    for draft in attributes {
        learn_attribute(&mut learned.attributes, draft, &said_at);
    }
    for draft in traits {
        learn_trait(&mut learned.traits, draft, &said_at, now);
    }
    learned.attributes.sort_by_key(|a| a.kind);
    learned.traits.sort_by_key(|t| DIMENSIONS.iter().position(|d| d.key == t.dimension));
    learned
}

fn learn_attribute(
    attributes: &mut Vec<Attribute>,
    draft: &AttributeDraft,
    said_at: &impl Fn(&Source) -> Timestamp,
) {
    let sources = std::slice::from_ref(&draft.source);
    match attributes.iter_mut().find(|a| a.kind == draft.kind) {
        Some(known) => {
            if is_news(sources, &known.sources, said_at) {
                draft.value.clone_into(&mut known.value);
            }
            add_sources(&mut known.sources, sources);
        }
        None => attributes.push(Attribute {
            kind: draft.kind,
            value: draft.value.clone(),
            sources: sources.to_vec(),
        }),
    }
}

fn learn_trait(
    traits: &mut Vec<Trait>,
    draft: &TraitDraft,
    said_at: &impl Fn(&Source) -> Timestamp,
    now: Timestamp,
) {
    match traits.iter_mut().find(|t| t.dimension == draft.dimension) {
        Some(known) => {
            let is_news = is_news(&draft.sources, &known.sources, said_at);
            let shown_again = add_sources(&mut known.sources, &draft.sources);
            if is_news && (shown_again || known.level != draft.level) {
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

/// Whether the newest of `new` was said no earlier than the newest of `known`.
fn is_news(new: &[Source], known: &[Source], said_at: &impl Fn(&Source) -> Timestamp) -> bool {
    new.iter().map(said_at).max() >= known.iter().map(said_at).max()
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

    /// Pages are said in order of their ids, a second apart.
    fn said_at(source: &Source) -> Timestamp {
        Timestamp::from_second(source.page.bits() as i64).expect("within range")
    }

    #[test]
    fn what_was_said_earlier_and_learned_later_does_not_take_over() {
        let name = |value: &str, page| AttributeDraft {
            kind: AttributeKind::Name,
            value: value.into(),
            source: source(page),
        };
        let learn =
            |profile: &Profile, draft| learn_profile(profile, &[draft], &[], said_at, Timestamp::UNIX_EPOCH);
        let kim = learn(&Profile::default(), name("Kim", 9));
        let after_an_old_chat = learn(&kim, name("Kimberly", 2));
        assert_eq!(after_an_old_chat.attributes[0].value, "Kim");
        assert_eq!(learn(&kim, name("Kimmy", 12)).attributes[0].value, "Kimmy");
    }

    #[test]
    fn what_a_lesson_does_not_mention_stays_in_the_profile() {
        let name = AttributeDraft { kind: AttributeKind::Name, value: "Ada".into(), source: source(1) };
        let born = AttributeDraft { kind: AttributeKind::BirthYear, value: "1990".into(), source: source(2) };
        let first = learn_profile(&Profile::default(), &[name], &[], said_at, Timestamp::UNIX_EPOCH);
        let second = learn_profile(&first, &[born], &[], said_at, Timestamp::UNIX_EPOCH);
        assert_eq!(second.attributes.iter().map(|a| a.value.as_str()).collect::<Vec<_>>(), ["Ada", "1990"]);
        assert_eq!(learn_profile(&second, &[], &[], said_at, Timestamp::UNIX_EPOCH), second);
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
        let first =
            learn_profile(&Profile::default(), &[], &[draft(Level::Low, 1)], said_at, Timestamp::UNIX_EPOCH);
        let second = learn_profile(&first, &[], &[draft(Level::High, 2)], said_at, Timestamp::UNIX_EPOCH);
        assert_eq!((second.traits[0].level, second.traits[0].sources.len()), (Level::High, 2));
    }
}
