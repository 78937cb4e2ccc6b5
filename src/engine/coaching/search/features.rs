//! What the fitted leaf value sees of a position.
//!
//! A position is always seen by the side to act, as if it played from the left. So one
//! set of weights serves both sides, and a mirrored position has the opposite value.

use super::held_cards::HeldCards;
use super::search_state::SearchState;
use crate::rules::card::Trait;
use crate::rules::effect::{Operation, Trigger};
use crate::rules::{Board, ByLane, BySide, Card, CardId, Catalogue, Cost, Rank, Side};

/// Takes in the features of one position. Tiles are numbered as the side to act sees
/// them.
pub(crate) trait FeatureSink {
    fn card(&mut self, tile: usize, whose: Seen, power: i32);
    fn open_tile(&mut self, tile: usize, whose: Seen, rank: usize);
    fn lane(&mut self, lane: usize, lead: i32);
    fn margin(&mut self, margin: i32);
    fn other(&mut self, input: OtherInput, value: f32);
}

/// Whose something is, for the side to act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Seen {
    Own,
    Other,
}

/// The largest power, lead and margin that are told apart.
pub(crate) const MOST_POWER: i32 = 12;
pub(crate) const MOST_LEAD: i32 = 40;
pub(crate) const MOST_MARGIN: i32 = 60;

/// An input beside tiles, lanes and margin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OtherInput(usize);

/// The inputs of one side's hand.
mod hand {
    /// Cards by cost (1, 2, 3 pawns, replacement), power, playable cards and their power,
    /// cards to draw.
    pub const INPUTS: usize = 8;
}

const FILLED: usize = 2 * hand::INPUTS;
const PASSED: usize = FILLED + 1;
/// What auras would give to cards on the open tiles of each side.
const AURAS: usize = PASSED + 1;
pub(crate) const OTHER_INPUTS: usize = AURAS + 2;

impl OtherInput {
    pub(crate) const fn index(self) -> usize {
        self.0
    }
}

/// What the features need to know of a card.
#[derive(Clone, Copy, Debug)]
struct CardFacts {
    cost: u8,
    power: f32,
    /// Points for winning its lane.
    bonus: i32,
}

const REPLACEMENT: u8 = 3;

/// The input for each number of playable cards: so many fifths, added one by one as the
/// weights were fitted.
const PLAYABLE: [f32; HeldCards::MOST + 1] = {
    let mut inputs = [0.0; HeldCards::MOST + 1];
    let mut number = 1;
    while number < inputs.len() {
        inputs[number] = inputs[number - 1] + 0.2;
        number += 1;
    }
    inputs
};

/// Reads the features of positions.
#[derive(Clone, Debug)]
pub struct FeatureReader {
    facts: Vec<CardFacts>,
}

impl FeatureReader {
    pub fn new(catalogue: &Catalogue) -> FeatureReader {
        FeatureReader {
            facts: catalogue.cards().iter().map(facts_of).collect(),
        }
    }

    #[inline]
    fn facts(&self, card: CardId) -> &CardFacts {
        &self.facts[card.index()]
    }

