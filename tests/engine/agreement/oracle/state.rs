//! The board, stored as the fewest facts from which everything else can be computed.

use std::collections::{BTreeMap, BTreeSet};

use super::data::{Cards, Scope, Where};

pub const LANES: usize = 3;
pub const COLUMNS: usize = 5;
pub const TILES: usize = LANES * COLUMNS;

/// Identifies one card in play. Ids are never reused, so a new card on a tile has another id
/// than the card before.
pub type Id = u32;

#[derive(Clone)]
pub struct Oracle {
    /// Base ranks of the tiles, without the records of cards: yours, the enemy's.
    pub(super) base: [[i64; 2]; TILES],
    pub(super) records: Vec<Record>,
    pub(super) owner: [Option<char>; TILES],
    pub(super) cards: BTreeMap<Id, CardInPlay>,
    pub(super) next_id: Id,
    pub(super) never_settled: bool,
    pub(super) cut_short: bool,
}

/// The change that one pawn of a card made on a tile, in the same order as the base.
#[derive(Clone)]
pub struct Record {
    pub source: Id,
    pub tile: usize,
    pub change: [i64; 2],
}

#[derive(Clone)]
pub struct CardInPlay {
    pub number: String,
    pub side: char,
    pub tile: usize,
    pub power_delta: i64,
    pub scale_delta: i64,
    /// Indices, in the card's list of effects, of abilities that fire once and have fired.
    pub fired: BTreeSet<usize>,
    /// Power and status (1 enhanced, −1 enfeebled) at the last look.
    pub seen_power: i64,
    pub seen_status: i64,
    /// The pawns a token was spawned on; 0 for a card from a hand.
    pub replaced_pawns: i64,
    /// The power of the card this one replaced; 0 if none.
    pub replaced_power: i64,
    pub spawned_by: Option<String>,
}

pub fn opponent(side: char) -> char {
    match side {
        'y' => 'e',
        'e' => 'y',
        other => panic!("no side is called {other}"),
    }
}

/// The index of a side's rank in a pair of ranks.
pub fn index(side: char) -> usize {
    match side {
        'y' => 0,
        'e' => 1,
        other => panic!("no side is called {other}"),
    }
}

/// All tiles, lanes from the top, columns from the own edge of `side`.
pub fn board_order(side: char) -> Vec<usize> {
    let mut tiles = Vec::new();
    for lane in 0..LANES {
        for step in 0..COLUMNS {
            let column = if side == 'y' {
                step
            } else {
                COLUMNS - 1 - step
            };
            tiles.push(lane * COLUMNS + column);
        }
    }
    tiles
}

/// The tile so many steps away, if it is on the board.
pub fn neighbour(tile: usize, right: i64, down: i64) -> Option<usize> {
    let lane = (tile / COLUMNS) as i64 + down;
    let column = (tile % COLUMNS) as i64 + right;
    if (0..LANES as i64).contains(&lane) && (0..COLUMNS as i64).contains(&column) {
        Some(lane as usize * COLUMNS + column as usize)
    } else {
        None
    }
}

impl Oracle {
    /// Column 1 is yours and column 5 the enemy's, rank 1 each (RULES.md, section 2).
    pub fn opening() -> Oracle {
        let mut base = [[0, 0]; TILES];
        let mut owner = [None; TILES];
        for lane in 0..LANES {
            base[lane * COLUMNS] = [1, 0];
            owner[lane * COLUMNS] = Some('y');
            base[lane * COLUMNS + COLUMNS - 1] = [0, 1];
            owner[lane * COLUMNS + COLUMNS - 1] = Some('e');
        }
        Oracle {
            base,
            records: Vec::new(),
            owner,
            cards: BTreeMap::new(),
            next_id: 1,
            never_settled: false,
            cut_short: false,
        }
    }

    pub(super) fn card_at(&self, tile: usize) -> Option<Id> {
        for (id, card) in &self.cards {
            if card.tile == tile {
                return Some(*id);
            }
        }
        None
    }

    /// The ranks a tile shows: the sum of base and records, clamped.
    pub(super) fn ranks(&self, tile: usize) -> [i64; 2] {
        let mut ranks = self.base[tile];
        for record in &self.records {
            if record.tile == tile {
                ranks[0] += record.change[0];
                ranks[1] += record.change[1];
            }
        }
        ranks.map(|rank| rank.clamp(0, 3))
    }

    pub(super) fn visible_rank(&self, tile: usize) -> i64 {
        let [yours, enemys] = self.ranks(tile);
        yours.max(enemys)
    }

    /// Sets the owner of an empty tile by its ranks; on a tie it is `before`.
    pub(super) fn settle_owner(&mut self, tile: usize, before: Option<char>) {
        let [yours, enemys] = self.ranks(tile);
        self.owner[tile] = if yours > enemys {
            Some('y')
        } else if enemys > yours {
            Some('e')
        } else if yours > 0 {
            before
        } else {
            None
        };
    }

    /// All cards in play in the board order of `side`.
    pub(super) fn in_board_order(&self, side: char) -> Vec<Id> {
        board_order(side)
            .into_iter()
            .filter_map(|tile| self.card_at(tile))
            .collect()
    }

    /// The tiles on which a card has P or X squares (`pawn`) or else E or X squares.
    pub(super) fn range_tiles(&self, cards: &Cards, id: Id, pawn: bool) -> BTreeSet<usize> {
        let card = &self.cards[&id];
        let mut tiles = BTreeSet::new();
        for square in &cards[card.number.as_str()].range {
            let right = if card.side == 'y' {
                square.right
            } else {
                -square.right
            };
            let wanted = if pawn { square.pawn } else { square.effect };
            if let (true, Some(tile)) = (wanted, neighbour(card.tile, right, square.down)) {
                tiles.insert(tile);
            }
        }
        tiles
    }

    /// Whether a scope of the card `source` includes `target`. For an aura the caller must exclude
    /// the source.
    pub(super) fn reaches(&self, cards: &Cards, source: Id, scope: Scope, target: Id) -> bool {
        let from = &self.cards[&source];
        let to = &self.cards[&target];
        match scope {
            Scope::NoCards => false,
            Scope::Itself => source == target,
            Scope::Cards(who, area) => {
                let there = match area {
                    Where::Global => true,
                    Where::InLane => from.tile / COLUMNS == to.tile / COLUMNS,
                    Where::AffectedTiles => {
                        self.range_tiles(cards, source, false).contains(&to.tile)
                    }
                };
                there && who.means(from.side, to.side)
            }
        }
    }
}
