//! Attacks of the hero, blocks, and damage.

use super::combat::{AttackOutcome, Combat, CombatEnemy, HeroCondition};
use super::data::{CombatData, UnknownName};
use super::enemy::AttackAbility;
use super::event::{Event, Loss};
use super::ids::{CardId, EnemyName, InstanceId};
use super::observation::Seen;
use super::phase::Phase;
use super::points::{
    AttackKind, AttackPoints, BlockPoints, Counting, MOST_POINTS, attack_value, block_value,
    spend_attack, spend_block,
};
use super::refusal::Refusal;
use super::stats::{Fortification, OpenAttack, Paralysis};
use crate::rules::suggest::closest;

/// A Defend that an attack calls forth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Defence {
    pub defender: InstanceId,
    pub enemy: InstanceId,
    pub armor: u32,
}

/// What an attack on these enemies takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AttackNeed {
    pub needed: u32,
    pub counting: Counting,
    pub defences: Vec<Defence>,
}

impl Combat {
    pub(super) fn find(&self, id: &InstanceId) -> Result<&CombatEnemy, Refusal> {
        self.enemy(id).ok_or_else(|| {
            let known = self.enemies.iter().map(|enemy| enemy.id.as_str());
            let near = closest(id.as_str(), known, 3);
            Refusal::UnknownEnemy(UnknownName {
                name: id.to_string(),
                suggestions: near.into_iter().map(str::to_owned).collect(),
            })
        })
    }

    /// The targets of an attack in this phase, or why they cannot be attacked.
    pub(super) fn attack_targets(&self, ids: &[InstanceId]) -> Result<Vec<&CombatEnemy>, Refusal> {
        if ids.is_empty() {
            return Err(Refusal::NoTargets);
        }
        let mut targets: Vec<&CombatEnemy> = Vec::with_capacity(ids.len());
        for id in ids {
            let enemy = self.find(id)?;
            if targets.iter().any(|target| target.id == *id) {
                return Err(Refusal::SameTargetTwice(id.clone()));
            }
            if !enemy.is_alive() {
                return Err(Refusal::AlreadyDefeated(enemy.name()));
            }
            let walled = self.fortification(enemy) == Fortification::Twice;
            if self.phase == Phase::RangedSiege && walled {
                return Err(Refusal::DoublyFortified(enemy.name()));
            }
            targets.push(enemy);
        }
        Ok(targets)
    }

    /// What it takes to defeat them all together, with every Defend that is left.
    pub(super) fn attack_need(&self, targets: &[&CombatEnemy]) -> AttackNeed {
        let defences = self.defences(targets);
        let needed = targets
            .iter()
            .map(|target| {
                let added = defences.iter().filter(|defence| defence.enemy == target.id);
                self.armor_with(target, added.map(|defence| defence.armor).sum())
            })
            .sum();
        let walled = targets
            .iter()
            .any(|target| self.fortification(target) != Fortification::None);
        let counting = if self.phase == Phase::RangedSiege && walled {
            Counting::SiegeOnly
        } else {
            Counting::All
        };
        AttackNeed {
            needed,
            counting,
            defences,
        }
    }

