//! Pawns: the ranks of the tiles and which card made which change (RULES.md, section 2).
//!
//! The shown ranks are always the tile's base plus the records of the cards in play,
//! clamped to 0–3. Only the sum and the records are stored; the base is their difference.
//! So laying a pawn changes one record, and the pawns of a destroyed card are undone by
//! subtracting its records from the sums.

use super::board::Board;
use super::card::Rank;
use super::key;
use super::knobs::{Claim, DestroyedPawns, DestroyedTile, Rules};
use super::side::{BySide, Owner, Side};
use super::tile::{ByTile, TileId, TileSet};

/// A change of the two ranks of one tile.
pub(crate) type RankChange = BySide<i8>;

const NO_CHANGE: RankChange = BySide::new(0, 0);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pawns {
    /// Base plus records; may lie outside 0–3 after an undo.
    sums: ByTile<RankChange>,
    /// By the tile of the card that made them, then by the tile they lie on.
    records: ByTile<ByTile<RankChange>>,
    /// For each card the tiles on which it has a record.
    recorded: ByTile<TileSet>,
    visible: VisibleRanks,
    /// The part of the board's key that sums and records give.
    key: u64,
}

/// The visible ranks of all tiles: for each rank from 1 to 3, sixteen bits with the set of
/// the tiles that have at least that rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct VisibleRanks(u64);

impl VisibleRanks {
    #[inline]
    fn set(&mut self, tile: TileId, rank: Rank) {
        const ALL: u64 = 0x0001_0001_0001;
        const UP_TO: [u64; 4] = [0, 0x1, 0x0001_0001, ALL];
        let others = self.0 & !(ALL << tile.index());
        self.0 = others | UP_TO[usize::from(rank.get())] << tile.index();
    }

    /// The tiles of at least this rank.
    #[inline]
    pub(crate) const fn at_least(self, rank: Rank) -> TileSet {
        match rank.get() {
            0 => TileSet::ALL,
            rank => TileSet::from_bits((self.0 >> (16 * (rank - 1))) as u16),
        }
    }

    /// The rank of a tile.
    #[inline]
    pub(crate) const fn of(self, tile: TileId) -> usize {
        let bits = self.0 >> tile.index();
        ((bits & 1) + (bits >> 16 & 1) + (bits >> 32 & 1)) as usize
    }

    /// The highest rank of these tiles; 0 if there are none.
    #[inline]
    pub(crate) const fn highest_within(self, tiles: TileSet) -> usize {
        (64 - self.within(tiles).leading_zeros() as usize).div_ceil(16)
    }

    /// The sets of the ranks 1 to 3, each restricted to `tiles`, with sixteen bits each.
    #[inline]
    pub(crate) const fn within(self, tiles: TileSet) -> u64 {
        self.0 & (tiles.bits() as u64 * 0x0001_0001_0001)
    }
}

impl Pawns {
    pub(super) fn none() -> Pawns {
        Pawns {
            sums: ByTile::all(NO_CHANGE),
            records: ByTile::all(ByTile::all(NO_CHANGE)),
            recorded: ByTile::all(TileSet::EMPTY),
            visible: VisibleRanks(0),
            key: 0,
        }
    }

    #[inline]
    pub fn shown(&self, tile: TileId) -> BySide<Rank> {
        self.sums[tile].map(Rank::clamped)
    }

    /// Base plus records, before clamping.
    pub fn sum(&self, tile: TileId) -> RankChange {
        self.sums[tile]
    }

    #[inline]
    pub(crate) fn visible(&self) -> VisibleRanks {
        self.visible
    }

    /// The change that the pawns of the card on `source` have made on `tile`.
    pub fn record(&self, source: TileId, tile: TileId) -> RankChange {
        self.records[source][tile]
    }

    /// The ranks of a tile without any card's record.
    pub fn base(&self, tile: TileId) -> RankChange {
        TileId::all().fold(self.sums[tile], |base, source| {
            minus(base, self.records[source][tile])
        })
    }

    #[inline]
    pub(super) fn key(&self) -> u64 {
        self.key
    }

    /// The key computed from all sums and records.
    pub(super) fn key_from_scratch(&self) -> u64 {
        let mut sum = 0_u64;
        for tile in TileId::all() {
            sum = sum.wrapping_add(key::of_ranks(tile, self.sums[tile]));
            for on in TileId::all() {
                sum = sum.wrapping_add(key::of_record(tile, on, self.records[tile][on]));
            }
        }
        sum
    }

    #[inline]
    fn set_sum(&mut self, tile: TileId, sum: RankChange) {
        let old = std::mem::replace(&mut self.sums[tile], sum);
        self.key = self
            .key
            .wrapping_sub(key::of_ranks(tile, old))
            .wrapping_add(key::of_ranks(tile, sum));
        let shown = sum.map(Rank::clamped);
        self.visible.set(tile, shown.you.max(shown.enemy));
    }

    #[inline]
    fn set_record(&mut self, source: TileId, tile: TileId, record: RankChange) {
        let old = std::mem::replace(&mut self.records[source][tile], record);
        self.recorded[source].set(tile, record != NO_CHANGE);
        self.key = self
            .key
            .wrapping_sub(key::of_record(source, tile, old))
            .wrapping_add(key::of_record(source, tile, record));
    }

    /// Gives a tile new base ranks and forgets every record on it.
    pub(super) fn set_base(&mut self, tile: TileId, base: RankChange) {
        self.set_sum(tile, base);
        for source in TileId::all() {
            if self.recorded[source].contains(tile) {
                self.set_record(source, tile, NO_CHANGE);
            }
        }
    }

