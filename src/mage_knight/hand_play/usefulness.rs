//! Which effects of cards would change anything now.

use super::*;

impl Combat {
    /// Whether an effect does something for the hero now. Wounds and fame alone are no
    /// reason to play a card.
    pub(crate) fn is_useful(&self, effect: &Effect, picked: Option<&InstanceId>) -> bool {
        match effect {
            Effect::Choice(parts) | Effect::Compound(parts) => {
                parts.iter().any(|part| self.is_useful(part, picked))
            }
            Effect::Gain(Gain::Wounds(_) | Gain::Fame(_) | Gain::OwnWound | Gain::NoDice)
            | Effect::Gain(Gain::TakesDie(_) | Gain::WoundsPerCrystal(_))
            | Effect::Nothing => false,
            Effect::If { .. } => self
                .branch(effect, picked)
                .is_some_and(|branch| self.is_useful(branch, picked)),
            Effect::Pay { mana, then } => self.can_pay(*mana) && self.is_useful(then, picked),
            Effect::GiveUp(plan) => {
                !self.cards_to_give(plan, Given::default()).is_empty()
                    && self.is_useful(&plan.then, picked)
            }
            Effect::SpendUnit(then) => {
                !self.units_to_spend().is_empty() && self.is_useful(then, picked)
            }
            _ => self.is_effect_resolvable(effect, picked),
        }
    }

    /// Whether an effect is offered in a choice.
    pub(crate) fn is_worth_choosing(&self, effect: &Effect, picked: Option<&InstanceId>) -> bool {
        *effect == Effect::Nothing || self.is_useful(effect, picked)
    }

