//! The cards that a side can still draw.

use crate::rules::CardId;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pile {
    /// A simulated match knows the order. The next card to draw comes last.
    Ordered(Vec<CardId>),
    /// In a live match only the number of cards is known. If the deck list is known,
    /// `pool` holds its unseen cards: those of the pile and those of the unknown part of
    /// the hand.
    Hidden {
        size: u32,
        pool: Option<Vec<CardId>>,
    },
}

impl Pile {
    /// A pile that is drawn in the order of `cards`.
    pub fn in_order(mut cards: Vec<CardId>) -> Pile {
        cards.reverse();
        Pile::Ordered(cards)
    }

    pub fn len(&self) -> u32 {
        match self {
            Pile::Ordered(cards) => cards.len() as u32,
            Pile::Hidden { size, .. } => *size,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether a copy of this card may be unseen; always true if the deck list is unknown.
    pub(super) fn may_hold(&self, card: CardId) -> bool {
        match self {
            Pile::Ordered(cards) => cards.contains(&card),
            Pile::Hidden { pool, .. } => pool.as_ref().is_none_or(|pool| pool.contains(&card)),
        }
    }

    /// Removes a card from the unseen ones.
    pub(super) fn reveal(&mut self, card: CardId) {
        if let Pile::Hidden {
            pool: Some(pool), ..
        } = self
            && let Some(index) = pool.iter().position(|unseen| *unseen == card)
        {
            pool.remove(index);
        }
    }

    /// Puts a card back among the unseen ones.
    pub(super) fn hide(&mut self, card: CardId) {
        if let Pile::Hidden {
            pool: Some(pool), ..
        } = self
        {
            pool.push(card);
            pool.sort_unstable();
        }
    }

    pub(super) fn shrink(&mut self) {
        if let Pile::Hidden { size, .. } = self {
            *size = size.saturating_sub(1);
        }
    }
}
