//! What a card does, as data: a tree of choices, targets and modifiers.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::card::{CardKind, ManaColor, Mode};
use super::element::Resistances;
use super::holdings::Boon;
use super::mana::Mana;
use super::modifier::{Filter, ModifierPlan};
use super::phase::Phase;
use super::points_plan::PointsPlan;

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
    },
    /// One unit, or all of them, resist more.
    UnitsResist {
        resistances: Resistances,
        armor: u32,
        which: WhichUnits,
    },
    /// Move points, which matter only where a boon turns them into others.
    Move(u32),
    Influence(u32),
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
    /// Mana of a color without end in this turn.
    Endless(Mana),
    /// A color may be used by day and at night.
    AnyTime(Mana),
    Fame(u32),
    /// Wounds into the hand.
    Wounds(u32),
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
}

impl Condition {
    pub const WORDS: [(&'static str, Condition); 9] = [
        ("day", Condition::Day),
        ("night", Condition::Night),
        ("unhurtInAttack", Condition::UnhurtInAttack),
        ("rangedSiegePhase", Condition::RangedSiegePhase),
        ("attackPhase", Condition::AttackPhase),
        ("tokenRed", Condition::Token(ManaColor::Red)),
        ("tokenBlue", Condition::Token(ManaColor::Blue)),
        ("tokenGreen", Condition::Token(ManaColor::Green)),
        ("tokenWhite", Condition::Token(ManaColor::White)),
    ];
}

/// Which cards may be given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GivenCard {
    /// Any card but a wound.
    NotWound,
    Wound,
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
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GiveUp {
    pub card: GivenCard,
    pub fate: GivenFate,
    pub number: GivenNumber,
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
    /// there is something to pay.
    pub(crate) fn only_makes_mana(&self) -> bool {
        match self {
            Effect::Choice(parts) | Effect::Compound(parts) => {
                parts.iter().all(Effect::only_makes_mana)
            }
            Effect::Gain(gain) => !matches!(gain, Gain::Fame(_)),
            Effect::Nothing | Effect::Move(_) | Effect::Influence(_) => true,
            Effect::GiveUp(plan) => plan.then.only_makes_mana(),
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

    /// The most fame that the effect itself can give, with this many enemies.
    pub(crate) fn most_fame(&self, enemies: u32) -> u32 {
        match self {
            Effect::Choice(parts) | Effect::Compound(parts) => {
                parts.iter().map(|part| part.most_fame(enemies)).sum()
            }
            Effect::Gain(Gain::Fame(fame)) => *fame,
            Effect::Boon(Boon::FamePerDefeat { fame, .. }) => fame * enemies,
            Effect::Points(plan) => plan.rider.as_ref().map_or(0, |rider| {
                let on_defeat = rider.on_defeat.as_ref();
                on_defeat.map_or(0, |(effect, _)| effect.most_fame(enemies) * enemies)
            }),
            Effect::GiveUp(plan) => plan.then.most_fame(enemies),
            Effect::Pay { then, .. } => then.most_fame(enemies),
            Effect::If {
                then, otherwise, ..
            } => {
                let other = otherwise.as_ref().map_or(0, |e| e.most_fame(enemies));
                then.most_fame(enemies) + other
            }
            _ => 0,
        }
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

/// What a modifier in the data applies to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PlannedScope {
    #[default]
    Hero,
    /// The enemy picked before; allowed only in a follow-up.
    OneEnemy,
    AllEnemies,
    /// All enemies but the one picked before; allowed only in a follow-up.
    OtherEnemies,
}

impl PlannedScope {
    pub const WORDS: [(&'static str, PlannedScope); 4] = [
        ("self", PlannedScope::Hero),
        ("oneEnemy", PlannedScope::OneEnemy),
        ("allEnemies", PlannedScope::AllEnemies),
        ("otherEnemies", PlannedScope::OtherEnemies),
    ];

    /// Whether an enemy must have been picked before.
    pub(crate) const fn needs_pick(self) -> bool {
        matches!(self, PlannedScope::OneEnemy | PlannedScope::OtherEnemies)
    }
}

/// What the player picks: a whole enemy or one of its attacks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TargetKind {
    #[default]
    Enemy,
    Attack,
    /// An attack of the enemy picked before; allowed only in a follow-up.
    AttackOfPicked,
}

impl TargetKind {
    pub const WORDS: [(&'static str, TargetKind); 3] = [
        ("enemy", TargetKind::Enemy),
        ("attack", TargetKind::Attack),
        ("attackOfPicked", TargetKind::AttackOfPicked),
    ];
}

/// What the player pays at the table for a target. The program does not count it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TargetPrice {
    #[default]
    Free,
    /// Nothing for the first target, 1 move point for the second, 2 for the third, and
    /// so on.
    RisingMove,
}

impl TargetPrice {
    pub const WORDS: [(&'static str, TargetPrice); 2] = [
        ("free", TargetPrice::Free),
        ("risingMove", TargetPrice::RisingMove),
    ];

    /// The move points for one more target after `picked` targets.
    pub(crate) const fn move_points(self, picked: usize) -> usize {
        match self {
            TargetPrice::Free => 0,
            TargetPrice::RisingMove => picked,
        }
    }
}

/// Whether the template defeats the enemy that is picked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TargetFate {
    #[default]
    Survives,
    Defeated,
}

/// Whether the player has to pick a target even if there is only one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum LoneTarget {
    #[default]
    Asked,
    Taken,
}

/// Whether defeated enemies can be picked too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DefeatedTargets {
    #[default]
    Excluded,
    Included,
}

/// What happens to a picked enemy, and which enemies can be picked; see `RULES.md`,
/// section 6.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Template {
    pub target: TargetKind,
    pub modifiers: Vec<ModifierPlan>,
    pub fate: TargetFate,
    pub filter: Filter,
    /// The phases that the template is limited to; empty for all phases.
    pub phases: BTreeSet<Phase>,
    /// `None` for any number of targets.
    pub max_targets: Option<u32>,
    pub price: TargetPrice,
    pub lone_target: LoneTarget,
    pub defeated_targets: DefeatedTargets,
    /// A further effect, once for each target.
    pub follow_up: Option<Effect>,
}

impl Template {
    /// Whether the template itself does nothing to its target.
    pub(crate) fn is_idle(&self) -> bool {
        self.modifiers.is_empty() && self.fate == TargetFate::Survives
    }
}
