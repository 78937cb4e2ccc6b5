//! A hand: the cards known to be in it and a number of unknown ones. The same
//! hand serves a real match, where the enemy's is a number, and a simulated one.

use super::instances::InstanceId;
use crate::rules::CardId;

/// A card known to be in a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeldCard {
    pub card: CardId,
    /// Set for a card that an effect put here: both players saw it arrive.
    pub instance: Option<InstanceId>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hand {
    pub known: Vec<HeldCard>,
    pub unknown: u32,
}

impl Hand {
    pub fn of_known(cards: impl IntoIterator<Item = CardId>) -> Hand {
        let held = |card| HeldCard {
            card,
            instance: None,
        };
        Hand {
            known: cards.into_iter().map(held).collect(),
            unknown: 0,
        }
    }

    pub fn of_unknown(number: u32) -> Hand {
        Hand {
            known: Vec::new(),
            unknown: number,
        }
    }

    pub fn len(&self) -> u32 {
        self.known.len() as u32 + self.unknown
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The known cards, as they came.
    pub fn cards(&self) -> Vec<CardId> {
        self.known.iter().map(|held| held.card).collect()
    }

    /// The cards that effects put here, which the opponent knows too.
    pub fn added_by_effects(&self) -> Vec<CardId> {
        let added = self.known.iter().filter(|held| held.instance.is_some());
        added.map(|held| held.card).collect()
    }

    /// Takes a known copy of the card, one that an effect put here first.
    pub(super) fn take_known(&mut self, card: CardId) -> Option<HeldCard> {
        let mut places = (0..self.known.len()).filter(|at| self.known[*at].card == card);
        let made = |at: &usize| self.known[*at].instance.is_some();
        let place = places.clone().find(made).or_else(|| places.next())?;
        Some(self.known.remove(place))
    }
}