    #[inline]
    pub(super) fn add(&mut self, source: TileId, tile: TileId, change: RankChange) {
        self.set_sum(tile, plus(self.sums[tile], change));
        self.set_record(source, tile, plus(self.records[source][tile], change));
    }

    /// Stores a record that the tile's sum already contains.
    pub(super) fn attribute(&mut self, source: TileId, tile: TileId, change: RankChange) {
        self.set_record(source, tile, change);
    }

    /// Removes the records of the card on `source` and returns their tiles.
    pub(super) fn undo(&mut self, source: TileId) -> TileSet {
        let touched = self.recorded[source];
        for tile in touched.iter() {
            let change = self.records[source][tile];
            self.set_sum(tile, minus(self.sums[tile], change));
            self.set_record(source, tile, NO_CHANGE);
        }
        touched
    }

    /// Makes the records of the card on `source` part of their tiles' base.
    pub(super) fn keep(&mut self, source: TileId) {
        for tile in self.recorded[source].iter() {
            self.set_record(source, tile, NO_CHANGE);
        }
    }

    /// After a change by hand: brings every tile to a state that plays can reach under
    /// these rules, without changing the ranks it shows.
    ///
    /// Where pawns are undone, a base lies within 0–3. A card that was taken off by hand
    /// leaves its pawns in the base, which may exceed that; then the ranks shown become
    /// the base, as if the tile itself had been set by hand. Where pawns are kept,
    /// nothing is ever undone, so that a sum lies within 0–3.
    pub(super) fn settle(&mut self, destroyed_pawns: DestroyedPawns) {
        for tile in TileId::all() {
            let shown = self.shown(tile).map(|rank| rank.get() as i8);
            match destroyed_pawns {
                DestroyedPawns::Undo if self.has_sound_base(tile) => {}
                DestroyedPawns::Undo => self.set_base(tile, shown),
                DestroyedPawns::Keep => self.set_sum(tile, shown),
            }
        }
    }

    /// Whether the ranks of a tile without any record lie within 0–3.
    fn has_sound_base(&self, tile: TileId) -> bool {
        Side::BOTH.into_iter().all(|side| {
            let recorded: i32 = TileId::all()
                .map(|source| i32::from(self.records[source][tile][side]))
                .sum();
            let base = i32::from(self.sums[tile][side]) - recorded;
            (0..=i32::from(Rank::MAX.get())).contains(&base)
        })
    }

    pub(super) fn mirrored(&self) -> Pawns {
        let mut mirrored = Pawns::none();
        for tile in TileId::all() {
            mirrored.set_sum(tile.mirrored(), self.sums[tile].swapped());
            for on in TileId::all() {
                let change = self.records[tile][on].swapped();
                mirrored.set_record(tile.mirrored(), on.mirrored(), change);
            }
        }
        mirrored
    }
}

// Saturating: hundreds of plays that reach one tile could overflow an `i8`, and a
// daemon must not panic then.
fn plus(a: RankChange, b: RankChange) -> RankChange {
    BySide::new(a.you.saturating_add(b.you), a.enemy.saturating_add(b.enemy))
}

fn minus(a: RankChange, b: RankChange) -> RankChange {
    BySide::new(a.you.saturating_sub(b.you), a.enemy.saturating_sub(b.enemy))
}

/// The ranks a pawn asks for on an empty tile, seen from its own side.
fn asked(own: i8, other: i8, owner: Owner, side: Side, amount: i8, claim: Claim) -> (i8, i8) {
    let up = |rank: i8| (rank + amount).min(Rank::MAX.get() as i8);
    match (owner == Owner::Held(side.opponent()), claim) {
        (false, _) => (up(own), other),
        (true, Claim::Step) => (up(own), (other - amount).max(0)),
        (true, Claim::TakeOver) => (own.max(other), 0),
    }
}

impl Board {
    /// Lays a pawn of the card on `source` on an empty tile. True when the shown
    /// ranks changed.
    pub(super) fn lay_pawn(
        &mut self,
        source: TileId,
        side: Side,
        tile: TileId,
        amount: i8,
        claim: Claim,
    ) -> bool {
        let before = self.ranks(tile);
        let shown = before.map(|rank| rank.get() as i8);
        let (own, other) = asked(
            shown[side],
            shown[side.opponent()],
            self.owner(tile),
            side,
            amount,
            claim,
        );
        let asked = BySide::seen_from(side, own, other);
        self.pawns.add(source, tile, minus(asked, shown));
        let changed = self.ranks(tile) != before;
        if changed {
            self.settle_owner(tile);
        }
        changed
    }

    /// Removes a batch of destroyed cards with their pawns and their tiles, as
    /// the knobs say. Their auras end with them.
    pub(super) fn remove_batch(&mut self, batch: TileSet, rules: &Rules) {
        let mut touched = TileSet::EMPTY;
        let before = self.pawns.sums;
        for tile in batch.iter() {
            self.take_card(tile);
            match rules.destroyed_pawns {
                DestroyedPawns::Undo => touched = touched.or(self.pawns.undo(tile)),
                DestroyedPawns::Keep => self.pawns.keep(tile),
            }
        }
        if rules.destroyed_tile == DestroyedTile::Clear {
            for tile in batch.iter() {
                self.pawns.set_base(tile, NO_CHANGE);
            }
        }
        for tile in touched.or(batch).without(self.occupied()).iter() {
            let changed = before[tile].map(Rank::clamped) != self.ranks(tile);
            if changed || batch.contains(tile) {
                self.settle_owner(tile);
            }
        }
    }
}
