//! Playing cards and skills where the combat counts what the hero holds: prices,
//! sideways plays, points, mana and boons.

mod gains;
mod resolving;
mod shapeshift;
mod usefulness;

use std::sync::Arc;

use self::resolving::into_use;
use self::usefulness::needs_other_cards;
use super::card::{Card, CardKind, ManaColor, Mode};
use super::combat::{
    ChoiceOption, Combat, EffectSource, EffectStep, Given, HeroCondition, SourceKind,
};
use super::effect::{
    Condition, Effect, Gain, GiveUp, GivenCard, GivenEffect, GivenFate, GivenNumber, Healing,
    PlayAnother, UnitGifts, WhichUnits,
};
use super::event::{Event, Loss};
use super::event_log::EventLog;
use super::holdings::{
    Boon, BoonTime, ConvertedPoints, DoubledPoints, Holdings, RangedChange, SiegeChange, Spare,
};
use super::ids::{CardId, InstanceId};
use super::mana::{DayTime, Mana, ManaPayment, Price};
use super::phase::Phase;
use super::points::{AttackKind, AttackPoints, BlockPoints};
use super::points_plan::{
    Against, CountOf, PerCount, PointUse, PointsPlan, Rider, SpecialAttack, SpecialBlock,
};
use super::refusal::CombatActionRefusal;
use super::setup::Site;
use super::unit::{HeldUnit, Readiness, UnitHealth, UnitId};
use super::words::{describe, points_words, roll_words};

/// The description and the options of a choice.
pub(super) type Choice = Option<(Arc<str>, Vec<ChoiceOption>)>;

impl Combat {
    pub(super) fn held(&self) -> Result<&Holdings, CombatActionRefusal> {
        self.holdings
            .as_deref()
            .ok_or(CombatActionRefusal::NotCounted)
    }

    /// Whether the hand has a card, or a wound of this combat.
    pub(super) fn holds(&self, card: &CardId) -> bool {
        self.hero.hand.contains(card) || (self.hero.wounds > 0 && self.is_wound(card))
    }

    fn is_wound(&self, card: &CardId) -> bool {
        let holdings = self.holdings.as_deref();
        let card = holdings.and_then(|holdings| holdings.card(card));
        card.is_some_and(|card| card.kind == CardKind::Wound)
    }

    pub(super) fn has_mana(&self, payment: ManaPayment) -> bool {
        self.holdings.as_deref().is_some_and(|holdings| {
            let mut mana = holdings.mana;
            mana.pay(payment)
        })
    }

    /// The card if this mode of it would do something now, whatever it costs.
    pub(super) fn counted_playable(
        &self,
        card: &CardId,
        mode: Mode,
    ) -> Result<&Arc<Card>, CombatActionRefusal> {
        let held = self.held()?;
        let Some(found) = held.card(card).filter(|_| self.holds(card)) else {
            return Err(CombatActionRefusal::NotInHand { card: card.clone() });
        };
        if mode == Mode::Sideways {
            self.sideways_points(found)?;
            return Ok(found);
        }
        let Some(effect) = self.effect_of(found, mode) else {
            return Err(match found.unsupported(mode) {
                Some(reason) => CombatActionRefusal::Unsupported {
                    name: found.name.to_string(),
                    mode,
                    reason: reason.to_owned(),
                },
                None => CombatActionRefusal::NoSuchMode {
                    card: card.clone(),
                    mode,
                },
            });
        };
        if !self.would_help(found, &effect) {
            return Err(CombatActionRefusal::NothingToDo {
                card: card.clone(),
                description: describe(&effect),
            });
        }
        Ok(found)
    }

    /// Whether a card of the hand can be played now, whatever it costs. Says the same as
    /// [`Combat::counted_playable`], without words for a refusal: a search asks often.
    pub(super) fn can_be_played(&self, card: &Card, mode: Mode) -> bool {
        if mode == Mode::Sideways {
            return matches!(self.phase, Phase::Block | Phase::Attack)
                && self.sideways_value(card) > 0;
        }
        let effect = self.effect_of(card, mode);
        effect.is_some_and(|effect| self.would_help(card, &effect))
    }

    /// Whether an effect of a card of the hand would do something when it is played.
    fn would_help(&self, card: &Card, effect: &Effect) -> bool {
        if !needs_other_cards(effect) {
            return self.is_useful(effect, None);
        }
        let mut without = self.clone();
        without.drop_card(&card.id);
        without.is_useful(effect, None)
    }

