//! Playing a card: its effect happens step by step and stops where the player
//! has to choose.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::card::{Card, CardMode, Mode};
use super::combat::{ChoiceOption, Combat, CombatEnemy, Life, PendingChoice, Step, Target};
use super::data::CombatData;
use super::effect::{Effect, Fate, LoneTarget, PlannedScope, Template};
use super::event::Event;
use super::ids::{CardId, EnemyName, InstanceId};
use super::modifier::{Modifier, ModifierPlan, Scope, Trait};
use super::observation::Seen;
use super::refusal::Refusal;
use super::targeting::is_immune;
use super::words::{all_enemies_words, describe, modifier_words, template_words};

/// The card whose effect is happening.
struct Source {
    card: CardId,
    mode: Mode,
}

impl Combat {
    /// The mode of a card that can be played now, or why not.
    pub(super) fn playable<'a>(
        &self,
        data: &'a CombatData,
        card: &CardId,
        mode: Mode,
    ) -> Result<(&'a Arc<Card>, &'a CardMode), Refusal> {
        let found = data.card(self.rules, card).map_err(Refusal::UnknownCard)?;
        if !self.hero.hand.contains(card) {
            return Err(Refusal::NotInHand { card: card.clone() });
        }
        let played = found.mode(mode).ok_or_else(|| Refusal::NoSuchMode {
            card: card.clone(),
            mode,
        })?;
        if !self.is_effect_resolvable(&played.effect, None) {
            return Err(Refusal::NothingToDo {
                card: card.clone(),
                description: describe(&played.effect),
            });
        }
        Ok((found, played))
    }

    pub(super) fn play_card(
        &mut self,
        data: &CombatData,
        card: &CardId,
        mode: Mode,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        let (_, played) = self.playable(data, card, mode)?;
        if let Some(place) = self.hero.hand.iter().position(|held| held == card) {
            self.hero.hand.remove(place);
        }
        self.hero.played.push(card.clone());
        events.push(Event::CardPlayed {
            card: card.clone(),
            name: played.name.to_string(),
            mode,
        });
        let first = Step::Resolve {
            effect: played.effect.clone(),
            picked: None,
        };
        let source = Source {
            card: card.clone(),
            mode,
        };
        self.run(&source, vec![first], events);
        Ok(())
    }

    pub(super) fn resolve_choice(
        &mut self,
        option: usize,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        let Some(pending) = self.pending.take() else {
            return Err(Refusal::NothingPending {
                expected: self.expected_actions(),
            });
        };
        let options = pending.options.len();
        let Some(chosen) = pending.options.into_iter().nth(option) else {
            return Err(Refusal::NoSuchOption { option, options });
        };
        // It was possible when it was offered; it has to be so still.
        if !self.is_resolvable(&chosen.step) {
            return Err(Refusal::OptionGone {
                label: chosen.label.to_string(),
            });
        }
        events.push(Event::ChoiceMade {
            label: chosen.label.to_string(),
        });
        let source = Source {
            card: pending.card,
            mode: pending.mode,
        };
        let mut steps = pending.rest;
        steps.push(chosen.step);
        self.run(&source, steps, events);
        Ok(())
    }

    /// Lets steps happen, the last first, until none is left or one is a choice.
    fn run(&mut self, source: &Source, mut steps: Vec<Step>, events: &mut Vec<Event>) {
        while let Some(step) = steps.pop() {
            if !self.is_resolvable(&step) {
                let description = step_words(&step);
                events.push(Event::NobodyToTarget { description });
                continue;
            }
            let choice = match step {
                Step::Done => None,
                Step::Resolve { effect, picked } => {
                    self.resolve(source, effect, picked, &mut steps, events)
                }
                Step::SelectEnemy { template, picked } => {
                    self.select_enemy(template, picked, &mut steps)
                }
                Step::ResolveEnemyTarget {
                    template,
                    target,
                    picked,
                } => {
                    self.resolve_target(source, template, target, picked, &mut steps, events);
                    None
                }
            };
            if let Some((description, options)) = choice {
                events.push(Event::ChoiceOffered {
                    description: description.clone(),
                    options: options.len(),
                });
                self.pending = Some(PendingChoice {
                    card: source.card.clone(),
                    mode: source.mode,
                    description: description.into(),
                    options,
                    rest: steps,
                });
                return;
            }
        }
    }

    /// The choice it comes to, if it comes to one.
    fn resolve(
        &mut self,
        source: &Source,
        effect: Effect,
        picked: Option<InstanceId>,
        steps: &mut Vec<Step>,
        events: &mut Vec<Event>,
    ) -> Option<(String, Vec<ChoiceOption>)> {
        match effect {
            Effect::Choice(parts) => {
                let options = parts
                    .into_iter()
                    .filter(|part| self.is_effect_resolvable(part, picked.as_ref()))
                    .map(|effect| ChoiceOption {
                        label: describe(&effect).into(),
                        target: None,
                        step: Step::Resolve {
                            effect,
                            picked: picked.clone(),
                        },
                    })
                    .collect();
                return Some(("choose what happens".to_owned(), options));
            }
            Effect::Compound(parts) => {
                let parts = parts.into_iter().rev();
                steps.extend(parts.map(|effect| Step::Resolve {
                    effect,
                    picked: picked.clone(),
                }));
            }
            Effect::SelectEnemy(template) => steps.push(Step::SelectEnemy {
                template,
                picked: Vec::new(),
            }),
            Effect::ApplyModifier { scope, modifier } => {
                self.apply_planned(source, scope, &modifier, picked, events);
            }
        }
        None
    }

    fn select_enemy(
        &self,
        template: Arc<Template>,
        picked: Vec<Target>,
        steps: &mut Vec<Step>,
    ) -> Option<(String, Vec<ChoiceOption>)> {
        let mut targets = self.eligible(&template);
        targets.retain(|target| !picked.contains(target));
        if targets.is_empty() {
            return None;
        }
        let option = |target: Target| Step::ResolveEnemyTarget {
            template: template.clone(),
            target,
            picked: picked.clone(),
        };
        let lone = targets.len() == 1 && picked.is_empty();
        if lone && template.lone_target == LoneTarget::Taken {
            steps.extend(targets.into_iter().map(option));
            return None;
        }
        let what = template_words(&template);
        let mut options: Vec<ChoiceOption> = targets
            .into_iter()
            .map(|target| ChoiceOption {
                label: format!("{}: {what}", self.target_words(&target)).into(),
                target: Some(target.clone()),
                step: option(target),
            })
            .collect();
        if !picked.is_empty() {
            options.push(ChoiceOption {
                label: "done".into(),
                target: None,
                step: Step::Done,
            });
        }
        Some((format!("choose a target: {what}"), options))
    }

    fn resolve_target(
        &mut self,
        source: &Source,
        template: Arc<Template>,
        target: Target,
        mut picked: Vec<Target>,
        steps: &mut Vec<Step>,
        events: &mut Vec<Event>,
    ) {
        for plan in &template.modifiers {
            self.apply_to_one(source, plan, &target, events);
        }
        if template.fate == Fate::Defeated {
            self.defeat_by_magic(&target.enemy, events);
        }
        let follow_up = template.follow_up.clone();
        let enemy = target.enemy.clone();
        picked.push(target);
        if (picked.len() as u64) < u64::from(template.max_targets) {
            steps.push(Step::SelectEnemy { template, picked });
        }
        steps.extend(follow_up.map(|effect| Step::Resolve {
            effect,
            picked: Some(enemy),
        }));
    }

    fn apply_planned(
        &mut self,
        source: &Source,
        scope: PlannedScope,
        plan: &ModifierPlan,
        picked: Option<InstanceId>,
        events: &mut Vec<Event>,
    ) {
        match (scope, picked) {
            (PlannedScope::Hero, _) => self.add_modifier(source, plan, Scope::Hero, None, events),
            (PlannedScope::AllEnemies, _) => {
                let enemies = self.enemies.iter();
                let spared = enemies.filter(|enemy| self.is_spared(enemy, plan));
                let spared: BTreeSet<InstanceId> = spared.map(|enemy| enemy.id.clone()).collect();
                self.add_modifier(source, plan, Scope::AllEnemies { spared }, None, events);
            }
            (PlannedScope::OneEnemy, Some(enemy)) => {
                let target = Target {
                    enemy,
                    attack: None,
                };
                self.apply_to_one(source, plan, &target, events);
            }
            // Data has it only after a pick.
            (PlannedScope::OneEnemy, None) => {}
        }
    }

    fn is_spared(&self, enemy: &CombatEnemy, plan: &ModifierPlan) -> bool {
        is_immune(enemy, &plan.change) || !self.passes(enemy, &plan.filter)
    }

    fn apply_to_one(
        &mut self,
        source: &Source,
        plan: &ModifierPlan,
        target: &Target,
        events: &mut Vec<Event>,
    ) {
        let Some(enemy) = self.enemy(&target.enemy) else {
            return;
        };
        let name = enemy.name();
        if is_immune(enemy, &plan.change) {
            events.push(Event::ModifierStopped {
                enemy: name,
                description: modifier_words(plan),
            });
            return;
        }
        // A condition that does not hold is no event: another one's does.
        if !self.passes(enemy, &plan.filter) {
            return;
        }
        let enemy = target.enemy.clone();
        let scope = match target.attack {
            Some(attack) => Scope::OneAttack { enemy, attack },
            None => Scope::OneEnemy(enemy),
        };
        self.add_modifier(source, plan, scope, Some(name), events);
    }

    fn add_modifier(
        &mut self,
        source: &Source,
        plan: &ModifierPlan,
        scope: Scope,
        enemy: Option<EnemyName>,
        events: &mut Vec<Event>,
    ) {
        let description = match &scope {
            Scope::Hero => format!("the hero: {}", modifier_words(plan)),
            Scope::AllEnemies { .. } => all_enemies_words(plan),
            Scope::OneEnemy(_) | Scope::OneAttack { .. } => modifier_words(plan),
        };
        events.push(Event::ModifierApplied {
            enemy,
            description: description.clone(),
        });
        self.modifiers.push(Modifier {
            source: source.card.clone(),
            scope,
            duration: plan.duration,
            change: plan.change.clone(),
            filter: plan.filter.clone(),
            description: description.into(),
        });
    }

    /// Whoever appears is asked by the modifiers on all enemies whether they
    /// reach it.
    pub(super) fn meet_modifiers(&mut self, id: &InstanceId) {
        for place in 0..self.modifiers.len() {
            let Some(enemy) = self.enemy(id) else {
                return;
            };
            let modifier = &self.modifiers[place];
            let spared =
                is_immune(enemy, &modifier.change) || !self.passes(enemy, &modifier.filter);
            if spared && let Scope::AllEnemies { spared } = &mut self.modifiers[place].scope {
                spared.insert(id.clone());
            }
        }
    }

    fn defeat_by_magic(&mut self, id: &InstanceId, events: &mut Vec<Event>) {
        let immune = self
            .enemy(id)
            .filter(|enemy| self.has_trait(enemy, Trait::ArcaneImmune));
        if let Some(enemy) = immune {
            events.push(Event::ModifierStopped {
                enemy: enemy.name(),
                description: "is defeated".to_owned(),
            });
            return;
        }
        self.defeat(id, events);
    }

    /// Fame is paid here and nowhere else: once, and not for the summoned.
    pub(super) fn defeat(&mut self, id: &InstanceId, events: &mut Vec<Event>) {
        let Some(enemy) = self.enemy_mut(id).filter(|enemy| enemy.is_alive()) else {
            return;
        };
        enemy.life = Life::Defeated;
        let name = enemy.name();
        let fame = match enemy.summoned_by {
            Some(_) => 0,
            None => enemy.kind.fame,
        };
        self.fame_gained += fame;
        self.hero.fame += fame;
        self.see(id, Seen::Defeated);
        events.push(Event::EnemyDefeated { enemy: name, fame });
    }
}

fn step_words(step: &Step) -> String {
    match step {
        Step::Resolve { effect, .. } => describe(effect),
        Step::SelectEnemy { template, .. } | Step::ResolveEnemyTarget { template, .. } => {
            template_words(template)
        }
        Step::Done => String::new(),
    }
}
