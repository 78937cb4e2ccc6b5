//! Resolves the effects that work on the hand, mana and units.

use super::*;

impl Combat {
    /// Says that a part of a card does nothing now. Move and influence are passed over:
    /// every player knows that they do nothing in a combat.
    pub(crate) fn skip_part(&self, effect: &Effect, events: &mut EventLog) {
        if !matches!(
            effect,
            Effect::Move(_) | Effect::Influence(_) | Effect::If { .. } | Effect::Nothing
        ) {
            events.push(|| Event::PartSkipped {
                description: describe(effect),
            });
        }
    }

    /// Resolves an effect of the hand; returns the options if it is a choice.
    pub(crate) fn resolve_of_hand(
        &mut self,
        source: &EffectSource,
        effect: Effect,
        picked: Option<InstanceId>,
        steps: &mut Vec<EffectStep>,
        events: &mut EventLog,
    ) -> Choice {
        match effect {
            Effect::Points(plan) => self.gain_points(source, &plan, events),
            Effect::DefeatPicked(_) => {
                if let Some(picked) = picked {
                    self.defeat_by_card(&picked, events);
                }
            }
            Effect::Gain(gain) => self.gain(source, gain, events),
            Effect::Boon(boon) => self.gain_boon(boon, events),
            Effect::If { .. } => {
                let branch = self.branch(&effect).cloned();
                steps.extend(branch.map(|effect| EffectStep::Resolve { effect, picked }));
            }
            Effect::Pay { mana, then } => {
                let held = self.holdings.as_deref()?;
                let ways = held.mana.ways(&[vec![mana]], held.time);
                let step = |payment: ManaPayment| EffectStep::Pay {
                    payment,
                    then: then.clone(),
                    picked: picked.clone(),
                };
                let payments: Vec<ManaPayment> = ways.into_iter().flatten().collect();
                if let [only] = payments.as_slice() {
                    steps.push(step(*only));
                    return None;
                }
                let options = payments.into_iter().map(|payment| ChoiceOption {
                    label: self.past.words(|| format!("pay the {payment}")),
                    target: None,
                    step: step(payment),
                });
                let words = self.past.words(|| format!("pay {} mana", mana.word()));
                return Some((words, options.collect()));
            }
            Effect::GiveUp(plan) => return self.give_up(plan, 0),
            Effect::PlayAnother(plan) => {
                let options = self.cards_to_play(&plan).into_iter();
                let options = options.map(|card| ChoiceOption {
                    label: self
                        .past
                        .words(|| format!("play {}", self.name_of_card(&card))),
                    target: None,
                    step: EffectStep::PlayAnother {
                        plan: plan.clone(),
                        card,
                    },
                });
                let words = self.past.words(|| "choose the card to play".to_owned());
                return Some((words, options.collect()));
            }
            Effect::ReadyUnit { most_level } => {
                let options = self.units_to_ready(most_level).into_iter();
                let options = options.map(|unit| ChoiceOption {
                    label: self
                        .past
                        .words(|| format!("make {} ready", self.name_of_unit(unit))),
                    target: None,
                    step: EffectStep::ReadyUnit { unit },
                });
                let words = self.past.words(|| "choose a unit".to_owned());
                return Some((words, options.collect()));
            }
            Effect::UnitsResist {
                resistances,
                armor,
                which,
            } => {
                let held = self.holdings.as_deref()?;
                let units = (0..held.units.len())
                    .filter(|index| held.units[*index].can_take_damage())
                    .map(UnitId);
                let step = |unit: UnitId| EffectStep::StrengthenUnit {
                    unit,
                    resistances,
                    armor,
                };
                if which == WhichUnits::All {
                    let all: Vec<EffectStep> = units.map(step).collect();
                    steps.extend(all.into_iter().rev());
                    return None;
                }
                let options = units.map(|unit| ChoiceOption {
                    label: self.past.words(|| self.name_of_unit(unit)),
                    target: None,
                    step: step(unit),
                });
                let words = self.past.words(|| "choose a unit".to_owned());
                return Some((words, options.collect()));
            }
            Effect::Move(points) => return self.convert(Spare::Move, points, steps),
            Effect::Influence(points) => return self.convert(Spare::Influence, points, steps),
            _ => {}
        }
        None
    }

    pub(super) fn convert(&self, spare: Spare, points: u32, steps: &mut Vec<EffectStep>) -> Choice {
        let plans = self.conversions(spare).into_iter().map(|(each, into)| {
            Effect::Points(Arc::new(PointsPlan {
                what: into_use(into),
                element: match into {
                    ConvertedPoints::Attack(_) => crate::element::Element::Physical,
                    ConvertedPoints::Block(element) => element,
                },
                amount: points / each.max(1),
                per: None,
                rider: None,
            }))
        });
        let mut effects: Vec<Effect> = plans.collect();
        let effect = match effects.len() {
            1 => effects.pop()?,
            _ => Effect::Choice(effects),
        };
        steps.push(EffectStep::Resolve {
            effect,
            picked: None,
        });
        None
    }

