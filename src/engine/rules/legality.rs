//! Which plays are legal (RULES.md, section 5).

use super::board::Board;
use super::card::{CardId, Cost, Rank};
use super::rulebook::Rulebook;
use super::side::{Owner, Side};
use super::tile::{TileId, TileSet};

/// A card put on a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Play {
    pub card: CardId,
    pub tile: TileId,
}

/// The rule that forbids a play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum IllegalPlay {
    #[error("{tile} already holds a card; an ordinary card needs an empty tile")]
    TileOccupied { tile: TileId },
    #[error("{tile} belongs to {}; a card needs a tile that its player owns", owner_words(*.owner))]
    TileNotOwned { tile: TileId, owner: Owner },
    #[error("{tile} has rank {has}; the card needs rank {needed}")]
    RankTooLow {
        tile: TileId,
        needed: Rank,
        has: Rank,
    },
    #[error("{tile} is empty; a replacement card is played on one of its player's own cards")]
    NothingToReplace { tile: TileId },
    #[error("{tile} holds the opponent's card; a replacement card needs one of its player's own")]
    ReplacesOpponent { tile: TileId },
}

impl IllegalPlay {
    /// The rule's name on the wire.
    pub const fn rule(self) -> &'static str {
        match self {
            IllegalPlay::TileOccupied { .. } => "tileOccupied",
            IllegalPlay::TileNotOwned { .. } => "tileNotOwned",
            IllegalPlay::RankTooLow { .. } => "rankTooLow",
            IllegalPlay::NothingToReplace { .. } => "nothingToReplace",
            IllegalPlay::ReplacesOpponent { .. } => "replacesOpponent",
        }
    }
}

fn owner_words(owner: Owner) -> &'static str {
    match owner {
        Owner::Neutral => "nobody",
        Owner::Held(Side::You) => "you",
        Owner::Held(Side::Enemy) => "the enemy",
    }
}

impl Board {
    /// The rule that forbids `side` this play; `None` if the play is legal.
    pub fn refusal(&self, book: &Rulebook, side: Side, play: Play) -> Option<IllegalPlay> {
        let tile = play.tile;
        let occupant = self.card(tile).map(|card| card.side);
        match book.catalogue[play.card].cost {
            Cost::Replacement => match occupant {
                None => Some(IllegalPlay::NothingToReplace { tile }),
                Some(holder) if holder != side => Some(IllegalPlay::ReplacesOpponent { tile }),
                Some(_) => None,
            },
            Cost::Pawns(needed) => {
                let (owner, has) = (self.owner(tile), self.visible_rank(tile));
                if occupant.is_some() {
                    Some(IllegalPlay::TileOccupied { tile })
                } else if owner != Owner::Held(side) {
                    Some(IllegalPlay::TileNotOwned { tile, owner })
                } else if has < needed {
                    Some(IllegalPlay::RankTooLow { tile, needed, has })
                } else {
                    None
                }
            }
        }
    }

    /// The tiles on which `side` may play a card.
    #[inline]
    pub fn legal_tiles(&self, book: &Rulebook, side: Side, card: CardId) -> TileSet {
        match book.catalogue[card].cost {
            Cost::Replacement => self.cards_of(side),
            Cost::Pawns(needed) => {
                let high_enough = self.pawns().visible().at_least(needed);
                self.open_to(side).and(high_enough)
            }
        }
    }

    /// The legal plays of the given cards. A second copy of a card adds none.
    pub fn legal_plays(&self, book: &Rulebook, side: Side, cards: &[CardId]) -> Vec<Play> {
        let mut distinct = cards.to_vec();
        distinct.sort_unstable();
        distinct.dedup();
        distinct
            .into_iter()
            .flat_map(|card| {
                let tiles = self.legal_tiles(book, side, card);
                tiles.iter().map(move |tile| Play { card, tile })
            })
            .collect()
    }
}
