//! The player of the matches that the leaf value is fitted from. It sees its own hand and
//! knows the enemy's deck, but neither its hand nor any order of drawing.

use qbcoach_basics::chance::Chance;
use qbcoach_engine::coaching::search::{HeldCards, LeafValue, Outcome, SearchState, World};
use qbcoach_engine::rules::{CardId, Move, Play, Rulebook, Side};

/// How far the player looks ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lookahead {
    /// Only its own move.
    Move,
    /// The enemy's best reply too, in this many imagined deals.
    Reply { worlds: usize },
}

pub(super) struct Player<'a> {
    pub book: &'a Rulebook,
    pub leaf: &'a LeafValue,
    pub lookahead: Lookahead,
}

impl Player<'_> {
    /// The best move of the side to act. A pass only if it is the best by far, or nothing
    /// else is legal.
    pub fn choose(&self, state: &SearchState, world: &World, chance: &mut Chance) -> Move {
        let side = state.to_act;
        let moves = moves(self.book, state);
        let mut values = vec![0.0; moves.len()];
        let worlds = match self.lookahead {
            Lookahead::Move => 1,
            Lookahead::Reply { worlds } => worlds,
        };
        for _ in 0..worlds {
            let (imagined, start) = imagine(state, world, chance);
            for (value, made) in values.iter_mut().zip(&moves) {
                let next = start.after(self.book, &imagined, *made);
                let outcome = match self.lookahead {
                    Lookahead::Move => self.leaf.of(self.book, &next),
                    Lookahead::Reply { .. } => self.after_reply(&next, &imagined),
                };
                *value += for_side(outcome, side);
            }
        }
        let mut best = 0;
        for index in 1..moves.len() {
            if values[index] > values[best] {
                best = index;
            }
        }
        moves[best]
    }

    fn after_reply(&self, state: &SearchState, world: &World) -> Outcome {
        if state.is_over() {
            return self.leaf.of(self.book, state);
        }
        let outcomes = moves(self.book, state).into_iter().map(|made| {
            let next = state.after(self.book, world, made);
            self.leaf.of(self.book, &next)
        });
        let best = outcomes
            .max_by(|a, b| for_side(*a, state.to_act).total_cmp(&for_side(*b, state.to_act)));
        best.unwrap_or_default()
    }
}

pub(super) fn moves(book: &Rulebook, state: &SearchState) -> Vec<Move> {
    let mut plays: Vec<Play> = Vec::new();
    state.plays(book, &mut plays);
    plays
        .into_iter()
        .map(Move::Play)
        .chain([Move::Pass])
        .collect()
}

fn for_side(outcome: Outcome, side: Side) -> f32 {
    match side {
        Side::You => outcome.score(),
        Side::Enemy => -outcome.score(),
    }
}

/// A deal that the side to act cannot tell from the real one.
fn imagine(state: &SearchState, world: &World, chance: &mut Chance) -> (World, SearchState) {
    let own = state.to_act;
    let other = own.opponent();
    let mut imagined = world.clone();
    let drawn = |side: Side| usize::from(state.drawn[side]).min(world.piles[side].len());
    chance.shuffle(&mut imagined.piles[own][drawn(own)..]);
    let mut hidden: Vec<CardId> = state.hands[other].iter().collect();
    let held = hidden.len();
    hidden.extend(&world.piles[other][drawn(other)..]);
    chance.shuffle(&mut hidden);
    let mut start = *state;
    start.hands[other] = HeldCards::of(hidden[..held].iter().copied());
    imagined.piles[other].truncate(drawn(other));
    imagined.piles[other].extend(&hidden[held..]);
    (imagined, start)
}
