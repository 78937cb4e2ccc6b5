//! Power and status of the cards in play (RULES 7), always from the board as it is.

use super::board::Board;
use super::card::Plan;
use super::effect::{Count, Counted, Whose};
use super::knobs::StatusBasis;
use super::rulebook::Rulebook;
use super::side::{BySide, Side};
use super::tile::{ByTile, TileId, TileSet};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Status {
    Enfeebled,
    #[default]
    Neutral,
    Enhanced,
}

impl Status {
    #[inline]
    const fn of(change: i32) -> Status {
        match change {
            i32::MIN..=-1 => Status::Enfeebled,
            0 => Status::Neutral,
            1.. => Status::Enhanced,
        }
    }

    /// The word used in texts and on the wire.
    pub const fn word(self) -> &'static str {
        match self {
            Status::Enfeebled => "enfeebled",
            Status::Neutral => "neutral",
            Status::Enhanced => "enhanced",
        }
    }
}

/// The effective power and the status of every card in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Powers {
    pub power: ByTile<i32>,
    pub status: ByTile<Status>,
    /// False when counting and status kept changing each other.
    pub settled: bool,
}

/// How often counting and status may change each other before we give up.
const ROUNDS: usize = 16;

impl Board {
    pub fn powers(&self, book: &Rulebook) -> Powers {
        self.powers_under(book, &self.auras(book))
    }

    /// The tiles among the board's cards that belong to `whose`, seen from `side`.
    #[inline]
    pub(super) fn cards_of_whose(&self, whose: Whose, side: Side) -> TileSet {
        match whose {
            Whose::Allies => self.occupied[side],
            Whose::Enemies => self.occupied[side.opponent()],
            Whose::All => self.occupied(),
        }
    }

    /// What auras add to each card in play.
    pub(super) fn auras(&self, book: &Rulebook) -> ByTile<i32> {
        let mut sums = ByTile::all(0);
        for source in self.occupied().iter() {
            self.add_auras_of(book, source, 1, &mut sums);
        }
        sums
    }

    /// Adds (`sign` 1) or takes off (−1) what one source's auras give.
    #[inline]
    fn add_auras_of(&self, book: &Rulebook, source: TileId, sign: i32, sums: &mut ByTile<i32>) {
        let Some(placed) = self.card(source) else {
            return;
        };
        for aura in &book.catalogue.plan(placed.card).auras {
            let reached = book.catalogue[placed.card]
                .reach(aura.reach, placed.side, source)
                .and(self.cards_of_whose(aura.whose, placed.side))
                .without(TileSet::of(source));
            for tile in reached.iter() {
                sums[tile] += sign * aura.amount;
            }
        }
    }

    /// What the auras in force would give to a card of each side on each tile.
    pub fn lasting_gains(&self, book: &Rulebook) -> BySide<ByTile<i32>> {
        let mut gains = BySide::new(ByTile::all(0), ByTile::all(0));
        for source in self.occupied().iter() {
            let Some(placed) = self.card(source) else {
                continue;
            };
            for aura in &book.catalogue.plan(placed.card).auras {
                let reached = book.catalogue[placed.card]
                    .reach(aura.reach, placed.side, source)
                    .without(TileSet::of(source));
                for tile in reached.iter() {
                    if aura.whose != Whose::Enemies {
                        gains[placed.side][tile] += aura.amount;
                    }
                    if aura.whose != Whose::Allies {
                        gains[placed.side.opponent()][tile] += aura.amount;
                    }
                }
            }
        }
        gains
    }

    /// What the auras of the card on `source` add to the card on `tile`.
    pub(super) fn aura_between(&self, book: &Rulebook, source: TileId, tile: TileId) -> i32 {
        let mut sums = ByTile::all(0);
        self.add_auras_of(book, source, 1, &mut sums);
        sums[tile]
    }

