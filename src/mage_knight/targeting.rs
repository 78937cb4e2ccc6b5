//! Which enemies can be picked, and whether an effect is possible now.

use super::combat::{Combat, CombatEnemy, EffectStep, EnemyTarget};
use super::effect::{DefeatedTargets, Effect, PlannedScope, TargetKind, Template};
use super::enemy::EnemyAbility;
use super::ids::InstanceId;
use super::modifier::{ModifierChange, ModifierPlan};
use super::setup::Site;

impl Combat {
    /// The targets that a template can be used on, in combat order. `of` is the enemy
    /// that was picked before a follow-up.
    pub(super) fn eligible(
        &self,
        template: &Template,
        of: Option<&InstanceId>,
    ) -> Vec<EnemyTarget> {
        let enemies = self
            .enemies
            .iter()
            .filter(|enemy| self.is_eligible(enemy, template));
        match template.target {
            TargetKind::Enemy => enemies
                .map(|enemy| EnemyTarget {
                    enemy: enemy.id.clone(),
                    attack: None,
                })
                .collect(),
            TargetKind::Attack => enemies
                .flat_map(|enemy| self.attacks_to_pick(enemy, template))
                .collect(),
            TargetKind::AttackOfPicked => enemies
                .filter(|enemy| of == Some(&enemy.id))
                .flat_map(|enemy| self.attacks_to_pick(enemy, template))
                .collect(),
        }
    }

    fn attacks_to_pick(&self, enemy: &CombatEnemy, template: &Template) -> Vec<EnemyTarget> {
        let attacks = (0..enemy.attacks.len()).filter(|attack| {
            self.strike(enemy, *attack)
                .is_some_and(|strike| template.filter.accepts_element(strike.element))
        });
        attacks
            .map(|attack| EnemyTarget {
                enemy: enemy.id.clone(),
                attack: Some(attack),
            })
            .collect()
    }

    fn is_eligible(&self, enemy: &CombatEnemy, template: &Template) -> bool {
        let in_phase = template.phases.is_empty() || template.phases.contains(&self.phase);
        let living = enemy.is_alive() || template.defeated_targets == DefeatedTargets::Included;
        in_phase
            && living
            && !self.is_replaced(enemy)
            && self.passes(enemy, &template.filter)
            && self.is_affected(enemy, template)
    }

    /// Whether a template, or its follow-up, does anything to an enemy in spite of
    /// arcane immunity. A template that only has a follow-up needs one that is possible.
    fn is_affected(&self, enemy: &CombatEnemy, template: &Template) -> bool {
        let mut changes = template.modifiers.iter().map(|plan| &plan.change);
        let immune = enemy.kind.has(EnemyAbility::ArcaneImmunity);
        (!template.is_idle() && !immune)
            || changes.any(|change| !is_immune(enemy, change))
            || template
                .follow_up
                .as_ref()
                .is_some_and(|effect| self.is_effect_resolvable(effect, Some(&enemy.id)))
    }

    /// Whether a template can be used on a target now.
    pub(super) fn can_target(
        &self,
        template: &Template,
        of: Option<&InstanceId>,
        target: &EnemyTarget,
    ) -> bool {
        self.eligible(template, of).contains(target)
    }

    pub(super) fn is_resolvable(&self, step: &EffectStep) -> bool {
        match step {
            EffectStep::Done => true,
            EffectStep::Pay { payment, .. } => self.has_mana(*payment),
            EffectStep::GiveUpCard { card, .. } | EffectStep::PlayAnother { card, .. } => {
                self.holds(card)
            }
            EffectStep::GiveUpMore { .. }
            | EffectStep::GiveUpDone { .. }
            | EffectStep::ReadyUnit { .. }
            | EffectStep::StrengthenUnit { .. }
            | EffectStep::SpendUnit { .. } => true,
            EffectStep::Resolve { effect, picked } => {
                self.is_effect_resolvable(effect, picked.as_ref())
            }
            // From the second target on, the option "done" is always possible.
            EffectStep::SelectEnemy {
                template,
                of,
                picked,
            } => !picked.is_empty() || !self.eligible(template, of.as_ref()).is_empty(),
            EffectStep::ResolveEnemyTarget {
                template,
                of,
                target,
                picked,
            } => !picked.contains(target) && self.can_target(template, of.as_ref(), target),
        }
    }

    /// Whether any part of an effect is possible now; `picked` is the enemy that was
    /// picked before a follow-up.
    pub(super) fn is_effect_resolvable(
        &self,
        effect: &Effect,
        picked: Option<&InstanceId>,
    ) -> bool {
        match effect {
            Effect::Choice(parts) | Effect::Compound(parts) => parts
                .iter()
                .any(|part| self.is_effect_resolvable(part, picked)),
            Effect::SelectEnemy(template) => !self.eligible(template, picked).is_empty(),
            Effect::ApplyModifier { .. } => self.is_modifier_possible(effect, picked),
            of_hand => self.is_hand_effect_possible(of_hand, picked),
        }
    }

    fn is_modifier_possible(&self, effect: &Effect, picked: Option<&InstanceId>) -> bool {
        match effect {
            Effect::ApplyModifier { scope, modifier } => match scope {
                PlannedScope::Hero => true,
                // A modifier of all enemies also affects enemies that appear later.
                PlannedScope::AllEnemies => {
                    modifier.change != ModifierChange::LosesWalls || self.site == Site::Fortified
                }
                PlannedScope::OneEnemy => picked
                    .and_then(|picked| self.enemy(picked))
                    .is_some_and(|enemy| enemy.is_alive() && self.would_change(enemy, modifier)),
                PlannedScope::OtherEnemies => {
                    let mut enemies = self.enemies.iter().filter(|enemy| enemy.is_alive());
                    picked.is_some_and(|picked| enemies.any(|enemy| enemy.id != *picked))
                }
            },
            _ => false,
        }
    }

    /// Whether a modifier would be made for an enemy and is not about something that
    /// the enemy does not have.
    fn would_change(&self, enemy: &CombatEnemy, plan: &ModifierPlan) -> bool {
        let has_it = match &plan.change {
            ModifierChange::LosesAbilities(lost) => {
                lost.iter().any(|ability| self.has_ability(enemy, *ability))
            }
            ModifierChange::LosesResistances(lost) => {
                let now = self.resistances(enemy);
                lost.iter().any(|resistance| now.has(resistance))
            }
            _ => true,
        };
        has_it && !is_immune(enemy, &plan.change) && self.passes(enemy, &plan.filter)
    }
}

/// Whether arcane immunity protects an enemy from a change.
pub(super) fn is_immune(enemy: &CombatEnemy, change: &ModifierChange) -> bool {
    enemy.kind.has(EnemyAbility::ArcaneImmunity) && change.is_stopped_by_arcane_immunity()
}
