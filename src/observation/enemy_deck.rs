//! What is certain about the enemy's deck.

use super::error::ObservationError;
use super::observed_card::{ObservedCard, Origin};
use crate::rules::{CardId, Side};

/// Copies count: two of a card in the deck can be played twice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EnemyDeckKnowledge {
    /// The whole deck, if it is known.
    pub full: Option<Vec<CardId>>,
    /// The cards seen from the deck, in the order they were seen.
    pub played: Vec<CardId>,
    /// A known deck without what was played, in the order of the deck. Without a
    /// known deck it is empty and means nothing.
    pub remaining: Vec<CardId>,
}

impl EnemyDeckKnowledge {
    /// A deck is never empty: an empty list says that it is not known.
    pub(super) fn new(full: Option<Vec<CardId>>) -> EnemyDeckKnowledge {
        let full = full.filter(|cards| !cards.is_empty());
        EnemyDeckKnowledge {
            remaining: full.clone().unwrap_or_default(),
            played: Vec::new(),
            full,
        }
    }

    /// Knowledge of the same deck after these cards were seen. It is counted anew
    /// each time, so that it cannot drift away from them.
    pub(super) fn after(
        &self,
        seen: &[ObservedCard],
    ) -> Result<EnemyDeckKnowledge, ObservationError> {
        let mut next = EnemyDeckKnowledge::new(self.full.clone());
        next.played = cards_from_deck(seen, Side::Enemy);
        let Some(full) = &next.full else {
            return Ok(next);
        };
        for card in &next.played {
            let Some(place) = next.remaining.iter().position(|left| left == card) else {
                return Err(match copies(full, *card) {
                    0 => ObservationError::NotInDeck { card: *card },
                    copies => ObservationError::MoreThanInDeck {
                        card: *card,
                        played: self::copies(&next.played, *card),
                        copies,
                    },
                });
            };
            next.remaining.remove(place);
        }
        Ok(next)
    }
}

fn copies(cards: &[CardId], card: CardId) -> usize {
    cards.iter().filter(|other| **other == card).count()
}

/// The cards of a side that came from its deck, in the order they were seen.
pub(super) fn cards_from_deck(seen: &[ObservedCard], side: Side) -> Vec<CardId> {
    seen.iter()
        .filter(|seen| seen.side == side && seen.origin == Origin::Deck)
        .map(|seen| seen.card)
        .collect()
}
