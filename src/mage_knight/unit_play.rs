//! Units in a combat: they use an ability, or take damage instead of the hero.

use super::card::Mode;
use super::combat::{Combat, CombatEnemy, EffectSource, EffectStep, SourceKind};
use super::effect::{Condition, Effect};
use super::event::Event;
use super::event_log::EventLog;
use super::holdings::Boon;
use super::ids::CardId;
use super::mana::{Mana, ManaPayment, Price};
use super::modifier::ModifierChange;
use super::phase::Phase;
use super::refusal::CombatActionRefusal;
use super::stats::{Damage, OpenAttack};
use super::unit::{AttackHarm, HeldUnit, Readiness, UnitAbility, UnitId};
use super::words::describe;

impl Combat {
    pub fn unit(&self, id: UnitId) -> Option<&HeldUnit> {
        self.holdings.as_deref()?.units.get(id.0)
    }

    pub(super) fn unit_mut(&mut self, id: UnitId) -> Option<&mut HeldUnit> {
        self.holdings.as_deref_mut()?.units.get_mut(id.0)
    }

    /// "Peasants", or "Peasants 2" if the hero has several of the kind.
    pub fn name_of_unit(&self, id: UnitId) -> String {
        let Some(unit) = self.unit(id) else {
            return id.to_string();
        };
        let units = self.holdings.as_deref().map(|held| &held.units);
        let same = |other: &&HeldUnit| other.kind.id == unit.kind.id;
        let before = units.map_or(0, |units| units[..id.0].iter().filter(same).count());
        let all = units.map_or(0, |units| units.iter().filter(same).count());
        match all {
            0 | 1 => unit.kind.name.to_string(),
            _ => format!("{} {}", unit.kind.name, before + 1),
        }
    }

    fn find_unit(&self, id: UnitId) -> Result<&HeldUnit, CombatActionRefusal> {
        let units = self.held()?.units.len();
        self.unit(id)
            .ok_or(CombatActionRefusal::NoSuchUnit { unit: id, units })
    }

    /// The ability of a unit if it would do something now, whatever it costs. The
    /// effect has the unit's token decided.
    pub(super) fn usable_ability(
        &self,
        id: UnitId,
        ability: usize,
    ) -> Result<(&UnitAbility, Effect), CombatActionRefusal> {
        let unit = self.find_unit(id)?;
        let name = || self.name_of_unit(id);
        if !unit.can_act() {
            return Err(CombatActionRefusal::UnitCannotAct {
                name: name(),
                health: unit.health,
            });
        }
        let Some(found) = unit.kind.abilities.get(ability) else {
            return Err(CombatActionRefusal::NoSuchAbility {
                name: name(),
                ability,
                abilities: unit.kind.abilities.len(),
            });
        };
        if unit.has_used(ability) {
            return Err(CombatActionRefusal::AbilityUsed { name: name() });
        }
        let effect = decided(&found.effect, unit.token);
        if !self.is_useful(&effect, None) {
            return Err(CombatActionRefusal::NothingToDo {
                card: unit.kind.id.clone(),
                description: describe(&effect),
            });
        }
        Ok((found, effect))
    }

    pub(super) fn activate_unit(
        &mut self,
        id: UnitId,
        ability: usize,
        pay: &[ManaPayment],
        events: &mut EventLog,
    ) -> Result<(), CombatActionRefusal> {
        let (found, effect) = self.usable_ability(id, ability)?;
        let price = ability_price(found);
        let name = self.name_of_unit(id);
        let paid = self.settle(&name, &price, pay)?;
        events.push(|| Event::UnitActivated {
            unit: id,
            name: name.clone(),
            description: describe(&effect),
        });
        self.take_mana(&name, &paid, events);
        let mut card = CardId::from("");
        if let Some(unit) = self.unit_mut(id) {
            card = unit.kind.id.clone();
            unit.used |= 1 << ability;
            let abilities = u32::try_from(unit.kind.abilities.len()).unwrap_or(u32::MAX);
            let all = unit.used.count_ones() >= abilities;
            if !unit.kind.several_abilities || all {
                unit.readiness = Readiness::Spent;
            }
        }
        let source = EffectSource {
            kind: SourceKind::Unit(id),
            ..EffectSource::card(card, Mode::Basic)
        };
        let first = EffectStep::Resolve {
            effect,
            picked: None,
        };
        self.run(source, vec![first], events);
        Ok(())
    }

    /// Whether no damage may be assigned to units at all.
    pub(super) fn units_are_spared(&self) -> bool {
        let boons = self.holdings.as_deref().map(|held| held.boons.iter());
        boons
            .into_iter()
            .flatten()
            .any(|boon| *boon == Boon::UnitsSpared)
    }

