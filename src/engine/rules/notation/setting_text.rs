//! The state of one tile as a correction writes it: `TOP-3 y1` or `MID-2 e1[019]`.

use super::super::board::CardInPlay;
use super::super::card::Rank;
use super::super::catalogue::Catalogue;
use super::super::setup::{SetupCard, SetupTile, TileCorrection};
use super::super::side::BySide;
use super::super::tile::{ParseTileError, TileId};
use super::position_text::{PositionTextError, parse_tile, tile_text};

/// Why a text is not the state of a tile.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingError {
    #[error("give the state of the tile: `set TILE` and `.`, `y1`, `e2:1` or `y1[019+2]`")]
    Incomplete,
    #[error("a tile set by hand has ranks from 0 to 3, and its card brings no pawns")]
    OutOfRange,
    #[error(transparent)]
    Tile(#[from] ParseTileError),
    #[error(transparent)]
    State(#[from] PositionTextError),
}

/// A correction as [`read_setting`] reads it.
pub fn setting_text(catalogue: &Catalogue, correction: &TileCorrection) -> String {
    let card = correction.card.map(|placed| SetupCard {
        power_delta: placed.power_delta,
        scale_delta: placed.scale_delta,
        fired: placed.fired.iter().collect(),
        replaced_pawns: placed.replaced_pawns.get(),
        spawned_by: placed.spawned_by,
        ..SetupCard::new(placed.card, placed.side)
    });
    let tile = SetupTile {
        owner: correction.owner,
        ranks: correction.ranks.map(|rank| rank.get() as i8),
        card,
    };
    format!("{} {}", correction.tile, tile_text(catalogue, &tile))
}

/// Reads a correction as [`setting_text`] writes it.
pub fn read_setting(catalogue: &Catalogue, text: &str) -> Result<TileCorrection, SettingError> {
    let (tile, state) = text
        .split_once(char::is_whitespace)
        .ok_or(SettingError::Incomplete)?;
    let tile: TileId = tile.parse()?;
    let setup = parse_tile(catalogue, state.trim())?;
    let rank = |rank: i8| u8::try_from(rank).ok().and_then(Rank::new);
    let (Some(you), Some(enemy)) = (rank(setup.ranks.you), rank(setup.ranks.enemy)) else {
        return Err(SettingError::OutOfRange);
    };
    let card = match setup.card {
        None => None,
        Some(card) if !card.pawns.is_empty() => return Err(SettingError::OutOfRange),
        Some(card) => {
            let mut placed = CardInPlay {
                power_delta: card.power_delta,
                scale_delta: card.scale_delta,
                replaced_pawns: Rank::new(card.replaced_pawns).ok_or(SettingError::OutOfRange)?,
                spawned_by: card.spawned_by,
                ..CardInPlay::new(card.card, card.side)
            };
            for ability in card.fired.into_iter().filter(|ability| *ability < 8) {
                placed.fired.insert(ability);
            }
            Some(placed)
        }
    };
    Ok(TileCorrection {
        tile,
        owner: setup.owner,
        ranks: BySide::new(you, enemy),
        card,
    })
}
