//! The actions of a match, and why one may be refused.

use qbcoach_basics::words;

use super::deck::DeckError;
use crate::rules::setup::TileCorrection;
use crate::rules::{CardId, IllegalMove, Move, SetupError, Side};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Before the first move: a side exchanges cards for as many new ones.
    Mulligan {
        side: Side,
        replace: Vec<CardId>,
        /// The new cards, where a person reports them.
        drew: Option<Vec<CardId>>,
    },
    /// The card you drew in a live match; it is added to your hand.
    Draw {
        card: CardId,
    },
    Move {
        side: Side,
        made: Move,
    },
    /// Corrects your hand to these cards.
    SetHand {
        cards: Vec<CardId>,
    },
    /// Corrects which deck a side plays; none if it is not known after all.
    SetDeck {
        side: Side,
        deck: Option<Vec<CardId>>,
    },
    /// Corrects tiles to what the real board shows.
    Resync {
        tiles: Vec<TileCorrection>,
    },
}

words! {
    /// The phases of a match by their words on the wire.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Phase {
        /// No move has been made and a side may still exchange cards.
        Mulligan = "mulligan",
        /// You have to report the card you drew.
        Draw = "draw",
        Play = "play",
        Over = "over",
    }
}

/// Why an action was refused. A refused action changes nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ActionRefusal {
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
    #[error("the deck of a simulated match is dealt already and cannot be changed")]
    DeckIsDealt,
    #[error("nothing is drawn in an analysis, so your deck has no part in it")]
    DeckHasNoPart,
    #[error("{} deck: {error}", side.whose())]
    Deck { side: Side, error: DeckError },
    #[error(transparent)]
    Setup(#[from] SetupError),
}
