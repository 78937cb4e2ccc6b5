//! A hand: its known cards and the number of unknown ones. In a live match the enemy's
//! hand is mostly unknown; in a simulated match all cards are known.

use super::instances::InstanceId;
use crate::rules::CardId;

/// A card known to be in a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeldCard {
    pub card: CardId,
    /// Set for a card that an effect added; both players know of it.
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

    /// The known cards in the order of their arrival.
    pub fn cards(&self) -> Vec<CardId> {
        self.known.iter().map(|held| held.card).collect()
    }

    /// The cards that effects added, which the opponent knows too.
    pub fn added_by_effects(&self) -> Vec<CardId> {
        let added = self.known.iter().filter(|held| held.instance.is_some());
        added.map(|held| held.card).collect()
    }

    /// Takes a known copy of the card, preferably one that an effect added.
    pub(super) fn take_known(&mut self, card: CardId) -> Option<HeldCard> {
        let mut copies = (0..self.known.len()).filter(|at| self.known[*at].card == card);
        let added = |at: &usize| self.known[*at].instance.is_some();
        let index = copies.clone().find(added).or_else(|| copies.next())?;
        Some(self.known.remove(index))
    }
}
