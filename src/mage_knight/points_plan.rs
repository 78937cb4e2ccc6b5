//! Points that cards, units and skills make, as data.

use std::sync::Arc;

use super::card::{ManaColor, Mode};
use super::effect::Effect;
use super::element::Element;
use super::ids::{CardId, InstanceId};
use super::phase::Phase;
use super::points::{AttackKind, AttackPoints, BlockPoints};

/// What points are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PointUse {
    Attack(AttackKind),
    Block,
}

impl PointUse {
    /// Whether the points can be used in a phase.
    pub(crate) const fn fits(self, phase: Phase) -> bool {
        match (self, phase) {
            (PointUse::Block, Phase::Block) | (PointUse::Attack(_), Phase::Attack) => true,
            (PointUse::Attack(kind), Phase::RangedSiege) => !matches!(kind, AttackKind::Melee),
            _ => false,
        }
    }
}

/// What makes more points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CountOf {
    /// Each living enemy.
    Enemy,
    /// Each enemy all attacks of which were blocked.
    EnemyBlocked,
    /// Each wound that the hero took in this combat.
    WoundTaken,
    /// Each card that was discarded for this effect.
    Discarded,
    /// Each wound in the hand and each wounded unit.
    WoundHeld,
    /// Each ready unit that is not wounded.
    ReadyUnit,
    /// Each set of crystals of all four colors.
    CrystalSet,
    /// Each pair of a crystal of one and of the other color.
    CrystalPair(ManaColor, ManaColor),
}

impl CountOf {
    pub const WORDS: [(&'static str, CountOf); 11] = [
        ("enemy", CountOf::Enemy),
        ("enemyBlocked", CountOf::EnemyBlocked),
        ("woundTaken", CountOf::WoundTaken),
        ("discarded", CountOf::Discarded),
        ("woundHeld", CountOf::WoundHeld),
        ("readyUnit", CountOf::ReadyUnit),
        ("crystalSet", CountOf::CrystalSet),
        (
            "pairGreenRed",
            CountOf::CrystalPair(ManaColor::Green, ManaColor::Red),
        ),
        (
            "pairGreenBlue",
            CountOf::CrystalPair(ManaColor::Green, ManaColor::Blue),
        ),
        (
            "pairWhiteRed",
            CountOf::CrystalPair(ManaColor::White, ManaColor::Red),
        ),
        (
            "pairWhiteBlue",
            CountOf::CrystalPair(ManaColor::White, ManaColor::Blue),
        ),
    ];
}

/// More points for each thing of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PerCount {
    pub of: CountOf,
    pub plus: u32,
    pub most: Option<u32>,
}

/// How often an effect on a defeat happens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DefeatEffect {
    /// Once for each enemy that the points help to defeat.
    #[default]
    Each,
    /// Once, however many are defeated.
    Once,
}

/// What points do besides counting.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct RiderPlan {
    /// They count twice against a swift attack.
    pub twice_against_swift: bool,
    /// 1 more for each ability, resistance and element of the attacker.
    pub per_icon: bool,
    /// Each point more than needed lowers the armor of the blocked enemy by 1.
    pub excess_lowers_armor: bool,
    /// They cannot be combined with points of the same card.
    pub apart: bool,
    /// Happens to the enemy whose attack is blocked.
    pub on_block: Option<Effect>,
    /// Attack points for the Attack phase, after a successful block.
    pub later: Option<(Element, u32)>,
    pub on_defeat: Option<(Effect, DefeatEffect)>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PointsPlan {
    pub what: PointUse,
    pub element: Element,
    pub amount: u32,
    pub per: Option<PerCount>,
    pub rider: Option<Arc<RiderPlan>>,
}

/// Points that do more than count. They are spent whole, in one attack or block.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rider {
    /// The card, unit or skill that made the points.
    pub source: CardId,
    pub mode: Mode,
    pub plan: Arc<RiderPlan>,
    pub against: Against,
}

/// Which enemies points count against.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Against {
    #[default]
    Everyone,
    Only(InstanceId),
    AllBut(InstanceId),
}

impl Against {
    /// Whether the points may be spent on all these enemies together.
    pub(crate) fn allows<'a>(&self, mut enemies: impl Iterator<Item = &'a InstanceId>) -> bool {
        match self {
            Against::Everyone => true,
            Against::Only(enemy) => enemies.all(|other| other == enemy),
            Against::AllBut(enemy) => enemies.all(|other| other != enemy),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SpecialAttack {
    pub points: AttackPoints,
    pub rider: Rider,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SpecialBlock {
    pub points: BlockPoints,
    pub rider: Rider,
}

/// The points gathered in this phase and not spent yet.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct PointPool {
    /// Sorted, one entry for each element and kind.
    pub attack: Vec<AttackPoints>,
    pub block: Vec<BlockPoints>,
    pub special_attack: Vec<SpecialAttack>,
    pub special_block: Vec<SpecialBlock>,
}

impl PointPool {
    pub(crate) fn add_attack(&mut self, points: AttackPoints) {
        let same =
            |held: &&mut AttackPoints| (held.element, held.kind) == (points.element, points.kind);
        match self.attack.iter_mut().find(same) {
            Some(held) => held.amount = held.amount.saturating_add(points.amount),
            None => {
                self.attack.push(points);
                self.attack.sort_unstable();
            }
        }
    }

    pub(crate) fn add_block(&mut self, points: BlockPoints) {
        let same = |held: &&mut BlockPoints| held.element == points.element;
        match self.block.iter_mut().find(same) {
            Some(held) => held.amount = held.amount.saturating_add(points.amount),
            None => {
                self.block.push(points);
                self.block.sort_unstable();
            }
        }
    }

    pub fn is_empty(&self) -> bool {
        self.attack.is_empty()
            && self.block.is_empty()
            && self.special_attack.is_empty()
            && self.special_block.is_empty()
    }
}
