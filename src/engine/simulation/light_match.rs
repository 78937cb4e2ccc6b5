//! A match whose cards are all known, as a plain value: a search copies it for each move.
//!
//! It moves as [`GameState`] does, but it keeps only what the rest of the match depends
//! on: no history, no identity of single copies and no turn numbers. The cards of the
//! piles never change, so they are kept apart from it.

use super::card_bag::CardBag;
use super::game_state::GameState;
use super::pile::Pile;
use crate::rules::{
    BySide, CardId, Event, EventSink, MatchScore, Move, Play, Position, Powers, Rulebook, Side, key,
};

/// The piles of both sides, the next card to draw first.
pub type DrawOrder = BySide<Vec<CardId>>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LightMatch {
    pub position: Position,
    /// Always those of the position's board.
    pub powers: Powers,
    pub hands: BySide<CardBag>,
    /// How many cards of its pile each side has drawn.
    pub drawn: BySide<u8>,
    /// A side draws from its second turn on.
    begun: BySide<bool>,
    /// A hand had no room for a card. The card is missing.
    pub overfull: bool,
}

/// Why a match cannot be a [`LightMatch`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotLight {
    #[error("not all cards of {} hand and pile are known", side.whose())]
    UnknownCards { side: Side },
    #[error("{} has {cards} cards in hand and pile; at most {} fit", side.word(), CardBag::CAPACITY)]
    TooManyCards { side: Side, cards: usize },
}

/// Puts the cards that a play adds into the hands.
struct Hands<'a> {
    hands: &'a mut BySide<CardBag>,
    overfull: &'a mut bool,
}

impl EventSink for Hands<'_> {
    const LISTENS: bool = false;

    #[inline]
    fn event(&mut self, event: Event) {
        if let Event::AddedToHand { side, card, .. } = event {
            *self.overfull |= !self.hands[side].insert(card);
        }
    }
}

impl LightMatch {
    /// The present position of a simulated match, and the order of its piles.
    pub fn of(book: &Rulebook, state: &GameState) -> Result<(LightMatch, DrawOrder), NotLight> {
        let mut hands = BySide::new(CardBag::EMPTY, CardBag::EMPTY);
        let mut order = DrawOrder::default();
        let mut overfull = false;
        for side in Side::BOTH {
            let holdings = &state.holdings[side];
            let Pile::Ordered(pile) = &holdings.pile else {
                return Err(NotLight::UnknownCards { side });
            };
            if holdings.hand.unknown > 0 {
                return Err(NotLight::UnknownCards { side });
            }
            let cards = holdings.hand.known.len() + pile.len();
            if cards > CardBag::CAPACITY {
                return Err(NotLight::TooManyCards { side, cards });
            }
            order[side] = pile.iter().rev().copied().collect();
            for held in &holdings.hand.known {
                overfull |= !hands[side].insert(held.card);
            }
        }
        let position = state.position;
        let light = LightMatch {
            powers: position.board.powers(book),
            position,
            hands,
            drawn: BySide::new(0, 0),
            begun: BySide::new(state.has_begun(Side::You), state.has_begun(Side::Enemy)),
            overfull,
        };
        Ok((light, order))
    }

    #[inline]
    pub fn is_over(&self) -> bool {
        self.position.is_over()
    }

    pub fn score(&self, book: &Rulebook) -> MatchScore {
        self.position.board.score_with(book, &self.powers)
    }

    /// The legal plays of the side to act, by card and tile. A second copy of a card adds
    /// none.
    #[inline]
    pub fn plays<'a>(&'a self, book: &'a Rulebook) -> impl Iterator<Item = Play> {
        let Position { board, to_act, .. } = &self.position;
        self.hands[*to_act].kinds().flat_map(move |card| {
            let tiles = board.legal_tiles(book, *to_act, card);
            tiles.iter().map(move |tile| Play { card, tile })
        })
    }

    /// Makes a legal move of the side to act and begins the next turn.
    #[inline]
    pub fn make(&mut self, book: &Rulebook, order: &DrawOrder, made: Move) {
        if let Move::Play(play) = made {
            self.hands[self.position.to_act].remove(play.card);
        }
        let mut hands = Hands {
            hands: &mut self.hands,
            overfull: &mut self.overfull,
        };
        self.position
            .make_with_powers(book, made, &mut self.powers, &mut hands);
        if !self.is_over() {
            self.begin_turn(order);
        }
    }

    fn begin_turn(&mut self, order: &DrawOrder) {
        let side = self.position.to_act;
        let next = order[side].get(usize::from(self.drawn[side]));
        if let (true, Some(card)) = (self.begun[side], next) {
            self.drawn[side] += 1;
            self.overfull |= !self.hands[side].insert(*card);
        }
        self.begun[side] = true;
    }

    /// Equal for matches with the same future under the same order of draws.
    #[inline]
    pub fn key(&self) -> u64 {
        let turn = u64::from(self.drawn.you)
            | u64::from(self.drawn.enemy) << 8
            | u64::from(self.position.passes()) << 16
            | (self.position.to_act as u64) << 18
            | u64::from(self.is_over()) << 19
            | u64::from(self.begun.you) << 20
            | u64::from(self.begun.enemy) << 21;
        let hands = BySide::new(self.hands.you.key(), self.hands.enemy.key());
        let around_the_board = key::spread(hands.you)
            .wrapping_mul(3)
            .wrapping_add(key::spread(hands.enemy.wrapping_add(turn)));
        key::spread(self.position.board.key() ^ around_the_board)
    }
}
