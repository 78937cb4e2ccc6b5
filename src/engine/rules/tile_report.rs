//! What a player reports of a tile of the real board. The report may be partial;
//! the board completes it to a [`TileCorrection`].

use super::board::{Board, CardInPlay};
use super::card::{CardId, Rank};
use super::setup::TileCorrection;
use super::side::{BySide, Owner, Side};
use super::tile::TileId;

/// Everything that is `None` stays as the board has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TileReport {
    pub tile: TileId,
    pub owner: Option<Owner>,
    /// The rank that the tile shows; the other side's rank is then zero.
    pub shown_rank: Option<Rank>,
    /// The rank of each side; these win over `shown_rank`.
    pub ranks: BySide<Option<Rank>>,
    pub card: ReportedCard,
    /// The side of the card on the tile.
    pub card_side: Option<Side>,
    pub power_delta: Option<i32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportedCard {
    /// The report does not mention the card.
    Unchanged,
    /// There is no card on the tile.
    None,
    Card(CardId),
}

/// Why a report does not say what is on the tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TileReportError {
    #[error("say whose card lies on {tile}: \"you\" or \"enemy\"")]
    CardSideMissing { tile: TileId },
    #[error("{tile} holds a card of {side}, so it is that side's")]
    OwnerIsNotTheCards { tile: TileId, side: Side },
}

impl Board {
    /// The correction that a report asks for.
    pub fn correction(&self, report: &TileReport) -> Result<TileCorrection, TileReportError> {
        let tile = report.tile;
        let card = self.reported_card(report)?;
        let owner = match (report.owner, &card) {
            // A tile with a card always belongs to the card's side.
            (reported, Some(card)) => {
                let side = card.side;
                if reported.is_some_and(|owner| owner != Owner::Held(side)) {
                    return Err(TileReportError::OwnerIsNotTheCards { tile, side });
                }
                Owner::Held(side)
            }
            (Some(reported), None) => reported,
            (None, None) => self.owner(tile),
        };
        Ok(TileCorrection {
            tile,
            owner,
            ranks: self.reported_ranks(report, owner),
            card,
        })
    }

    fn reported_card(&self, report: &TileReport) -> Result<Option<CardInPlay>, TileReportError> {
        let tile = report.tile;
        let now = self.card(tile).copied();
        let mut card = match report.card {
            ReportedCard::Unchanged => now,
            ReportedCard::None => None,
            ReportedCard::Card(id) => {
                let side = match (report.card_side, self.owner(tile)) {
                    (Some(side), _) => side,
                    (None, Owner::Held(side)) => now.map_or(side, |card| card.side),
                    (None, Owner::Neutral) => {
                        return Err(TileReportError::CardSideMissing { tile });
                    }
                };
                let same = now.filter(|card| card.card == id && card.side == side);
                Some(same.unwrap_or_else(|| CardInPlay::new(id, side)))
            }
        };
        if let (Some(card), Some(side)) = (&mut card, report.card_side)
            && card.side != side
        {
            *card = CardInPlay::new(card.card, side);
        }
        if let (Some(card), Some(delta)) = (&mut card, report.power_delta) {
            card.power_delta = delta;
        }
        Ok(card)
    }

    fn reported_ranks(&self, report: &TileReport, owner: Owner) -> BySide<Rank> {
        let reported = &report.ranks;
        let mut ranks = self.ranks(report.tile);
        if let Some(shown) = report.shown_rank {
            ranks = match owner {
                Owner::Held(Side::You) => BySide::new(shown, Rank::ZERO),
                Owner::Held(Side::Enemy) => BySide::new(Rank::ZERO, shown),
                Owner::Neutral => BySide::new(shown, shown),
            };
        } else if report.owner.is_some() && reported.you.is_none() && reported.enemy.is_none() {
            // A tile that changes its owner still shows the same rank.
            let shown = self.visible_rank(report.tile);
            ranks = match owner {
                Owner::Held(Side::You) => BySide::new(shown, Rank::ZERO),
                Owner::Held(Side::Enemy) => BySide::new(Rank::ZERO, shown),
                Owner::Neutral => BySide::new(Rank::ZERO, Rank::ZERO),
            };
        }
        BySide::new(
            reported.you.unwrap_or(ranks.you),
            reported.enemy.unwrap_or(ranks.enemy),
        )
    }
}
