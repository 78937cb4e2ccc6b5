//! What happens to enemies that are picked, and which can be picked.

use std::collections::BTreeSet;

use super::Effect;
use crate::modifier::{Filter, ModifierPlan};
use crate::phase::Phase;

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
