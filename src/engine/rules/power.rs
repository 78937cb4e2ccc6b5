//! Power and status of the cards in play, always computed from the present board
//! (RULES.md, section 7).

use qbcoach_basics::words;

use super::board::{Board, CardInPlay};
use super::card::{CardProfile, Trait};
use super::effect::{Count, CountedStatus, Whose};
use super::knobs::StatusBasis;
use super::rulebook::Rulebook;
use super::side::{BySide, Side};
use super::tile::{ByTile, TileId, TileSet};

words! {
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Status {
        Enfeebled = "enfeebled",
        #[default]
        Neutral = "neutral",
        Enhanced = "enhanced",
    }
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
}

/// The effective power and the status of every card in play, and what auras give. A play
/// brings them up to date, so that a chain of plays computes them only once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Powers {
    pub power: ByTile<i32>,
    /// What the auras in force give to a card of each side on each tile, empty or not.
    pub(crate) gains: BySide<ByTile<i32>>,
    enhanced: TileSet,
    enfeebled: TileSet,
    /// The cards with a power of 0 or less.
    powerless: TileSet,
    /// False when counting and status kept changing each other.
    pub settled: bool,
}

impl Powers {
    const NONE: Powers = Powers {
        power: ByTile::all(0),
        gains: BySide::new(ByTile::all(0), ByTile::all(0)),
        enhanced: TileSet::EMPTY,
        enfeebled: TileSet::EMPTY,
        powerless: TileSet::EMPTY,
        settled: true,
    };

    /// The status of the card on a tile; neutral where there is none.
    #[inline]
    pub fn status(&self, tile: TileId) -> Status {
        if self.enhanced.contains(tile) {
            Status::Enhanced
        } else if self.enfeebled.contains(tile) {
            Status::Enfeebled
        } else {
            Status::Neutral
        }
    }

    #[inline]
    pub(super) fn powerless(&self) -> TileSet {
        self.powerless
    }

    #[inline]
    fn set_status(&mut self, tile: TileId, status: Status) {
        self.enhanced.set(tile, status == Status::Enhanced);
        self.enfeebled.set(tile, status == Status::Enfeebled);
    }

    #[inline]
    fn set_power(&mut self, tile: TileId, power: i32) {
        self.power[tile] = power;
        self.powerless.set(tile, power <= 0);
    }

    /// Enters a card that no look has seen: neutral and at its printed power.
    #[inline]
    pub(super) fn enter(&mut self, tile: TileId, printed_power: i32) {
        self.power[tile] = printed_power;
        self.set_status(tile, Status::Neutral);
    }

    /// Forgets the card that was on a tile.
    #[inline]
    pub(super) fn leave(&mut self, tile: TileId) {
        self.power[tile] = 0;
        self.powerless.remove(tile);
        self.set_status(tile, Status::Neutral);
    }
}

/// Whether the auras of a card begin or end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AuraChange {
    Begin,
    End,
}

/// How often counting and status may change each other before the first counts stand.
const ROUNDS: usize = 16;

impl Board {
    /// The powers computed from the whole board.
    pub fn powers(&self, book: &Rulebook) -> Powers {
        let mut powers = Powers::NONE;
        for source in self.with_trait(Trait::HasAuras).iter() {
            self.change_auras(book, source, AuraChange::Begin, &mut powers);
        }
        self.update_powers(book, self.occupied(), &mut powers);
        powers
    }

    /// The tiles with cards of `whose`, seen from `side`.
    #[inline]
    pub(super) fn cards_of_whose(&self, whose: Whose, side: Side) -> TileSet {
        match whose {
            Whose::Allies => self.cards_of(side),
            Whose::Enemies => self.cards_of(side.opponent()),
            Whose::All => self.occupied(),
        }
    }

    /// Begins or ends the auras of the card on `source` and returns the tiles that they
    /// reach.
    pub(super) fn change_auras(
        &self,
        book: &Rulebook,
        source: TileId,
        change: AuraChange,
        powers: &mut Powers,
    ) -> TileSet {
        let mut all_reached = TileSet::EMPTY;
        let Some(placed) = self.card(source) else {
            return all_reached;
        };
        for aura in &book.catalogue.profile(placed.card).auras {
            let amount = match change {
                AuraChange::Begin => aura.amount,
                AuraChange::End => -aura.amount,
            };
            let reached = book.catalogue[placed.card]
                .reach(aura.reach, placed.side, source)
                .without(TileSet::of(source));
            all_reached = all_reached.or(reached);
            for side in Side::BOTH {
                let gives = match aura.whose {
                    Whose::Allies => side == placed.side,
                    Whose::Enemies => side != placed.side,
                    Whose::All => true,
                };
                if gives {
                    let gains = &mut powers.gains[side];
                    reached.iter().for_each(|tile| gains[tile] += amount);
                }
            }
        }
        all_reached
    }

