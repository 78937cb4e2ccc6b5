//! What an attacker can still do at most, without trying its plays.
//!
//! A lane is quiet if no ability that may act can touch any tile of it. The cards of a
//! quiet lane keep their powers, and a card put there has its printed power. So the most
//! that the attacker can add to a quiet lane is the sum of the largest printed powers on
//! the tiles that it may come to. Everything here errs to the attacker's side: abilities
//! act whatever their trigger, every reached card may be destroyed, every card may be
//! played on every rank.

use super::supply::CardSupply;
use crate::rules::effect::{Effect, Operation, Scope, Trigger};
use crate::rules::{
    Board, ByLane, ByTile, Card, CardId, Cost, Lane, MatchScore, Owner, Rulebook, Side, TileId,
    TileSet,
};

/// The facts about all cards that the attacker may have.
#[derive(Clone, Debug)]
pub(in crate::coaching) struct AttackReach {
    attacker: Side,
    /// The tiles that abilities of a card on each tile may touch.
    touched_from: ByTile<TileSet>,
    /// The tiles that pawns of a card on each tile reach.
    pawns_from: ByTile<TileSet>,
    replaces: bool,
    expands: bool,
    /// Whether a card may bring points apart from its power.
    scores: bool,
    /// The sums of the largest printed powers, by the number of cards.
    largest: Vec<i32>,
}

/// The most that an attacker can reach in one position, where it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::coaching) struct LaneLimits {
    /// The attacker's largest power in each lane; `None` if the lane is not quiet.
    most: ByLane<Option<i32>>,
}

const TILES: usize = 15;

impl AttackReach {
    /// `None` if the attacker may have cards that put others on the board: then anything
    /// may be reached.
    pub fn of(
        book: &Rulebook,
        supply: &CardSupply,
        board: &Board,
        attacker: Side,
    ) -> Option<AttackReach> {
        let mut kinds = supply.all_kinds();
        let placed = TileId::all().filter_map(|tile| board.card(tile));
        let mut added = Vec::new();
        for effect in placed.flat_map(|placed| later_effects(&book.catalogue[placed.card])) {
            added.extend(cards_added_by(effect)?);
        }
        kinds.extend(&added);
        // The list grows while it is walked through: a token may add another token.
        let mut at = 0;
        while let Some(maker) = kinds.get(at) {
            for effect in &book.catalogue[*maker].effects {
                added.extend(cards_added_by(effect)?);
            }
            let new = added.iter().filter(|card| !kinds.contains(card));
            let new: Vec<CardId> = new.copied().collect();
            kinds.extend(new);
            at += 1;
        }
        kinds.sort_unstable();
        kinds.dedup();
        let mut reach = AttackReach {
            attacker,
            touched_from: ByTile::all(TileSet::EMPTY),
            pawns_from: ByTile::all(TileSet::EMPTY),
            replaces: false,
            expands: false,
            scores: false,
            largest: Vec::new(),
        };
        let mut powers = Vec::new();
        for card in kinds.iter().map(|kind| &book.catalogue[*kind]) {
            reach.replaces |= card.cost == Cost::Replacement;
            for operation in operations(card) {
                reach.expands |= matches!(operation, Operation::ExpandPositions);
                reach.scores |= brings_points(operation);
            }
            for tile in TileId::all() {
                let touched = &mut reach.touched_from[tile];
                *touched = touched.or(touched_by(card, card.effects.iter(), attacker, tile));
                let pawns = &mut reach.pawns_from[tile];
                *pawns = pawns.or(card.range.pawns(attacker, tile));
            }
            // An effect may add a card again and again.
            let copies = if added.contains(&card.id) {
                TILES as u32
            } else {
                supply.copies(card.id).min(TILES as u32)
            };
            powers.extend((0..copies).map(|_| card.power.max(0)));
        }
        powers.sort_unstable_by(|a, b| b.cmp(a));
        let sums = powers.iter().take(TILES).scan(0, |sum: &mut i32, power| {
            *sum = sum.saturating_add(*power);
            Some(*sum)
        });
        reach.largest = [0].into_iter().chain(sums).collect();
        Some(reach)
    }

