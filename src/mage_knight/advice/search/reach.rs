//! The most that a card can do to the enemies, so that the search can tell what a hand can
//! no longer reach.

use crate::card::Card;
use crate::effect::{Effect, PlannedScope, TargetFate, Template};
use crate::modifier::{ModifierChange, ModifierPlan};

/// A number that no combat reaches.
const MANY: u32 = 1_000;

/// An upper bound for what one play of a card does, each part on its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Reach {
    /// The enemies that it defeats.
    pub defeats: u32,
    /// The enemies that may wound less because of it.
    pub stops: u32,
    /// How much lower the armor of every enemy is.
    pub armor_of_all: u32,
    /// How much lower the armors of picked enemies are together.
    pub armor_of_picked: u32,
}

impl Reach {
    /// Of an effect that is not understood.
    const ALL: Reach = Reach {
        defeats: MANY,
        stops: MANY,
        armor_of_all: MANY,
        armor_of_picked: MANY,
    };

    /// What a card can do in the better of its modes.
    pub fn of_card(card: &Card) -> Reach {
        let modes = [&card.basic, &card.powered].into_iter().flatten();
        modes.fold(Reach::default(), |best, mode| {
            best.or(Reach::of_effect(&mode.effect))
        })
    }

    fn of_effect(effect: &Effect) -> Reach {
        match effect {
            Effect::Choice(parts) => parts
                .iter()
                .map(Reach::of_effect)
                .fold(Reach::default(), Reach::or),
            Effect::Compound(parts) => parts
                .iter()
                .map(Reach::of_effect)
                .fold(Reach::default(), Reach::and),
            Effect::SelectEnemy(template) => Reach::of_template(template),
            Effect::ApplyModifier { scope, modifier } => match scope {
                PlannedScope::Hero | PlannedScope::AllEnemies | PlannedScope::OtherEnemies => {
                    Reach::of_modifier(modifier, MANY)
                }
                PlannedScope::OneEnemy => Reach::of_modifier(modifier, 1),
            },
            Effect::Nothing => Reach::default(),
            _ => Reach::ALL,
        }
    }

    fn of_template(template: &Template) -> Reach {
        let targets = template.max_targets.unwrap_or(MANY).min(MANY);
        let changes = template.modifiers.iter();
        let mut reach = changes.fold(Reach::default(), |sum, plan| {
            sum.and(Reach::of_modifier(plan, targets))
        });
        if template.fate == TargetFate::Defeated {
            reach.defeats = reach.defeats.max(targets);
            reach.stops = reach.stops.max(targets);
        }
        if let Some(effect) = &template.follow_up {
            reach = reach.and(Reach::of_effect(effect).times(targets));
        }
        reach
    }

    fn of_modifier(plan: &ModifierPlan, targets: u32) -> Reach {
        let stops = Reach {
            stops: targets,
            ..Reach::default()
        };
        match &plan.change {
            ModifierChange::Armor(change) if *change < 0 && targets >= MANY => Reach {
                armor_of_all: change.unsigned_abs(),
                ..Reach::default()
            },
            ModifierChange::Armor(change) if *change < 0 => Reach {
                armor_of_picked: change.unsigned_abs().saturating_mul(targets),
                ..Reach::default()
            },
            // Points count in full here whatever the enemies resist.
            ModifierChange::Armor(_)
            | ModifierChange::LosesResistances(_)
            | ModifierChange::LosesFortification
            | ModifierChange::LosesWalls
            | ModifierChange::GainsAbilities(_) => Reach::default(),
            ModifierChange::Attack(change) if *change >= 0 => Reach::default(),
            ModifierChange::Attack(_)
            | ModifierChange::AttackElement(_)
            | ModifierChange::DoesNotAttack
            | ModifierChange::LosesAbilities(_)
            | ModifierChange::Cancelled
            | ModifierChange::TakenBy(_)
            | ModifierChange::HeroDamage(_) => stops,
            ModifierChange::HeroArmor(_) => Reach {
                stops: MANY,
                ..Reach::default()
            },
        }
    }

    fn or(self, other: Reach) -> Reach {
        self.combined(other, u32::max)
    }

    fn and(self, other: Reach) -> Reach {
        self.combined(other, u32::saturating_add)
    }

    fn times(self, times: u32) -> Reach {
        let many = Reach {
            defeats: times,
            stops: times,
            armor_of_all: times,
            armor_of_picked: times,
        };
        self.combined(many, u32::saturating_mul)
    }

    pub fn combined(self, other: Reach, combine: impl Fn(u32, u32) -> u32) -> Reach {
        Reach {
            defeats: combine(self.defeats, other.defeats),
            stops: combine(self.stops, other.stops),
            armor_of_all: combine(self.armor_of_all, other.armor_of_all),
            armor_of_picked: combine(self.armor_of_picked, other.armor_of_picked),
        }
    }
}
