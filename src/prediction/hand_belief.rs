//! What the enemy may hold: exact chances for each card, and the likeliest hands.

use super::counting::Counter;
use super::deck_belief::DeckBelief;
use super::hand_list::{HandList, HandTotal, list_hands};
use crate::rules::{CardId, Side};
use crate::simulation::game_state::GameState;

/// How many cards a hand has that are unknown, and how many that are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandSize {
    pub known: u32,
    pub unknown: u32,
}

impl HandSize {
    /// The enemy's hand now, as your side knows it.
    pub fn now(state: &GameState) -> HandSize {
        let hand = &state.holdings[Side::Enemy].hand;
        let known = hand.added_by_effects().len() as u32;
        HandSize {
            known,
            unknown: hand.len() - known,
        }
    }

    /// The hand its next move is made from: one card more, if it draws first.
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
    /// Ordered; the cards known to be there included.
    pub cards: Vec<CardId>,
    pub probability: f64,
}

#[derive(Clone, Debug, PartialEq)]
pub struct HandBelief {
    pub size: HandSize,
    /// How many distinct hands are possible.
    pub total: HandTotal,
    /// Whether the list below leaves hands out.
    pub truncated: bool,
    /// The likeliest first; equal ones in the order of their cards.
    pub hypotheses: Vec<HandHypothesis>,
    /// The chance that at least one copy is in the hand, the likeliest first.
    pub marginals: Vec<(CardId, f64)>,
}

impl HandBelief {
    /// What a hand of this size, with `certain` cards in it, may be. At most
    /// `listed` hands are listed.
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

/// The chance of each card that at least one copy is in the hand.
pub fn marginals(belief: &DeckBelief, certain: &[CardId], unknown: usize) -> Vec<(CardId, f64)> {
    let counter = Counter::default();
    let mut chances: std::collections::BTreeMap<CardId, f64> = Default::default();
    for deck in &belief.decks {
        let size = deck.unseen_size();
        for (card, copies) in &deck.unseen {
            let chance = deck.weight * counter.chance_of_one(size, *copies, unknown);
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
