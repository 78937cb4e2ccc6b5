//! What can happen in a match, and why it may be refused.

use crate::rules::setup::TileCorrection;
use crate::rules::{CardId, IllegalMove, Move, SetupError, Side};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Before the first move: cards put back for as many new ones.
    Mulligan {
        side: Side,
        replace: Vec<CardId>,
        /// What came for them, where a person reports it.
        drew: Option<Vec<CardId>>,
    },
    /// The card you drew at a real table; it is added to your hand.
    Draw {
        card: CardId,
    },
    Move {
        side: Side,
        made: Move,
    },
    /// Your hand really is this.
    SetHand {
        cards: Vec<CardId>,
    },
    /// The table really shows this.
    Resync {
        tiles: Vec<TileCorrection>,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// No move has been made and a side may still change its hand.
    Mulligan,
    /// Your draw is waited for.
    Draw,
    Play,
    Over,
}

impl Phase {
    /// The word used on the wire.
    pub const fn word(self) -> &'static str {
        match self {
            Phase::Mulligan => "mulligan",
            Phase::Draw => "draw",
            Phase::Play => "play",
            Phase::Over => "over",
        }
    }
}

/// Why an action changed nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    #[error("report the card you drew first; this turn began with a draw")]
    DrawFirst,
    #[error("no draw is due now; to correct your hand, set it")]
    NoDrawDue,
    #[error("draws and hands are reported in a live match only")]
    NotReported,
    #[error("hands are changed before the first move of the match only")]
    MulliganOver,
    #[error("{} already changed a hand once", side.who_has())]
    MulliganTwice { side: Side },
    #[error("{replaced} cards were put back but {drew} drawn")]
    MulliganCount { replaced: usize, drew: usize },
    #[error("the card is not in {} hand", side.whose())]
    NotInHand { side: Side, card: CardId },
    #[error("all of {} hand is known, and the card is not in it", side.whose())]
    HandIsKnown { side: Side, card: CardId },
    #[error("a token is never in a deck, so {} hand cannot have one that no effect gave", side.whose())]
    TokenFromDeck { side: Side, card: CardId },
    #[error("no copy of the card is left in {} deck", side.whose())]
    NotInDeck { side: Side, card: CardId },
    #[error(transparent)]
    Setup(#[from] SetupError),
}