    /// The choice of a card to give up.
    pub(super) fn give_up(&self, plan: Arc<GiveUp>, given: u32) -> Choice {
        let mut options: Vec<ChoiceOption> = self
            .cards_to_give(&plan)
            .into_iter()
            .map(|card| ChoiceOption {
                label: self.past.words(|| {
                    let verb = match plan.fate {
                        GivenFate::Discarded => "discard",
                        GivenFate::Thrown => "throw away",
                    };
                    format!("{verb} {}", self.name_of_card(&card))
                }),
                target: None,
                step: EffectStep::GiveUpCard {
                    plan: plan.clone(),
                    card,
                    given,
                },
            })
            .collect();
        if plan.number == GivenNumber::Any {
            options.push(ChoiceOption {
                label: self.past.words(|| "done".to_owned()),
                target: None,
                step: EffectStep::GiveUpDone { plan, given },
            });
        }
        let words = self.past.words(|| "choose a card to give up".to_owned());
        Some((words, options))
    }

    pub(crate) fn name_of_card(&self, card: &CardId) -> String {
        let held = self.holdings.as_deref();
        let known = held.and_then(|held| held.card(card));
        known.map_or_else(|| card.to_string(), |card| card.name.to_string())
    }

    /// Runs the steps that only effects of the hand have.
    pub(crate) fn run_of_hand(
        &mut self,
        source: &mut EffectSource,
        step: EffectStep,
        steps: &mut Vec<EffectStep>,
        events: &mut EventLog,
    ) -> Choice {
        match step {
            EffectStep::Pay {
                payment,
                then,
                picked,
            } => {
                let name = self.name_of_card(&source.card);
                self.take_mana(&name, &[payment], events);
                steps.push(EffectStep::Resolve {
                    effect: Effect::clone(&then),
                    picked,
                });
            }
            EffectStep::GiveUpCard { plan, card, given } => {
                self.drop_card(&card);
                match plan.fate {
                    GivenFate::Discarded if self.is_wound(&card) => {}
                    GivenFate::Discarded => self.note_discarded(std::slice::from_ref(&card)),
                    GivenFate::Thrown => self.throw(&card),
                }
                events.push(|| Event::CardGivenUp {
                    card: card.clone(),
                    name: self.name_of_card(&card),
                    thrown: plan.fate == GivenFate::Thrown,
                });
                let given = given + 1;
                steps.push(match plan.number {
                    GivenNumber::One => EffectStep::GiveUpDone { plan, given },
                    GivenNumber::Any => EffectStep::GiveUpMore { plan, given },
                });
            }
            EffectStep::GiveUpMore { plan, given } => {
                if self.cards_to_give(&plan).is_empty() {
                    steps.push(EffectStep::GiveUpDone { plan, given });
                    return None;
                }
                return self.give_up(plan, given);
            }
            EffectStep::GiveUpDone { plan, given } => {
                source.given = given;
                steps.push(EffectStep::Resolve {
                    effect: plan.then.clone(),
                    picked: None,
                });
            }
            EffectStep::PlayAnother { plan, card } => {
                let held = self.holdings.as_deref()?;
                let found = held.card(&card)?.clone();
                let mode = found.mode(plan.mode)?;
                events.push(|| Event::CardPlayed {
                    card: card.clone(),
                    name: mode.name.to_string(),
                    mode: plan.mode,
                });
                self.drop_card(&card);
                match plan.fate {
                    GivenFate::Discarded => self.note_played(&card),
                    GivenFate::Thrown => self.throw(&card),
                }
                source.boost = plan.boost;
                steps.extend((0..plan.times).map(|_| EffectStep::Resolve {
                    effect: mode.effect.clone(),
                    picked: None,
                }));
            }
            EffectStep::ReadyUnit { unit } => {
                let name = self.name_of_unit(unit);
                if let Some(unit) = self.unit_mut(unit) {
                    unit.readiness = Readiness::Ready;
                    unit.used = 0;
                }
                events.push(|| Event::UnitReadied { name });
            }
            EffectStep::StrengthenUnit {
                unit,
                resistances,
                armor,
            } => {
                let name = self.name_of_unit(unit);
                let words = resistances.words().join(", ");
                if let Some(unit) = self.unit_mut(unit) {
                    unit.extra_armor += armor;
                    unit.extra_resistances = unit.extra_resistances.with(resistances);
                }
                events.push(|| Event::UnitStrengthened {
                    name,
                    resistances: words,
                    armor,
                });
            }
            _ => {}
        }
        None
    }
}

pub(super) fn into_use(into: ConvertedPoints) -> PointUse {
    match into {
        ConvertedPoints::Attack(kind) => PointUse::Attack(kind),
        ConvertedPoints::Block(_) => PointUse::Block,
    }
}
