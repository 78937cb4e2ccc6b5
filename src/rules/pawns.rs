//! Pawns: the ranks of the tiles and which card made which change (RULES 2).
//!
//! The shown ranks are always the tile's base plus the records of the cards in
//! play, clamped to 0–3. What is stored is that sum and the records; the base is
//! their difference. So placing a pawn touches one record, and a destroyed
//! card's pawns are undone by taking its records off the sums.

use super::board::Board;
use super::card::Rank;
use super::knobs::{Claim, DestroyedPawns, DestroyedTile, Rules};
use super::side::{BySide, Owner, Side};
use super::tile::{ByTile, TileId, TileSet};

/// A change of the two ranks of one tile.
pub type RankChange = BySide<i8>;

const NO_CHANGE: RankChange = BySide::new(0, 0);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pawns {
    /// Base plus records; may lie outside 0–3 after an undo.
    sums: ByTile<RankChange>,
    /// By the tile of the card that made them, then by the tile they lie on.
    records: ByTile<ByTile<RankChange>>,
}

impl Pawns {
    pub(super) fn none() -> Pawns {
        Pawns {
            sums: ByTile::all(NO_CHANGE),
            records: ByTile::all(ByTile::all(NO_CHANGE)),
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

    /// What the card on `source` has changed on `tile`.
    pub fn record(&self, source: TileId, tile: TileId) -> RankChange {
        self.records[source][tile]
    }

    /// The ranks of a tile without any card's record.
    pub fn base(&self, tile: TileId) -> RankChange {
        TileId::all().fold(self.sums[tile], |base, source| {
            minus(base, self.records[source][tile])
        })
    }

    /// Gives a tile new base ranks and forgets every record on it.
    pub(super) fn set_base(&mut self, tile: TileId, base: RankChange) {
        self.sums[tile] = base;
        for source in TileId::all() {
            self.records[source][tile] = NO_CHANGE;
        }
    }

    pub(super) fn add(&mut self, source: TileId, tile: TileId, change: RankChange) {
        self.sums[tile] = plus(self.sums[tile], change);
        self.records[source][tile] = plus(self.records[source][tile], change);
    }

    /// Notes a record that the tile's sum already contains.
    pub(super) fn attribute(&mut self, source: TileId, tile: TileId, change: RankChange) {
        self.records[source][tile] = change;
    }

    /// Takes the records of the card on `source` off their tiles; returns the tiles.
    pub(super) fn undo(&mut self, source: TileId) -> TileSet {
        let mut touched = TileSet::EMPTY;
        for tile in TileId::all() {
            let change = self.records[source][tile];
            if change != NO_CHANGE {
                self.sums[tile] = minus(self.sums[tile], change);
                touched.insert(tile);
            }
        }
        self.records[source] = ByTile::all(NO_CHANGE);
        touched
    }

    /// Makes the records of the card on `source` part of their tiles' base.
    pub(super) fn keep(&mut self, source: TileId) {
        self.records[source] = ByTile::all(NO_CHANGE);
    }

    /// Where no card has a record, what is shown is all there is.
    pub(super) fn show_bases(&mut self) {
        for tile in TileId::all() {
            let bare = TileId::all().all(|source| self.records[source][tile] == NO_CHANGE);
            if bare {
                self.sums[tile] = self.shown(tile).map(|rank| rank.get() as i8);
            }
        }
    }

    pub(super) fn mirrored(&self) -> Pawns {
        let swap = |changes: ByTile<RankChange>| changes.map(BySide::swapped).mirrored();
        Pawns {
            sums: swap(self.sums),
            records: self.records.map(swap).mirrored(),
        }
    }
}

// Saturating: only a session of hundreds of replays on one tile could get
// there, and a daemon must not fall over it.
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
            self.owners[tile],
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
