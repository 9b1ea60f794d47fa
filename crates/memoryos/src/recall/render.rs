//! Memories as text.

use std::collections::BTreeMap;

use jiff::civil::Date;

use super::Prepared;
use crate::{
    index::Passage,
    state::OwnerState,
    types::{About, Fact, Moment, Page, Side, Superseded},
};

/// The line that dates what follows it.
pub(super) fn header(at: Moment) -> String {
    format!("[{at}]")
}

/// Who said what. Further lines of a message are set in, so that none of them passes for a line of ours: stored
/// text must not be able to date itself, name a speaker or open a section.
pub(super) fn line(page: &Page, passage: &Passage) -> String {
    format!("{}: {}", one_line(speaker(page, passage.side)), passage.text(page).replace('\n', "\n  "))
}

/// The speaker's name, or the side for want of one.
fn speaker(page: &Page, side: Side) -> &str {
    page.turn.message(side).speaker.as_deref().unwrap_or(match side {
        Side::User => "User",
        Side::Assistant => "Assistant",
    })
}

/// A derived memory as a line of a list.
pub(super) fn note(text: &str) -> String {
    format!("- {}", one_line(text))
}

/// A fact with when it was said, and when it ceased to hold, if it had by the query's time.
pub(super) fn fact(fact: &Fact, query: &Prepared) -> String {
    let day = |at| Moment::utc(at).civil().date();
    let ended = match fact.superseded {
        Some(Superseded { at, .. }) if !query.is_later(at) => format!(", no longer since {}", day(at)),
        _ => String::new(),
    };
    note(&format!("{} (said {}{ended})", fact.text, day(fact.said_at)))
}

fn one_line(text: &str) -> String {
    text.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

/// What profile lines stand under.
pub(super) const PROFILE_HEADING: &str = "Profile of the user:";
/// What summaries of segments stand under.
pub(super) const SUMMARY_HEADING: &str = "Talked about:";

/// What facts stand under.
pub(super) fn heading(about: About) -> &'static str {
    match about {
        About::User => "Known of the user:",
        About::Assistant => "Known of the assistant:",
    }
}

/// What shares a header: a sitting and a day.
pub(super) type Stretch = (u32, Date);

/// Where a passage belongs. The times of single messages are seldom worth their tokens.
pub(super) fn stretch(page: &Page, passage: &Passage) -> Stretch {
    (passage.sitting, page.turn.at().civil().date())
}

/// Passages by page position, as text in order of time, one header for each stretch.
pub(super) fn passages(state: &OwnerState, chosen: &BTreeMap<usize, Vec<Passage>>) -> String {
    let mut pages: Vec<(&Page, &Vec<Passage>)> = chosen.iter().map(|(p, c)| (state.page_at(*p), c)).collect();
    pages.sort_by_key(|(page, _)| (page.turn.at().at, page.order));
    // Sittings of several sources may overlap in time; each is told in one piece all the same, where it begins.
    let mut stretches: Vec<(Stretch, Vec<String>)> = Vec::new();
    for (page, passages) in pages {
        let stretch = stretch(page, &passages[0]);
        let place = stretches.iter().position(|(known, _)| *known == stretch).unwrap_or_else(|| {
            stretches.push((stretch, vec![header(page.turn.at())]));
            stretches.len() - 1
        });
        stretches[place].1.extend(passages.iter().map(|p| line(page, p)));
    }
    stretches.into_iter().flat_map(|(_, lines)| lines).collect::<Vec<_>>().join("\n")
}
