//! What a card does, as data: a tree of choices, targets and modifiers.

mod template;

use std::sync::Arc;

pub use self::template::{
    DefeatedTargets, LoneTarget, PlannedScope, TargetFate, TargetKind, TargetPrice, Template,
};
use super::card::{CardKind, ManaColor, Mode};
use super::element::{Resistance, Resistances};
use super::holdings::{Boon, Spare};
use super::mana::Mana;
use super::modifier::{Filter, ModifierChange, ModifierPlan};
use super::points_plan::{PerCount, PointsPlan};

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Effect {
    /// The player picks one of the effects that are possible now.
    Choice(Vec<Effect>),
    /// The player picks an enemy, and the template happens to it.
    SelectEnemy(Arc<Template>),
    ApplyModifier {
        scope: PlannedScope,
        modifier: Arc<ModifierPlan>,
    },
    /// All effects, one after the other; those that are not possible are skipped.
    Compound(Vec<Effect>),
    /// Attack or block points for the pool.
    Points(Arc<PointsPlan>),
    Gain(Gain),
    Boon(Boon),
    /// One of two effects, by a condition.
    If {
        condition: Condition,
        then: Arc<Effect>,
        otherwise: Option<Arc<Effect>>,
    },
    /// The player pays mana, then the effect happens.
    Pay {
        mana: Mana,
        then: Arc<Effect>,
    },
    /// The player gives up cards of the hand, then the effect happens.
    GiveUp(Arc<GiveUp>),
    /// The player plays another card of the hand with this one.
    PlayAnother(Arc<PlayAnother>),
    /// A unit is made ready again.
    ReadyUnit {
        most_level: u32,
        healing: Healing,
    },
    /// One unit, or all of them, are stronger for the rest of the combat.
    StrengthenUnits {
        gifts: UnitGifts,
        which: WhichUnits,
    },
    /// A ready unit is spent, then the effect happens.
    SpendUnit(Arc<Effect>),
    /// Move or influence points, which matter only where a boon turns them into others.
    Spare {
        spare: Spare,
        amount: u32,
        per: Option<PerCount>,
    },
    /// One mana of a color, at any time of the day, becomes a token of another.
    Exchange {
        from: Mana,
        into: Mana,
    },
    /// A die is rolled at the table; the player says what it shows.
    Roll(Arc<Vec<RollOutcome>>),
    /// A wound of the hand leaves the game.
    ThrowWound,
    /// Points that a card makes in another form, as the boon for that allows.
    Shifted(Arc<PointsPlan>),
    /// The attacks of the enemy picked before are the hero's in the Attack phase.
    PossessPicked,
    /// A duel with the enemy picked before: points against it alone, and fame.
    DuelPicked,
    /// The enemy picked before is defeated, if it passes the filter.
    DefeatPicked(Filter),
    /// What "you may" offers besides.
    Nothing,
}

/// What the hero's side gains at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Gain {
    Tokens {
        mana: Mana,
        amount: u8,
    },
    Crystals {
        mana: Mana,
        amount: u8,
    },
    /// More dice of the source may be used.
    Dice(u8),
    /// No die of the source may be used any more.
    NoDice,
    /// A die of this color leaves the source.
    TakesDie(Mana),
    /// Dice of this color pay any basic color in this turn.
    WildDice(Mana),
    /// Mana of a color without end in this turn.
    Endless(Mana),
    /// A color may be used by day and at night.
    AnyTime(Mana),
    Fame(u32),
    /// Wounds into the hand.
    Wounds(u32),
    /// As many wounds into the hand as there are crystals of the color.
    WoundsPerCrystal(Mana),
    /// A wound for the unit whose ability it is.
    OwnWound,
    /// A crystal of the color of the card that was given up.
    CrystalOfGiven,
    /// Pairs of one crystal of each color become tokens.
    PairsToTokens(ManaColor, ManaColor),
}

/// What units are given for the rest of a combat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct UnitGifts {
    pub resistances: Resistances,
    pub armor: u32,
    /// Added to the attack and block points that they make.
    pub points: u32,
    /// Fame each time they make such points.
    pub fame: u32,
    /// They ignore their next wound, with all that it would bring.
    pub ignores_wound: bool,
}

/// Whether a unit that is made ready is healed, too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Healing {
    #[default]
    No,
    Yes,
}

/// What happens if a die shows one of some colors.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RollOutcome {
    pub faces: Vec<Mana>,
    pub effect: Effect,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Condition {
    Day,
    Night,
    /// It is the Attack phase, and the hero took no wound into the hand.
    UnhurtInAttack,
    RangedSiegePhase,
    AttackPhase,
    /// The unit keeps a token of this color.
    Token(ManaColor),
    FortifiedSite,
    /// No die of the source was used in this combat.
    NoDieUsed,
    /// The hero has a crystal of this color.
    Crystal(ManaColor),
    NoCrystal(ManaColor),
    /// The source has a die of this color.
    Die(ManaColor),
    /// The token of the enemy picked before shows this resistance.
    PickedResists(Resistance),
}