    pub(super) fn branch<'a>(
        &self,
        effect: &'a Effect,
        picked: Option<&InstanceId>,
    ) -> Option<&'a Effect> {
        let Effect::If {
            condition,
            then,
            otherwise,
        } = effect
        else {
            return None;
        };
        match self.is_true(*condition, picked) {
            true => Some(then),
            false => otherwise.as_deref(),
        }
    }

    fn is_true(&self, condition: Condition, picked: Option<&InstanceId>) -> bool {
        let held = self.holdings.as_deref();
        let time = held.map_or(DayTime::Day, |held| held.time);
        let mana = held.map(|held| &held.mana);
        let crystal = |color: ManaColor| mana.is_some_and(|m| m.crystals.of(color.into()) > 0);
        match condition {
            Condition::FortifiedSite => self.site == Site::Fortified,
            Condition::NoDieUsed => mana.is_some_and(|mana| mana.dice_used == 0),
            Condition::Crystal(color) => crystal(color),
            Condition::NoCrystal(color) => !crystal(color),
            Condition::Die(color) => mana.is_some_and(|mana| mana.dice.of(color.into()) > 0),
            Condition::PickedResists(resistance) => picked
                .and_then(|picked| self.enemy(picked))
                .is_some_and(|enemy| enemy.kind.resistances.has(resistance)),
            Condition::Day => time == DayTime::Day,
            Condition::Night => time == DayTime::Night,
            Condition::UnhurtInAttack => self.phase == Phase::Attack && self.hero.wounds == 0,
            Condition::RangedSiegePhase => self.phase == Phase::RangedSiege,
            Condition::AttackPhase => self.phase == Phase::Attack,
            // Decided by the unit when it is activated.
            Condition::Token(_) => false,
        }
    }

    pub(super) fn can_pay(&self, mana: Mana) -> bool {
        let held = self.holdings.as_deref();
        held.is_some_and(|held| !held.mana.ways(&[vec![mana]], held.time).is_empty())
    }

    /// Whether an effect of the hand can happen now.
    pub(crate) fn is_hand_effect_possible(
        &self,
        effect: &Effect,
        picked: Option<&InstanceId>,
    ) -> bool {
        let Some(held) = self.holdings.as_deref() else {
            return false;
        };
        match effect {
            Effect::Points(plan) => plan.what.fits(self.phase),
            Effect::Gain(_) | Effect::Nothing | Effect::Roll(_) => true,
            Effect::Shifted(plan) => {
                plan.what.fits(self.phase) && held.boons.contains(&Boon::Shapeshift)
            }
            Effect::ThrowWound => {
                self.hero.wounds > 0 || self.hero.hand.iter().any(|card| self.is_wound(card))
            }
            Effect::Exchange { from, .. } => !held.mana.of_color(*from).is_empty(),
            Effect::PossessPicked | Effect::DuelPicked => picked.is_some(),
            Effect::SpendUnit(then) => {
                !self.units_to_spend().is_empty() && self.is_effect_resolvable(then, picked)
            }
            Effect::Boon(boon) => self.is_boon_of_use(held, boon),
            Effect::If { .. } => self
                .branch(effect, picked)
                .is_some_and(|branch| self.is_effect_resolvable(branch, picked)),
            Effect::Pay { mana, then } => {
                self.can_pay(*mana) && self.is_effect_resolvable(then, picked)
            }
            Effect::GiveUp(plan) => {
                self.is_effect_resolvable(&plan.then, picked)
                    && (plan.number != GivenNumber::One
                        || !self.cards_to_give(plan, Given::default()).is_empty())
            }
            Effect::DefeatPicked(filter) => picked
                .and_then(|picked| self.enemy(picked))
                .is_some_and(|enemy| enemy.is_alive() && self.passes(enemy, filter)),
            Effect::PlayAnother(plan) => !self.cards_to_play(plan).is_empty(),
            Effect::ReadyUnit {
                most_level,
                healing,
            } => !self.units_to_ready(*most_level, *healing).is_empty(),
            Effect::StrengthenUnits { gifts, .. } => !self.units_to_strengthen(gifts).is_empty(),
            Effect::Spare { spare, .. } => !self.conversions(*spare).is_empty(),
            _ => false,
        }
    }

    pub(super) fn is_boon_of_use(&self, held: &Holdings, boon: &Boon) -> bool {
        let (ranged, block, attack) = (
            self.phase == Phase::RangedSiege,
            self.phase == Phase::Block,
            self.phase == Phase::Attack,
        );
        match boon {
            Boon::Units { .. } | Boon::NextUnit(_) => {
                self.phase != Phase::AssignDamage && held.units.iter().any(|unit| unit.can_act())
            }
            Boon::UnitsSpared | Boon::IgnoreWound | Boon::ThrowNextWound => {
                self.phase.is_before_damage_ends()
            }
            Boon::WoundsLeave | Boon::CrystalsReturn | Boon::FamePerSpell { .. } => true,
            Boon::CrystalForSpent | Boon::NextPowered { .. } | Boon::Shapeshift => true,
            Boon::CrystalPerDefeat { .. } => ranged || attack,
            Boon::Duel { .. } => block,
            Boon::NextCard(_) => ranged || block || attack,
            Boon::NextBlock { .. } => block,
            Boon::FamePerDefeat { .. } => ranged || attack,
            Boon::Sideways { .. } => block || attack,
            Boon::AttacksBecomeElement(_) | Boon::AttacksBecomeSiege => ranged || attack,
            Boon::Double(DoubledPoints::Physical) => attack,
            Boon::FromAfar { .. } => ranged || attack,
            Boon::Convert { into, .. } => into_use(*into).fits(self.phase),
        }
    }

    /// The cards of the hand that a plan may take, each once.
    pub(super) fn cards_to_give(&self, plan: &GiveUp, given: Given) -> Vec<CardId> {
        let Some(held) = self.holdings.as_deref() else {
            return Vec::new();
        };
        let fits = |card: &&Arc<Card>| match plan.card {
            GivenCard::NotWound => card.kind != CardKind::Wound,
            GivenCard::Wound => card.kind == CardKind::Wound,
            GivenCard::OneWoundAtMost => card.kind != CardKind::Wound || given.wounds == 0,
            GivenCard::Colored(None) => !card.colors.is_empty(),
            GivenCard::Colored(Some(color)) => card.colors.contains(&color),
            GivenCard::Action(color) => {
                card.kind == CardKind::Action && color.is_none_or(|c| card.colors.contains(&c))
            }
        };
        let known = held.cards.0.values();
        known
            .filter(fits)
            .filter(|card| self.holds(&card.id))
            .map(|card| card.id.clone())
            .collect()
    }

    /// The cards of the hand that another card can play, each once.
    pub(super) fn cards_to_play(&self, plan: &PlayAnother) -> Vec<CardId> {
        let Some(held) = self.holdings.as_deref() else {
            return Vec::new();
        };
        let known = held.cards.0.values();
        known
            .filter(|card| plan.accepts(card.kind) && self.hero.hand.contains(&card.id))
            .filter(|card| {
                let mode = card.mode(plan.mode);
                mode.is_some_and(|mode| {
                    !needs_other_cards(&mode.effect) && self.is_useful(&mode.effect, None)
                })
            })
            .map(|card| card.id.clone())
            .collect()
    }

    pub(super) fn units_to_ready(&self, most_level: u32, healing: Healing) -> Vec<UnitId> {
        self.units_that(|unit| {
            let helped = match (healing, unit.health) {
                (_, UnitHealth::Destroyed) | (Healing::No, UnitHealth::Wounded) => false,
                (_, UnitHealth::Unhurt) => unit.readiness == Readiness::Spent,
                (Healing::Yes, UnitHealth::Wounded) => true,
            };
            helped && unit.kind.level <= most_level
        })
    }

    pub(super) fn units_to_spend(&self) -> Vec<UnitId> {
        self.units_that(HeldUnit::can_act)
    }

    /// The units that gifts would help now.
    pub(super) fn units_to_strengthen(&self, gifts: &UnitGifts) -> Vec<UnitId> {
        let shields = gifts.armor > 0 || gifts.ignores_wound || !gifts.resistances.is_empty();
        self.units_that(|unit| {
            (shields && self.phase.is_before_damage_ends() && unit.can_take_damage())
                || (gifts.points > 0 && unit.can_act() && self.phase != Phase::AssignDamage)
        })
    }

    fn units_that(&self, wanted: impl Fn(&HeldUnit) -> bool) -> Vec<UnitId> {
        let units = self.holdings.as_deref().map(|held| held.units.iter());
        let units = units.into_iter().flatten().enumerate();
        let found = units.filter(|(_, unit)| wanted(unit));
        found.map(|(index, _)| UnitId(index)).collect()
    }

    /// What spare points can become now, with how many of them make one.
    pub(super) fn conversions(&self, spare: Spare) -> Vec<(u32, ConvertedPoints)> {
        let boons = self.holdings.as_deref().map(|held| held.boons.iter());
        let boons = boons.into_iter().flatten();
        let mut found: Vec<(u32, ConvertedPoints)> = boons
            .filter_map(|boon| match boon {
                Boon::Convert { from, each, into }
                    if *from == spare && into_use(*into).fits(self.phase) =>
                {
                    Some((*each, *into))
                }
                _ => None,
            })
            .collect();
        found.dedup();
        found
    }
}

/// Whether an effect needs another card of the hand.
pub(super) fn needs_other_cards(effect: &Effect) -> bool {
    match effect {
        Effect::Choice(parts) | Effect::Compound(parts) => parts.iter().any(needs_other_cards),
        Effect::GiveUp(_) | Effect::PlayAnother(_) => true,
        Effect::Pay { then, .. } => needs_other_cards(then),
        Effect::If {
            then, otherwise, ..
        } => {
            let other = otherwise.as_deref();
            needs_other_cards(then) || other.is_some_and(needs_other_cards)
        }
        _ => false,
    }
}
