//! Actions and phases: what is done now, and what a phase begins and ends with.

use std::sync::Arc;

use super::action::Action;
use super::combat::{AttackOutcome, Combat, CombatEnemy};
use super::data::CombatData;
use super::enemy::{Enemy, EnemyAttack, EnemyColor};
use super::event::Event;
use super::ids::{EnemyName, InstanceId};
use super::modifier::Duration;
use super::observation::Seen;
use super::phase::Phase;
use super::refusal::Refusal;
use super::stats::AttackClosed;
use crate::simulation::chance::Chance;

/// A monster to be drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Draw {
    /// How many enemies came before it.
    pub arrival: usize,
    /// How many monsters there are to draw from.
    pub monsters: usize,
}

impl Combat {
    /// Does an action and tells what happened. A refused one changes nothing.
    pub fn act(&mut self, data: &CombatData, action: &Action) -> Result<Vec<Event>, Refusal> {
        let mut next = self.clone();
        let events = next.apply(data, action)?;
        *self = next;
        Ok(events)
    }

    /// The same in place; after a refusal the combat must be thrown away.
    fn apply(&mut self, data: &CombatData, action: &Action) -> Result<Vec<Event>, Refusal> {
        let seed = self.seed;
        // Each arrival has its own stream: what is drawn does not depend on what
        // else was.
        self.apply_drawing(data, action, &mut |draw: Draw| {
            Chance::new(seed, draw.arrival as u64).below(draw.monsters)
        })
    }

    /// The same with somebody else's chance.
    pub(super) fn apply_drawing(
        &mut self,
        data: &CombatData,
        action: &Action,
        draw: &mut dyn FnMut(Draw) -> usize,
    ) -> Result<Vec<Event>, Refusal> {
        if self.is_over() {
            return Err(Refusal::Over);
        }
        if let Some(pending) = &self.pending
            && !matches!(action, Action::ResolveChoice { .. })
        {
            return Err(Refusal::ChoicePending {
                card: pending.card.clone(),
                options: pending.options.len(),
            });
        }
        self.actions += 1;
        let mut events = Vec::new();
        match action {
            Action::PlayCard { card, mode } => self.play_card(data, card, *mode, &mut events)?,
            Action::ResolveChoice { option } => self.resolve_choice(*option, &mut events)?,
            Action::DeclareAttack { enemies, points } => {
                self.declare_attack(enemies, points, &mut events)?;
            }
            Action::DeclareBlock {
                enemy,
                attack,
                points,
            } => self.declare_block(enemy, *attack, points, &mut events)?,
            Action::AssignDamage { enemy, attack } => {
                self.assign_damage(data, enemy, *attack, &mut events)?;
            }
            Action::EndPhase => self.end_phase(data, draw, &mut events)?,
        }
        Ok(events)
    }

    pub(super) fn expect_phase(
        &self,
        action: &'static str,
        phases: &[Phase],
    ) -> Result<(), Refusal> {
        if phases.contains(&self.phase) {
            return Ok(());
        }
        Err(Refusal::WrongPhase {
            action,
            phase: self.phase,
            expected: phases.to_vec(),
        })
    }

    /// What kinds of action this phase knows.
    pub(super) fn expected_actions(&self) -> Vec<String> {
        let own = match self.phase {
            Phase::RangedSiege | Phase::Attack => Some("declareAttack"),
            Phase::Block => Some("declareBlock"),
            Phase::AssignDamage => Some("assignDamage"),
            Phase::Over => None,
        };
        let words = ["playCard"].into_iter().chain(own).chain(["endPhase"]);
        words.map(str::to_owned).collect()
    }

    /// The attacks that are still to be blocked or dealt, in combat order.
    pub fn open_attacks(&self) -> impl Iterator<Item = (&CombatEnemy, usize)> {
        self.enemies.iter().flat_map(|enemy| {
            (0..enemy.attacks.len())
                .filter(|attack| self.open_attack(enemy, *attack).is_ok())
                .map(move |attack| (enemy, attack))
        })
    }

