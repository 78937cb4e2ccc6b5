//! A position inside a search: the board with its powers, both hands, and how much was
//! drawn. It is a plain value; the order of the piles is in the [`World`].

use super::held_cards::{HeldCards, mixed};
use super::world::World;
use crate::rules::{
    Board, BySide, CardId, Event, EventSink, Move, Play, Position, Powers, Rulebook, Side,
};
use crate::simulation::game_state::GameState;

/// How many passes in a row end a match.
const PASSES_TO_END: u8 = 2;

#[derive(Clone, Copy, Debug)]
pub struct SearchState {
    pub board: Board,
    pub powers: Powers,
    pub hands: BySide<HeldCards>,
    pub drawn: BySide<u8>,
    /// How many cards each side can still draw.
    pub left: BySide<u8>,
    pub to_act: Side,
    pub passes: u8,
    /// Whether a side has begun a turn before: in its first turn it does not draw.
    begun: BySide<bool>,
}

/// Collects the cards that a play adds to hands.
#[derive(Default)]
struct AddedCards {
    added: [Option<(Side, CardId)>; 8],
    number: usize,
}

impl EventSink for AddedCards {
    const LISTENS: bool = false;

    #[inline]
    fn event(&mut self, event: Event) {
        if let Event::AddedToHand { side, card, .. } = event
            && let Some(slot) = self.added.get_mut(self.number)
        {
            *slot = Some((side, card));
            self.number += 1;
        }
    }
}

impl SearchState {
    /// The start of a match in this world.
    pub fn opening(book: &Rulebook, first: Side, world: &World) -> SearchState {
        let board = Board::opening();
        SearchState {
            powers: board.powers(book),
            board,
            hands: world.hands,
            drawn: BySide::new(0, 0),
            left: world.sizes(),
            to_act: first,
            passes: 0,
            begun: BySide::seen_from(first, true, false),
        }
    }

    /// The present position, with the hands of a world. You are to act and have drawn.
    pub fn root(book: &Rulebook, state: &GameState, world: &World) -> SearchState {
        let board = state.position.board;
        let enemy = Side::Enemy;
        let waits = !state.holdings[enemy].pile.is_empty() && !state.draws_next_turn(enemy);
        SearchState {
            powers: board.powers(book),
            board,
            hands: world.hands,
            drawn: BySide::new(0, 0),
            left: world.sizes(),
            to_act: state.position.to_act,
            passes: state.position.passes(),
            begun: BySide::new(true, !waits),
        }
    }

    /// An earlier position in which the enemy was to act. Both hands are taken to be like
    /// your present one.
    pub(crate) fn of_turn(book: &Rulebook, position: &Position, hand: HeldCards) -> SearchState {
        SearchState {
            powers: position.board.powers(book),
            board: position.board,
            hands: BySide::new(hand, hand),
            drawn: BySide::new(0, 0),
            left: BySide::new(0, 0),
            to_act: position.to_act,
            passes: position.passes(),
            begun: BySide::new(true, true),
        }
    }

    pub fn is_over(&self) -> bool {
        self.passes >= PASSES_TO_END || self.board.is_full()
    }

    /// Your margin if the match ended now.
    pub fn margin(&self, book: &Rulebook) -> i32 {
        self.board.score_with(book, &self.powers).margin()
    }

    /// The state after a legal move of the side to act, with the next turn begun.
    #[inline]
    pub fn after(&self, book: &Rulebook, world: &World, made: Move) -> SearchState {
        let mut next = *self;
        next.make(book, world, made);
        next
    }

    /// Makes a legal move of the side to act and begins the next turn.
    #[inline]
    pub(super) fn make(&mut self, book: &Rulebook, world: &World, made: Move) {
        match made {
            Move::Play(play) => self.play(book, play),
            Move::Pass => self.passes += 1,
        }
        self.to_act = self.to_act.opponent();
        if !self.is_over() {
            self.begin_turn(world);
        }
    }

    fn play(&mut self, book: &Rulebook, play: Play) {
        let mut sink = AddedCards::default();
        let (side, powers) = (self.to_act, &mut self.powers);
        self.board
            .play_with_powers(book, side, play, powers, &mut sink);
        self.hands[self.to_act].remove(play.card);
        for (side, card) in sink.added.into_iter().flatten() {
            self.hands[side].insert(card);
        }
        self.passes = 0;
    }

    fn begin_turn(&mut self, world: &World) {
        let side = self.to_act;
        if self.begun[side]
            && let Some(card) = world.draw(side, self.drawn[side])
        {
            self.drawn[side] += 1;
            self.left[side] = self.left[side].saturating_sub(1);
            self.hands[side].insert(card);
        }
        self.begun[side] = true;
    }

    /// Equal for positions of one world with the same future.
    #[inline]
    pub(crate) fn key(&self) -> u64 {
        let turn = u64::from(self.drawn.you) << 24
            | u64::from(self.drawn.enemy) << 16
            | u64::from(self.passes) << 8
            | self.to_act as u64;
        let hands = self.hands.you.key().wrapping_mul(3);
        let hands = hands.wrapping_add(self.hands.enemy.key().wrapping_mul(5));
        self.board.key() ^ mixed(hands.wrapping_add(turn))
    }

    /// Adds the legal plays of the side to act to `plays`; a second copy of a card adds
    /// none.
    #[inline]
    pub fn plays(&self, book: &Rulebook, plays: &mut Vec<Play>) {
        for card in self.hands[self.to_act].kinds() {
            let tiles = self.board.legal_tiles(book, self.to_act, card);
            plays.extend(tiles.iter().map(|tile| Play { card, tile }));
        }
    }
}
