//! Short-term memory: first in, first out.

use crate::types::PageId;

/// The pages that must move on so that `capacity` remain: the oldest, oldest first. `pages` are in order.
pub fn surplus(pages: &[PageId], capacity: usize) -> &[PageId] {
    &pages[..pages.len().saturating_sub(capacity)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lowered_capacity_moves_the_oldest_on_and_keeps_the_newest() {
        let pages: Vec<PageId> = (1..=8).map(PageId::from_bits).collect();
        assert_eq!(surplus(&pages, 3), &pages[..5]);
        assert_eq!(surplus(&pages, 8), []);
        assert_eq!(surplus(&pages, 10), []);
    }
}
