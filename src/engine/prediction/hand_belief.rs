//! What the enemy may have in its hand: the exact chance of each card, and the
//! likeliest hands.

use super::counting::chance_of_one;
use super::deck_belief::DeckBelief;
use super::hand_list::{HandList, HandTotal, list_hands};
use crate::rules::{CardId, Side};
use crate::simulation::game_state::GameState;

/// How many known and how many unknown cards a hand has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandSize {
    pub known: u32,
    pub unknown: u32,
}

impl HandSize {
    /// The enemy's hand now, as your side knows it.
    pub fn now(state: &GameState) -> HandSize {
        let known = state.known_enemy_hand().len() as u32;
        HandSize {
            known,
            unknown: state.holdings[Side::Enemy].hand.len() - known,
        }
    }

    /// The hand of the enemy's next move: one card more if the enemy draws first.
    pub fn of_reply(state: &GameState) -> HandSize {
        let mut size = HandSize::now(state);
        if state.position.to_act == Side::You && state.draws_next_turn(Side::Enemy) {
            size.unknown += 1;
        }
        size
    }

    pub fn total(self) -> u32 {
        self.known + self.unknown
    }
}

/// One hand the enemy may have.
#[derive(Clone, Debug, PartialEq)]
pub struct HandHypothesis {
    /// Ordered, and including the cards that are certainly in the hand.
    pub cards: Vec<CardId>,
    pub probability: f64,
}

#[derive(Clone, Debug, PartialEq)]
pub struct HandBelief {
    pub size: HandSize,
    /// How many distinct hands are possible.
    pub total: HandTotal,
    /// Whether `hypotheses` leaves hands out.
    pub truncated: bool,
    /// The likeliest first; equal ones in the order of their cards.
    pub hypotheses: Vec<HandHypothesis>,
    /// The chance that at least one copy is in the hand, the likeliest first.
    pub marginals: Vec<(CardId, f64)>,
}

impl HandBelief {
    /// The belief about a hand of this size that contains the `certain` cards. At
    /// most `listed` hands are listed.
    pub fn of(
        belief: &DeckBelief,
        certain: &[CardId],
        size: HandSize,
        listed: usize,
    ) -> HandBelief {
        let unknown = size.unknown as usize;
        let HandList { total, mut hands } = list_hands(belief, unknown, listed);
        for hand in &mut hands {
            hand.cards.extend(certain);
            hand.cards.sort_unstable();
        }
        HandBelief {
            size,
            total,
            truncated: total.number() > hands.len() as u64,
            hypotheses: hands,
            marginals: marginals(belief, certain, unknown),
        }
    }
}

/// For each card, the chance that at least one copy is in the hand.
pub fn marginals(belief: &DeckBelief, certain: &[CardId], unknown: usize) -> Vec<(CardId, f64)> {
    let mut chances: std::collections::BTreeMap<CardId, f64> = Default::default();
    for deck in &belief.decks {
        let size = deck.unseen_size();
        for (card, copies) in &deck.unseen {
            let chance = deck.weight * chance_of_one(size, *copies, unknown);
            *chances.entry(*card).or_default() += chance;
        }
    }
    for card in certain {
        chances.insert(*card, 1.0);
    }
    let mut list: Vec<(CardId, f64)> = chances.into_iter().collect();
    list.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    list
}
