//! Lanes, columns, tiles and sets of tiles, and the board order in which a play treats
//! tiles.

use std::fmt;
use std::ops::{Index, IndexMut};
use std::str::FromStr;

use qbcoach_basics::shorten::{is_too_long, shortened};
use qbcoach_basics::words;

use super::side::Side;

pub(crate) const TILES: usize = 15;
const COLUMNS: usize = 5;

words! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Lane {
        Top = "TOP",
        Mid = "MID",
        Bot = "BOT",
    }
}

impl Lane {
    pub const ALL: [Lane; 3] = [Lane::Top, Lane::Mid, Lane::Bot];

    /// All five tiles of the lane.
    pub const fn tiles(self) -> TileSet {
        TileSet(0b11111 << (self as usize * COLUMNS))
    }
}

impl fmt::Display for Lane {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// One value for each lane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ByLane<T>(pub [T; 3]);

impl<T> Index<Lane> for ByLane<T> {
    type Output = T;

    #[inline]
    fn index(&self, lane: Lane) -> &T {
        &self.0[lane as usize]
    }
}

impl<T> IndexMut<Lane> for ByLane<T> {
    #[inline]
    fn index_mut(&mut self, lane: Lane) -> &mut T {
        &mut self.0[lane as usize]
    }
}

/// A column, 1 to 5 from left to right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Column(u8);

impl Column {
    pub fn new(number: u8) -> Option<Column> {
        (1..=COLUMNS as u8)
            .contains(&number)
            .then_some(Column(number))
    }

    pub fn all() -> impl Iterator<Item = Column> {
        (1..=COLUMNS as u8).map(Column)
    }

    pub const fn number(self) -> u8 {
        self.0
    }
}

/// One of the fifteen tiles. Ordered TOP-1 … TOP-5, MID-1 … BOT-5.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TileId(u8);

impl TileId {
    pub const FIRST: TileId = TileId(0);

    pub const fn new(lane: Lane, column: Column) -> TileId {
        TileId(lane as u8 * COLUMNS as u8 + column.0 - 1)
    }

    #[inline]
    pub fn all() -> impl Iterator<Item = TileId> {
        (0..TILES as u8).map(TileId)
    }

    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    #[inline]
    pub const fn lane(self) -> Lane {
        match self.0 / COLUMNS as u8 {
            0 => Lane::Top,
            1 => Lane::Mid,
            _ => Lane::Bot,
        }
    }

    pub(crate) const fn column(self) -> Column {
        Column(self.0 % COLUMNS as u8 + 1)
    }

    /// The tile `lanes` further down and `columns` further right, if on the board.
    pub(crate) fn offset(self, lanes: i8, columns: i8) -> Option<TileId> {
        let lane = i8::try_from(self.index() / COLUMNS).ok()? + lanes;
        let column = i8::try_from(self.index() % COLUMNS).ok()? + columns;
        let on_board = (0..3).contains(&lane) && (0..COLUMNS as i8).contains(&column);
        on_board.then(|| TileId(lane as u8 * COLUMNS as u8 + column as u8))
    }

    /// The tile that is in this one's position on the mirrored board.
    #[inline]
    pub const fn mirrored(self) -> TileId {
        const MIRRORED: [u8; TILES] = [4, 3, 2, 1, 0, 9, 8, 7, 6, 5, 14, 13, 12, 11, 10];
        TileId(MIRRORED[self.index()])
    }

    /// The short form used inside position texts: `m4`.
    pub(crate) fn short(self) -> String {
        let lane = self.lane().word().to_ascii_lowercase();
        format!("{}{}", &lane[..1], self.column().0)
    }
}

impl fmt::Display for TileId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.lane(), self.column().0)
    }
}

impl fmt::Debug for TileId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a tile: write a lane and a column from 1 to 5, such as MID-4, mid4 or m4")]
pub struct ParseTileError(pub String);

impl FromStr for TileId {
    type Err = ParseTileError;

    fn from_str(text: &str) -> Result<TileId, ParseTileError> {
        let error = || ParseTileError(shortened(text).into_owned());
        if is_too_long(text) {
            return Err(error());
        }
        let lower = text.trim().to_ascii_lowercase();
        let digits_at = lower.find(|c: char| c.is_ascii_digit()).ok_or_else(error)?;
        let (lane, column) = lower.split_at(digits_at);
        let lane = match lane.trim_end_matches(['-', ' ']) {
            "top" | "t" => Lane::Top,
            "mid" | "m" => Lane::Mid,
            "bot" | "b" => Lane::Bot,
            _ => return Err(error()),
        };
        let column = column.parse().ok().and_then(Column::new);
        Ok(TileId::new(lane, column.ok_or_else(error)?))
    }
}

/// One value for each tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ByTile<T>(pub [T; TILES]);

impl<T> ByTile<T> {
    pub fn iter(&self) -> impl Iterator<Item = (TileId, &T)> {
        TileId::all().zip(&self.0)
    }

    pub fn map<U>(self, f: impl FnMut(T) -> U) -> ByTile<U> {
        ByTile(self.0.map(f))
    }
}

