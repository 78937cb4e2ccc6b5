//! Playing a card: its effect is resolved step by step until the player has to make a
//! choice.

use std::sync::Arc;

use super::card::{Card, CardMode, Mode};
use super::combat::{
    ChoiceOption, Combat, CombatEnemy, EffectSource, EffectStep, EnemyTarget, Life, PendingChoice,
    SourceKind,
};
use super::data::CombatData;
use super::effect::{Effect, LoneTarget, PlannedScope, TargetFate, TargetKind, Template};
use super::event::Event;
use super::event_log::EventLog;
use super::hand_play::Choice;
use super::ids::{CardId, EnemyName, InstanceId};
use super::modifier::{Modifier, ModifierChange, ModifierPlan, Scope, Trait};
use super::observation::FactKind;
use super::refusal::CombatActionRefusal;
use super::targeting::is_immune;
use super::words::{describe, modifier_words, planned_words, price_words, template_words};

impl Combat {
    /// The card and its mode if it can be played now, or why it cannot.
    pub(super) fn playable<'a>(
        &self,
        data: &'a CombatData,
        card: &CardId,
        mode: Mode,
    ) -> Result<(&'a Arc<Card>, &'a CardMode), CombatActionRefusal> {
        if self.holdings.is_some() {
            // `counted_playable` is for combats that count what the hero holds.
            return Err(CombatActionRefusal::NotInHand { card: card.clone() });
        }
        let found = data
            .card(self.rules, card)
            .map_err(CombatActionRefusal::UnknownCard)?;
        if !self.hero.hand.contains(card) {
            return Err(CombatActionRefusal::NotInHand { card: card.clone() });
        }
        let played = found
            .mode(mode)
            .ok_or_else(|| CombatActionRefusal::NoSuchMode {
                card: card.clone(),
                mode,
            })?;
        if !self.is_effect_resolvable(&played.effect, None) {
            return Err(CombatActionRefusal::NothingToDo {
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
        events: &mut EventLog,
    ) -> Result<(), CombatActionRefusal> {
        let (_, played) = self.playable(data, card, mode)?;
        if let Some(index) = self.hero.hand.iter().position(|held| held == card) {
            self.hero.hand.remove(index);
        }
        self.note_played(card);
        events.push(|| Event::CardPlayed {
            card: card.clone(),
            name: played.name.to_string(),
            mode,
        });
        let first = EffectStep::Resolve {
            effect: played.effect.clone(),
            picked: None,
        };
        let source = EffectSource::card(card.clone(), mode);
        self.run(source, vec![first], events);
        Ok(())
    }

    pub(super) fn resolve_choice(
        &mut self,
        option: usize,
        events: &mut EventLog,
    ) -> Result<(), CombatActionRefusal> {
        let Some(pending) = self.pending.take() else {
            return Err(CombatActionRefusal::NothingPending {
                expected: self.expected_actions(),
            });
        };
        let options = pending.options.len();
        let Some(chosen) = pending.options.into_iter().nth(option) else {
            return Err(CombatActionRefusal::NoSuchOption { option, options });
        };
        // The option was possible when it was offered, but may not be any more.
        if !self.is_resolvable(&chosen.step) {
            return Err(CombatActionRefusal::OptionGone {
                label: chosen.label.to_string(),
            });
        }
        events.push(|| Event::ChoiceMade {
            label: chosen.label.to_string(),
        });
        let mut steps = pending.rest;
        steps.push(chosen.step);
        self.run(pending.source, steps, events);
        Ok(())
    }

    /// Resolves steps from the end of the list until none is left or one is a choice.
    pub(super) fn run(
        &mut self,
        mut source: EffectSource,
        mut steps: Vec<EffectStep>,
        events: &mut EventLog,
    ) {
        while let Some(step) = steps.pop() {
            if !self.is_resolvable(&step) {
                if let EffectStep::Resolve { effect, .. } = &step
                    && effect.is_of_hand()
                {
                    self.skip_part(effect, events);
                    continue;
                }
                events.push(|| Event::NobodyToTarget {
                    description: step_words(&step),
                });
                continue;
            }
            let faces = match &step {
                EffectStep::Resolve {
                    effect: Effect::Roll(outcomes),
                    ..
                } => {
                    let faces = outcomes.iter().map(|outcome| outcome.faces.len());
                    faces
                        .map(|count| u32::try_from(count).unwrap_or(0))
                        .collect()
                }
                _ => Vec::new(),
            };
            let choice = match step {
                EffectStep::Done => None,
                EffectStep::Resolve { effect, picked } => {
                    self.resolve(&source, effect, picked, &mut steps, events)
                }
                EffectStep::SelectEnemy {
                    template,
                    of,
                    picked,
                } => self.select_enemy(template, of, picked, &mut steps),
                EffectStep::ResolveEnemyTarget {
                    template,
                    of,
                    target,
                    picked,
                } => {
                    for plan in &template.modifiers {
                        self.apply_to_one(&source, plan, &target, events);
                    }
                    if template.fate == TargetFate::Defeated {
                        self.defeat_by_card(&target.enemy, events);
                    }
                    continue_after_pick(template, of, target, picked, &mut steps);
                    None
                }
                of_hand => self.run_of_hand(&mut source, of_hand, &mut steps, events),
            };
            if let Some((description, options)) = choice {
                events.push(|| Event::ChoiceOffered {
                    description: description.to_string(),
                    options: options.len(),
                });
                self.pending = Some(PendingChoice {
                    source: source.clone(),
                    card: source.card.clone(),
                    mode: source.mode,
                    description,
                    options,
                    faces,
                    rest: steps,
                });
                return;
            }
        }
    }

    /// Resolves an effect; returns the description and options if it is a choice.
    fn resolve(
        &mut self,
        source: &EffectSource,
        effect: Effect,
        picked: Option<InstanceId>,
        steps: &mut Vec<EffectStep>,
        events: &mut EventLog,
    ) -> Choice {
        match effect {
            Effect::Choice(parts) => {
                let mut parts: Vec<Effect> = parts
                    .into_iter()
                    .filter(|part| self.is_worth_choosing(part, picked.as_ref()))
                    .collect();
                // The phase often leaves only one kind of points.
                if let [lone] = parts.as_slice()
                    && lone.is_of_hand()
                {
                    steps.extend(
                        parts
                            .pop()
                            .map(|effect| EffectStep::Resolve { effect, picked }),
                    );
                    return None;
                }
                let options = parts
                    .into_iter()
                    .map(|effect| ChoiceOption {
                        label: self.past.words(|| describe(&effect)),
                        target: None,
                        step: EffectStep::Resolve {
                            effect,
                            picked: picked.clone(),
                        },
                    })
                    .collect();
                let description = self.past.words(|| "choose what happens".to_owned());
                return Some((description, options));
            }
            Effect::Compound(parts) => {
                let parts = parts.into_iter().rev();
                steps.extend(parts.map(|effect| EffectStep::Resolve {
                    effect,
                    picked: picked.clone(),
                }));
            }
            Effect::SelectEnemy(template) => steps.push(EffectStep::SelectEnemy {
                of: picked.filter(|_| template.target == TargetKind::AttackOfPicked),
                template,
                picked: Vec::new(),
            }),
            Effect::ApplyModifier { scope, modifier } => {
                self.apply_planned(source, scope, &modifier, picked, events);
            }
            of_hand => return self.resolve_of_hand(source, of_hand, picked, steps, events),
        }
        None
    }

    fn select_enemy(
        &self,
        template: Arc<Template>,
        of: Option<InstanceId>,
        picked: Vec<EnemyTarget>,
        steps: &mut Vec<EffectStep>,
    ) -> Choice {
        let mut targets = self.eligible(&template, of.as_ref());
        targets.retain(|target| !picked.contains(target));
        if targets.is_empty() {
            return None;
        }
        let option = |target: EnemyTarget| EffectStep::ResolveEnemyTarget {
            template: template.clone(),
            of: of.clone(),
            target,
            picked: picked.clone(),
        };
        let lone = targets.len() == 1 && picked.is_empty();
        if lone && template.lone_target == LoneTarget::Taken {
            steps.extend(targets.into_iter().map(option));
            return None;
        }
        let price = || price_words(template.price, picked.len());
        let description = self.past.words(|| match template.is_idle() {
            true => "choose a target".to_owned(),
            false => format!("choose a target: {}{}", template_words(&template), price()),
        });
        let mut options: Vec<ChoiceOption> = targets
            .into_iter()
            .map(|target| ChoiceOption {
                label: self.past.words(|| {
                    let what = self.words_for_target(&template, &target);
                    format!("{}: {what}{}", self.target_words(&target), price())
                }),
                target: Some(target.clone()),
                step: option(target),
            })
            .collect();
        if !picked.is_empty() {
            options.push(ChoiceOption {
                label: self.past.words(|| "done".to_owned()),
                target: None,
                step: EffectStep::Done,
            });
        }
        Some((description, options))
    }

    fn apply_planned(
        &mut self,
        source: &EffectSource,
        scope: PlannedScope,
        plan: &ModifierPlan,
        picked: Option<InstanceId>,
        events: &mut EventLog,
    ) {
        let scope_words = self.past.words(|| planned_words(scope, plan));
        match (scope, picked) {
            (PlannedScope::Hero, _) => {
                self.add_modifier(source, plan, Scope::Hero, None, scope_words, events);
            }
            (PlannedScope::AllEnemies, _) => {
                let spared = self.spared(plan).collect();
                let scope = Scope::AllEnemies { spared };
                self.add_modifier(source, plan, scope, None, scope_words, events);
            }
            (PlannedScope::OtherEnemies, Some(enemy)) => {
                let spared = self.spared(plan).chain([enemy]).collect();
                let scope = Scope::AllEnemies { spared };
                self.add_modifier(source, plan, scope, None, scope_words, events);
            }
            (PlannedScope::OneEnemy, Some(enemy)) => {
                let target = EnemyTarget {
                    enemy,
                    attack: None,
                };
                self.apply_to_one(source, plan, &target, events);
            }
            // The loader allows these scopes only after a pick.
            (PlannedScope::OneEnemy | PlannedScope::OtherEnemies, None) => {}
        }
    }

    /// The enemies that a modifier of all enemies does not reach.
    fn spared(&self, plan: &ModifierPlan) -> impl Iterator<Item = InstanceId> {
        let enemies = self.enemies.iter();
        enemies
            .filter(|enemy| self.is_spared(enemy, plan))
            .map(|enemy| enemy.id.clone())
    }

    fn is_spared(&self, enemy: &CombatEnemy, plan: &ModifierPlan) -> bool {
        is_immune(enemy, &plan.change) || !self.passes(enemy, &plan.filter)
    }

    fn apply_to_one(
        &mut self,
        source: &EffectSource,
        plan: &ModifierPlan,
        target: &EnemyTarget,
        events: &mut EventLog,
    ) {
        let Some(enemy) = self.enemy(&target.enemy) else {
            return;
        };
        let name = enemy.name();
        if is_immune(enemy, &plan.change) {
            events.push(|| Event::ModifierStopped {
                enemy: name,
                description: modifier_words(plan),
            });
            return;
        }
        // No event here: a template may have several modifiers with conditions that
        // exclude each other, and then another one of them applies.
        if !self.passes(enemy, &plan.filter) {
            return;
        }
        let enemy = target.enemy.clone();
        let scope = match target.attack {
            Some(attack) => Scope::OneAttack { enemy, attack },
            None => Scope::OneEnemy(enemy),
        };
        let words = self.past.words(|| modifier_words(plan));
        self.add_modifier(source, plan, scope, Some(name), words, events);
    }

    fn add_modifier(
        &mut self,
        source: &EffectSource,
        plan: &ModifierPlan,
        scope: Scope,
        enemy: Option<EnemyName>,
        description: Arc<str>,
        events: &mut EventLog,
    ) {
        events.push(|| Event::ModifierApplied {
            enemy,
            description: description.to_string(),
        });
        self.modifiers.push(Arc::new(Modifier {
            source: source.card.clone(),
            scope,
            duration: plan.duration,
            change: match (&plan.change, source.kind) {
                (ModifierChange::TakenBy(None), SourceKind::Unit(unit)) => {
                    ModifierChange::TakenBy(Some(unit))
                }
                (change, _) => change.clone(),
            },
            filter: plan.filter.clone(),
            description,
        }));
    }

    /// Decides for each modifier of all enemies whether it affects an enemy that has
    /// just appeared.
    pub(super) fn check_new_enemy_against_modifiers(&mut self, id: &InstanceId) {
        for index in 0..self.modifiers.len() {
            let Some(enemy) = self.enemy(id) else {
                return;
            };
            let modifier = &self.modifiers[index];
            let spared =
                is_immune(enemy, &modifier.change) || !self.passes(enemy, &modifier.filter);
            if spared && matches!(modifier.scope, Scope::AllEnemies { .. }) {
                let modifier = Arc::make_mut(&mut self.modifiers[index]);
                if let Scope::AllEnemies { spared } = &mut modifier.scope {
                    spared.insert(id.clone());
                }
            }
        }
    }

    pub(super) fn defeat_by_card(&mut self, id: &InstanceId, events: &mut EventLog) {
        let immune = self
            .enemy(id)
            .filter(|enemy| self.has_trait(enemy, Trait::ArcaneImmune));
        if let Some(enemy) = immune {
            events.push(|| Event::ModifierStopped {
                enemy: enemy.name(),
                description: "is defeated".to_owned(),
            });
            return;
        }
        self.defeat(id, events);
    }

    /// The only function that gives fame: once per enemy, none for a summoned monster.
    pub(super) fn defeat(&mut self, id: &InstanceId, events: &mut EventLog) {
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
        self.record_fact(id, FactKind::Defeated);
        events.push(|| Event::EnemyDefeated { enemy: name, fame });
    }
}

/// Adds the steps that come after a target is changed: the follow-up, then the pick of
/// the next target.
fn continue_after_pick(
    template: Arc<Template>,
    of: Option<InstanceId>,
    target: EnemyTarget,
    mut picked: Vec<EnemyTarget>,
    steps: &mut Vec<EffectStep>,
) {
    let follow_up = template.follow_up.clone();
    let enemy = target.enemy.clone();
    picked.push(target);
    picked.sort();
    let most = template.max_targets.map(u64::from);
    if most.is_none_or(|most| (picked.len() as u64) < most) {
        steps.push(EffectStep::SelectEnemy {
            template,
            of,
            picked,
        });
    }
    steps.extend(follow_up.map(|effect| EffectStep::Resolve {
        effect,
        picked: Some(enemy),
    }));
}

fn step_words(step: &EffectStep) -> String {
    match step {
        EffectStep::Resolve { effect, .. } => describe(effect),
        EffectStep::SelectEnemy { template, .. }
        | EffectStep::ResolveEnemyTarget { template, .. } => template_words(template),
        _ => String::new(),
    }
}
