//! Power and status of every card, always computed anew (RULES.md, section 7).

use std::collections::BTreeMap;

use super::Knobs;
use super::data::{Cards, Operation, Trigger};
use super::state::{Id, Oracle};

/// After this many rounds counting counts as never settled.
const ROUNDS: usize = 16;

/// The result of one look at the board.
pub struct Reading {
    pub power: BTreeMap<Id, i64>,
    /// 1 enhanced, −1 enfeebled, 0 neither.
    pub status: BTreeMap<Id, i64>,
    pub settled: bool,
}

impl Oracle {
    pub(super) fn read(&self, cards: &Cards, knobs: &Knobs) -> Reading {
        let auras: BTreeMap<Id, i64> = self
            .cards
            .keys()
            .map(|target| (*target, self.auras_on(cards, *target)))
            .collect();
        let (status, counts, settled) = if knobs.status_net {
            self.net_status(cards, &auras)
        } else {
            let status = self.each(|id| self.cards[&id].power_delta.signum());
            let counts = self.count(cards, &status);
            (status, counts, true)
        };
        let power = self.each(|id| {
            let card = &self.cards[&id];
            let printed = cards[card.number.as_str()].power;
            printed + card.power_delta + card.scale_delta + counts[&id] + auras[&id]
        });
        Reading {
            power,
            status,
            settled,
        }
    }

    /// The sum of `source`'s auras on `target`; an aura never reaches its own source.
    pub(super) fn aura(&self, cards: &Cards, source: Id, target: Id) -> i64 {
        let mut sum = 0;
        if source == target {
            return sum;
        }
        for effect in &cards[self.cards[&source].number.as_str()].effects {
            if effect.trigger != Trigger::WhileInPlay
                || !self.reaches(cards, source, effect.scope, target)
            {
                continue;
            }
            for operation in &effect.operations {
                if let Operation::ModifyPower {
                    amount,
                    per_replaced_pawn,
                } = operation
                {
                    let pawns = self.cards[&source].replaced_pawns;
                    sum += amount * if *per_replaced_pawn { pawns } else { 1 };
                }
            }
        }
        sum
    }

    fn auras_on(&self, cards: &Cards, target: Id) -> i64 {
        self.cards
            .keys()
            .map(|source| self.aura(cards, *source, target))
            .sum()
    }

    /// Counting and status under `net`: rounds that start with nothing counted.
    fn net_status(
        &self,
        cards: &Cards,
        auras: &BTreeMap<Id, i64>,
    ) -> (BTreeMap<Id, i64>, BTreeMap<Id, i64>, bool) {
        let classify = |counts: &BTreeMap<Id, i64>| {
            self.each(|id| {
                let card = &self.cards[&id];
                (card.power_delta + card.scale_delta + auras[&id] + counts[&id]).signum()
            })
        };
        let mut rounds = vec![self.each(|_| 0)];
        for round in 1..=ROUNDS {
            let status = classify(&rounds[round - 1]);
            let counts = self.count(cards, &status);
            if counts == rounds[round - 1] {
                return (status, counts, true);
            }
            rounds.push(counts);
        }
        let first = rounds[1].clone();
        (classify(&first), first, false)
    }

    /// The power that every card gains by counting, given these statuses.
    fn count(&self, cards: &Cards, status: &BTreeMap<Id, i64>) -> BTreeMap<Id, i64> {
        self.each(|id| {
            let card = &self.cards[&id];
            let mut sum = 0;
            for effect in &cards[card.number.as_str()].effects {
                if effect.trigger != Trigger::WhileInPlay {
                    continue;
                }
                for operation in &effect.operations {
                    let Operation::ModifyPowerScale {
                        amount,
                        counted: Some(counted),
                    } = operation
                    else {
                        continue;
                    };
                    for (other_id, other) in &self.cards {
                        let has_status = (counted.enhanced && status[other_id] > 0)
                            || (counted.enfeebled && status[other_id] < 0);
                        if *other_id != id && has_status && counted.who.means(card.side, other.side)
                        {
                            sum += amount;
                        }
                    }
                }
            }
            sum
        })
    }

    /// One value for every card in play.
    fn each(&self, value: impl Fn(Id) -> i64) -> BTreeMap<Id, i64> {
        self.cards.keys().map(|id| (*id, value(*id))).collect()
    }
}
