//! A small collection of cards that can be copied, for the hands of a [`LightMatch`].
//!
//! [`LightMatch`]: super::light_match::LightMatch

use crate::rules::{CardId, key};

/// Cards in the order of the catalogue, so that equal hands are equal values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardBag {
    cards: [Option<CardId>; CardBag::CAPACITY],
    number: u8,
    key: u64,
}

impl CardBag {
    /// A hand of the presets has 15 cards and those that effects add.
    pub const CAPACITY: usize = 31;

    pub const EMPTY: CardBag = CardBag {
        cards: [None; CardBag::CAPACITY],
        number: 0,
        key: 0,
    };

    #[inline]
    pub fn len(&self) -> usize {
        self.number.into()
    }

    pub fn is_empty(&self) -> bool {
        self.number == 0
    }

    /// Equal for equal collections. It is kept up to date.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Adds a copy of a card. False if there is no room for it.
    #[inline]
    #[must_use]
    pub fn insert(&mut self, card: CardId) -> bool {
        let mut at = self.len();
        if at == CardBag::CAPACITY {
            return false;
        }
        while at > 0 && self.cards[at - 1] > Some(card) {
            self.cards[at] = self.cards[at - 1];
            at -= 1;
        }
        self.cards[at] = Some(card);
        self.number += 1;
        self.key = self.key.wrapping_add(key::of_held(card));
        true
    }

    /// Takes out one copy of a card. False if there is none.
    #[inline]
    pub fn remove(&mut self, card: CardId) -> bool {
        let Some(at) = self.iter().position(|held| held == card) else {
            return false;
        };
        let last = self.len() - 1;
        self.cards[at..=last].rotate_left(1);
        self.cards[last] = None;
        self.number -= 1;
        self.key = self.key.wrapping_sub(key::of_held(card));
        true
    }

    /// Every copy, in the order of the catalogue.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = CardId> {
        self.cards[..self.len()].iter().copied().flatten()
    }

    /// Every card once, however many copies there are.
    #[inline]
    pub fn kinds(&self) -> impl Iterator<Item = CardId> {
        let mut last = None;
        self.iter().filter(move |card| {
            let is_new = last != Some(*card);
            last = Some(*card);
            is_new
        })
    }
}
