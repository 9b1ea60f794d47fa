//! Facts: repeats merge, and a full tier lets go of the least supported.

use jiff::Timestamp;
use unicode_normalization::UnicodeNormalization;

use crate::types::{About, Fact, FactDraft, FactId};

/// What a proposed fact does to what is known.
#[derive(Clone, Debug, PartialEq)]
pub enum FactChange {
    /// It is new.
    Learned(Fact),
    /// It repeats a fact, which gains a source.
    Repeated(Fact),
    /// It repeats a fact from a page already among its sources.
    Known,
}

/// Merges `draft`, said at `said_at`, into the active facts `known`; `id` names the fact if it is new.
///
/// Two facts are the same when they fill the same slot with the same value, or read the same but for case,
/// punctuation and width.
pub fn learn_fact<'a>(
    known: impl IntoIterator<Item = &'a Fact>,
    draft: &FactDraft,
    said_at: Timestamp,
    now: Timestamp,
    id: FactId,
) -> FactChange {
    match known.into_iter().find(|fact| is_same(fact, draft)) {
        Some(fact) if fact.sources.iter().any(|s| s.page == draft.source.page) => FactChange::Known,
        Some(fact) => {
            let mut fact = fact.clone();
            fact.sources.push(draft.source.clone());
            fact.said_at = fact.said_at.min(said_at);
            FactChange::Repeated(fact)
        }
        None => FactChange::Learned(Fact {
            id,
            about: draft.about,
            text: draft.text.clone(),
            slot: draft.slot.clone(),
            event_time: draft.event_time,
            said_at,
            recorded_at: now,
            sources: vec![draft.source.clone()],
            superseded: None,
            archived_at: None,
        }),
    }
}

/// The active facts of one kind that must leave so that `capacity` remain: superseded ones first, then those with
/// the fewest sources, then those said longest ago, then the lower id. They come back archived at `now`.
pub fn archive_surplus<'a>(
    active: impl IntoIterator<Item = &'a Fact>,
    about: About,
    capacity: usize,
    now: Timestamp,
) -> Vec<Fact> {
    let mut facts: Vec<&Fact> = active.into_iter().filter(|f| f.about == about).collect();
    let surplus = facts.len().saturating_sub(capacity);
    facts.sort_by_key(|f| (f.superseded.is_none(), f.sources.len(), f.said_at, f.id));
    facts.into_iter().take(surplus).map(|f| Fact { archived_at: Some(now), ..f.clone() }).collect()
}

fn is_same(fact: &Fact, draft: &FactDraft) -> bool {
    let same_slot = match (&fact.slot, &draft.slot) {
        (Some(a), Some(b)) => a.attribute == b.attribute && folded(&a.value) == folded(&b.value),
        _ => false,
    };
    fact.about == draft.about
        && fact.superseded.is_none()
        && (same_slot || folded(&fact.text) == folded(&draft.text))
}

/// Letters and digits only, in one width and case.
fn folded(text: &str) -> String {
    text.nfkc().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Cardinality, PageId, Slot, Source};

    fn draft(page: u128, text: &str) -> FactDraft {
        FactDraft {
            about: About::User,
            text: text.to_owned(),
            slot: None,
            event_time: None,
            source: Source { page: PageId::from_bits(page), quote: None },
        }
    }

    fn learn(known: &[Fact], draft: &FactDraft) -> FactChange {
        let id = FactId::from_bits(known.len() as u128 + 1);
        learn_fact(known, draft, Timestamp::UNIX_EPOCH, Timestamp::UNIX_EPOCH, id)
    }

    fn learned(known: &[Fact], draft: &FactDraft) -> Fact {
        match learn(known, draft) {
            FactChange::Learned(fact) | FactChange::Repeated(fact) => fact,
            FactChange::Known => panic!("already known: {draft:?}"),
        }
    }

    #[test]
    fn a_repeat_adds_a_source_and_no_fact() {
        let viola = learned(&[], &draft(1, "Plays the viola."));
        assert_eq!(learn(std::slice::from_ref(&viola), &draft(1, "plays the viola")), FactChange::Known);
        let again = learned(std::slice::from_ref(&viola), &draft(2, "Ｐlays the viola！"));
        assert_eq!((again.id, again.sources.len()), (viola.id, 2));
    }

    #[test]
    fn two_ways_to_say_where_one_lives_are_one_fact() {
        let home = |page, text: &str| FactDraft {
            slot: Some(Slot {
                attribute: "home".into(),
                cardinality: Cardinality::One,
                value: "Porto".into(),
            }),
            ..draft(page, text)
        };
        let lives = learned(&[], &home(1, "Lives in Porto"));
        assert!(matches!(learn(&[lives], &home(2, "Home is in Porto")), FactChange::Repeated(_)));
    }

    #[test]
    fn repeats_keep_a_fact_when_the_tier_is_full() {
        let mut allergy = learned(&[], &draft(1, "Is allergic to penicillin"));
        allergy.sources.push(Source { page: PageId::from_bits(2), quote: None });
        let tea = Fact { id: FactId::from_bits(9), ..learned(&[], &draft(3, "Likes tea")) };
        let gone = archive_surplus([&allergy, &tea], About::User, 1, Timestamp::UNIX_EPOCH);
        assert_eq!(gone.iter().map(|f| f.id).collect::<Vec<_>>(), [tea.id]);
        assert!(gone[0].archived_at.is_some());
        assert_eq!(archive_surplus([&allergy, &tea], About::Assistant, 1, Timestamp::UNIX_EPOCH), []);
    }
}
