//! What cards, units and skills give: points, mana, fame, wounds and boons.

use super::*;

impl Combat {
    pub(super) fn count_of(&self, source: &EffectSource, of: CountOf) -> u32 {
        let alive = self.enemies.iter().filter(|enemy| enemy.is_alive());
        let count = match of {
            CountOf::Enemy => alive.count(),
            CountOf::EnemyBlocked => {
                let enemies = self.enemies.iter();
                enemies.filter(|enemy| self.is_blocked(enemy)).count()
            }
            CountOf::WoundTaken => return self.hero.wounds,
            CountOf::Discarded => return source.given,
        };
        u32::try_from(count).unwrap_or(u32::MAX)
    }

    /// Puts the points of a plan into the pool.
    pub(crate) fn gain_points(
        &mut self,
        source: &EffectSource,
        plan: &PointsPlan,
        events: &mut EventLog,
    ) {
        let mut amount = plan.amount + source.boost;
        if let Some(per) = plan.per {
            let more = per.plus * self.count_of(source, per.of);
            amount += per.most.map_or(more, |most| more.min(most));
        }
        let phase = self.phase;
        let Some(held) = self.holdings.as_deref_mut() else {
            return;
        };
        amount += bonus(held, source.kind, plan.what);
        if amount == 0 {
            return;
        }
        let rider = plan.rider.as_ref().map(|rider| Rider {
            source: source.card.clone(),
            mode: source.mode,
            plan: rider.clone(),
        });
        match plan.what {
            PointUse::Attack(kind) => {
                let made = AttackPoints {
                    element: plan.element,
                    kind,
                    amount,
                };
                let points = transformed(made, &held.boons, phase);
                events.push(|| Event::PointsGained {
                    description: points_words(
                        PointUse::Attack(points.kind),
                        points.element,
                        points.amount,
                    ),
                });
                match rider {
                    Some(rider) => held
                        .pool
                        .special_attack
                        .push(SpecialAttack { points, rider }),
                    None => held.pool.add_attack(points),
                }
            }
            PointUse::Block => {
                let points = BlockPoints {
                    element: plan.element,
                    amount,
                };
                events.push(|| Event::PointsGained {
                    description: points_words(PointUse::Block, points.element, points.amount),
                });
                match rider {
                    Some(rider) => held.pool.special_block.push(SpecialBlock { points, rider }),
                    None => held.pool.add_block(points),
                }
            }
        }
    }

    pub(super) fn gain(&mut self, source: &EffectSource, gain: Gain, events: &mut EventLog) {
        if let Some(held) = self.holdings.as_deref_mut() {
            match gain {
                Gain::Tokens { mana, amount } => held.mana.tokens.add(mana, amount),
                Gain::Crystals { mana, amount } => held.mana.gain_crystal(mana, amount),
                Gain::Dice(amount) => {
                    held.mana.dice_left = held.mana.dice_left.saturating_add(amount);
                }
                Gain::Endless(mana) => held.mana.endless.add(mana, 1),
                Gain::AnyTime(mana) => held.mana.any_time.add(mana, 1),
                Gain::Fame(_) | Gain::Wounds(_) => {}
            }
        }
        match gain {
            Gain::Fame(fame) => self.earn(fame, events),
            Gain::Wounds(wounds) => {
                events.push(|| Event::WoundsTaken {
                    name: self.name_of_card(&source.card),
                    wounds,
                });
                self.take_wounds(wounds, events);
            }
            _ => events.push(|| Event::Gained {
                description: describe(&Effect::Gain(gain)),
            }),
        }
    }

    pub(crate) fn earn(&mut self, fame: u32, events: &mut EventLog) {
        self.fame_gained += fame;
        self.hero.fame += fame;
        events.push(|| Event::FameGained { fame });
    }

    /// Adds wounds to the hand, which may knock the hero out. Only for combats that
    /// count what the hero holds: the cards of the hand are known without the data.
    pub(super) fn take_wounds(&mut self, wounds: u32, events: &mut EventLog) {
        self.hero.wounds += wounds;
        let standing = self.hero.condition == HeroCondition::Standing;
        if standing && self.hero.wounds >= self.hero.hand_limit {
            self.hero.condition = HeroCondition::KnockedOut;
            events.push(|| Event::KnockedOut);
            let hand = std::mem::take(&mut self.hero.hand);
            let (kept, lost): (Vec<CardId>, Vec<CardId>) =
                hand.into_iter().partition(|card| self.is_wound(card));
            self.hero.hand = kept;
            self.note_discarded(&lost);
            events.push(|| Event::HandLost {
                cards: lost,
                loss: Loss::KnockOut,
            });
        }
    }