impl<T: Copy> ByTile<T> {
    pub const fn all(value: T) -> Self {
        Self([value; TILES])
    }

    /// The same values on the mirrored tiles.
    pub fn mirrored(self) -> Self {
        Self(std::array::from_fn(|i| self[TileId(i as u8).mirrored()]))
    }
}

impl ByTile<i32> {
    /// The sum of the five tiles of each lane.
    #[inline]
    pub(crate) fn lane_sums(&self) -> ByLane<i32> {
        let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o] = self.0;
        ByLane([a + b + c + d + e, f + g + h + i + j, k + l + m + n + o])
    }
}

impl<T: Default> Default for ByTile<T> {
    fn default() -> Self {
        Self(std::array::from_fn(|_| T::default()))
    }
}

impl<T> Index<TileId> for ByTile<T> {
    type Output = T;

    #[inline]
    fn index(&self, tile: TileId) -> &T {
        &self.0[tile.index()]
    }
}

impl<T> IndexMut<TileId> for ByTile<T> {
    #[inline]
    fn index_mut(&mut self, tile: TileId) -> &mut T {
        &mut self.0[tile.index()]
    }
}

/// A set of tiles, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TileSet(u16);

impl TileSet {
    pub(crate) const EMPTY: TileSet = TileSet(0);
    pub const ALL: TileSet = TileSet((1 << TILES) - 1);

    #[inline]
    pub const fn of(tile: TileId) -> TileSet {
        TileSet(1 << tile.0)
    }

    #[inline]
    pub const fn contains(self, tile: TileId) -> bool {
        self.0 >> tile.0 & 1 == 1
    }

    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    #[inline]
    pub(crate) const fn and(self, other: TileSet) -> TileSet {
        TileSet(self.0 & other.0)
    }

    #[inline]
    pub(crate) const fn or(self, other: TileSet) -> TileSet {
        TileSet(self.0 | other.0)
    }

    #[inline]
    pub const fn without(self, other: TileSet) -> TileSet {
        TileSet(self.0 & !other.0)
    }

    #[inline]
    pub(crate) fn insert(&mut self, tile: TileId) {
        self.0 |= 1 << tile.0;
    }

    #[inline]
    pub(crate) fn remove(&mut self, tile: TileId) {
        self.0 &= !(1 << tile.0);
    }

    /// The values on the tiles of the set, and 0 on all others. It makes no decision for
    /// single tiles, so that the CPU treats several at once.
    #[inline]
    pub(crate) fn select(self, values: &ByTile<i32>) -> ByTile<i32> {
        ByTile(std::array::from_fn(|index| {
            if self.0 & 1 << index == 0 {
                0
            } else {
                values.0[index]
            }
        }))
    }

    /// Puts a tile into the set or takes it out.
    #[inline]
    pub(crate) fn set(&mut self, tile: TileId, contained: bool) {
        self.0 = self.0 & !(1 << tile.0) | u16::from(contained) << tile.0;
    }

    /// The tiles from TOP-1 to BOT-5.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = TileId> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            if bits == 0 {
                return None;
            }
            let tile = TileId(bits.trailing_zeros() as u8);
            bits &= bits - 1;
            Some(tile)
        })
    }

    /// The tiles in the board order of the side whose play is being resolved.
    #[inline]
    pub(crate) fn in_board_order(self, mover: Side) -> impl Iterator<Item = TileId> {
        // The enemy's order is the mirror image of yours. Iterating over the
        // mirrored set and mirroring each tile back needs no sorting.
        let bits = match mover {
            Side::You => self,
            Side::Enemy => self.mirrored(),
        };
        bits.iter().map(move |tile| match mover {
            Side::You => tile,
            Side::Enemy => tile.mirrored(),
        })
    }

    /// The mirrored tiles: each lane's five bits reversed.
    #[inline]
    pub const fn mirrored(self) -> TileSet {
        /// The bits of the five columns in opposite order.
        const REVERSED: [u8; 32] = {
            let mut reversed = [0; 32];
            let mut lane = 0;
            while lane < 32 {
                reversed[lane] = (lane as u8).reverse_bits() >> 3;
                lane += 1;
            }
            reversed
        };
        const fn reversed(lane: u16) -> u16 {
            REVERSED[(lane & 0b11111) as usize] as u16
        }
        TileSet(reversed(self.0) | reversed(self.0 >> 5) << 5 | reversed(self.0 >> 10) << 10)
    }

    /// One bit for each tile in their order, five for each lane.
    #[inline]
    pub(crate) const fn bits(self) -> u16 {
        self.0
    }

    /// The set with these bits; others than the fifteen are ignored.
    #[inline]
    pub(crate) const fn from_bits(bits: u16) -> TileSet {
        TileSet(bits & TileSet::ALL.0)
    }
}

impl FromIterator<TileId> for TileSet {
    fn from_iter<I: IntoIterator<Item = TileId>>(tiles: I) -> TileSet {
        tiles
            .into_iter()
            .fold(TileSet::EMPTY, |set, tile| set.or(TileSet::of(tile)))
    }
}
