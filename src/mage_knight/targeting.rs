//! Who can be picked, and whether anything of an effect can happen now.

use super::combat::{Combat, CombatEnemy, Step, Target};
use super::effect::{DefeatedTargets, Effect, Fate, PlannedScope, TargetKind, Template};
use super::enemy::{EnemyAbility, EnemyAttack};
use super::ids::InstanceId;
use super::modifier::Change;

impl Combat {
    /// Everybody a template can be used on, in combat order.
    pub(super) fn eligible(&self, template: &Template) -> Vec<Target> {
        let enemies = self
            .enemies
            .iter()
            .filter(|enemy| self.is_eligible(enemy, template));
        match template.target {
            TargetKind::Enemy => enemies
                .map(|enemy| Target {
                    enemy: enemy.id.clone(),
                    attack: None,
                })
                .collect(),
            TargetKind::Attack => enemies.flat_map(attack_targets).collect(),
        }
    }

    fn is_eligible(&self, enemy: &CombatEnemy, template: &Template) -> bool {
        let in_phase = template.phases.is_empty() || template.phases.contains(&self.phase);
        let living = enemy.is_alive() || template.defeated_targets == DefeatedTargets::Included;
        in_phase
            && living
            && !self.is_replaced(enemy)
            && self.passes(enemy, &template.filter)
            && is_touched(enemy, template)
    }

    /// Whether a target of a template is one right now.
    pub(super) fn can_target(&self, template: &Template, target: &Target) -> bool {
        self.eligible(template).contains(target)
    }

    pub(super) fn is_resolvable(&self, step: &Step) -> bool {
        match step {
            Step::Done => true,
            Step::Resolve { effect, picked } => self.is_effect_resolvable(effect, picked.as_ref()),
            // After a first target there is always the way to be done.
            Step::SelectEnemy { template, picked } => {
                !picked.is_empty() || !self.eligible(template).is_empty()
            }
            Step::ResolveEnemyTarget {
                template,
                target,
                picked,
            } => !picked.contains(target) && self.can_target(template, target),
        }
    }

    /// Whether any of an effect can happen now; `picked` is the enemy it follows.
    pub(super) fn is_effect_resolvable(
        &self,
        effect: &Effect,
        picked: Option<&InstanceId>,
    ) -> bool {
        match effect {
            Effect::Choice(parts) | Effect::Compound(parts) => parts
                .iter()
                .any(|part| self.is_effect_resolvable(part, picked)),
            Effect::SelectEnemy(template) => !self.eligible(template).is_empty(),
            Effect::ApplyModifier { scope, modifier } => match scope {
                // It also waits for those who come later.
                PlannedScope::Hero | PlannedScope::AllEnemies => true,
                PlannedScope::OneEnemy => picked
                    .and_then(|picked| self.enemy(picked))
                    .is_some_and(|enemy| enemy.is_alive() && !is_immune(enemy, &modifier.change)),
            },
        }
    }
}

fn attack_targets(enemy: &CombatEnemy) -> Vec<Target> {
    let attacks = enemy.kind.attacks.iter().enumerate();
    attacks
        .filter(|(_, attack)| matches!(attack, EnemyAttack::Strike(_)))
        .map(|(place, _)| Target {
            enemy: enemy.id.clone(),
            attack: Some(place),
        })
        .collect()
}

/// Whether arcane immunity keeps a change from an enemy.
pub(super) fn is_immune(enemy: &CombatEnemy, change: &Change) -> bool {
    enemy.kind.has(EnemyAbility::ArcaneImmunity) && change.is_stopped_by_arcane_immunity()
}

/// Whether arcane immunity leaves anything of a template.
fn is_touched(enemy: &CombatEnemy, template: &Template) -> bool {
    if !enemy.kind.has(EnemyAbility::ArcaneImmunity) {
        return true;
    }
    let idle = template.modifiers.is_empty() && template.fate == Fate::Survives;
    let mut changes = template.modifiers.iter().map(|plan| &plan.change);
    idle || changes.any(|change| !change.is_stopped_by_arcane_immunity())
}
