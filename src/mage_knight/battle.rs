//! The hero's attacks, blocks, and the damage that enemies deal.

use std::sync::Arc;

use super::combat::{AttackOutcome, Combat, CombatEnemy, HeroCondition};
use super::data::{CombatData, UnknownName};
use super::enemy::AttackAbility;
use super::event::{Event, Loss};
use super::event_log::{EventLog, Past};
use super::holdings::Boon;
use super::ids::{CardId, EnemyName, InstanceId};
use super::observation::FactKind;
use super::phase::Phase;
use super::points::{
    AttackKind, AttackPoints, BlockPoints, CountedKinds, MOST_POINTS, attack_value, block_value,
    spend_attack, spend_block,
};
use super::refusal::CombatActionRefusal;
use super::stats::{Fortification, OpenAttack, Paralysis};
use super::unit::UnitId;
use super::unit_play::{harm_of, is_for_hero_only};
use qbcoach_basics::shorten::shortened;
use qbcoach_basics::suggest::closest;

/// A Defend that is used because of an attack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Defence {
    pub defender: InstanceId,
    pub enemy: InstanceId,
    pub armor: u32,
}

/// What an attack on certain enemies requires.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AttackNeed {
    pub needed: u32,
    pub counting: CountedKinds,
    pub defences: Vec<Defence>,
}

impl Combat {
    pub(super) fn find(&self, id: &InstanceId) -> Result<&CombatEnemy, CombatActionRefusal> {
        self.enemy(id).ok_or_else(|| {
            let known = self.enemies.iter().map(|enemy| enemy.id.as_str());
            let near = closest(id.as_str(), known, 3);
            CombatActionRefusal::UnknownEnemy(UnknownName {
                name: shortened(id.as_str()).into_owned(),
                suggestions: near.into_iter().map(str::to_owned).collect(),
            })
        })
    }

    /// Whether a living enemy can be a target of an attack in this phase.
    pub(super) fn is_attackable(&self, enemy: &CombatEnemy) -> bool {
        let from_afar = self.phase == Phase::RangedSiege;
        enemy.is_alive() && !(from_afar && self.fortification(enemy) == Fortification::Twice)
    }

    /// The targets of an attack in this phase, or why they cannot be attacked.
    pub(super) fn attack_targets(
        &self,
        ids: &[InstanceId],
    ) -> Result<Vec<&CombatEnemy>, CombatActionRefusal> {
        if ids.is_empty() {
            return Err(CombatActionRefusal::NoTargets);
        }
        let mut targets: Vec<&CombatEnemy> = Vec::with_capacity(ids.len());
        for id in ids {
            let enemy = self.find(id)?;
            if targets.iter().any(|target| target.id == *id) {
                return Err(CombatActionRefusal::SameTargetTwice(id.clone()));
            }
            if !enemy.is_alive() {
                return Err(CombatActionRefusal::AlreadyDefeated(enemy.name()));
            }
            if !self.is_attackable(enemy) {
                return Err(CombatActionRefusal::DoublyFortified(enemy.name()));
            }
            targets.push(enemy);
        }
        Ok(targets)
    }

    /// What one attack on all these targets requires, with every unused Defend.
    pub(super) fn attack_need(&self, targets: &[&CombatEnemy]) -> AttackNeed {
        let defences = self.defences(targets);
        let needed = targets
            .iter()
            .map(|target| {
                let added = defences.iter().filter(|defence| defence.enemy == target.id);
                self.armor_with(target, added.map(|defence| defence.armor).sum())
            })
            .sum();
        let fortified = targets
            .iter()
            .any(|target| self.fortification(target) != Fortification::None);
        let counting = if self.phase == Phase::RangedSiege && fortified {
            CountedKinds::SiegeOnly
        } else {
            CountedKinds::All
        };
        AttackNeed {
            needed,
            counting,
            defences,
        }
    }

    /// The Defends that are used: each for the defender itself if it is attacked,
    /// otherwise for the first target in combat order.
    fn defences(&self, targets: &[&CombatEnemy]) -> Vec<Defence> {
        let first = self
            .enemies
            .iter()
            .find(|enemy| targets.iter().any(|target| target.id == enemy.id));
        let Some(first) = first else {
            return Vec::new();
        };
        let ready = self
            .enemies
            .iter()
            .filter(|enemy| enemy.is_alive() && enemy.defends.is_none());
        ready
            .filter_map(|defender| {
                let itself = targets.iter().any(|target| target.id == defender.id);
                let enemy = if itself { defender } else { first };
                Some(Defence {
                    defender: defender.id.clone(),
                    enemy: enemy.id.clone(),
                    armor: defender.kind.defend?,
                })
            })
            .collect()
    }

