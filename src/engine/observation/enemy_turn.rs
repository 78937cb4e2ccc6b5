//! One turn of the enemy as your side saw it.

use crate::rules::{Move, Position};

/// What the enemy did, and the position it did it in. What it could have played instead
/// says something about its hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnemyTurn {
    /// The number of the turn, counted from 1 over both sides.
    pub turn: u32,
    /// The position before the move.
    pub position: Position,
    pub made: Move,
    /// How many cards the hand had before the move.
    pub hand: u32,
}
