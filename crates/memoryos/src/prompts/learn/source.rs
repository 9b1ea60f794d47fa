//! Where a model says it read something, checked against the pages it was shown.

use serde_json::Value;

use super::super::fields;
use crate::types::{About, Page, Side, Source};

/// The pages of a lesson, which replies refer to by number.
pub(super) struct Sources<'a> {
    pub(super) pages: &'a [&'a Page],
}

impl<'a> Sources<'a> {
    /// The page an item stands on: where its quote is, else the first it names, else the only one there is.
    pub(super) fn of(&self, item: &Value) -> Option<(&'a Page, Source)> {
        let named: Vec<&Page> = self.named(item);
        let quote = fields::text(item.get("quote"));
        let quoted = quote.and_then(|quote| {
            let mut pages = named.iter().chain(self.pages);
            pages.find_map(|page| Some((*page, quote_on(page, &quote)?)))
        });
        let (page, quote) = match quoted {
            Some((page, quote)) => (page, Some(quote)),
            None => (*named.first()?, None),
        };
        Some((page, Source { page: page.id, quote }))
    }

    /// Every page an item names.
    pub(super) fn all(&self, item: &Value) -> Vec<Source> {
        self.named(item).iter().map(|page| Source { page: page.id, quote: None }).collect()
    }

    fn named(&self, item: &Value) -> Vec<&'a Page> {
        match fields::field(item, &["turn", "turns", "page", "pages"]) {
            None if self.pages.len() == 1 => self.pages.to_vec(),
            numbers => {
                let numbers = fields::numbers(numbers, 1..=self.pages.len());
                numbers.into_iter().map(|number| self.pages[number - 1]).collect()
            }
        }
    }
}

/// Whom an item is about; some models write the speaker's name.
pub(super) fn about(item: &Value, page: &Page) -> About {
    let about = fields::text(item.get("about")).unwrap_or_default().to_lowercase();
    let name = page.turn.message(Side::Assistant).speaker.as_deref().unwrap_or("assistant").to_lowercase();
    if about == "assistant" || about == name { About::Assistant } else { About::User }
}

/// The words of `quote` as they stand on the page, on either side; case and surrounding punctuation may differ.
pub(super) fn quote_on(page: &Page, quote: &str) -> Option<String> {
    let quote = quote.trim_matches(|c: char| !c.is_alphanumeric());
    if quote.is_empty() {
        return None;
    }
    let texts = [&page.turn.user().text, &page.turn.assistant().text];
    texts.into_iter().find_map(|text| {
        // Lower-casing ASCII alone keeps every byte in its place.
        let at = text.to_ascii_lowercase().find(&quote.to_ascii_lowercase())?;
        Some(text[at..at + quote.len()].to_owned())
    })
}