    pub(super) fn declare_attack(
        &mut self,
        ids: &[InstanceId],
        points: &[AttackPoints],
        special: &[CardId],
        events: &mut EventLog,
    ) -> Result<(), CombatActionRefusal> {
        self.expect_phase("declareAttack", &[Phase::RangedSiege, Phase::Attack])?;
        let targets = self.attack_targets(ids)?;
        if points.is_empty() && special.is_empty() && self.holdings.is_some() {
            let needed = self.attack_need(&targets).needed;
            let (ways, _) = self.pool_attacks(&targets);
            let Some(way) = ways.into_iter().next() else {
                return Err(CombatActionRefusal::PoolTooSmall { needed });
            };
            return self.declare_attack(ids, &way.points, &way.special, events);
        }
        let taken = self.take_special_attacks(special, ids)?;
        let all: Vec<AttackPoints> = points
            .iter()
            .copied()
            .chain(taken.iter().map(|special| special.points))
            .collect();
        let told = points;
        let points = all.as_slice();
        let targets = self.attack_targets(ids)?;
        let melee = points.iter().any(|points| points.kind == AttackKind::Melee);
        if self.phase == Phase::RangedSiege && melee {
            return Err(CombatActionRefusal::MeleeFromAfar);
        }
        check_amounts(points.iter().map(|points| points.amount))?;
        let need = self.attack_need(&targets);
        let resistances: Vec<_> = targets.iter().map(|t| self.resistances(t)).collect();
        let reached = attack_value(points, &resistances, need.counting);
        let names: Vec<EnemyName> = match self.past {
            Past::Kept => targets.iter().map(|target| target.name()).collect(),
            Past::Forgotten => Vec::new(),
        };
        self.use_defences(&need.defences, events);
        self.spend_pool_attack(told);
        let stated = self.stated_points.as_mut().map(Arc::make_mut);
        let held_points = stated.map(|stated| match self.phase {
            Phase::RangedSiege => &mut stated.ranged_siege,
            _ => &mut stated.attack,
        });
        if let Some(held_points) = held_points {
            spend_attack(held_points, points);
        }
        let needed = need.needed;
        if reached < needed {
            events.push(|| Event::AttackFailed {
                enemies: names,
                needed,
                reached,
            });
            return Ok(());
        }
        events.push(|| Event::AttackSucceeded {
            enemies: names,
            needed,
            reached,
        });
        for id in ids {
            self.defeat(id, events);
        }
        self.after_defeats(ids, &taken, events);
        Ok(())
    }

    fn use_defences(&mut self, defences: &[Defence], events: &mut EventLog) {
        for defence in defences {
            let enemy = self.enemy(&defence.enemy).map(CombatEnemy::name);
            let Some(defender) = self.enemy_mut(&defence.defender) else {
                continue;
            };
            defender.defends = Some(defence.enemy.clone());
            let defender = defender.name();
            if let Some(enemy) = enemy {
                events.push(|| Event::Defended {
                    defender,
                    enemy,
                    armor: defence.armor,
                });
            }
        }
    }

    /// The enemy and its open attack, or a refusal that says why it is not open.
    pub(super) fn find_open(
        &self,
        id: &InstanceId,
        attack: usize,
    ) -> Result<(&CombatEnemy, OpenAttack<'_>), CombatActionRefusal> {
        let enemy = self.find(id)?;
        match self.open_attack(enemy, attack) {
            Ok(open) => Ok((enemy, open)),
            Err(closed) => Err(CombatActionRefusal::AttackClosed {
                enemy: enemy.name(),
                attack,
                closed,
            }),
        }
    }

    pub(super) fn declare_block(
        &mut self,
        id: &InstanceId,
        attack: usize,
        points: &[BlockPoints],
        special: &[CardId],
        events: &mut EventLog,
    ) -> Result<(), CombatActionRefusal> {
        self.expect_phase("declareBlock", &[Phase::Block])?;
        let (enemy, open) = self.find_open(id, attack)?;
        if points.is_empty() && special.is_empty() && self.holdings.is_some() {
            let needed = self.needed_block(&open);
            let (ways, _) = self.pool_blocks(enemy, &open);
            let Some(way) = ways.into_iter().next() else {
                return Err(CombatActionRefusal::PoolTooSmall { needed });
            };
            return self.declare_block(id, attack, &way.points, &way.special, events);
        }
        let taken = self.take_special_blocks(special, id)?;
        let (enemy, open) = self.find_open(id, attack)?;
        let mut all = points.to_vec();
        all.extend(self.count_special_blocks(&taken, enemy, &open));
        check_amounts(all.iter().map(|points| points.amount))?;
        let needed = self.needed_block(&open);
        let reached = block_value(&all, open.strike.element);
        let enemy = enemy.name();
        self.spend_pool_block(points);
        if let Some(stated) = &mut self.stated_points {
            spend_block(&mut Arc::make_mut(stated).block, points);
        }
        if reached < needed {
            events.push(|| Event::BlockFailed {
                enemy,
                attack,
                needed,
                reached,
            });
            return Ok(());
        }
        self.close_attack(id, attack, AttackOutcome::Blocked);
        self.record_fact(id, FactKind::Blocked { attack });
        events.push(|| Event::BlockSucceeded {
            enemy,
            attack,
            needed,
            reached,
        });
        self.after_block(id, &taken, reached - needed, events);
        Ok(())
    }