    /// The points that a card is worth sideways; 0 if it is worth none.
    fn sideways_value(&self, card: &Card) -> u32 {
        let Some(held) = self.holdings.as_deref() else {
            return 0;
        };
        let wound = card.kind == CardKind::Wound;
        let boons = held.boons.iter();
        let raised = boons.filter_map(|boon| match boon {
            Boon::Sideways {
                value,
                wound: of_wound,
                better,
            } if *of_wound == wound => {
                let better = better.filter(|better| better.cards.include(card));
                Some(better.map_or(*value, |better| better.value))
            }
            _ => None,
        });
        raised.max().or(card.sideways).unwrap_or_default()
    }

    /// What a card is worth sideways in this phase, and for what.
    pub(super) fn sideways_points(&self, card: &Card) -> Result<PointsPlan, CombatActionRefusal> {
        self.expect_phase("playing a card sideways", &[Phase::Block, Phase::Attack])?;
        let amount = self.sideways_value(card);
        if amount == 0 {
            return Err(CombatActionRefusal::NotSideways {
                name: card.name.to_string(),
            });
        }
        Ok(PointsPlan {
            what: match self.phase {
                Phase::Block => PointUse::Block,
                _ => PointUse::Attack(AttackKind::Melee),
            },
            element: super::element::Element::Physical,
            amount,
            per: None,
            rider: None,
        })
    }

    /// The mana that pays a price: as the player says, or the cheapest way.
    pub(super) fn settle(
        &self,
        name: &str,
        price: &Price,
        pay: &[ManaPayment],
    ) -> Result<Vec<ManaPayment>, CombatActionRefusal> {
        let held = self.held()?;
        if !pay.is_empty() {
            return if held.mana.settles(pay, price, held.time) {
                Ok(pay.to_vec())
            } else {
                Err(CombatActionRefusal::WrongPayment {
                    name: name.to_owned(),
                    price: price.clone(),
                    paid: pay.to_vec(),
                })
            };
        }
        let ways = held.mana.ways(price, held.time);
        ways.into_iter()
            .next()
            .ok_or_else(|| CombatActionRefusal::TooLittleMana {
                name: name.to_owned(),
                price: price.clone(),
            })
    }

    pub(super) fn take_mana(&mut self, name: &str, paid: &[ManaPayment], events: &mut EventLog) {
        let mut crystal = None;
        if let Some(held) = self.holdings.as_deref_mut() {
            for payment in paid {
                held.mana.pay(*payment);
                let spent = |boon: &Boon| (*boon == Boon::CrystalForSpent).then_some(());
                if payment.mana.is_basic() && held.use_boon(spent).is_some() {
                    held.mana.gain_crystal(payment.mana, 1);
                    crystal = Some(Gain::Crystals {
                        mana: payment.mana,
                        amount: 1,
                    });
                }
            }
        }
        if !paid.is_empty() {
            events.push(|| Event::ManaPaid {
                name: name.to_owned(),
                paid: paid.to_vec(),
            });
        }
        if let Some(gain) = crystal {
            events.push(|| Event::Gained {
                description: describe(&Effect::Gain(gain)),
            });
        }
    }

    /// What boons give because a card is played: fame for a spell, and more points for a
    /// card that was powered with a certain mana, which are returned.
    fn reward_play(
        &mut self,
        card: &Card,
        mode: Mode,
        paid: &[ManaPayment],
        events: &mut EventLog,
    ) -> u32 {
        let Some(held) = self.holdings.as_deref_mut() else {
            return 0;
        };
        let fame: u32 = held
            .boons
            .iter()
            .map(|boon| match boon {
                Boon::FamePerSpell { color, fame }
                    if mode != Mode::Sideways
                        && card.kind == CardKind::Spell
                        && card.colors.contains(color) =>
                {
                    *fame
                }
                _ => 0,
            })
            .sum();
        let more = held.use_boon(|boon| match boon {
            Boon::NextPowered { mana, more }
                if mode == Mode::Powered && paid.iter().any(|one| one.mana == *mana) =>
            {
                Some(*more)
            }
            _ => None,
        });
        if fame > 0 {
            self.earn(fame, events);
        }
        more.unwrap_or_default()
    }

