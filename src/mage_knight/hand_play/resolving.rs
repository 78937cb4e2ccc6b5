//! Resolves the effects that work on the hand, mana and units.

use super::*;

impl Combat {
    /// Says that a part of a card does nothing now. Move and influence are passed over:
    /// every player knows that they do nothing in a combat.
    pub(crate) fn skip_part(&self, effect: &Effect, events: &mut EventLog) {
        if !matches!(
            effect,
            Effect::Spare { .. } | Effect::If { .. } | Effect::Nothing
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
            Effect::Gain(Gain::CrystalOfGiven) => {
                let crystal = self.crystal_of_given(source);
                steps.extend(crystal.map(|effect| EffectStep::Resolve { effect, picked }));
            }
            Effect::Gain(gain) => self.gain(source, gain, events),
            Effect::ThrowWound => self.throw_wound(events),
            Effect::PossessPicked => {
                if let Some(picked) = picked {
                    self.possess(source, &picked);
                }
            }
            Effect::DuelPicked => {
                if let Some(picked) = picked {
                    self.duel(source, &picked);
                }
            }
            Effect::Shifted(plan) => {
                if let Some(held) = self.holdings.as_deref_mut() {
                    held.use_boon(|boon| (*boon == Boon::Shapeshift).then_some(()));
                }
                self.gain_points(source, &plan, events);
            }
            Effect::Exchange { from, into } => {
                let held = self.holdings.as_deref()?;
                let then = Arc::new(Effect::Gain(Gain::Tokens {
                    mana: into,
                    amount: 1,
                }));
                let payments = held.mana.of_color(from);
                return self.payment(&payments, from, &then, picked, steps);
            }
            Effect::Roll(_) => return self.roll(&effect, picked),
            Effect::SpendUnit(then) => {
                let options = self.units_to_spend().into_iter();
                let options = options.map(|unit| ChoiceOption {
                    label: self
                        .past
                        .words(|| format!("spend {}", self.name_of_unit(unit))),
                    target: None,
                    step: EffectStep::SpendUnit {
                        unit,
                        then: then.clone(),
                    },
                });
                let words = self.past.words(|| "choose a unit to spend".to_owned());
                return Some((words, options.collect()));
            }
            Effect::Boon(Boon::CrystalPerDefeat { .. }) => {
                let source = Some(source.card.clone());
                self.gain_boon(Boon::CrystalPerDefeat { source }, events);
            }
            Effect::Boon(boon) => self.gain_boon(boon, events),
            Effect::If { .. } => {
                let branch = self.branch(&effect, picked.as_ref()).cloned();
                steps.extend(branch.map(|effect| EffectStep::Resolve { effect, picked }));
            }
            Effect::Pay { mana, then } => {
                let held = self.holdings.as_deref()?;
                let ways = held.mana.ways(&[vec![mana]], held.time);
                let payments: Vec<ManaPayment> = ways.into_iter().flatten().collect();
                return self.payment(&payments, mana, &then, picked, steps);
            }
            Effect::GiveUp(plan) => return self.give_up(plan, Given::default()),
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
            Effect::ReadyUnit {
                most_level,
                healing,
            } => {
                let options = self.units_to_ready(most_level, healing).into_iter();
                let options = options.map(|unit| ChoiceOption {
                    label: self
                        .past
                        .words(|| format!("make {} ready", self.name_of_unit(unit))),
                    target: None,
                    step: EffectStep::ReadyUnit { unit, healing },
                });
                let words = self.past.words(|| "choose a unit".to_owned());
                return Some((words, options.collect()));
            }
            Effect::StrengthenUnits { gifts, which } => {
                let units = self.units_to_strengthen(&gifts).into_iter();
                let step = |unit: UnitId| EffectStep::StrengthenUnit { unit, gifts };
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
            Effect::Spare { spare, amount, per } => {
                let points = self.amount_with(source, amount, per);
                return self.convert(spare, points, steps);
            }
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

    /// The choice of the mana that is paid; a lone one is paid at once.
    fn payment(
        &self,
        payments: &[ManaPayment],
        mana: Mana,
        then: &Arc<Effect>,
        picked: Option<InstanceId>,
        steps: &mut Vec<EffectStep>,
    ) -> Choice {
        let step = |payment: ManaPayment| EffectStep::Pay {
            payment,
            then: then.clone(),
            picked: picked.clone(),
        };
        if let [only] = payments {
            steps.push(step(*only));
            return None;
        }
        let options = payments.iter().map(|payment| ChoiceOption {
            label: self.past.words(|| format!("pay the {payment}")),
            target: None,
            step: step(*payment),
        });
        let words = self.past.words(|| format!("pay {} mana", mana.word()));
        Some((words, options.collect()))
    }

    /// The question what a die shows.
    fn roll(&self, effect: &Effect, picked: Option<InstanceId>) -> Choice {
        let Effect::Roll(outcomes) = effect else {
            return None;
        };
        let options = outcomes.iter().map(|outcome| ChoiceOption {
            label: self.past.words(|| roll_words(outcome)),
            target: None,
            step: EffectStep::Resolve {
                effect: outcome.effect.clone(),
                picked: picked.clone(),
            },
        });
        let words = self
            .past
            .words(|| "roll a die: what does it show?".to_owned());
        Some((words, options.collect()))
    }

    /// The choice of a card to give up.
    pub(super) fn give_up(&self, plan: Arc<GiveUp>, given: Given) -> Choice {
        let mut options: Vec<ChoiceOption> = self
            .cards_to_give(&plan, given)
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
        if plan.number != GivenNumber::One {
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
            EffectStep::GiveUpCard {
                plan,
                card,
                mut given,
            } => {
                self.drop_card(&card);
                given.cards += 1;
                given.wounds += u32::from(self.is_wound(&card));
                if plan.times == GivenEffect::Each {
                    source.given_card = Some(card.clone());
                }
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
                let each = plan.times == GivenEffect::Each;
                let then = plan.then.clone();
                let last = match plan.number {
                    GivenNumber::One => true,
                    GivenNumber::Any => false,
                    GivenNumber::UpTo(most) => given.cards >= most,
                };
                steps.push(match last {
                    true => EffectStep::GiveUpDone { plan, given },
                    false => EffectStep::GiveUpMore { plan, given },
                });
                if each {
                    steps.push(EffectStep::Resolve {
                        effect: then,
                        picked: None,
                    });
                }
            }
            EffectStep::GiveUpMore { plan, given } => {
                if self.cards_to_give(&plan, given).is_empty() {
                    steps.push(EffectStep::GiveUpDone { plan, given });
                    return None;
                }
                return self.give_up(plan, given);
            }
            EffectStep::GiveUpDone { plan, given } => {
                source.given = given.cards;
                source.given_card = None;
                if plan.times == GivenEffect::Together {
                    steps.push(EffectStep::Resolve {
                        effect: plan.then.clone(),
                        picked: None,
                    });
                }
            }
            EffectStep::SpendUnit { unit, then } => {
                if let Some(unit) = self.unit_mut(unit) {
                    unit.readiness = Readiness::Spent;
                }
                steps.push(EffectStep::Resolve {
                    effect: Effect::clone(&then),
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
            EffectStep::ReadyUnit { unit, healing } => {
                let name = self.name_of_unit(unit);
                if let Some(unit) = self.unit_mut(unit) {
                    if healing == Healing::Yes {
                        unit.health = UnitHealth::Unhurt;
                    }
                    unit.readiness = Readiness::Ready;
                    unit.used = 0;
                }
                events.push(|| Event::UnitReadied { name });
            }
            EffectStep::StrengthenUnit { unit, gifts } => {
                let name = self.name_of_unit(unit);
                if let Some(unit) = self.unit_mut(unit) {
                    let mine = &mut unit.gifts;
                    mine.armor += gifts.armor;
                    mine.resistances = mine.resistances.with(gifts.resistances);
                    mine.points += gifts.points;
                    mine.fame += gifts.fame;
                    mine.ignores_wound |= gifts.ignores_wound;
                }
                events.push(|| Event::UnitStrengthened {
                    name,
                    resistances: gifts.resistances.words().join(", "),
                    armor: gifts.armor,
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