    #[inline]
    pub(crate) fn read(&self, state: &SearchState, sink: &mut impl FeatureSink) {
        let own = state.to_act;
        let board = &state.board;
        let occupied = board.occupied();
        let open = BySide::new(board.open_to(Side::You), board.open_to(Side::Enemy));
        let ranks = board.pawns().visible();
        let whose = |side: Side| {
            if side == own { Seen::Own } else { Seen::Other }
        };
        let open_ranked = open.you.or(open.enemy).and(ranks.at_least(Rank::ONE));
        for tile in occupied.or(open_ranked).iter() {
            let seen_at = match own {
                Side::You => tile.index(),
                Side::Enemy => tile.mirrored().index(),
            };
            if occupied.contains(tile) {
                let side = match board.cards_of(Side::You).contains(tile) {
                    true => Side::You,
                    false => Side::Enemy,
                };
                let power = state.powers.power[tile];
                sink.card(seen_at, whose(side), power.clamp(0, MOST_POWER));
            } else {
                let side = match open.you.contains(tile) {
                    true => Side::You,
                    false => Side::Enemy,
                };
                sink.open_tile(seen_at, whose(side), ranks.of(tile));
            }
        }
        let power = board.lane_powers(&state.powers);
        let bonus = self.lane_bonuses(board);
        let mut margin = 0;
        for (lane, power) in power.0.iter().enumerate() {
            let lead = power[own] - power[own.opponent()];
            if lead > 0 {
                margin += power[own] + bonus.0[lane][own];
            } else if lead < 0 {
                margin -= power[own.opponent()] + bonus.0[lane][own.opponent()];
            }
            sink.lane(lane, lead.clamp(-MOST_LEAD, MOST_LEAD));
        }
        sink.margin(margin.clamp(-MOST_MARGIN, MOST_MARGIN));
        for (first, side) in [(0, own), (hand::INPUTS, own.opponent())] {
            let highest = ranks.highest_within(open[side]);
            self.read_hand(state, side, highest, first, sink);
        }
        sink.other(OtherInput(FILLED), occupied.len() as f32 / 15.0);
        if board.has_auras() {
            for (number, side) in [own, own.opponent()].into_iter().enumerate() {
                let gains = &state.powers.gains[side];
                let gain: i32 = open[side].iter().map(|tile| gains[tile]).sum();
                if gain != 0 {
                    let gain = gain.clamp(-MOST_POWER, MOST_POWER) as f32 / 4.0;
                    sink.other(OtherInput(AURAS + number), gain);
                }
            }
        }
        if state.passes > 0 {
            sink.other(OtherInput(PASSED), 1.0);
        }
    }

    /// The points that each side's cards give for winning their lane.
    #[inline]
    fn lane_bonuses(&self, board: &Board) -> ByLane<BySide<i32>> {
        let mut bonuses = ByLane::<BySide<i32>>::default();
        for tile in board.with_trait(Trait::ScoresForLanes).iter() {
            if let Some(placed) = board.card(tile) {
                bonuses[tile.lane()][placed.side] += self.facts(placed.card).bonus;
            }
        }
        bonuses
    }

    #[inline]
    fn read_hand(
        &self,
        state: &SearchState,
        side: Side,
        highest: usize,
        first: usize,
        sink: &mut impl FeatureSink,
    ) {
        // The number of cards of each cost, eight bits each.
        let mut costs = 0_u32;
        let mut power = 0.0;
        let (mut playable, mut playable_power) = (0, 0.0);
        let may_replace = !state.board.cards_of(side).is_empty();
        // Bit n is set where cards of cost n can be played.
        let playable_costs = ((1 << highest) - 1) | (u32::from(may_replace) << REPLACEMENT);
        for card in state.hands[side].iter() {
            let facts = self.facts(card);
            costs += 1 << (8 * facts.cost);
            power += facts.power;
            if playable_costs >> facts.cost & 1 == 1 {
                playable += 1;
                playable_power += facts.power;
            }
        }
        let of_cost = |cost: u32| 0.5 * (costs >> (8 * cost) & 0xff) as f32;
        let inputs = [
            of_cost(0),
            of_cost(1),
            of_cost(2),
            of_cost(3),
            power,
            PLAYABLE[playable],
            playable_power,
            f32::from(state.left[side]) / 10.0,
        ];
        for (number, value) in inputs.into_iter().enumerate() {
            if value != 0.0 {
                sink.other(OtherInput(first + number), value);
            }
        }
    }
}

fn facts_of(card: &Card) -> CardFacts {
    let bonuses = card.effects.iter();
    let bonuses = bonuses
        .filter(|effect| effect.trigger == Trigger::OnLaneWin)
        .flat_map(|effect| &effect.operations)
        .map(|operation| match operation {
            Operation::ScoreBonus { points } => *points,
            _ => 0,
        });
    CardFacts {
        cost: match card.cost {
            Cost::Pawns(rank) => rank.get().saturating_sub(1).min(2),
            Cost::Replacement => REPLACEMENT,
        },
        power: card.power.clamp(0, MOST_POWER) as f32 / 10.0,
        bonus: bonuses.sum(),
    }
}
