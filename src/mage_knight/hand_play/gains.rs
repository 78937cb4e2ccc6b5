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
            of_holdings => return self.count_held(of_holdings),
        };
        u32::try_from(count).unwrap_or(u32::MAX)
    }

    /// Counts what lies beside the hand.
    fn count_held(&self, of: CountOf) -> u32 {
        let Some(held) = self.holdings.as_deref() else {
            return 0;
        };
        let crystals = |color: ManaColor| u32::from(held.mana.crystals.of(color.into()));
        let units = |wanted: &dyn Fn(&&HeldUnit) -> bool| {
            u32::try_from(held.units.iter().filter(|unit| wanted(unit)).count()).unwrap_or(0)
        };
        match of {
            CountOf::WoundHeld => {
                let hand = self.hero.hand.iter().filter(|card| self.is_wound(card));
                let hand = u32::try_from(hand.count()).unwrap_or(0);
                hand + self.hero.wounds + units(&|unit| unit.health == UnitHealth::Wounded)
            }
            CountOf::ReadyUnit => units(&|unit| unit.can_act()),
            CountOf::CrystalSet => {
                let all = ManaColor::WORDS.iter().map(|(_, color)| crystals(*color));
                all.min().unwrap_or(0)
            }
            CountOf::CrystalPair(one, other) => crystals(one).min(crystals(other)),
            _ => 0,
        }
    }

    pub(super) fn amount_with(
        &self,
        source: &EffectSource,
        amount: u32,
        per: Option<PerCount>,
    ) -> u32 {
        amount
            + per.map_or(0, |per| {
                let more = per.plus * self.count_of(source, per.of);
                per.most.map_or(more, |most| more.min(most))
            })
    }

    /// Puts the points of a plan into the pool.
    pub(crate) fn gain_points(
        &mut self,
        source: &EffectSource,
        plan: &PointsPlan,
        events: &mut EventLog,
    ) {
        let mut amount = self.amount_with(source, plan.amount, plan.per) + source.boost;
        let phase = self.phase;
        let Some(held) = self.holdings.as_deref_mut() else {
            return;
        };
        amount += bonus(held, source.kind, plan.what);
        if amount == 0 {
            return;
        }
        let fame = match source.kind {
            SourceKind::Unit(unit) => held.units.get(unit.0).map_or(0, |unit| unit.gifts.fame),
            _ => 0,
        };
        let rider = plan.rider.as_ref().map(|rider| Rider {
            source: source.card.clone(),
            mode: source.mode,
            plan: rider.clone(),
            against: Against::Everyone,
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
        if fame > 0 {
            self.earn(fame, events);
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
                Gain::WildDice(mana) => held.mana.wild.add(mana, 1),
                Gain::NoDice => held.mana.dice_left = 0,
                Gain::TakesDie(mana) => {
                    held.mana.dice.take(mana);
                }
                Gain::PairsToTokens(one, other) => {
                    let (one, other) = (Mana::from(one), Mana::from(other));
                    while held.mana.crystals.of(one) > 0 && held.mana.crystals.of(other) > 0 {
                        for mana in [one, other] {
                            held.mana.crystals.take(mana);
                            held.mana.tokens.add(mana, 1);
                        }
                    }
                }
                _ => {}
            }
        }
        match gain {
            Gain::Fame(fame) => self.earn(fame, events),
            Gain::Wounds(wounds) => self.wound_hero(source, wounds, events),
            Gain::WoundsPerCrystal(mana) => {
                let held = self.holdings.as_deref();
                let wounds = held.map_or(0, |held| u32::from(held.mana.crystals.of(mana)));
                if wounds > 0 {
                    self.wound_hero(source, wounds, events);
                }
            }
            Gain::OwnWound => {
                let SourceKind::Unit(id) = source.kind else {
                    return;
                };
                let name = self.name_of_unit(id);
                if let Some(unit) = self.unit_mut(id) {
                    unit.health = unit.health.max(UnitHealth::Wounded);
                }
                events.push(|| Event::UnitHurt {
                    name,
                    health: UnitHealth::Wounded,
                    left: 0,
                });
            }
            _ => events.push(|| Event::Gained {
                description: describe(&Effect::Gain(gain)),
            }),
        }
    }

    fn wound_hero(&mut self, source: &EffectSource, wounds: u32, events: &mut EventLog) {
        events.push(|| Event::WoundsTaken {
            name: self.name_of_card(&source.card),
            wounds,
        });
        self.take_wounds(wounds, events);
        self.throw_next_wound(wounds, events);
    }

    /// A wound that has just come into the hand leaves the game, if a boon says so.
    pub(crate) fn throw_next_wound(&mut self, wounds: u32, events: &mut EventLog) {
        let thrown = wounds > 0
            && self.holdings.as_deref_mut().is_some_and(|held| {
                held.use_boon(|boon| (*boon == Boon::ThrowNextWound).then_some(()))
                    .is_some()
            });
        if thrown {
            self.throw_wound(events);
        }
    }

    /// A wound of the hand leaves the game: one of this combat, or an older one.
    pub(super) fn throw_wound(&mut self, events: &mut EventLog) {
        if self.hero.wounds > 0 {
            self.hero.wounds -= 1;
        } else {
            let wound = self.hero.hand.iter().position(|card| self.is_wound(card));
            let Some(wound) = wound else {
                return;
            };
            self.hero.hand.remove(wound);
        }
        events.push(|| Event::Gained {
            description: describe(&Effect::ThrowWound),
        });
    }

    /// A crystal of the color of the card that was given up last.
    pub(super) fn crystal_of_given(&self, source: &EffectSource) -> Option<Effect> {
        let card = source.given_card.as_ref()?;
        let colors = &self.holdings.as_deref()?.card(card)?.colors;
        let mut crystals: Vec<Effect> = colors
            .iter()
            .map(|color| {
                Effect::Gain(Gain::Crystals {
                    mana: Mana::from(*color),
                    amount: 1,
                })
            })
            .collect();
        match crystals.len() {
            0 | 1 => crystals.pop(),
            _ => Some(Effect::Choice(crystals)),
        }
    }

    /// The attacks of a possessed enemy become points against all others.
    pub(super) fn possess(&mut self, source: &EffectSource, picked: &InstanceId) {
        let Some(enemy) = self.enemy(picked) else {
            return;
        };
        let strikes: Vec<AttackPoints> = (0..enemy.attacks.len())
            .filter_map(|attack| {
                let element = self.strike(enemy, attack)?.element;
                let amount = self.attack_value(enemy, attack)?;
                Some(AttackPoints {
                    element,
                    kind: AttackKind::Melee,
                    amount,
                })
            })
            .filter(|points| points.amount > 0)
            .collect();
        let special = strikes.into_iter().map(|points| SpecialAttack {
            points,
            rider: Rider {
                source: source.card.clone(),
                mode: source.mode,
                plan: Arc::default(),
                against: Against::AllBut(picked.clone()),
            },
        });
        if let Some(held) = self.holdings.as_deref_mut() {
            held.later_special.extend(special);
        }
    }

    /// One block point and one attack point against a picked enemy, and fame for it.
    pub(super) fn duel(&mut self, source: &EffectSource, picked: &InstanceId) {
        let rider = || Rider {
            source: source.card.clone(),
            mode: source.mode,
            plan: Arc::default(),
            against: Against::Only(picked.clone()),
        };
        let element = crate::element::Element::Physical;
        if let Some(held) = self.holdings.as_deref_mut() {
            held.pool.special_block.push(SpecialBlock {
                points: BlockPoints { element, amount: 1 },
                rider: rider(),
            });
            held.later_special.push(SpecialAttack {
                points: AttackPoints {
                    element,
                    kind: AttackKind::Melee,
                    amount: 1,
                },
                rider: rider(),
            });
            held.add_boon(Boon::Duel {
                enemy: picked.clone(),
            });
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
                    } | Boon::CrystalPerDefeat { .. }
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
            for mut special in std::mem::take(&mut held.later_special) {
                special.points = transformed(special.points, &held.boons, phase);
                held.pool.special_attack.push(special);
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
    if let SourceKind::Unit(unit) = by {
        more += held.units.get(unit.0).map_or(0, |unit| unit.gifts.points);
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
            Boon::FromAfar { ranged, siege } => {
                let (times, kind) = match (points.kind, ranged, siege) {
                    (AttackKind::Ranged, RangedChange::Twice, _) => (2, AttackKind::Ranged),
                    (AttackKind::Ranged, RangedChange::BecomesSiege, _) => (1, AttackKind::Siege),
                    (AttackKind::Siege, _, SiegeChange::TwiceAsRanged) => (2, AttackKind::Ranged),
                    (kind, _, _) => (1, kind),
                };
                points.kind = kind;
                points.amount = points.amount.saturating_mul(times);
            }
            _ => {}
        }
    }
    points
}
