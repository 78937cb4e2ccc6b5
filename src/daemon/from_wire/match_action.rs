//! Actions of a match.

use qbcoach_protocol as wire;

use super::{card, cards, deck, side, tile};
use crate::rpc_error::RpcError;
use qbcoach_engine::rules::setup::TileCorrection;
use qbcoach_engine::rules::tile_report::{ReportedCard, TileReport, TileReportError};
use qbcoach_engine::rules::{BySide, Catalogue, Move, Owner, Play, Rank, Side};
use qbcoach_engine::simulation::action::Action;
use qbcoach_engine::simulation::deck_library::DeckLibrary;
use qbcoach_sessions::queens_blood::Match;

/// An action in the current state of the match: without a side, a move is that of
/// the side to act.
pub fn action(
    decks: &DeckLibrary,
    game: &Match,
    action: wire::MatchAction,
) -> Result<Action, RpcError> {
    let catalogue = &game.book().catalogue;
    let position = &game.annotated.state.position;
    let mover = |given: Option<wire::Side>| given.map_or(position.to_act, side);
    Ok(match action {
        wire::MatchAction::Mulligan(mulligan) => {
            let drew = mulligan.drew.as_deref();
            let drew = drew.map(|drew| cards(catalogue, "action.drew", drew));
            Action::Mulligan {
                // A mulligan comes before any turn: without a side it is yours.
                side: mulligan.side.map_or(Side::You, side),
                replace: cards(catalogue, "action.replace", &mulligan.replace)?,
                drew: drew.transpose()?,
            }
        }
        wire::MatchAction::Draw(draw) => Action::Draw {
            card: card(catalogue, "action.card", &draw.card)?,
        },
        wire::MatchAction::Play(play) => Action::Move {
            side: mover(play.side),
            made: Move::Play(Play {
                card: card(catalogue, "action.card", &play.card)?,
                tile: tile("action.tile", &play.tile)?,
            }),
        },
        wire::MatchAction::Pass(pass) => Action::Move {
            side: mover(pass.side),
            made: Move::Pass,
        },
        wire::MatchAction::SetHand(hand) => Action::SetHand {
            cards: cards(catalogue, "action.cards", &hand.cards)?,
        },
        wire::MatchAction::SetDeck(set) => {
            let deck = set
                .deck
                .map(|cards| deck(catalogue, decks, "action.deck", &cards));
            Action::SetDeck {
                side: side(set.side),
                deck: deck.transpose()?,
            }
        }
        wire::MatchAction::Resync(resync) => {
            let correction = |(index, report): (usize, &wire::TileReport)| {
                let field = format!("action.tiles[{index}]");
                let report = tile_report(catalogue, &field, report)?;
                let correction = position.board.correction(&report);
                correction.map_err(|error| of_report(&field, &error))
            };
            let tiles: Result<Vec<TileCorrection>, RpcError> =
                resync.tiles.iter().enumerate().map(correction).collect();
            Action::Resync { tiles: tiles? }
        }
    })
}

fn tile_report(
    catalogue: &Catalogue,
    field: &str,
    given: &wire::TileReport,
) -> Result<TileReport, RpcError> {
    let at = |name: &str| format!("{field}.{name}");
    let rank = |name: &str, value: Option<u8>| match value {
        None => Ok(None),
        Some(number) => Rank::new(number)
            .map(Some)
            .ok_or_else(|| RpcError::params(&at(name), format!("{number} is not a rank: 0 to 3"))),
    };
    Ok(TileReport {
        tile: tile(&at("tile"), &given.tile)?,
        owner: given.owner.map(|owner| match owner {
            wire::Owner::You => Owner::Held(Side::You),
            wire::Owner::Enemy => Owner::Held(Side::Enemy),
            wire::Owner::Neutral => Owner::Neutral,
        }),
        card: match &given.card {
            None => ReportedCard::Unchanged,
            Some(None) => ReportedCard::None,
            Some(Some(input)) => ReportedCard::Card(card(catalogue, &at("card"), input)?),
        },
        card_side: given.side.map(side),
        power_delta: given.power_delta,
        shown_rank: rank("rank", given.rank)?,
        ranks: BySide::new(
            rank("playerRank", given.player_rank)?,
            rank("enemyRank", given.enemy_rank)?,
        ),
    })
}

fn of_report(field: &str, error: &TileReportError) -> RpcError {
    match error {
        TileReportError::CardSideMissing { .. } => {
            RpcError::params(&format!("{field}.side"), error)
        }
        TileReportError::OwnerIsNotTheCards { .. } => {
            let hint = "say `side` if the card is the other's, or `card: null` if it is gone";
            RpcError::params(&format!("{field}.owner"), error).hint(hint)
        }
    }
}