    pub(super) fn gain_boon(&mut self, boon: Boon, events: &mut EventLog) {
        events.push(|| Event::Gained {
            description: describe(&Effect::Boon(boon.clone())),
        });
        let phase = self.phase;
        let Some(held) = self.holdings.as_deref_mut() else {
            return;
        };
        // What changes attacks also changes the points that are in the pool already.
        let only = [boon.clone()];
        let pool = std::mem::take(&mut held.pool.attack);
        for points in pool {
            held.pool.add_attack(transformed(points, &only, phase));
        }
        for special in &mut held.pool.special_attack {
            special.points = transformed(special.points, &only, phase);
        }
        held.add_boon(boon);
    }

    /// Ends the boons of a phase and puts the points of the next one into the pool.
    pub(crate) fn begin_phase_of_holdings(&mut self) {
        if let Some(held) = self.holdings.as_deref_mut() {
            held.pool = crate::points_plan::PointPool::default();
            held.boons.retain(|boon| {
                !matches!(
                    boon,
                    Boon::FamePerDefeat {
                        time: BoonTime::Phase,
                        ..
                    }
                )
            });
        }
        self.fill_pool();
    }

    /// Puts the points that the player stated for this phase into the pool.
    pub(crate) fn fill_pool(&mut self) {
        let phase = self.phase;
        let (Some(held), stated) = (self.holdings.as_deref_mut(), &self.stated_points) else {
            return;
        };
        if phase == Phase::Attack {
            for points in std::mem::take(&mut held.later) {
                let points = transformed(points, &held.boons, phase);
                held.pool.add_attack(points);
            }
        }
        let Some(stated) = stated else {
            return;
        };
        let attack = match phase {
            Phase::RangedSiege => stated.ranged_siege.as_slice(),
            Phase::Attack => stated.attack.as_slice(),
            _ => &[],
        };
        for points in attack {
            let points = transformed(*points, &held.boons, phase);
            held.pool.add_attack(points);
        }
        if phase == Phase::Block {
            for points in &stated.block {
                held.pool.add_block(*points);
            }
        }
    }
}

/// What boons add to points; those for the next points end here.
pub(super) fn bonus(held: &mut Holdings, by: SourceKind, what: PointUse) -> u32 {
    let of_next = |next: &crate::holdings::NextPoints| match what {
        PointUse::Block => next.block,
        PointUse::Attack(AttackKind::Melee) => next.attack,
        PointUse::Attack(AttackKind::Ranged) => next.ranged,
        PointUse::Attack(AttackKind::Siege) => 0,
    };
    let mut more = 0;
    if let SourceKind::Unit(_) = by {
        for boon in &held.boons {
            if let Boon::Units { attack, block } = boon {
                more += match what {
                    PointUse::Block => *block,
                    PointUse::Attack(_) => *attack,
                };
            }
        }
        let next = held.use_boon(|boon| match boon {
            Boon::NextUnit(next) if of_next(next) > 0 => Some(of_next(next)),
            _ => None,
        });
        more += next.unwrap_or_default();
    }
    if by == SourceKind::Card {
        // A card bonus counts for ranged and siege points alike.
        let of_card = |next: &crate::holdings::NextPoints| match what {
            PointUse::Attack(AttackKind::Siege) => next.ranged,
            _ => of_next(next),
        };
        let next = held.use_boon(|boon| match boon {
            Boon::NextCard(next) if of_card(next) > 0 => Some(of_card(next)),
            _ => None,
        });
        more += next.unwrap_or_default();
    }
    if what == PointUse::Block {
        let next = held.use_boon(|boon| match boon {
            Boon::NextBlock { block } => Some(*block),
            _ => None,
        });
        more += next.unwrap_or_default();
    }
    more
}

/// Attack points as the boons change them.
pub(super) fn transformed(mut points: AttackPoints, boons: &[Boon], phase: Phase) -> AttackPoints {
    for boon in boons {
        match boon {
            Boon::AttacksBecomeElement(element) => points.element = *element,
            Boon::AttacksBecomeSiege => points.kind = AttackKind::Siege,
            Boon::Double(DoubledPoints::Physical)
                if phase == Phase::Attack
                    && points.element == crate::element::Element::Physical =>
            {
                points.amount = points.amount.saturating_mul(2);
            }
            Boon::Double(DoubledPoints::Ranged) if points.kind == AttackKind::Ranged => {
                points.amount = points.amount.saturating_mul(2);
            }
            Boon::RangedBecomesSiege if points.kind == AttackKind::Ranged => {
                points.kind = AttackKind::Siege;
            }
            _ => {}
        }
    }
    points
}
