//! One imagined deal: hands and the order of the piles of both sides.

use super::held_cards::HeldCards;
use crate::rules::{BySide, CardId, Side};

#[derive(Clone, Debug, PartialEq)]
pub struct World {
    pub hands: BySide<HeldCards>,
    /// The next card to draw comes first.
    pub piles: BySide<Vec<CardId>>,
}

impl World {
    /// A world of which nothing is known: empty hands and piles.
    pub(crate) fn unknown() -> World {
        World {
            hands: BySide::new(HeldCards::EMPTY, HeldCards::EMPTY),
            piles: BySide::new(Vec::new(), Vec::new()),
        }
    }

    /// How many cards the piles have.
    pub(crate) fn sizes(&self) -> BySide<u8> {
        let size = |side: Side| u8::try_from(self.piles[side].len()).unwrap_or(u8::MAX);
        BySide::new(size(Side::You), size(Side::Enemy))
    }

    /// The card that a side draws after `drawn` others.
    #[inline]
    pub fn draw(&self, side: Side, drawn: u8) -> Option<CardId> {
        self.piles[side].get(usize::from(drawn)).copied()
    }
}