    pub(super) fn powers_under(&self, book: &Rulebook, auras: &ByTile<i32>) -> Powers {
        let mut powers = Powers {
            power: ByTile::all(0),
            status: ByTile::all(Status::Neutral),
            settled: true,
        };
        // What changes each card apart from counting.
        let mut changes = ByTile::all(0);
        let mut counting = TileSet::EMPTY;
        for tile in self.occupied().iter() {
            let Some(placed) = self.card(tile) else {
                continue;
            };
            let plan = book.catalogue.plan(placed.card);
            let change = placed.power_delta + placed.scale_delta + auras[tile];
            changes[tile] = change;
            powers.power[tile] = plan.power + change;
            powers.status[tile] = Status::of(match book.rules.status {
                StatusBasis::Discrete => placed.power_delta,
                StatusBasis::Net => change,
            });
            if !plan.counts.is_empty() {
                counting.insert(tile);
            }
        }
        if !counting.is_empty() {
            self.count(book, counting, &changes, &mut powers);
        }
        powers
    }

    /// Adds what counting cards count, starting from nothing counted.
    fn count(
        &self,
        book: &Rulebook,
        counting: TileSet,
        changes: &ByTile<i32>,
        powers: &mut Powers,
    ) {
        let count_all = |status: &ByTile<Status>| {
            let tally = Tally::of(self, status);
            let mut counts = ByTile::all(0);
            for tile in counting.iter() {
                if let Some(placed) = self.card(tile) {
                    let plan = book.catalogue.plan(placed.card);
                    counts[tile] = tally.counted_by(plan, placed.side, tile);
                }
            }
            counts
        };
        let first = count_all(&powers.status);
        let counts = match book.rules.status {
            StatusBasis::Discrete => first,
            StatusBasis::Net => {
                let classify = |counts: &ByTile<i32>, status: &mut ByTile<Status>| {
                    for tile in counting.iter() {
                        status[tile] = Status::of(changes[tile] + counts[tile]);
                    }
                };
                let mut counts = first;
                // The first round has been made: its counts are `first`.
                powers.settled = first == ByTile::all(0);
                for _round in 2..=ROUNDS {
                    if powers.settled {
                        break;
                    }
                    classify(&counts, &mut powers.status);
                    let next = count_all(&powers.status);
                    powers.settled = next == counts;
                    counts = next;
                }
                if !powers.settled {
                    counts = first;
                }
                classify(&counts, &mut powers.status);
                counts
            }
        };
        for tile in counting.iter() {
            powers.power[tile] += counts[tile];
        }
    }
}

/// Which tiles hold enhanced and enfeebled cards, by side.
struct Tally {
    enhanced: BySide<TileSet>,
    enfeebled: BySide<TileSet>,
}

impl Tally {
    fn of(board: &Board, status: &ByTile<Status>) -> Tally {
        let (mut enhanced, mut enfeebled) = (TileSet::EMPTY, TileSet::EMPTY);
        for tile in board.occupied().iter() {
            match status[tile] {
                Status::Enhanced => enhanced.insert(tile),
                Status::Enfeebled => enfeebled.insert(tile),
                Status::Neutral => {}
            }
        }
        let by_side = |tiles: TileSet| {
            BySide::new(
                tiles.and(board.cards_of(Side::You)),
                tiles.and(board.cards_of(Side::Enemy)),
            )
        };
        Tally {
            enhanced: by_side(enhanced),
            enfeebled: by_side(enfeebled),
        }
    }

    /// What a card counts; never itself.
    fn counted_by(&self, plan: &Plan, side: Side, tile: TileId) -> i32 {
        let number = |count: &Count| {
            let of_side = |side: Side| match count.state {
                Counted::Enhanced => self.enhanced[side],
                Counted::Enfeebled => self.enfeebled[side],
                Counted::EnhancedOrEnfeebled => self.enhanced[side].or(self.enfeebled[side]),
            };
            let tiles = match count.whose {
                Whose::Allies => of_side(side),
                Whose::Enemies => of_side(side.opponent()),
                Whose::All => of_side(Side::You).or(of_side(Side::Enemy)),
            };
            tiles.without(TileSet::of(tile)).len() as i32
        };
        plan.counts
            .iter()
            .map(|(amount, count)| amount * number(count))
            .sum()
    }
}