    pub(super) fn close_attack(&mut self, id: &InstanceId, attack: usize, outcome: AttackOutcome) {
        let attacks = self.enemy_mut(id).map(|enemy| &mut enemy.attacks);
        if let Some(open) = attacks.and_then(|attacks| attacks.get_mut(attack)) {
            *open = outcome;
        }
    }

    pub(super) fn assign_damage(
        &mut self,
        data: &CombatData,
        id: &InstanceId,
        attack: usize,
        units: &[UnitId],
        events: &mut EventLog,
    ) -> Result<(), CombatActionRefusal> {
        self.expect_phase("assignDamage", &[Phase::AssignDamage])?;
        let (enemy, open) = self.find_open(id, attack)?;
        let name = enemy.name();
        let strike = open.strike.clone().into_owned();
        let hero_damage = open.hero_damage;
        let mut damage = self.damage(&open);
        let vampiric = open.strike.has(AttackAbility::Vampiric);
        let mut of_units = EventLog::new(self.past);
        let taker = self.first_taker(enemy, attack);
        if let Some(taker) = taker.filter(|taker| units.first() != Some(taker)) {
            return Err(CombatActionRefusal::TakesItFirst {
                unit: self.name_of_unit(taker),
                enemy: name,
            });
        }
        if let Some(unit) = units.first() {
            if is_for_hero_only(&strike) && (taker.is_none() || units.len() > 1) {
                return Err(CombatActionRefusal::OnlyTheHero {
                    unit: self.name_of_unit(*unit),
                    enemy: name,
                });
            }
            let points = self.raw_damage(&open);
            let harm = harm_of(&strike);
            let left = self.damage_units(units, points, strike.element, harm, &mut of_units)?;
            damage = self.hero_damage(left, hero_damage, &strike);
        }
        let ignored = damage.wounds > 0
            && self.holdings.as_deref_mut().is_some_and(|held| {
                held.use_boon(|boon| (*boon == Boon::IgnoreWound).then_some(()))
                    .is_some()
            });
        if ignored {
            damage.wounds -= 1;
            damage.poison_wounds = damage.poison_wounds.min(damage.wounds);
            if damage.wounds == 0 {
                damage.paralysis = Paralysis::No;
            }
        }
        events.push(|| Event::DamageDealt {
            enemy: name,
            attack,
            damage,
        });
        events.append(of_units);
        self.close_attack(id, attack, AttackOutcome::Dealt);
        let wounds = damage.wounds;
        self.record_fact(id, FactKind::Hurt { attack, wounds });
        if let Some(enemy) = self.enemy_mut(id).filter(|_| vampiric) {
            enemy.drained_wounds += wounds;
        }
        self.hero.wounds += wounds;
        self.hero.discard_wounds += damage.poison_wounds;
        if damage.paralysis == Paralysis::Yes {
            self.lose_hand(data, Loss::Paralysis, events);
        }
        let can_be_knocked_out = self.hero.condition == HeroCondition::Standing;
        if can_be_knocked_out && self.hero.wounds >= self.hero.hand_limit {
            self.hero.condition = HeroCondition::KnockedOut;
            events.push(|| Event::KnockedOut);
            self.lose_hand(data, Loss::KnockOut, events);
        }
        self.throw_next_wound(wounds, events);
        Ok(())
    }

    fn lose_hand(&mut self, data: &CombatData, loss: Loss, events: &mut EventLog) {
        let hand = std::mem::take(&mut self.hero.hand);
        let in_hand = |card: &CardId| {
            let kind = self.card(data, card).map(|card| card.kind);
            kind.is_none_or(|kind| kind.is_held_in_hand())
        };
        let (lost, kept): (Vec<CardId>, Vec<CardId>) = hand.into_iter().partition(in_hand);
        self.hero.hand = kept;
        self.note_discarded(&lost);
        events.push(|| Event::HandLost { cards: lost, loss });
    }
}

fn check_amounts(amounts: impl Iterator<Item = u32> + Clone) -> Result<(), CombatActionRefusal> {
    if let Some(given) = amounts.clone().find(|amount| *amount > MOST_POINTS) {
        return Err(CombatActionRefusal::TooManyPoints { given });
    }
    if amounts.into_iter().all(|amount| amount == 0) {
        return Err(CombatActionRefusal::NoPoints);
    }
    Ok(())
}