    /// Each defender helps itself if it is attacked, and else the first that is.
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
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        self.expect_phase("declareAttack", &[Phase::RangedSiege, Phase::Attack])?;
        let targets = self.attack_targets(ids)?;
        let melee = points.iter().any(|points| points.kind == AttackKind::Melee);
        if self.phase == Phase::RangedSiege && melee {
            return Err(Refusal::MeleeFromAfar);
        }
        check_amounts(points.iter().map(|points| points.amount))?;
        let need = self.attack_need(&targets);
        let resistances: Vec<_> = targets.iter().map(|t| self.resistances(t)).collect();
        let reached = attack_value(points, &resistances, need.counting);
        let names: Vec<EnemyName> = targets.iter().map(|target| target.name()).collect();
        self.use_defences(&need.defences, events);
        let supply = self.supply.as_mut().map(|supply| match self.phase {
            Phase::RangedSiege => &mut supply.ranged_siege,
            _ => &mut supply.attack,
        });
        if let Some(supply) = supply {
            spend_attack(supply, points);
        }
        let needed = need.needed;
        if reached < needed {
            events.push(Event::AttackFailed {
                enemies: names,
                needed,
                reached,
            });
            return Ok(());
        }
        events.push(Event::AttackSucceeded {
            enemies: names,
            needed,
            reached,
        });
        for id in ids {
            self.defeat(id, events);
        }
        Ok(())
    }

    fn use_defences(&mut self, defences: &[Defence], events: &mut Vec<Event>) {
        for defence in defences {
            let enemy = self.enemy(&defence.enemy).map(CombatEnemy::name);
            let Some(defender) = self.enemy_mut(&defence.defender) else {
                continue;
            };
            defender.defends = Some(defence.enemy.clone());
            let defender = defender.name();
            events.extend(enemy.map(|enemy| Event::Defended {
                defender,
                enemy,
                armor: defence.armor,
            }));
        }
    }

    /// The attack if it is still to come, or the refusal that says why not.
    pub(super) fn find_open(
        &self,
        id: &InstanceId,
        attack: usize,
    ) -> Result<(&CombatEnemy, OpenAttack<'_>), Refusal> {
        let enemy = self.find(id)?;
        match self.open_attack(enemy, attack) {
            Ok(open) => Ok((enemy, open)),
            Err(closed) => Err(Refusal::AttackClosed {
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
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        self.expect_phase("declareBlock", &[Phase::Block])?;
        let (enemy, open) = self.find_open(id, attack)?;
        check_amounts(points.iter().map(|points| points.amount))?;
        let needed = self.needed_block(&open);
        let reached = block_value(points, open.strike.element);
        let enemy = enemy.name();
        if let Some(supply) = &mut self.supply {
            spend_block(&mut supply.block, points);
        }
        if reached < needed {
            events.push(Event::BlockFailed {
                enemy,
                attack,
                needed,
                reached,
            });
            return Ok(());
        }
        self.close_attack(id, attack, AttackOutcome::Blocked);
        self.see(id, Seen::Blocked { attack });
        events.push(Event::BlockSucceeded {
            enemy,
            attack,
            needed,
            reached,
        });
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
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        self.expect_phase("assignDamage", &[Phase::AssignDamage])?;
        let (enemy, open) = self.find_open(id, attack)?;
        let damage = self.damage(&open);
        let vampiric = open.strike.has(AttackAbility::Vampiric);
        events.push(Event::DamageDealt {
            enemy: enemy.name(),
            attack,
            damage,
        });
        self.close_attack(id, attack, AttackOutcome::Dealt);
        let wounds = damage.wounds;
        self.see(id, Seen::Hurt { attack, wounds });
        if let Some(enemy) = self.enemy_mut(id).filter(|_| vampiric) {
            enemy.drained_wounds += wounds;
        }
        self.hero.wounds += wounds;
        self.hero.discard_wounds += damage.poison_wounds;
        if damage.paralysis == Paralysis::Yes {
            self.lose_hand(data, Loss::Paralysis, events);
        }
        let standing = self.hero.condition == HeroCondition::Standing;
        if standing && self.hero.wounds >= self.hero.hand_limit {
            self.hero.condition = HeroCondition::KnockedOut;
            events.push(Event::KnockedOut);
            self.lose_hand(data, Loss::KnockOut, events);
        }
        Ok(())
    }

    fn lose_hand(&mut self, data: &CombatData, loss: Loss, events: &mut Vec<Event>) {
        let hand = std::mem::take(&mut self.hero.hand);
        let rules = self.rules;
        let in_hand = |card: &CardId| {
            let kind = data.card(rules, card).map(|card| card.kind);
            kind.map_or(true, |kind| kind.is_held_in_hand())
        };
        let (lost, kept): (Vec<CardId>, Vec<CardId>) = hand.into_iter().partition(in_hand);
        self.hero.hand = kept;
        self.hero.discarded.extend(lost.iter().cloned());
        events.push(Event::HandLost { cards: lost, loss });
    }
}

fn check_amounts(amounts: impl Iterator<Item = u32> + Clone) -> Result<(), Refusal> {
    if let Some(given) = amounts.clone().find(|amount| *amount > MOST_POINTS) {
        return Err(Refusal::TooManyPoints { given });
    }
    if amounts.into_iter().all(|amount| amount == 0) {
        return Err(Refusal::NoPoints);
    }
    Ok(())
}
