//! What a search found.

use crate::coaching::endgame::OutcomeBounds;
use crate::rules::{Move, Side};

/// How certain a win chance is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Claim {
    /// True whatever the enemy holds and whatever you draw.
    Proved,
    /// Proved from one side only: at least this good, or at most.
    Bounded,
    Estimated,
}

impl Claim {
    /// The word used on the wire.
    pub const fn word(self) -> &'static str {
        match self {
            Claim::Proved => "proved",
            Claim::Bounded => "bounded",
            Claim::Estimated => "estimated",
        }
    }
}

/// One move of an expected continuation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineMove {
    pub side: Side,
    pub made: Move,
}

/// A reply of the enemy that the search expects to one of your moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExpectedReply {
    pub made: Move,
    /// How often the enemy makes it, over the worlds of the search.
    pub chance: f64,
    /// Your win chance after it.
    pub win_chance: f64,
}

/// One of your legal moves.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchedMove {
    pub made: Move,
    /// Between 0 and 1; a draw counts half. Exactly 0, ½ or 1 only if it is proved.
    pub win_chance: f64,
    /// Your expected margin at the end of the match.
    pub expected_margin: f64,
    pub claim: Claim,
    /// What is proved about the end of the match after it.
    pub bounds: OutcomeBounds,
    /// The move and the most expected continuation.
    pub line: Vec<LineMove>,
    /// The likeliest replies, the most frequent first.
    pub replies: Vec<ExpectedReply>,
    /// How many moves deep this move was searched.
    pub depth: u8,
}

/// The result of the rounds made so far.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchReport {
    /// How many rounds were made.
    pub stage: u32,
    /// How many plays were simulated.
    pub nodes: u64,
    /// How many deals the last round looked at.
    pub worlds: u32,
    /// Your win chance with the best move.
    pub win_chance: f64,
    /// Every legal move, the best first.
    pub moves: Vec<SearchedMove>,
}

impl SearchReport {
    /// A pass is always legal, so the list is never empty.
    pub fn best(&self) -> Move {
        self.moves.first().map_or(Move::Pass, |best| best.made)
    }
}