    pub(super) fn play_counted(
        &mut self,
        card: &CardId,
        mode: Mode,
        pay: &[ManaPayment],
        events: &mut EventLog,
    ) -> Result<(), CombatActionRefusal> {
        let found = self.counted_playable(card, mode)?.clone();
        let name = match found.mode(mode) {
            Some(played) => played.name.to_string(),
            None => found.name.to_string(),
        };
        let paid = self.settle(&name, &found.price(mode), pay)?;
        let plan = match mode {
            Mode::Sideways => Some(self.sideways_points(&found)?),
            _ => None,
        };
        events.push(|| Event::CardPlayed {
            card: card.clone(),
            name: name.clone(),
            mode,
        });
        self.take_mana(&name, &paid, events);
        self.drop_card(card);
        if found.kind == CardKind::Artifact && mode == Mode::Powered {
            self.throw(card);
        } else {
            self.note_played(card);
        }
        let boost = self.reward_play(&found, mode, &paid, events);
        let effect = match (plan, self.effect_of(&found, mode)) {
            (Some(plan), _) => {
                let wound = found.kind == CardKind::Wound;
                if let Some(held) = self.holdings.as_deref_mut() {
                    held.use_boon(|boon| match boon {
                        Boon::Sideways { wound: of, .. } if *of == wound => Some(()),
                        _ => None,
                    });
                }
                Effect::Points(Arc::new(plan))
            }
            (None, Some(effect)) => effect.into_owned(),
            (None, None) => return Ok(()),
        };
        let first = EffectStep::Resolve {
            effect,
            picked: None,
        };
        let source = EffectSource {
            boost,
            ..EffectSource::card(card.clone(), mode)
        };
        self.run(source, vec![first], events);
        Ok(())
    }

    /// Takes a card out of the hand; a wound of this combat goes to the discard pile.
    fn drop_card(&mut self, card: &CardId) {
        if let Some(index) = self.hero.hand.iter().position(|held| held == card) {
            self.hero.hand.remove(index);
        } else if self.is_wound(card) && self.hero.wounds > 0 {
            self.hero.wounds -= 1;
            self.hero.discard_wounds += 1;
        }
    }

    fn throw(&mut self, card: &CardId) {
        if let Some(held) = self.holdings.as_deref_mut() {
            held.thrown.push(card.clone());
            held.thrown.sort();
        }
    }

    /// The skill if it can be used now.
    pub(super) fn usable_skill(&self, skill: &CardId) -> Result<&Arc<Card>, CombatActionRefusal> {
        let held = self.held()?;
        let mut mine = held
            .skills
            .iter()
            .filter(|held| held.id == *skill)
            .peekable();
        let Some(found) = held.card(skill).filter(|_| mine.peek().is_some()) else {
            return Err(CombatActionRefusal::NoSuchSkill {
                skill: skill.clone(),
                held: held.skills.iter().map(|skill| skill.id.clone()).collect(),
            });
        };
        let name = found.name.to_string();
        if mine.all(|held| held.used) {
            return Err(CombatActionRefusal::SkillUsed { name });
        }
        let Some(played) = &found.basic else {
            return Err(CombatActionRefusal::Unsupported {
                name,
                mode: Mode::Basic,
                reason: found
                    .unsupported(Mode::Basic)
                    .unwrap_or_default()
                    .to_owned(),
            });
        };
        if !self.is_useful(&played.effect, None) {
            return Err(CombatActionRefusal::NothingToDo {
                card: skill.clone(),
                description: describe(&played.effect),
            });
        }
        Ok(found)
    }

    pub(super) fn use_skill(
        &mut self,
        skill: &CardId,
        events: &mut EventLog,
    ) -> Result<(), CombatActionRefusal> {
        let found = self.usable_skill(skill)?.clone();
        let Some(played) = &found.basic else {
            return Ok(());
        };
        if let Some(held) = self.holdings.as_deref_mut() {
            let mut mine = held.skills.iter_mut();
            if let Some(mine) = mine.find(|held| held.id == *skill && !held.used) {
                mine.used = true;
            }
        }
        events.push(|| Event::SkillUsed {
            skill: skill.clone(),
            name: found.name.to_string(),
        });
        let source = EffectSource {
            kind: SourceKind::Skill,
            ..EffectSource::card(skill.clone(), Mode::Basic)
        };
        let first = EffectStep::Resolve {
            effect: played.effect.clone(),
            picked: None,
        };
        self.run(source, vec![first], events);
        Ok(())
    }
}
