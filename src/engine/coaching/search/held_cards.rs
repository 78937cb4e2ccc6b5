//! The cards in one hand of an imagined deal, as a small value that a search can copy.

use crate::rules::CardId;

/// Sorted, so that equal hands are equal values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeldCards {
    cards: [Option<CardId>; HeldCards::MOST],
    number: u8,
    /// A sum over all copies, so that equal hands have equal keys.
    key: u64,
}

impl HeldCards {
    /// More cards than this are left out. A hand of the shipped rules never has as many.
    pub(crate) const MOST: usize = 23;

    pub const EMPTY: HeldCards = HeldCards {
        cards: [None; HeldCards::MOST],
        number: 0,
        key: 0,
    };

    pub fn of(cards: impl IntoIterator<Item = CardId>) -> HeldCards {
        let mut held = HeldCards::EMPTY;
        for card in cards {
            held.insert(card);
        }
        held
    }

    pub(crate) fn len(&self) -> usize {
        self.number.into()
    }

    pub fn insert(&mut self, card: CardId) {
        let mut at = self.len();
        if at == HeldCards::MOST {
            return;
        }
        while at > 0 && self.cards[at - 1] > Some(card) {
            self.cards[at] = self.cards[at - 1];
            at -= 1;
        }
        self.cards[at] = Some(card);
        self.number += 1;
        self.key = self.key.wrapping_add(key_of(card));
    }

    /// Removes one copy of the card, if there is one.
    pub fn remove(&mut self, card: CardId) {
        let held = &self.cards[..self.len()];
        let Some(at) = held.iter().position(|held| *held == Some(card)) else {
            return;
        };
        self.cards.copy_within(at + 1..self.number.into(), at);
        self.number -= 1;
        self.cards[self.number as usize] = None;
        self.key = self.key.wrapping_sub(key_of(card));
    }

    #[inline]
    pub(crate) fn key(&self) -> u64 {
        self.key
    }

    /// Every copy.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = CardId> + '_ {
        self.cards[..self.len()].iter().flatten().copied()
    }

    /// Every card once, however many copies are held.
    #[inline]
    pub fn kinds(&self) -> impl Iterator<Item = CardId> + '_ {
        let mut last = None;
        self.iter().filter(move |card| {
            let new = last != Some(*card);
            last = Some(*card);
            new
        })
    }
}

/// A well mixed number for each card.
#[inline]
fn key_of(card: CardId) -> u64 {
    mixed(card.index() as u64 + 1)
}

/// The last steps of SplitMix64: neighbouring numbers become very different ones.
#[inline]
pub(crate) fn mixed(number: u64) -> u64 {
    let mut mixed = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}
