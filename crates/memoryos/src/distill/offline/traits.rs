//! A turn comes in: traits, as far as people state them: what they like and do, and how they want to be answered.
//! Nobody's character is guessed at.

use std::collections::{BTreeMap, BTreeSet};

use super::facts::{Finding, Kind, secrets::quotable_sentences};
use crate::{
    ports::Lesson,
    text::{language::is_mostly_chinese, words::words},
    types::{About, DIMENSIONS, Level, PageId, Side, Source, TraitDraft},
};

mod lexicon;

use lexicon::{INTERESTS, REQUESTS};

/// From so many pages on an interest shows plainly.
const HIGH_PAGES: usize = 3;

/// What the user's statements show, along with what earlier lessons found: in order of the dimensions.
pub(super) fn traits(lesson: &Lesson<'_>, findings: &[Finding]) -> Vec<TraitDraft> {
    let mut drafts = interests(lesson, findings);
    drafts.extend(requests(lesson));
    drafts.sort_by_key(|draft| DIMENSIONS.iter().position(|d| d.key == draft.dimension));
    drafts
}

/// What speaks for and against an interest.
#[derive(Default)]
struct Evidence {
    liked: Vec<Source>,
    disliked: Vec<Source>,
}

fn interests(lesson: &Lesson<'_>, findings: &[Finding]) -> Vec<TraitDraft> {
    let mut evidence: BTreeMap<&'static str, Evidence> = BTreeMap::new();
    let shows = |finding: &&Finding| {
        finding.about == About::User
            && matches!(finding.kind, Kind::Like | Kind::Dislike | Kind::Event | Kind::Plan)
    };
    for finding in findings.iter().filter(shows) {
        let Some(quote) = finding.source.quote.as_deref() else { continue };
        for dimension in dimensions_of(quote) {
            let entry = evidence.entry(dimension).or_default();
            let side = if finding.kind == Kind::Dislike { &mut entry.disliked } else { &mut entry.liked };
            if !side.iter().any(|source| source.page == finding.source.page) {
                side.push(finding.source.clone());
            }
        }
    }
    evidence.into_iter().filter_map(|(dimension, evidence)| interest(lesson, dimension, evidence)).collect()
}

/// Liked on one page: medium; on three, those of earlier lessons counted: high; only disliked: low.
fn interest(lesson: &Lesson<'_>, dimension: &'static str, evidence: Evidence) -> Option<TraitDraft> {
    let known =
        lesson.profile.traits.iter().find(|known| known.dimension == dimension && known.level > Level::Low);
    let before = known.into_iter().flat_map(|known| known.sources.iter().map(|source| source.page));
    let pages: BTreeSet<PageId> = before.chain(evidence.liked.iter().map(|source| source.page)).collect();
    let (level, sources) = match (evidence.liked.is_empty(), pages.len()) {
        (true, _) => (Level::Low, evidence.disliked),
        (false, HIGH_PAGES..) => (Level::High, evidence.liked),
        (false, _) => (Level::Medium, evidence.liked),
    };
    let reason = reason(sources.first()?.quote.as_deref()?);
    Some(TraitDraft { dimension, level, reason, sources })
}

/// The interests whose words stand in `quote`.
fn dimensions_of(quote: &str) -> BTreeSet<&'static str> {
    let words: BTreeSet<String> =
        words(quote).iter().flat_map(|word| word.split('-').map(singular).collect::<Vec<_>>()).collect();
    let has =
        |word: &str| if word.is_ascii() { words.contains(&singular(word)) } else { quote.contains(word) };
    INTERESTS
        .iter()
        .filter(|(_, list)| list.split_whitespace().any(has))
        .map(|(dimension, _)| *dimension)
        .collect()
}

/// A word without the s of its plural. Stems would take musicals for music and programs for programming.
fn singular(word: &str) -> String {
    word.strip_suffix('s').filter(|word| word.len() > 2 && !word.ends_with('s')).unwrap_or(word).to_owned()
}

/// How the user asked to be answered; the last word counts.
fn requests(lesson: &Lesson<'_>) -> Vec<TraitDraft> {
    let mut found: BTreeMap<&'static str, TraitDraft> = BTreeMap::new();
    for page in &lesson.pages {
        let message = page.turn.message(Side::User);
        // Between people who have names, "keep it short" is no wish of how an assistant should be.
        if page.turn.message(Side::Assistant).speaker.is_some() {
            continue;
        }
        for range in quotable_sentences(&message.text) {
            let sentence = &message.text[range];
            let lower = sentence.to_lowercase().replace('’', "'");
            if lower.starts_with('>') {
                continue;
            }
            for (dimension, level, _) in
                REQUESTS.iter().filter(|(_, _, cues)| cues.iter().any(|cue| lower.contains(cue)))
            {
                let source = Source { page: page.id, quote: Some(sentence.to_owned()) };
                found.insert(
                    dimension,
                    TraitDraft { dimension, level: *level, reason: reason(sentence), sources: vec![source] },
                );
            }
        }
    }
    found.into_values().collect()
}

/// One sentence that quotes why.
fn reason(quote: &str) -> String {
    if is_mostly_chinese(quote) {
        format!("用户说：“{quote}”")
    } else {
        format!("The user said: “{quote}”")
    }
}
