//! What is known for certain about the enemy's deck.

use super::error::ObservationError;
use super::observed_card::{ObservedCard, Origin};
use crate::rules::{CardId, Side};

/// Lists hold every copy: a card that the deck holds twice is listed twice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EnemyDeckKnowledge {
    /// The whole deck, if it is known.
    pub full: Option<Vec<CardId>>,
    /// The cards seen from the deck, in the order they were seen.
    pub played: Vec<CardId>,
    /// The known deck without the played cards, in the order of the deck. It is
    /// always empty if the deck is not known.
    pub remaining: Vec<CardId>,
}

impl EnemyDeckKnowledge {
    /// An empty list counts as an unknown deck, because no deck is empty.
    pub(super) fn new(full: Option<Vec<CardId>>) -> EnemyDeckKnowledge {
        let full = full.filter(|cards| !cards.is_empty());
        EnemyDeckKnowledge {
            remaining: full.clone().unwrap_or_default(),
            played: Vec::new(),
            full,
        }
    }

    /// The knowledge of the same deck after these cards were seen. It is recomputed
    /// from all observations each time, so that it always agrees with them.
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
            let Some(index) = next.remaining.iter().position(|left| left == card) else {
                return Err(match copies(full, *card) {
                    0 => ObservationError::NotInDeck { card: *card },
                    copies => ObservationError::MoreThanInDeck {
                        card: *card,
                        played: self::copies(&next.played, *card),
                        copies,
                    },
                });
            };
            next.remaining.remove(index);
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
