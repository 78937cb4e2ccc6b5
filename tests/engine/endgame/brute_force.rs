//! Tries every hand, every order of the decks and every line of moves.
//!
//! One side has the plan. It sees the board, its own hand and every move, and nothing
//! else: in all worlds that look the same to it, it makes the same move. The other side
//! may do whatever it can do in any world.

use std::collections::BTreeSet;

use qbcoach_engine::rules::{Board, BySide, CardId, Move, Play, Rulebook, Side, TileId};

use crate::support::HandAdditions;

/// The cards that may be where nobody looks.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct World {
    /// Both hands, ordered: yours, then the enemy's.
    pub hands: [Vec<CardId>; 2],
    /// Both decks; the next card to draw comes last.
    pub piles: [Vec<CardId>; 2],
}

/// What both sides see.
#[derive(Clone)]
pub struct Table {
    pub board: Board,
    pub to_act: Side,
    pub passes: u8,
    /// Whether the last play filled the board, which ends the match.
    pub filled: bool,
    /// Whether the next turn of a side begins with a draw.
    pub draws: BySide<bool>,
}

pub struct BruteForce<'a> {
    pub book: &'a Rulebook,
    pub planner: Side,
    /// How many plays may still be tried.
    pub plays_left: u64,
}

fn number(side: Side) -> usize {
    side as usize
}

/// The best result that the plan can be sure of: 1 for a win of the planner, 0 for a
/// draw, -1 for a loss. `None` if there is too much to try.
pub type Sure = Option<i32>;

impl BruteForce<'_> {
    /// The result with the side to act at its move, its draw made.
    pub fn sure_result(&mut self, table: &Table, worlds: &[World]) -> Sure {
        if table.passes == 2 || table.filled {
            let margin = table.board.score(self.book).margin().signum();
            return Some(match self.planner {
                Side::You => margin,
                Side::Enemy => -margin,
            });
        }
        if table.to_act == self.planner {
            self.plan(table, worlds)
        } else {
            self.suffer(table, worlds)
        }
    }

    /// Worlds with the same hand look the same to the planner.
    fn plan(&mut self, table: &Table, worlds: &[World]) -> Sure {
        let own = number(self.planner);
        let hands: BTreeSet<&Vec<CardId>> = worlds.iter().map(|world| &world.hands[own]).collect();
        let mut worst = 1;
        for hand in hands {
            let alike = worlds.iter().filter(|world| world.hands[own] == *hand);
            let alike: Vec<World> = alike.cloned().collect();
            let mut best = self.after(table, &alike, Move::Pass)?;
            for play in plays(self.book, &table.board, self.planner, hand) {
                if best < worst {
                    best = best.max(self.after(table, &alike, Move::Play(play))?);
                }
            }
            worst = worst.min(best);
            if worst == -1 {
                break;
            }
        }
        Some(worst)
    }

    fn suffer(&mut self, table: &Table, worlds: &[World]) -> Sure {
        let side = table.to_act;
        let cards: BTreeSet<CardId> = worlds
            .iter()
            .flat_map(|world| world.hands[number(side)].iter().copied())
            .collect();
        let cards: Vec<CardId> = cards.into_iter().collect();
        let mut worst = self.after(table, worlds, Move::Pass)?;
        for play in plays(self.book, &table.board, side, &cards) {
            if worst > -1 {
                worst = worst.min(self.after(table, worlds, Move::Play(play))?);
            }
        }
        Some(worst)
    }

    /// The result after a move in all worlds in which it can be made.
    pub fn after(&mut self, table: &Table, worlds: &[World], made: Move) -> Sure {
        let side = table.to_act;
        let mut next = table.clone();
        let mut worlds = worlds.to_vec();
        match made {
            Move::Pass => next.passes += 1,
            Move::Play(play) => {
                self.plays_left = self.plays_left.checked_sub(1)?;
                next.passes = 0;
                let mut added = HandAdditions::default();
                let made = next.board.play(self.book, side, play, &mut added);
                made.expect("only legal plays are tried");
                next.filled = next.board.is_full();
                worlds.retain(|world| world.hands[number(side)].contains(&play.card));
                for world in &mut worlds {
                    let hand = &mut world.hands[number(side)];
                    let at = hand.iter().position(|card| *card == play.card);
                    hand.remove(at.expect("the card is there"));
                    for (to, card) in &added.0 {
                        world.hands[number(*to)].push(*card);
                    }
                }
            }
        }
        next.to_act = side.opponent();
        let drawer = next.to_act;
        if next.draws[drawer] {
            for world in &mut worlds {
                let card = world.piles[number(drawer)].pop();
                world.hands[number(drawer)].extend(card);
            }
        }
        next.draws[drawer] = true;
        for world in &mut worlds {
            world.hands.iter_mut().for_each(|hand| hand.sort_unstable());
        }
        worlds.sort_unstable();
        worlds.dedup();
        self.sure_result(&next, &worlds)
    }
}

fn plays(book: &Rulebook, board: &Board, side: Side, cards: &[CardId]) -> Vec<Play> {
    let mut kinds = cards.to_vec();
    kinds.dedup();
    let mut plays = Vec::new();
    for card in kinds {
        for tile in TileId::all() {
            let play = Play { card, tile };
            if board.refusal(book, side, play).is_none() {
                plays.push(play);
            }
        }
    }
    plays
}

/// Every different order in which `length` cards can be taken from a list with copies.
pub fn orders(cards: &[CardId], length: usize) -> Vec<Vec<CardId>> {
    if length == 0 {
        return vec![Vec::new()];
    }
    let kinds: BTreeSet<CardId> = cards.iter().copied().collect();
    let mut all = Vec::new();
    for first in kinds {
        let mut rest = cards.to_vec();
        let at = rest.iter().position(|card| *card == first);
        rest.remove(at.expect("the card is there"));
        for mut order in orders(&rest, length - 1) {
            order.push(first);
            all.push(order);
        }
    }
    all
}
