//! Owners and pages for the tests of the prompts.

use crate::{
    ports::ChatMessage,
    types::{Message, Moment, Owner, Page, PageId, PageState, Place, Turn},
};

pub(super) fn owner() -> Owner {
    Owner::new("ann", "bo").expect("valid names")
}

pub(super) fn page_id(number: u64) -> PageId {
    PageId::from_bits(u128::from(number))
}

/// The `number`th page, said on 8 May 2023.
pub(super) fn page(number: u64, user: &str, said: &str, assistant: &str, replied: &str) -> Page {
    let at = Moment::parse("2023-05-08 13:56").expect("a time");
    Page {
        id: page_id(number),
        order: number,
        turn: Turn::new(Message::by(user, said), Message::by(assistant, replied), at).expect("a turn"),
        recorded_at: at.at,
        state: PageState { place: Place::Pending, chain: None, learned: false },
    }
}

/// Messages as a snapshot shows them.
pub(super) fn shown(messages: &[ChatMessage]) -> String {
    let shown = |message: &ChatMessage| format!("--- {:?}\n{}\n", message.role, message.content);
    messages.iter().map(shown).collect::<Vec<_>>().concat()
}
