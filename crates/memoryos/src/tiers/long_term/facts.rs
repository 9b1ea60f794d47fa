//! Facts: repeats merge, what has changed takes over, and a full tier lets go of the least supported.

use jiff::Timestamp;
use unicode_normalization::UnicodeNormalization;

use super::superseding::resettled;
use crate::types::{About, Fact, FactDraft, FactId, Source};

/// Learns `draft` into the active facts `known`, and returns those that are new or changed, each as it is now;
/// none when the draft repeats a fact from a page already among its sources. `id` names the fact if it is new.
/// `said_at` tells when a source was said, the draft's own included; `None` when its page is gone.
///
/// Two facts are the same when they fill the same slot with the same value, or read the same but for case,
/// punctuation and width; a repeat adds a source. A fact that cannot hold beside another (two homes; what is liked
/// and what is disliked) ends when the other is said, whatever the order of learning: the newest said holds. What
/// has ended begins anew as a fact of its own when it is said again after its end.
pub fn learn_fact(
    known: &[Fact],
    draft: &FactDraft,
    said_at: impl Fn(&Source) -> Option<Timestamp>,
    now: Timestamp,
    id: FactId,
) -> Vec<Fact> {
    let drafted_at = said_at(&draft.source).unwrap_or(now);
    let changed = match known.iter().find(|fact| is_same(fact, draft, drafted_at)) {
        Some(fact) if fact.sources.iter().any(|s| s.page == draft.source.page) => return Vec::new(),
        Some(fact) => repeated(fact, draft, drafted_at, &said_at),
        None => learned(draft, drafted_at, now, id),
    };
    let mut all: Vec<Fact> = known.iter().filter(|fact| fact.id != changed.id).cloned().collect();
    all.push(changed.clone());
    let mut touched = resettled(&all, &changed, &said_at);
    if touched.iter().all(|fact| fact.id != changed.id) {
        touched.push(changed);
    }
    touched
}

fn learned(draft: &FactDraft, said_at: Timestamp, now: Timestamp, id: FactId) -> Fact {
    Fact {
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
    }
}

fn repeated(
    fact: &Fact,
    draft: &FactDraft,
    drafted_at: Timestamp,
    said_at: &impl Fn(&Source) -> Option<Timestamp>,
) -> Fact {
    let mut fact = Fact { said_at: fact.said_at.min(drafted_at), ..fact.clone() };
    fact.sources.push(draft.source.clone());
    // Old mail may be learned late; among equals the one learned first stays first.
    fact.sources.sort_by_key(|source| said_at(source).unwrap_or(fact.said_at));
    fact
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

/// Whether the draft, said at `drafted_at`, says again what the fact says, and not after it has ended.
fn is_same(fact: &Fact, draft: &FactDraft, drafted_at: Timestamp) -> bool {
    let same_slot = match (&fact.slot, &draft.slot) {
        (Some(a), Some(b)) => a.attribute == b.attribute && folded(&a.value) == folded(&b.value),
        _ => false,
    };
    fact.about == draft.about
        && fact.superseded.is_none_or(|end| drafted_at < end.at)
        && (same_slot || folded(&fact.text) == folded(&draft.text))
}

/// Letters and digits only, in one width and case.
pub(super) fn folded(text: &str) -> String {
    text.nfkc().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Cardinality, PageId, Slot};

    fn draft(page: u128, text: &str) -> FactDraft {
        FactDraft {
            about: About::User,
            text: text.to_owned(),
            slot: None,
            event_time: None,
            source: Source { page: PageId::from_bits(page), quote: None },
        }
    }

    fn learn(known: &[Fact], draft: &FactDraft) -> Vec<Fact> {
        let id = FactId::from_bits(known.len() as u128 + 1);
        learn_fact(known, draft, |_| Some(Timestamp::UNIX_EPOCH), Timestamp::UNIX_EPOCH, id)
    }

    fn learned(known: &[Fact], draft: &FactDraft) -> Fact {
        let mut changed = learn(known, draft);
        assert_eq!(changed.len(), 1, "{draft:?}");
        changed.remove(0)
    }

    #[test]
    fn a_repeat_adds_a_source_and_no_fact() {
        let viola = learned(&[], &draft(1, "Plays the viola."));
        assert_eq!(learn(std::slice::from_ref(&viola), &draft(1, "plays the viola")), []);
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
        let again = learned(std::slice::from_ref(&lives), &home(2, "Home is in Porto"));
        assert_eq!((again.id, again.sources.len()), (lives.id, 2));
    }

    #[test]
    fn sources_stand_in_the_order_in_which_they_were_said() {
        let said_at = |source: &Source| Timestamp::from_second(source.page.bits() as i64).ok();
        let learn = |known: &[Fact], page| {
            let drafted = draft(page, "Plays the viola");
            learn_fact(known, &drafted, said_at, Timestamp::UNIX_EPOCH, FactId::from_bits(1))
        };
        let fact = learn(&learn(&[], 5), 2).remove(0);
        assert_eq!(fact.sources.iter().map(|s| s.page.bits()).collect::<Vec<_>>(), [2, 5]);
        assert_eq!(fact.said_at.as_second(), 2);
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
