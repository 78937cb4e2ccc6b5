//! Carrying out actions, and what happens when a phase begins or ends.

use std::sync::Arc;

use super::action::Action;
use super::card::Mode;
use super::combat::{AttackOutcome, Combat, CombatEnemy};
use super::data::CombatData;
use super::enemy::{Enemy, EnemyAttack, EnemyColor};
use super::event::Event;
use super::event_log::EventLog;
use super::ids::{EnemyName, InstanceId};
use super::modifier::Duration;
use super::observation::FactKind;
use super::phase::Phase;
use super::refusal::CombatActionRefusal;
use super::stats::AttackClosed;
use qbcoach_basics::chance::Chance;

/// One draw of a summoned monster.
#[derive(Clone, Copy, Debug)]
pub(super) struct MonsterDraw {
    /// How many enemies have appeared in this combat so far.
    pub arrival: usize,
    /// How many monsters there are to draw from.
    pub monsters: usize,
}

impl Combat {
    /// Carries out an action in place and returns its events. A refused action
    /// changes nothing.
    pub fn act(
        &mut self,
        data: &CombatData,
        action: &Action,
    ) -> Result<Vec<Event>, CombatActionRefusal> {
        let (next, events) = self.after(data, action)?;
        *self = next;
        Ok(events)
    }

    /// The combat after an action, and the events of the action. This is the only
    /// copy that is made of the combat.
    pub fn after(
        &self,
        data: &CombatData,
        action: &Action,
    ) -> Result<(Combat, Vec<Event>), CombatActionRefusal> {
        let mut next = self.clone();
        let events = next.apply(data, action)?;
        Ok((next, events))
    }

    /// Changes the combat in place. A refusal may leave it half changed, so the caller
    /// must discard it.
    fn apply(
        &mut self,
        data: &CombatData,
        action: &Action,
    ) -> Result<Vec<Event>, CombatActionRefusal> {
        let seed = self.seed;
        // Each draw has its own random stream, so that it does not depend on the
        // draws before it.
        self.apply_drawing(data, action, &mut |draw: MonsterDraw| {
            Chance::new(seed, draw.arrival as u64).below(draw.monsters)
        })
    }

    /// Like [`Combat::apply`], but `draw` picks the index of each summoned monster.
    pub(super) fn apply_drawing(
        &mut self,
        data: &CombatData,
        action: &Action,
        draw: &mut dyn FnMut(MonsterDraw) -> usize,
    ) -> Result<Vec<Event>, CombatActionRefusal> {
        if self.is_over() {
            return Err(CombatActionRefusal::Over);
        }
        if let Some(pending) = &self.pending
            && !matches!(action, Action::ResolveChoice { .. })
        {
            return Err(CombatActionRefusal::ChoicePending {
                card: pending.card.clone(),
                options: pending.options.len(),
            });
        }
        self.actions += 1;
        let mut events = EventLog::new(self.past);
        match action {
            Action::PlayCard { card, mode, pay } if self.holdings.is_some() => {
                self.play_counted(card, *mode, pay, &mut events)?;
            }
            Action::PlayCard { card, mode, pay } => {
                if *mode == Mode::Sideways || !pay.is_empty() {
                    return Err(CombatActionRefusal::NotCounted);
                }
                self.play_card(data, card, *mode, &mut events)?;
            }
            Action::ActivateUnit { unit, ability, pay } => {
                self.activate_unit(*unit, *ability, pay, &mut events)?;
            }
            Action::UseSkill { skill } => self.use_skill(skill, &mut events)?,
            Action::ResolveChoice { option } => self.resolve_choice(*option, &mut events)?,
            Action::DeclareAttack {
                enemies,
                points,
                special,
            } => {
                self.declare_attack(enemies, points, special, &mut events)?;
            }
            Action::DeclareBlock {
                enemy,
                attack,
                points,
                special,
            } => self.declare_block(enemy, *attack, points, special, &mut events)?,
            Action::AssignDamage {
                enemy,
                attack,
                units,
            } => {
                self.assign_damage(data, enemy, *attack, units, &mut events)?;
            }
            Action::EndPhase => self.end_phase(data, draw, &mut events)?,
        }
        Ok(events.into_events())
    }

    pub(super) fn expect_phase(
        &self,
        action: &'static str,
        phases: &[Phase],
    ) -> Result<(), CombatActionRefusal> {
        if phases.contains(&self.phase) {
            return Ok(());
        }
        Err(CombatActionRefusal::WrongPhase {
            action,
            phase: self.phase,
            expected: phases.to_vec(),
        })
    }