    /// What the auras of the card on `source` add to the card on `tile`.
    pub(super) fn aura_between(&self, book: &Rulebook, source: TileId, tile: TileId) -> i32 {
        let Some(placed) = self.card(tile) else {
            return 0;
        };
        let mut alone = Powers::NONE;
        self.change_auras(book, source, AuraChange::Begin, &mut alone);
        alone.gains[placed.side][tile]
    }

    /// Brings the powers up to date: only the cards on the tiles `changed`, and those that
    /// count, may have another power than before.
    #[inline]
    pub(super) fn update_powers(&self, book: &Rulebook, changed: TileSet, powers: &mut Powers) {
        let counting = self.with_trait(Trait::Counts);
        for tile in changed.or(counting).and(self.occupied()).iter() {
            if let Some(placed) = self.card(tile) {
                let change = change_without_counting(placed, tile, powers);
                let printed = book.catalogue.profile(placed.card).power;
                powers.set_power(tile, printed + change);
                powers.set_status(
                    tile,
                    Status::of(match book.rules.status {
                        StatusBasis::Discrete => placed.power_delta,
                        StatusBasis::Net => change,
                    }),
                );
            }
        }
        powers.settled = true;
        if !counting.is_empty() {
            self.count(book, counting, powers);
        }
    }

    /// Adds what counting cards count, starting from nothing counted.
    fn count(&self, book: &Rulebook, counting: TileSet, powers: &mut Powers) {
        let first = self.counts(book, counting, powers);
        let mut counts = first;
        if book.rules.status == StatusBasis::Net {
            // The first round has been made: its counts are `first`.
            powers.settled = counting.iter().all(|tile| first[tile] == 0);
            for _round in 2..=ROUNDS {
                if powers.settled {
                    break;
                }
                self.classify(counting, &counts, powers);
                let next = self.counts(book, counting, powers);
                powers.settled = counting.iter().all(|tile| next[tile] == counts[tile]);
                counts = next;
            }
            if !powers.settled {
                counts = first;
                self.classify(counting, &counts, powers);
            }
        }
        for tile in counting.iter() {
            powers.set_power(tile, powers.power[tile] + counts[tile]);
        }
    }

    /// What each counting card counts among cards of the present status.
    fn counts(&self, book: &Rulebook, counting: TileSet, powers: &Powers) -> ByTile<i32> {
        let mut counts = ByTile::all(0);
        for tile in counting.iter() {
            if let Some(placed) = self.card(tile) {
                let profile = book.catalogue.profile(placed.card);
                counts[tile] = self.counted_by(profile, placed.side, tile, powers);
            }
        }
        counts
    }

    /// The power that a card gains by counting; a card never counts itself.
    fn counted_by(&self, profile: &CardProfile, side: Side, tile: TileId, powers: &Powers) -> i32 {
        let number = |count: &Count| {
            let of_status = match count.state {
                CountedStatus::Enhanced => powers.enhanced,
                CountedStatus::Enfeebled => powers.enfeebled,
                CountedStatus::EnhancedOrEnfeebled => powers.enhanced.or(powers.enfeebled),
            };
            let tiles = of_status.and(self.cards_of_whose(count.whose, side));
            tiles.without(TileSet::of(tile)).len() as i32
        };
        profile
            .counts
            .iter()
            .map(|(amount, count)| amount * number(count))
            .sum()
    }

    /// Gives counting cards the status that they have with these counts.
    fn classify(&self, counting: TileSet, counts: &ByTile<i32>, powers: &mut Powers) {
        for tile in counting.iter() {
            if let Some(placed) = self.card(tile) {
                let change = change_without_counting(placed, tile, powers);
                powers.set_status(tile, Status::of(change + counts[tile]));
            }
        }
    }
}

/// The sum of all changes of a card's power apart from counting.
#[inline]
fn change_without_counting(placed: &CardInPlay, tile: TileId, powers: &Powers) -> i32 {
    placed.power_delta + placed.scale_delta + powers.gains[placed.side][tile]
}
