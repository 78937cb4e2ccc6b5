//! The board: tiles, the cards on them and the pawn records of the cards.
//!
//! A [`Board`] is never illegal: it is the opening, the result of a play, or made from a
//! [`super::setup::Setup`] without faults. It is a plain value of less than a kibibyte
//! without pointers, so a search can simply copy it.

use super::card::{CardId, Rank, Trait, Traits};
use super::key;
use super::pawns::Pawns;
use super::rulebook::Rulebook;
use super::side::{BySide, Owner, Side};
use super::tile::{ByTile, TileId, TileSet};

/// Which of an instance's abilities that act once have acted: a bit for each of the
/// card's effects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Fired(u8);

impl Fired {
    #[inline]
    pub(crate) const fn contains(self, effect: usize) -> bool {
        self.0 >> effect & 1 == 1
    }

    #[inline]
    pub(crate) fn insert(&mut self, effect: usize) {
        self.0 |= 1 << effect;
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub(super) const fn bits(self) -> u8 {
        self.0
    }

    /// The indices of the fired effects in the card's list.
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
    /// The power it has gained by growing on watched events.
    pub scale_delta: i32,
    pub fired: Fired,
    /// How many pawns a spawned token replaced.
    pub replaced_pawns: Rank,
    /// The card whose effect spawned it or added it to the hand.
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

    /// The largest change of a power. It keeps powers so small that sums of them never
    /// overflow, however long a session runs.
    pub(crate) const POWER_LIMIT: i32 = 1_000_000;
}

fn limited(power: i32, amount: i32) -> i32 {
    let limit = CardInPlay::POWER_LIMIT;
    power.saturating_add(amount).clamp(-limit, limit)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    cards: ByTile<Option<CardInPlay>>,
    occupied: BySide<TileSet>,
    /// A tile is at most in one of the two sets.
    owned: BySide<TileSet>,
    with_trait: TilesWithTrait,
    pub(super) pawns: Pawns,
    /// The part of the key that cards and owners give.
    key: u64,
}

/// For each [`Trait`] the tiles whose card has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct TilesWithTrait([TileSet; Trait::NUMBER]);

impl TilesWithTrait {
    #[inline]
    fn insert(&mut self, tile: TileId, traits: Traits) {
        for (tiles, has) in self.0.iter_mut().zip(traits.0) {
            *tiles = tiles.or(TileSet::from_bits(has << tile.index()));
        }
    }

