//! Words for actions and their targets.

use super::*;
use crate::points::{AttackPoints, attack_value};

impl Combat {
    /// "Diggers (enemy_0)", with the attack if one is picked.
    pub(crate) fn target_words(&self, target: &EnemyTarget) -> String {
        let Some(enemy) = self.enemy(&target.enemy) else {
            return target.enemy.to_string();
        };
        match target.attack {
            None => enemy.name().to_string(),
            Some(attack) => {
                let value = self.attack_value(enemy, attack).unwrap_or_default();
                format!("{}, attack {attack} of {value}", enemy.name())
            }
        }
    }

    /// Describes what a template would do to a target. If it only offers a choice, the
    /// effects that are possible for this target are listed.
    pub(crate) fn words_for_target(&self, template: &Template, target: &EnemyTarget) -> String {
        match &template.follow_up {
            Some(Effect::Choice(parts)) if template.is_idle() => {
                let parts = parts.iter();
                let possible: Vec<Effect> = parts
                    .filter(|part| self.is_effect_resolvable(part, Some(&target.enemy)))
                    .cloned()
                    .collect();
                choice_words(&possible, EnemyNamed::Yes)
            }
            _ => template_words(template),
        }
    }

    /// Describes an action.
    pub(crate) fn action_words(&self, data: &CombatData, action: &Action) -> String {
        match action {
            Action::PlayCard { card, mode, pay } => {
                let found = self.card(data, card);
                let name = match found.and_then(|card| card.mode(*mode)) {
                    Some(played) => played.name.to_string(),
                    None => found.map_or_else(|| card.to_string(), |card| card.name.to_string()),
                };
                let paid = pay_words(pay);
                match mode {
                    Mode::Sideways => format!("play {name} sideways"),
                    _ => format!("play {name} ({}){paid}", mode.word()),
                }
            }
            Action::ActivateUnit { unit, ability, pay } => {
                let name = self.name_of_unit(*unit);
                let paid = pay_words(pay);
                match self.usable_ability(*unit, *ability) {
                    Ok((_, effect)) => format!("{name}: {}{paid}", describe(&effect)),
                    Err(_) => format!("{name}: ability {ability}{paid}"),
                }
            }
            Action::UseSkill { skill } => {
                let found = self.card(data, skill);
                let name = found.map_or_else(|| skill.to_string(), |card| card.name.to_string());
                format!("use {name}")
            }
            Action::ResolveChoice { option } => {
                let pending = self.pending.as_ref();
                let chosen = pending.and_then(|pending| pending.options.get(*option));
                match chosen {
                    Some(chosen) => format!("choose {}", chosen.label),
                    None => format!("choose option {option}"),
                }
            }
            Action::DeclareAttack {
                enemies,
                points,
                special,
            } => {
                let names: Vec<String> = enemies.iter().map(|id| self.name_of(id)).collect();
                let purpose = match special.is_empty() && self.is_lure(enemies, points) {
                    true => ", only to use up the Defend",
                    false => "",
                };
                let points: Vec<String> = points
                    .iter()
                    .map(|p| format!("{} {} {}", p.amount, p.element.word(), p.kind.word()))
                    .chain(special.iter().map(|card| self.special_words(data, card)))
                    .collect();
                let (names, points) = (listed(&names), listed(&points));
                format!("attack {names} with {points}{purpose}")
            }
            Action::DeclareBlock {
                enemy,
                attack,
                points,
                special,
            } => {
                let points: Vec<String> = points
                    .iter()
                    .map(|p| format!("{} {}", p.amount, p.element.word()))
                    .chain(special.iter().map(|card| self.special_words(data, card)))
                    .collect();
                let (name, points) = (self.name_of(enemy), listed(&points));
                format!("block attack {attack} of {name} with {points}")
            }
            Action::AssignDamage {
                enemy,
                attack,
                units,
            } => {
                let units: Vec<String> =
                    units.iter().map(|unit| self.name_of_unit(*unit)).collect();
                let with = match units.as_slice() {
                    [] => String::new(),
                    units => format!(" with {}", listed(units)),
                };
                format!("take attack {attack} of {}{with}", self.name_of(enemy))
            }
            Action::EndPhase => format!("end the {} phase", self.phase.name()),
        }
    }

    /// Whether an attack is too weak to defeat its targets, and makes a defender help them.
    fn is_lure(&self, enemies: &[InstanceId], points: &[AttackPoints]) -> bool {
        let Ok(targets) = self.attack_targets(enemies) else {
            return false;
        };
        let need = self.attack_need(&targets);
        let resistances: Vec<_> = targets.iter().map(|t| self.resistances(t)).collect();
        let reached = attack_value(points, &resistances, need.counting);
        self.holdings.is_some() && !need.defences.is_empty() && reached < need.needed
    }

    pub(super) fn special_words(&self, data: &CombatData, card: &CardId) -> String {
        let held = self.holdings.as_deref();
        let units = held.map(|held| held.units.iter()).into_iter().flatten();
        let mut units = units.filter(|unit| unit.kind.id == *card);
        let name = match (self.card(data, card), units.next()) {
            (Some(card), _) => card.name.to_string(),
            (None, Some(unit)) => unit.kind.name.to_string(),
            (None, None) => card.to_string(),
        };
        format!("the points of {name}")
    }

    pub(super) fn name_of(&self, id: &InstanceId) -> String {
        match self.enemy(id) {
            Some(enemy) => enemy.name().to_string(),
            None => id.to_string(),
        }
    }
}
