//! The key of a board: 64 bits that are equal for boards with the same future.
//!
//! Each number that describes the board (the card on a tile, a change of its power, the
//! owner of a tile, its ranks, each pawn record) has a fixed random weight. The key is the
//! sum of all numbers times their weights, modulo 2^64. So a change of one number changes
//! the key by the difference times the weight, and no part of the board is read again.
//! The weights come from a fixed seed: a board has the same key on every machine.

use super::board::CardInPlay;
use super::card::CardId;
use super::pawns::RankChange;
use super::side::BySide;
use super::tile::{ByTile, TILES, TileId};

/// The weight of one number of a stream, by the generator SplitMix64.
const fn weight(stream: u64, index: usize) -> u64 {
    const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut mixed = (stream << 32).wrapping_add(STEP.wrapping_mul(index as u64 + 1));
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    // An odd weight loses no bit of the number it is multiplied with.
    (mixed ^ mixed >> 31) | 1
}

const fn weights<const N: usize>(stream: u64) -> [u64; N] {
    let mut weights = [0; N];
    let mut index = 0;
    while index < N {
        weights[index] = weight(stream, index);
        index += 1;
    }
    weights
}

static CARD: ByTile<u64> = ByTile(weights(1));
static POWER_DELTA: ByTile<u64> = ByTile(weights(2));
static SCALE_DELTA: ByTile<u64> = ByTile(weights(3));
static OWNER: BySide<ByTile<u64>> = BySide::new(ByTile(weights(4)), ByTile(weights(5)));
static RANKS: ByTile<u64> = ByTile(weights(6));
/// By the tile of the card that laid the pawn, then by the tile of the pawn.
static RECORD: [u64; TILES * TILES] = weights(7);

/// What a card on a tile adds to the key. Which card made it does not matter.
#[inline]
pub(super) fn of_card(tile: TileId, placed: &CardInPlay) -> u64 {
    // Above the number of the card: a bit for the side, eight for the fired abilities,
    // two for the replaced pawns, and one that is always set.
    let identity = placed.card.index() as u64
        | (placed.side as u64) << 16
        | u64::from(placed.fired.bits()) << 17
        | u64::from(placed.replaced_pawns.get()) << 25
        | 1 << 27;
    CARD[tile]
        .wrapping_mul(identity)
        .wrapping_add(of_power_delta(tile, placed.power_delta))
        .wrapping_add(of_scale_delta(tile, placed.scale_delta))
}

#[inline]
pub(super) fn of_power_delta(tile: TileId, change: i32) -> u64 {
    POWER_DELTA[tile].wrapping_mul(i64::from(change) as u64)
}

#[inline]
pub(super) fn of_scale_delta(tile: TileId, change: i32) -> u64 {
    SCALE_DELTA[tile].wrapping_mul(i64::from(change) as u64)
}

/// What the owner of a tile adds to the key; a neutral tile adds nothing.
#[inline]
pub(super) fn of_owner(tile: TileId, owner: super::side::Owner) -> u64 {
    owner.side().map_or(0, |side| OWNER[side][tile])
}

/// What the unclamped ranks of a tile add to the key.
#[inline]
pub(super) fn of_ranks(tile: TileId, ranks: RankChange) -> u64 {
    RANKS[tile].wrapping_mul(number_of(ranks))
}

#[inline]
pub(super) fn of_record(source: TileId, tile: TileId, change: RankChange) -> u64 {
    RECORD[source.index() * TILES + tile.index()].wrapping_mul(number_of(change))
}

/// One number for the changes of both sides, different for different changes.
#[inline]
fn number_of(change: RankChange) -> u64 {
    (i64::from(change.you) + (i64::from(change.enemy) << 8)) as u64
}

/// What one copy of a card adds to the key of the cards that a side holds.
#[inline]
pub(crate) const fn of_held(card: CardId) -> u64 {
    weight(8, card.index())
}

/// Spreads the sum over all bits, so that a table may use any of them as an index. Equal
/// keys come from equal sums only.
#[inline]
pub(crate) const fn spread(sum: u64) -> u64 {
    let mixed = (sum ^ sum >> 32).wrapping_mul(0x9fb2_1c65_1e98_df25);
    mixed ^ mixed >> 29
}
