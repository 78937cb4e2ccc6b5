//! The board: tiles, the cards on them and the pawn records cards have made.
//!
//! A [`Board`] is never illegal: it starts as the opening, comes out of a play or
//! out of a [`super::setup::Setup`] that was found correct. It is a plain value of
//! less than a kibibyte without pointers, so that copying one is all a search needs.

use super::card::{CardId, Rank};
use super::pawns::Pawns;
use super::rulebook::Rulebook;
use super::side::{BySide, Owner, Side};
use super::tile::{ByTile, TileId, TileSet};

/// Which abilities of an instance that act once have acted: a bit for each of
/// the card's effects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Fired(u8);

impl Fired {
    #[inline]
    pub const fn contains(self, effect: usize) -> bool {
        self.0 >> effect & 1 == 1
    }

    #[inline]
    pub fn insert(&mut self, effect: usize) {
        self.0 |= 1 << effect;
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The places of the fired effects in the card's list.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        (0..8).filter(move |&effect| self.contains(effect))
    }
}

/// One instance of a card on the board. Two copies of a card share nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CardInPlay {
    pub card: CardId,
    pub side: Side,
    /// The sum of all discrete changes of its power.
    pub power_delta: i32,
    /// What it has gained from watched events.
    pub scale_delta: i32,
    pub fired: Fired,
    /// The pawns a spawned token took the place of.
    pub replaced_pawns: Rank,
    /// The card that spawned it or put it in the hand.
    pub spawned_by: Option<CardId>,
}

impl CardInPlay {
    pub fn new(card: CardId, side: Side) -> CardInPlay {
        CardInPlay {
            card,
            side,
            power_delta: 0,
            scale_delta: 0,
            fired: Fired::default(),
            replaced_pawns: Rank::ZERO,
            spawned_by: None,
        }
    }

    /// Powers stay far inside the integers, whatever a session does for however
    /// long, so that sums of them can never overflow.
    pub const POWER_LIMIT: i32 = 1_000_000;

    pub(super) fn change_power(&mut self, amount: i32) {
        self.power_delta = limited(self.power_delta, amount);
    }

    pub(super) fn grow(&mut self, amount: i32) {
        self.scale_delta = limited(self.scale_delta, amount);
    }
}

fn limited(power: i32, amount: i32) -> i32 {
    let limit = CardInPlay::POWER_LIMIT;
    power.saturating_add(amount).clamp(-limit, limit)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    pub(super) cards: ByTile<Option<CardInPlay>>,
    pub(super) occupied: BySide<TileSet>,
    pub(super) owners: ByTile<Owner>,
    pub(super) pawns: Pawns,
}

impl Board {
    /// The start: you own column 1 and the enemy column 5, rank 1 each.
    pub fn opening() -> Board {
        let mut board = Board::bare();
        for tile in TileId::all() {
            let holder = match tile.column().number() {
                1 => Side::You,
                5 => Side::Enemy,
                _ => continue,
            };
            board.owners[tile] = Owner::Held(holder);
            board.pawns.set_base(tile, BySide::seen_from(holder, 1, 0));
        }
        board
    }

    /// A board without pawns, owners and cards.
    pub(super) fn bare() -> Board {
        Board {
            cards: ByTile::all(None),
            occupied: BySide::new(TileSet::EMPTY, TileSet::EMPTY),
            owners: ByTile::all(Owner::Neutral),
            pawns: Pawns::none(),
        }
    }

    #[inline]
    pub fn card(&self, tile: TileId) -> Option<&CardInPlay> {
        self.cards[tile].as_ref()
    }

    #[inline]
    pub fn owner(&self, tile: TileId) -> Owner {
        self.owners[tile]
    }

    /// The ranks shown on a tile.
    #[inline]
    pub fn ranks(&self, tile: TileId) -> BySide<Rank> {
        self.pawns.shown(tile)
    }

    /// The larger of the two ranks.
    #[inline]
    pub fn visible_rank(&self, tile: TileId) -> Rank {
        let ranks = self.ranks(tile);
        ranks.you.max(ranks.enemy)
    }

    pub fn pawns(&self) -> &Pawns {
        &self.pawns
    }

    /// The tiles with a card of `side`.
    #[inline]
    pub fn cards_of(&self, side: Side) -> TileSet {
        self.occupied[side]
    }

    /// The tiles with a card.
    #[inline]
    pub fn occupied(&self) -> TileSet {
        self.occupied.you.or(self.occupied.enemy)
    }

    pub fn is_full(&self) -> bool {
        self.occupied() == TileSet::ALL
    }

    /// The tiles of the cards whose lasting effect reaches `tile`.
    pub fn effect_sources(&self, book: &Rulebook, tile: TileId) -> TileSet {
        let reaches = |source: &TileId| {
            self.card(*source).is_some_and(|placed| {
                let card = &book.catalogue[placed.card];
                let auras = &book.catalogue.plan(placed.card).auras;
                *source != tile
                    && auras
                        .iter()
                        .any(|aura| card.reach(aura.reach, placed.side, *source).contains(tile))
            })
        };
        self.occupied().iter().filter(reaches).collect()
    }

    /// The board as the opponent sees it: columns and sides exchanged.
    pub fn mirrored(&self) -> Board {
        let swap = |card: CardInPlay| CardInPlay {
            side: card.side.opponent(),
            ..card
        };
        Board {
            cards: self.cards.map(|card| card.map(swap)).mirrored(),
            occupied: BySide::new(self.occupied.enemy.mirrored(), self.occupied.you.mirrored()),
            owners: self.owners.map(Owner::mirrored).mirrored(),
            pawns: self.pawns.mirrored(),
        }
    }

    /// Notes which card put the one on `tile` in the hand it came from, where
    /// several could have.
    pub(crate) fn set_maker(&mut self, tile: TileId, maker: Option<CardId>) {
        if let Some(placed) = &mut self.cards[tile] {
            placed.spawned_by = maker;
        }
    }

    pub(super) fn put_card(&mut self, tile: TileId, card: CardInPlay) {
        self.cards[tile] = Some(card);
        self.occupied[card.side].insert(tile);
        self.occupied[card.side.opponent()].remove(tile);
        self.owners[tile] = Owner::Held(card.side);
    }

    pub(super) fn take_card(&mut self, tile: TileId) -> Option<CardInPlay> {
        self.occupied.you.remove(tile);
        self.occupied.enemy.remove(tile);
        self.cards[tile].take()
    }

    /// Works out who holds an empty tile after its ranks have changed; on a tie
    /// it stays with whoever held it before.
    pub(super) fn settle_owner(&mut self, tile: TileId) {
        let ranks = self.ranks(tile);
        self.owners[tile] = match ranks.you.cmp(&ranks.enemy) {
            std::cmp::Ordering::Greater => Owner::Held(Side::You),
            std::cmp::Ordering::Less => Owner::Held(Side::Enemy),
            std::cmp::Ordering::Equal if ranks.you == Rank::ZERO => Owner::Neutral,
            std::cmp::Ordering::Equal => self.owners[tile],
        };
    }
}
