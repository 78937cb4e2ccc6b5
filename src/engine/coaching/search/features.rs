//! What the fitted leaf value sees of a position.
//!
//! A position is always seen by the side to act, as if it played from the left. So one
//! set of weights serves both sides, and a mirrored position has the opposite value.

use super::search_state::SearchState;
use crate::rules::effect::{Operation, Trigger};
use crate::rules::{BySide, Card, CardId, Catalogue, Cost, Owner, Side, TileId};

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
        let mut power = [BySide::new(0, 0); 3];
        let mut bonus = [BySide::new(0, 0); 3];
        let mut highest = BySide::new(0, 0);
        let mut gains = BySide::new(0, 0);
        let mut filled = 0;
        let whose = |side: Side| {
            if side == own { Seen::Own } else { Seen::Other }
        };
        for tile in TileId::all() {
            let seen_at = match own {
                Side::You => tile.index(),
                Side::Enemy => tile.mirrored().index(),
            };
            match (state.board.card(tile), state.board.owner(tile)) {
                (Some(placed), _) => {
                    let now = state.powers.power[tile];
                    let lane = tile.index() / 5;
                    power[lane][placed.side] += now;
                    bonus[lane][placed.side] += self.facts(placed.card).bonus;
                    filled += 1;
                    sink.card(seen_at, whose(placed.side), now.clamp(0, MOST_POWER));
                }
                (None, Owner::Held(side)) => {
                    let rank = usize::from(state.board.visible_rank(tile).get());
                    highest[side] = highest[side].max(rank);
                    gains[side] += state.powers.gains[side][tile];
                    if rank > 0 {
                        sink.open_tile(seen_at, whose(side), rank);
                    }
                }
                (None, Owner::Neutral) => {}
            }
        }
        let mut margin = 0;
        for (lane, power) in power.iter().enumerate() {
            let lead = power[own] - power[own.opponent()];
            if lead > 0 {
                margin += power[own] + bonus[lane][own];
            } else if lead < 0 {
                margin -= power[own.opponent()] + bonus[lane][own.opponent()];
            }
            sink.lane(lane, lead.clamp(-MOST_LEAD, MOST_LEAD));
        }
        sink.margin(margin.clamp(-MOST_MARGIN, MOST_MARGIN));
        for (first, side) in [(0, own), (hand::INPUTS, own.opponent())] {
            self.read_hand(state, side, highest[side], first, sink);
        }
        sink.other(OtherInput(FILLED), filled as f32 / 15.0);
        for (number, side) in [own, own.opponent()].into_iter().enumerate() {
            if gains[side] != 0 {
                let gain = gains[side].clamp(-MOST_POWER, MOST_POWER) as f32 / 4.0;
                sink.other(OtherInput(AURAS + number), gain);
            }
        }
        if state.passes > 0 {
            sink.other(OtherInput(PASSED), 1.0);
        }
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
        let mut costs = [0.0_f32; 4];
        let mut power = 0.0;
        let (mut playable, mut playable_power) = (0.0, 0.0);
        let may_replace = !state.board.cards_of(side).is_empty();
        for card in state.hands[side].iter() {
            let facts = self.facts(card);
            costs[usize::from(facts.cost)] += 0.5;
            power += facts.power;
            let can = match facts.cost {
                REPLACEMENT => may_replace,
                cost => usize::from(cost) < highest,
            };
            if can {
                playable += 0.2;
                playable_power += facts.power;
            }
        }
        let inputs = [
            costs[0],
            costs[1],
            costs[2],
            costs[3],
            power,
            playable,
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