    /// The limits in a position from which only the attacker plays on.
    pub fn limits(&self, book: &Rulebook, board: &Board, score: &MatchScore) -> LaneLimits {
        let own = board.cards_of(self.attacker);
        let empty = TileSet::ALL.without(board.occupied());
        let held = |tile: &TileId| board.owner(*tile) == Owner::Held(self.attacker);
        let mut open: TileSet = empty.iter().filter(held).collect();
        if self.expands {
            open = empty;
        }
        if self.replaces {
            open = empty.or(own);
        }
        let may_be_played_on = if self.replaces { empty.or(own) } else { empty };
        let mut touched = TileSet::EMPTY;
        for tile in board.occupied().iter() {
            if let Some(placed) = board.card(tile) {
                let card = &book.catalogue[placed.card];
                if later_effects(card).any(|effect| cards_added_by(effect).is_none()) {
                    let most = ByLane([None; 3]);
                    return LaneLimits { most };
                }
                if acts_by_itself(card) {
                    touched.insert(tile);
                }
                // A card that is put under an aura has more or less than its printed
                // power.
                let auras = card.effects.iter();
                let auras = auras.filter(|effect| effect.trigger == Trigger::WhileInPlay);
                let under_aura = touched_by(card, auras, placed.side, tile);
                touched = touched.or(under_aura.and(may_be_played_on));
                if operations(card).any(expands) {
                    open = open.or(empty);
                }
            }
        }
        loop {
            let before = (open, touched);
            for tile in open.iter() {
                touched = touched.or(self.touched_from[tile]);
                open = open.or(self.pawns_from[tile].and(empty));
            }
            // A card that is touched or replaced may act, and may lose what it did.
            for tile in touched.or(open).and(board.occupied()).iter() {
                if let Some(placed) = board.card(tile) {
                    let card = &book.catalogue[placed.card];
                    let effects = later_effects(card);
                    touched = touched.or(touched_by(card, effects, placed.side, tile));
                }
            }
            if !touched.and(board.occupied()).is_empty() {
                // Where cards are destroyed, their pawns may vanish anywhere.
                open = open.or(touched).or(empty);
            }
            if (open, touched) == before {
                break;
            }
        }
        let most = Lane::ALL.map(|lane| {
            if !touched.and(lane.tiles()).is_empty() {
                return None;
            }
            let tiles = open.and(lane.tiles()).len() as usize;
            let added = self.largest[tiles.min(self.largest.len() - 1)];
            Some(score.lanes[lane].power[self.attacker].saturating_add(added))
        });
        LaneLimits { most: ByLane(most) }
    }

    /// The least margin that the other side keeps, if it is known.
    pub fn least_margin(
        &self,
        book: &Rulebook,
        board: &Board,
        score: &MatchScore,
        limits: &LaneLimits,
    ) -> Option<i32> {
        let leader = self.attacker.opponent();
        // Points apart from power are not bounded here, but the leader keeps its own.
        let unbounded = |tile: TileId| {
            board.card(tile).is_some_and(|placed| {
                let mut operations = operations(&book.catalogue[placed.card]);
                operations.any(|operation| match operation {
                    Operation::ScoreBonus { points } => placed.side != leader || *points < 0,
                    operation => brings_points(operation),
                })
            })
        };
        if self.scores || board.occupied().iter().any(unbounded) {
            return None;
        }
        let mut margin = 0_i32;
        for lane in Lane::ALL {
            let most = limits.most[lane]?;
            let now = &score.lanes[lane];
            margin = margin.saturating_add(if now.power[leader] > most {
                now.points
            } else {
                most.saturating_neg()
            });
        }
        Some(margin)
    }
}

impl LaneLimits {
    /// Whether the attacker cannot take this lane or draw it.
    pub fn keeps(&self, lane: Lane, score: &MatchScore, leader: Side) -> bool {
        self.most[lane].is_some_and(|most| score.lanes[lane].power[leader] > most)
    }
}

fn operations(card: &Card) -> impl Iterator<Item = &Operation> {
    card.effects.iter().flat_map(|effect| &effect.operations)
}

const fn expands(operation: &Operation) -> bool {
    matches!(operation, Operation::ExpandPositions)
}

const fn brings_points(operation: &Operation) -> bool {
    matches!(
        operation,
        Operation::ScoreBonus { .. } | Operation::LaneMinTransfer
    )
}

/// Whether a card in play may act without being touched itself: it watches others or
/// counts them.
fn acts_by_itself(card: &Card) -> bool {
    let counts = |operation: &Operation| {
        matches!(
            operation,
            Operation::GrowPower { .. } | Operation::CountPower { .. }
        )
    };
    let mut effects = card.effects.iter();
    effects.any(|effect| effect.trigger.is_watcher() || effect.operations.iter().any(counts))
}

/// The effects of a card in play that may still act.
fn later_effects(card: &Card) -> impl Iterator<Item = &Effect> {
    let over = |trigger: Trigger| matches!(trigger, Trigger::OnPlay | Trigger::OnSpawned);
    card.effects
        .iter()
        .filter(move |effect| !over(effect.trigger))
}

/// The cards that an effect adds to a hand; `None` if it puts cards on the board.
fn cards_added_by(effect: &Effect) -> Option<Vec<CardId>> {
    let mut added = Vec::new();
    for operation in &effect.operations {
        match operation {
            Operation::SpawnToken(_) => return None,
            Operation::AddToHand(cards) => added.extend(cards),
            _ => {}
        }
    }
    Some(added)
}

/// The tiles of all cards whose power these effects of a card may change, or which they
/// may destroy.
fn touched_by<'a>(
    card: &Card,
    effects: impl Iterator<Item = &'a Effect>,
    side: Side,
    tile: TileId,
) -> TileSet {
    let of_effect = |effect: &Effect| {
        let acts = effect.operations.iter().any(|operation| {
            matches!(
                operation,
                Operation::ModifyPower { .. }
                    | Operation::GrowPower { .. }
                    | Operation::CountPower { .. }
                    | Operation::DestroyCards
                    | Operation::ReplaceAlly(_)
            )
        });
        match effect.scope {
            _ if !acts => TileSet::EMPTY,
            Scope::Cards(_, reach) => card.reach(reach, side, tile),
            _ => TileSet::of(tile),
        }
    };
    effects.map(of_effect).fold(TileSet::EMPTY, TileSet::or)
}