    /// The types of action that this phase allows.
    pub(super) fn expected_actions(&self) -> Vec<String> {
        let own = match self.phase {
            Phase::RangedSiege | Phase::Attack => Some("declareAttack"),
            Phase::Block => Some("declareBlock"),
            Phase::AssignDamage => Some("assignDamage"),
            Phase::Over => None,
        };
        let counted: &[&str] = match self.holdings {
            Some(_) => &["activateUnit", "useSkill"],
            None => &[],
        };
        let counted = counted.iter().copied();
        let words = ["playCard"].into_iter().chain(counted);
        let words = words.chain(own).chain(["endPhase"]);
        words.map(str::to_owned).collect()
    }

    /// The attacks that can still be blocked or deal damage, in combat order.
    pub fn open_attacks(&self) -> impl Iterator<Item = (&CombatEnemy, usize)> {
        self.enemies.iter().map(Arc::as_ref).flat_map(|enemy| {
            (0..enemy.attacks.len())
                .filter(|attack| self.open_attack(enemy, *attack).is_ok())
                .map(move |attack| (enemy, attack))
        })
    }

    /// Whether the phase may be left now.
    pub(super) fn can_end_phase(&self) -> Result<(), CombatActionRefusal> {
        if self.phase != Phase::AssignDamage {
            return Ok(());
        }
        let mut left: Vec<_> = self.open_attacks().map(|(enemy, _)| enemy.name()).collect();
        left.dedup();
        if left.is_empty() {
            Ok(())
        } else {
            Err(CombatActionRefusal::DamageLeft(left))
        }
    }

    fn end_phase(
        &mut self,
        data: &CombatData,
        draw: &mut dyn FnMut(MonsterDraw) -> usize,
        events: &mut EventLog,
    ) -> Result<(), CombatActionRefusal> {
        self.can_end_phase()?;
        if self.phase == Phase::AssignDamage {
            self.keep_lowered_as_blocked();
            self.dismiss_summoned(events);
        }
        self.modifiers
            .retain(|modifier| modifier.duration != Duration::Phase);
        self.phase = self.phase.next();
        self.begin_phase_of_holdings();
        events.push(|| Event::PhaseBegan { phase: self.phase });
        match self.phase {
            Phase::Block => self.summon(data, draw, events),
            Phase::Over => {
                self.modifiers.clear();
                events.push(|| Event::CombatEnded {
                    fame_gained: self.fame_gained,
                });
            }
            _ => {}
        }
        Ok(())
    }

    /// Marks the attacks that are lowered to 0 as blocked. This happens when the
    /// damage is done; an attack lowered to 0 later does not count as blocked.
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

    /// The summons that happen when the Block phase begins: one for each Summon of
    /// each enemy that attacks.
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
        draw: &mut dyn FnMut(MonsterDraw) -> usize,
        events: &mut EventLog,
    ) {
        for (by, color) in self.coming_summons() {
            let monsters = data.summoned(color);
            let drawn = draw(MonsterDraw {
                arrival: self.arrivals,
                monsters: monsters.len(),
            });
            if let Some(kind) = monsters.get(drawn) {
                self.bring(by, kind, events);
            }
        }
    }

    /// Adds a monster that stands in for its summoner.
    fn bring(&mut self, by: EnemyName, kind: &Arc<Enemy>, events: &mut EventLog) {
        let id = self.add_enemy(kind, Some(by.id.clone()));
        self.check_new_enemy_against_modifiers(&id);
        self.record_fact(&id, FactKind::Summoned { by: by.id.clone() });
        let enemy = self.enemy(&id).map(CombatEnemy::name);
        if let Some(enemy) = enemy {
            events.push(|| Event::EnemySummoned { by, enemy });
        }
    }

    /// Removes the summoned monsters together with the modifiers of each of them.
    fn dismiss_summoned(&mut self, events: &mut EventLog) {
        let summoned = |enemy: &&Arc<CombatEnemy>| enemy.summoned_by.is_some();
        let gone: Vec<Arc<CombatEnemy>> = self.enemies.iter().filter(summoned).cloned().collect();
        for enemy in gone.iter().filter(|enemy| enemy.is_alive()) {
            self.record_fact(&enemy.id, FactKind::Left);
            events.push(|| Event::EnemyLeft {
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