impl Condition {
    pub const WORDS: [(&'static str, Condition); 26] = [
        ("day", Condition::Day),
        ("night", Condition::Night),
        ("unhurtInAttack", Condition::UnhurtInAttack),
        ("rangedSiegePhase", Condition::RangedSiegePhase),
        ("attackPhase", Condition::AttackPhase),
        ("tokenRed", Condition::Token(ManaColor::Red)),
        ("tokenBlue", Condition::Token(ManaColor::Blue)),
        ("tokenGreen", Condition::Token(ManaColor::Green)),
        ("tokenWhite", Condition::Token(ManaColor::White)),
        ("fortifiedSite", Condition::FortifiedSite),
        ("noDieUsed", Condition::NoDieUsed),
        ("crystalRed", Condition::Crystal(ManaColor::Red)),
        ("crystalBlue", Condition::Crystal(ManaColor::Blue)),
        ("crystalGreen", Condition::Crystal(ManaColor::Green)),
        ("crystalWhite", Condition::Crystal(ManaColor::White)),
        ("noCrystalRed", Condition::NoCrystal(ManaColor::Red)),
        ("noCrystalBlue", Condition::NoCrystal(ManaColor::Blue)),
        ("noCrystalGreen", Condition::NoCrystal(ManaColor::Green)),
        ("noCrystalWhite", Condition::NoCrystal(ManaColor::White)),
        ("dieRed", Condition::Die(ManaColor::Red)),
        ("dieBlue", Condition::Die(ManaColor::Blue)),
        ("dieGreen", Condition::Die(ManaColor::Green)),
        ("dieWhite", Condition::Die(ManaColor::White)),
        (
            "pickedResistsPhysical",
            Condition::PickedResists(Resistance::Physical),
        ),
        (
            "pickedResistsFire",
            Condition::PickedResists(Resistance::Fire),
        ),
        (
            "pickedResistsIce",
            Condition::PickedResists(Resistance::Ice),
        ),
    ];
}

/// Which cards may be given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GivenCard {
    /// Any card but a wound.
    NotWound,
    Wound,
    /// Any card, but only one wound.
    OneWoundAtMost,
    /// A card of a color, of this one if one is named.
    Colored(Option<ManaColor>),
    /// An action card, of this color if one is named.
    Action(Option<ManaColor>),
}

/// Where a card goes that is given up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GivenFate {
    #[default]
    Discarded,
    /// It leaves the game.
    Thrown,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GivenNumber {
    #[default]
    One,
    /// Any number, none included.
    Any,
    /// So many at most, none included.
    UpTo(u32),
}

/// How often the effect of cards that are given up happens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GivenEffect {
    /// Once, after the last card.
    #[default]
    Together,
    /// Once for each card.
    Each,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GiveUp {
    pub card: GivenCard,
    pub fate: GivenFate,
    pub number: GivenNumber,
    pub times: GivenEffect,
    pub then: Effect,
}

/// Another card is played without its price.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PlayAnother {
    pub mode: Mode,
    pub fate: GivenFate,
    /// How often its effect happens.
    pub times: u32,
    /// Added to the attack or block points that it makes.
    pub boost: u32,
}