    #[inline]
    fn remove(&mut self, tile: TileId) {
        for tiles in &mut self.0 {
            *tiles = tiles.without(TileSet::of(tile));
        }
    }
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
            board.set_owner(tile, Owner::Held(holder));
            board.pawns.set_base(tile, BySide::seen_from(holder, 1, 0));
        }
        board
    }

    /// A board without pawns, owners and cards.
    pub(super) fn bare() -> Board {
        Board {
            cards: ByTile::all(None),
            occupied: BySide::new(TileSet::EMPTY, TileSet::EMPTY),
            owned: BySide::new(TileSet::EMPTY, TileSet::EMPTY),
            with_trait: TilesWithTrait::default(),
            pawns: Pawns::none(),
            key: 0,
        }
    }

    #[inline]
    pub fn card(&self, tile: TileId) -> Option<&CardInPlay> {
        self.cards[tile].as_ref()
    }

    #[inline]
    pub fn owner(&self, tile: TileId) -> Owner {
        if self.owned.you.contains(tile) {
            Owner::Held(Side::You)
        } else if self.owned.enemy.contains(tile) {
            Owner::Held(Side::Enemy)
        } else {
            Owner::Neutral
        }
    }

    /// The tiles that a side owns, with and without cards.
    #[inline]
    pub fn owned_by(&self, side: Side) -> TileSet {
        self.owned[side]
    }

    /// The empty tiles that a side owns.
    #[inline]
    pub fn open_to(&self, side: Side) -> TileSet {
        self.owned[side].without(self.occupied())
    }

    /// Equal for boards with the same future: the same cards with the same changes of
    /// power and fired abilities, owners, ranks and pawn records. Different boards have
    /// different keys but for chance in 2^64. A board has the same key on every machine.
    #[inline]
    pub fn key(&self) -> u64 {
        key::spread(self.key.wrapping_add(self.pawns.key()))
    }

    /// [`Board::key`] computed from the whole board.
    pub fn key_from_scratch(&self) -> u64 {
        let mut sum = self.pawns.key_from_scratch();
        for tile in TileId::all() {
            sum = sum.wrapping_add(key::of_owner(tile, self.owner(tile)));
            if let Some(placed) = self.card(tile) {
                sum = sum.wrapping_add(key::of_card(tile, placed));
            }
        }
        key::spread(sum)
    }

    /// Whether a card in play has an aura.
    #[inline]
    pub(crate) fn has_auras(&self) -> bool {
        !self.with_trait(Trait::HasAuras).is_empty()
    }

    /// The tiles whose card has a trait.
    #[inline]
    pub(crate) fn with_trait(&self, wanted: Trait) -> TileSet {
        self.with_trait.0[wanted as usize]
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
                let auras = &book.catalogue.profile(placed.card).auras;
                *source != tile
                    && auras
                        .iter()
                        .any(|aura| card.reach(aura.reach, placed.side, *source).contains(tile))
            })
        };
        let sources = self.with_trait(Trait::HasAuras);
        sources.iter().filter(reaches).collect()
    }

    /// The board as the opponent sees it: columns and sides exchanged.
    pub fn mirrored(&self) -> Board {
        let mut board = Board {
            owned: BySide::new(self.owned.enemy.mirrored(), self.owned.you.mirrored()),
            occupied: BySide::new(self.occupied.enemy.mirrored(), self.occupied.you.mirrored()),
            with_trait: TilesWithTrait(self.with_trait.0.map(TileSet::mirrored)),
            pawns: self.pawns.mirrored(),
            ..Board::bare()
        };
        for tile in TileId::all() {
            let swap = |card: CardInPlay| CardInPlay {
                side: card.side.opponent(),
                ..card
            };
            board.cards[tile.mirrored()] = self.cards[tile].map(swap);
            let owner = key::of_owner(tile, board.owner(tile));
            board.key = board.key.wrapping_add(owner);
        }
        for tile in board.occupied().iter() {
            if let Some(placed) = &board.cards[tile] {
                board.key = board.key.wrapping_add(key::of_card(tile, placed));
            }
        }
        board
    }

    /// Records which card added the card on `tile` to the hand it was played from,
    /// where several cards could have done so.
    pub(crate) fn set_maker(&mut self, tile: TileId, maker: Option<CardId>) {
        if let Some(placed) = &mut self.cards[tile] {
            placed.spawned_by = maker;
        }
    }

    /// Puts a card on a tile. A card that is there is gone.
    #[inline]
    pub(super) fn put_card(&mut self, book: &Rulebook, tile: TileId, card: CardInPlay) {
        self.take_card(tile);
        self.cards[tile] = Some(card);
        self.key = self.key.wrapping_add(key::of_card(tile, &card));
        self.occupied[card.side].insert(tile);
        let traits = book.catalogue.profile(card.card).traits;
        self.with_trait.insert(tile, traits);
        self.set_owner(tile, Owner::Held(card.side));
    }

    #[inline]
    pub(super) fn take_card(&mut self, tile: TileId) -> Option<CardInPlay> {
        let taken = self.cards[tile].take()?;
        self.key = self.key.wrapping_sub(key::of_card(tile, &taken));
        self.occupied[taken.side].remove(tile);
        self.with_trait.remove(tile);
        Some(taken)
    }

    /// Changes the power of the card on `tile` for good.
    #[inline]
    pub(super) fn change_power(&mut self, tile: TileId, amount: i32) {
        if let Some(placed) = &mut self.cards[tile] {
            let before = placed.power_delta;
            placed.power_delta = limited(before, amount);
            let change = placed.power_delta - before;
            self.key = self.key.wrapping_add(key::of_power_delta(tile, change));
        }
    }

    /// Lets the card on `tile` grow by an event that it watched.
    #[inline]
    pub(super) fn grow(&mut self, tile: TileId, amount: i32) {
        if let Some(placed) = &mut self.cards[tile] {
            let before = placed.scale_delta;
            placed.scale_delta = limited(before, amount);
            let change = placed.scale_delta - before;
            self.key = self.key.wrapping_add(key::of_scale_delta(tile, change));
        }
    }

    /// Records that an ability of the card on `tile` has acted. False if it had before.
    pub(super) fn fire(&mut self, tile: TileId, effect: usize) -> bool {
        let Some(placed) = &mut self.cards[tile] else {
            return false;
        };
        if placed.fired.contains(effect) {
            return false;
        }
        self.key = self.key.wrapping_sub(key::of_card(tile, placed));
        placed.fired.insert(effect);
        self.key = self.key.wrapping_add(key::of_card(tile, placed));
        true
    }

    #[inline]
    pub(super) fn set_owner(&mut self, tile: TileId, owner: Owner) {
        let before = self.owner(tile);
        if before == owner {
            return;
        }
        self.key = self
            .key
            .wrapping_sub(key::of_owner(tile, before))
            .wrapping_add(key::of_owner(tile, owner));
        if let Some(side) = before.side() {
            self.owned[side].remove(tile);
        }
        if let Some(side) = owner.side() {
            self.owned[side].insert(tile);
        }
    }

    /// Updates the owner of an empty tile after its ranks have changed. On a tie the
    /// owner stays the same.
    #[inline]
    pub(super) fn settle_owner(&mut self, tile: TileId) {
        let ranks = self.ranks(tile);
        let owner = match ranks.you.cmp(&ranks.enemy) {
            std::cmp::Ordering::Greater => Owner::Held(Side::You),
            std::cmp::Ordering::Less => Owner::Held(Side::Enemy),
            std::cmp::Ordering::Equal if ranks.you == Rank::ZERO => Owner::Neutral,
            std::cmp::Ordering::Equal => return,
        };
        self.set_owner(tile, owner);
    }
}