    /// Whether the phase may be left now.
    pub(super) fn can_end_phase(&self) -> Result<(), Refusal> {
        if self.phase != Phase::AssignDamage {
            return Ok(());
        }
        let mut left: Vec<_> = self.open_attacks().map(|(enemy, _)| enemy.name()).collect();
        left.dedup();
        if left.is_empty() {
            Ok(())
        } else {
            Err(Refusal::DamageLeft(left))
        }
    }

    fn end_phase(
        &mut self,
        data: &CombatData,
        draw: &mut dyn FnMut(Draw) -> usize,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        self.can_end_phase()?;
        if self.phase == Phase::AssignDamage {
            self.keep_lowered_as_blocked();
            self.dismiss_summoned(events);
        }
        self.modifiers
            .retain(|modifier| modifier.duration != Duration::Phase);
        self.phase = self.phase.next();
        events.push(Event::PhaseBegan { phase: self.phase });
        match self.phase {
            Phase::Block => self.summon(data, draw, events),
            Phase::Over => {
                self.modifiers.clear();
                events.push(Event::CombatEnded {
                    fame_gained: self.fame_gained,
                });
            }
            _ => {}
        }
        Ok(())
    }

    /// What an attack was when the damage was done decides whether it counts as
    /// blocked; changes in the Attack phase come too late.
    fn keep_lowered_as_blocked(&mut self) {
        let lowered: Vec<(InstanceId, usize)> = self
            .enemies
            .iter()
            .flat_map(|enemy| (0..enemy.attacks.len()).map(move |attack| (enemy, attack)))
            .filter(|(enemy, attack)| {
                let closed = self.open_attack(enemy, *attack).err();
                closed == Some(AttackClosed::LoweredToNothing)
            })
            .map(|(enemy, attack)| (enemy.id.clone(), attack))
            .collect();
        for (id, attack) in lowered {
            self.close_attack(&id, attack, AttackOutcome::Blocked);
        }
    }

    /// The summonses that the enemies will make when the Block phase begins:
    /// everybody who summons and attacks makes each of its own.
    pub(super) fn coming_summons(&self) -> Vec<(EnemyName, EnemyColor)> {
        let mut summons = Vec::new();
        for enemy in self.enemies.iter().filter(|enemy| self.does_attack(enemy)) {
            for attack in &enemy.kind.attacks {
                if let EnemyAttack::Summon(color) = attack {
                    summons.push((enemy.name(), *color));
                }
            }
        }
        summons
    }

    fn summon(
        &mut self,
        data: &CombatData,
        draw: &mut dyn FnMut(Draw) -> usize,
        events: &mut Vec<Event>,
    ) {
        for (by, color) in self.coming_summons() {
            let monsters = data.summoned(color);
            let drawn = draw(Draw {
                arrival: self.arrivals,
                monsters: monsters.len(),
            });
            if let Some(kind) = monsters.get(drawn) {
                self.bring(by, kind, events);
            }
        }
    }

    /// A monster comes to stand in for its summoner.
    fn bring(&mut self, by: EnemyName, kind: &Arc<Enemy>, events: &mut Vec<Event>) {
        let id = self.add_enemy(kind, Some(by.id.clone()));
        self.meet_modifiers(&id);
        self.see(&id, Seen::Summoned { by: by.id.clone() });
        let enemy = self.enemy(&id).map(CombatEnemy::name);
        events.extend(enemy.map(|enemy| Event::EnemySummoned { by, enemy }));
    }

    /// Summoned monsters go, and what was said of them goes with them.
    fn dismiss_summoned(&mut self, events: &mut Vec<Event>) {
        let summoned = |enemy: &&CombatEnemy| enemy.summoned_by.is_some();
        let gone: Vec<CombatEnemy> = self.enemies.iter().filter(summoned).cloned().collect();
        for enemy in gone.iter().filter(|enemy| enemy.is_alive()) {
            self.see(&enemy.id, Seen::Left);
            events.push(Event::EnemyLeft {
                enemy: enemy.name(),
            });
        }
        self.enemies.retain(|enemy| enemy.summoned_by.is_none());
        self.modifiers.retain(|modifier| {
            let about = modifier.scope.enemy();
            !about.is_some_and(|id| gone.iter().any(|enemy| enemy.id == *id))
        });
    }
}
