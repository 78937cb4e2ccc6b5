//! What a side has left to draw.

use crate::rules::CardId;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pile {
    /// A simulated match knows the order. The next card to draw comes last.
    Ordered(Vec<CardId>),
    /// A real table shows only the number of cards. Where the deck list is known,
    /// `pool` holds its cards that nobody has seen: those of the pile and those
    /// of the unknown part of the hand.
    Hidden {
        size: u32,
        pool: Option<Vec<CardId>>,
    },
}

impl Pile {
    /// `cards` in the order in which they will be drawn.
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

    /// Whether this card may still be unseen; only a known list can rule it out.
    pub(super) fn may_hold(&self, card: CardId) -> bool {
        match self {
            Pile::Ordered(cards) => cards.contains(&card),
            Pile::Hidden { pool, .. } => pool.as_ref().is_none_or(|pool| pool.contains(&card)),
        }
    }

    /// An unseen card has been seen.
    pub(super) fn reveal(&mut self, card: CardId) {
        if let Pile::Hidden {
            pool: Some(pool), ..
        } = self
            && let Some(place) = pool.iter().position(|unseen| *unseen == card)
        {
            pool.remove(place);
        }
    }

    /// A seen card goes back among the unseen ones.
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