    /// Lets units take the damage of an attack, one after the other. Returns the damage
    /// that is left for the hero.
    pub(super) fn damage_units(
        &mut self,
        units: &[UnitId],
        damage: u32,
        element: super::element::Element,
        harm: AttackHarm,
        events: &mut EventLog,
    ) -> Result<u32, CombatActionRefusal> {
        let mut left = damage;
        for id in units {
            let unit = self.find_unit(*id)?;
            let name = self.name_of_unit(*id);
            if self.units_are_spared() || !unit.can_take_damage() {
                return Err(CombatActionRefusal::UnitTakesNoDamage { name });
            }
            if left == 0 {
                return Err(CombatActionRefusal::NoDamageLeft { name });
            }
            let met = unit.meets(left, element, harm);
            left = met.left;
            if let Some(unit) = self.unit_mut(*id) {
                unit.took_damage = true;
                unit.health = unit.health.max(met.health);
                unit.gifts.ignores_wound = false;
            }
            events.push(|| Event::UnitHurt {
                name,
                health: met.health,
                left,
            });
        }
        Ok(left)
    }

    /// The unit that has to take the damage of an attack first.
    pub(super) fn first_taker(&self, enemy: &CombatEnemy, attack: usize) -> Option<UnitId> {
        let mut takers = self
            .modifiers_of_attack(&enemy.id, attack)
            .filter_map(|modifier| match modifier.change {
                ModifierChange::TakenBy(unit) => unit,
                _ => None,
            });
        takers.find(|id| {
            let able = self.unit(*id).is_some_and(HeldUnit::can_take_damage);
            able && !self.units_are_spared()
        })
    }

    /// What an attack does to the hero if no unit takes it but the one that has to.
    pub(super) fn damage_without_choice(
        &self,
        enemy: &CombatEnemy,
        attack: usize,
        open: &OpenAttack<'_>,
    ) -> Damage {
        let taker = self.first_taker(enemy, attack);
        match taker.and_then(|taker| self.unit(taker)) {
            None => self.damage(open),
            Some(unit) => {
                let (points, harm) = (self.raw_damage(open), harm_of(&open.strike));
                let left = unit.meets(points, open.strike.element, harm).left;
                self.hero_damage(left, open.hero_damage, &open.strike)
            }
        }
    }

    /// Every way to assign an attack: the units that take it, in order; the hero takes
    /// the rest.
    pub(super) fn assignments(
        &self,
        enemy: &CombatEnemy,
        attack: usize,
        open: &OpenAttack<'_>,
    ) -> Vec<Vec<UnitId>> {
        let first = self.first_taker(enemy, attack);
        if is_for_hero_only(&open.strike) {
            return vec![first.into_iter().collect()];
        }
        let (points, harm) = (self.raw_damage(open), harm_of(&open.strike));
        let mut all = vec![Vec::new()];
        all.extend(self.unit_shields(points, open.strike.element, harm));
        if let Some(first) = first {
            all.retain(|units| units.first() == Some(&first));
        }
        all
    }

    /// The lists of units that an attack can be assigned to, besides the hero alone.
    fn unit_shields(
        &self,
        damage: u32,
        element: super::element::Element,
        harm: AttackHarm,
    ) -> Vec<Vec<UnitId>> {
        let Some(held) = self.holdings.as_deref() else {
            return Vec::new();
        };
        if self.phase != Phase::AssignDamage || self.units_are_spared() {
            return Vec::new();
        }
        let able: Vec<UnitId> = (0..held.units.len())
            .map(UnitId)
            .filter(|id| held.units[id.0].can_take_damage())
            .collect();
        let mut shields = Vec::new();
        for first in &able {
            shields.push(vec![*first]);
            let met = held.units[first.0].meets(damage, element, harm);
            if met.left == 0 {
                continue;
            }
            let others = able.iter().filter(|second| *second != first);
            shields.extend(others.map(|second| vec![*first, *second]));
        }
        shields
    }
}

pub(super) fn ability_price(ability: &UnitAbility) -> Price {
    let cost: Option<Mana> = ability.cost;
    cost.map(|mana| vec![mana]).into_iter().collect()
}

/// The effect with the conditions on the unit's token replaced by their branch.
fn decided(effect: &Effect, token: Option<Mana>) -> Effect {
    match effect {
        Effect::If {
            condition: Condition::Token(color),
            then,
            otherwise,
        } => match (token == Some(Mana::from(*color)), otherwise) {
            (true, _) => decided(then, token),
            (false, Some(other)) => decided(other, token),
            (false, None) => Effect::Nothing,
        },
        Effect::Choice(parts) => {
            Effect::Choice(parts.iter().map(|part| decided(part, token)).collect())
        }
        Effect::Compound(parts) => {
            Effect::Compound(parts.iter().map(|part| decided(part, token)).collect())
        }
        other => other.clone(),
    }
}

/// How an attack harms a unit.
pub(super) fn harm_of(strike: &super::enemy::Strike) -> AttackHarm {
    use super::enemy::AttackAbility::{Paralyze, Poison};
    if strike.has(Poison) || strike.has(Paralyze) {
        AttackHarm::Destroys
    } else {
        AttackHarm::Wounds
    }
}

/// Whether only the hero can take an attack.
pub(super) fn is_for_hero_only(strike: &super::enemy::Strike) -> bool {
    strike.has(super::enemy::AttackAbility::Assassination)
}

/// The abilities of a unit, for lists of options.
pub(super) fn abilities(unit: &HeldUnit) -> std::ops::Range<usize> {
    0..unit.kind.abilities.len()
}
