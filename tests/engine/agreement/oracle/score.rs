//! The score of a board (RULES.md, section 10).

use super::Knobs;
use super::data::{Cards, Operation, Trigger};
use super::state::{COLUMNS, CardInPlay, LANES, Oracle};

#[derive(Clone, Debug, PartialEq)]
pub struct Score {
    /// For each lane your power, the enemy's power, the winner, and the winner's points.
    pub lanes: [(i64, i64, Option<char>, i64); LANES],
    pub total_you: i64,
    pub total_enemy: i64,
}

impl Oracle {
    pub fn score(&self, cards: &Cards, knobs: &Knobs) -> Score {
        let mut lanes = [(0, 0, None, 0); LANES];
        let (mut total_you, mut total_enemy) = (0, 0);
        for (lane, slot) in lanes.iter_mut().enumerate() {
            let you = self.lane_power(cards, knobs, lane, 'y');
            let enemy = self.lane_power(cards, knobs, lane, 'e');
            let winner = match you.cmp(&enemy) {
                std::cmp::Ordering::Greater => Some('y'),
                std::cmp::Ordering::Less => Some('e'),
                std::cmp::Ordering::Equal => None,
            };
            let mut points = 0;
            if let Some(side) = winner {
                points += you.max(enemy);
                points += self.lane_bonus(cards, lane, side);
                points += you.min(enemy) * self.transfers(cards, knobs, lane, side);
            }
            match winner {
                Some('y') => total_you += points,
                Some(_) => total_enemy += points,
                None => {}
            }
            *slot = (you, enemy, winner, points);
        }
        Score {
            lanes,
            total_you,
            total_enemy,
        }
    }

    fn lane_power(&self, cards: &Cards, knobs: &Knobs, lane: usize, side: char) -> i64 {
        let power = self.read(cards, knobs).power;
        let mut sum = 0;
        for (id, card) in &self.cards {
            if is_in_lane(card, lane, side) {
                sum += power[id];
            }
        }
        sum
    }

    /// The flat bonuses of the winner's own cards in a lane.
    fn lane_bonus(&self, cards: &Cards, lane: usize, winner: char) -> i64 {
        let mut sum = 0;
        for card in self
            .cards
            .values()
            .filter(|card| is_in_lane(card, lane, winner))
        {
            for effect in &cards[card.number.as_str()].effects {
                for operation in &effect.operations {
                    if let (Trigger::LaneWin, Operation::ScoreBonus(amount)) =
                        (effect.trigger, operation)
                    {
                        sum += amount;
                    }
                }
            }
        }
        sum
    }

    /// How many times the winner of a lane gets the smaller lane power as well.
    fn transfers(&self, cards: &Cards, knobs: &Knobs, lane: usize, winner: char) -> i64 {
        let transferring = |card: &&CardInPlay| {
            cards[card.number.as_str()].effects.iter().any(|effect| {
                let mut operations = effect.operations.iter();
                operations.any(|operation| matches!(operation, Operation::LaneMinTransfer))
            })
        };
        let mut counting = self.cards.values().filter(transferring);
        if knobs.transfer_anywhere {
            counting.next().is_some().into()
        } else {
            counting
                .filter(|card| is_in_lane(card, lane, winner))
                .count() as i64
        }
    }
}

fn is_in_lane(card: &CardInPlay, lane: usize, side: char) -> bool {
    card.tile / COLUMNS == lane && card.side == side
}