impl PlayAnother {
    pub(crate) const fn accepts(&self, kind: CardKind) -> bool {
        matches!(kind, CardKind::Action)
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WhichUnits {
    #[default]
    All,
    One,
}

impl Effect {
    /// Whether the effect is one of the hand: points, mana, boons and the like, not a
    /// change of enemies.
    pub(crate) fn is_of_hand(&self) -> bool {
        match self {
            Effect::Choice(parts) => parts.iter().all(Effect::is_of_hand),
            Effect::Compound(parts) => parts.iter().any(Effect::is_of_hand),
            Effect::SelectEnemy(_) | Effect::ApplyModifier { .. } => false,
            _ => true,
        }
    }

    /// Whether the effect only makes mana, which search and player need only where
    /// there is something to pay. Move and influence may become attack or block.
    pub(crate) fn only_makes_mana(&self) -> bool {
        match self {
            Effect::Choice(parts) | Effect::Compound(parts) => {
                parts.iter().all(Effect::only_makes_mana)
            }
            Effect::Gain(gain) => !matches!(gain, Gain::Fame(_)),
            Effect::Nothing | Effect::Exchange { .. } => true,
            // A wound that is discarded is a gain of its own.
            Effect::GiveUp(plan) => plan.card != GivenCard::Wound && plan.then.only_makes_mana(),
            Effect::Roll(outcomes) => {
                let mut outcomes = outcomes.iter();
                outcomes.all(|outcome| outcome.effect.only_makes_mana())
            }
            Effect::Pay { then, .. } => then.only_makes_mana(),
            Effect::If {
                then, otherwise, ..
            } => {
                let mut both = [Some(then), otherwise.as_ref()].into_iter().flatten();
                both.all(|effect| effect.only_makes_mana())
            }
            _ => false,
        }
    }

    /// The most fame that the effect itself can give.
    pub(crate) fn most_fame(&self, among: FameAmong) -> u32 {
        let enemies = among.enemies;
        match self {
            Effect::Choice(parts) | Effect::Compound(parts) => {
                parts.iter().map(|part| part.most_fame(among)).sum()
            }
            Effect::Gain(Gain::Fame(fame)) => *fame,
            Effect::Boon(boon) => boon.most_fame(among),
            Effect::StrengthenUnits { gifts, .. } => gifts.fame * among.acts,
            Effect::DuelPicked => 1,
            Effect::SpendUnit(then) => then.most_fame(among),
            Effect::SelectEnemy(template) => {
                let then = template.follow_up.as_ref();
                then.map_or(0, |effect| effect.most_fame(among) * enemies)
            }
            Effect::Roll(outcomes) => {
                let fames = outcomes.iter();
                fames.map(|outcome| outcome.effect.most_fame(among)).sum()
            }
            Effect::Points(plan) => plan.rider.as_ref().map_or(0, |rider| {
                let on_defeat = rider.on_defeat.as_ref();
                on_defeat.map_or(0, |(effect, _)| effect.most_fame(among) * enemies)
            }),
            Effect::GiveUp(plan) => plan.then.most_fame(among),
            Effect::Pay { then, .. } => then.most_fame(among),
            Effect::If {
                then, otherwise, ..
            } => {
                let other = otherwise.as_ref().map_or(0, |e| e.most_fame(among));
                then.most_fame(among) + other
            }
            _ => 0,
        }
    }

    /// Whether some part of the effect is like this.
    fn has_part(&self, wanted: &dyn Fn(&Effect) -> bool) -> bool {
        let part = |effect: &Effect| effect.has_part(wanted);
        wanted(self)
            || match self {
                Effect::Choice(parts) | Effect::Compound(parts) => parts.iter().any(part),
                Effect::GiveUp(plan) => part(&plan.then),
                Effect::Pay { then, .. } | Effect::SpendUnit(then) => part(then),
                Effect::If {
                    then, otherwise, ..
                } => part(then) || otherwise.as_deref().is_some_and(part),
                Effect::Roll(outcomes) => outcomes.iter().any(|one| part(&one.effect)),
                _ => false,
            }
    }

    /// Whether wounds of the combat may leave the hand by it.
    pub(crate) fn takes_wounds(&self) -> bool {
        self.has_part(&|effect| match effect {
            Effect::GiveUp(plan) => {
                matches!(plan.card, GivenCard::Wound | GivenCard::OneWoundAtMost)
            }
            Effect::ThrowWound => true,
            Effect::Boon(Boon::Sideways { wound, .. }) => *wound,
            Effect::Boon(Boon::ThrowNextWound) => true,
            _ => false,
        })
    }

    /// Whether it matters in which order damage is assigned around it: it decides who
    /// takes damage or takes a wound away, or a die is rolled for it.
    pub(crate) fn depends_on_order_of_damage(&self) -> bool {
        self.has_part(&|effect| match effect {
            Effect::Boon(boon) => boon.changes_damage(),
            Effect::SelectEnemy(template) => {
                let mut changes = template.modifiers.iter();
                let follow_up = template.follow_up.as_ref();
                changes.any(|plan| matches!(plan.change, ModifierChange::TakenBy(_)))
                    || follow_up.is_some_and(Effect::depends_on_order_of_damage)
            }
            Effect::Roll(_) => true,
            _ => false,
        })
    }

    /// Whether it gives crystals, gives them back or depends on their number.
    pub(crate) fn touches_crystals(&self) -> bool {
        self.has_part(&|effect| match effect {
            Effect::Gain(gain) => matches!(
                gain,
                Gain::Crystals { .. }
                    | Gain::CrystalOfGiven
                    | Gain::WoundsPerCrystal(_)
                    | Gain::PairsToTokens(..)
            ),
            Effect::Boon(boon) => boon.touches_crystals(),
            Effect::Points(plan) => {
                let on_defeat = plan
                    .rider
                    .as_ref()
                    .and_then(|rider| rider.on_defeat.as_ref());
                on_defeat.is_some_and(|(effect, _)| effect.touches_crystals())
            }
            _ => false,
        })
    }

    /// Whether it lets all wounds of the combat leave the game.
    pub(crate) fn lets_wounds_leave(&self) -> bool {
        self.has_part(&|effect| *effect == Effect::Boon(Boon::WoundsLeave))
    }

    /// Whether the effect or a part of it lets the player pick an enemy.
    pub fn targets_enemies(&self) -> bool {
        match self {
            Effect::SelectEnemy(_) => true,
            Effect::Choice(parts) | Effect::Compound(parts) => {
                parts.iter().any(Effect::targets_enemies)
            }
            _ => false,
        }
    }
}

/// What fame can still come from, at most.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FameAmong {
    /// The living enemies.
    pub enemies: u32,
    /// How often units can act.
    pub acts: u32,
    /// The spells in the hand.
    pub spells: u32,
}
