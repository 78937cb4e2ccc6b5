//! What a card does, as data: a tree of choices, targets and modifiers.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::modifier::{Filter, ModifierPlan};
use super::phase::Phase;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Effect {
    /// The player picks one of those that can happen now.
    Choice(Vec<Effect>),
    /// The player picks an enemy, and the template happens to it.
    SelectEnemy(Arc<Template>),
    ApplyModifier {
        scope: PlannedScope,
        modifier: Arc<ModifierPlan>,
    },
    /// One after the other; what cannot happen is left out.
    Compound(Vec<Effect>),
}

impl Effect {
    /// Whether enemies are picked anywhere in it.
    pub fn targets_enemies(&self) -> bool {
        match self {
            Effect::SelectEnemy(_) => true,
            Effect::ApplyModifier { .. } => false,
            Effect::Choice(parts) | Effect::Compound(parts) => {
                parts.iter().any(Effect::targets_enemies)
            }
        }
    }
}

/// Whom a modifier of the data is meant for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PlannedScope {
    #[default]
    Hero,
    /// The enemy picked before; only in what follows such a pick.
    OneEnemy,
    AllEnemies,
}

impl PlannedScope {
    pub const WORDS: [(&'static str, PlannedScope); 3] = [
        ("self", PlannedScope::Hero),
        ("oneEnemy", PlannedScope::OneEnemy),
        ("allEnemies", PlannedScope::AllEnemies),
    ];
}

/// What is picked: an enemy as a whole or one of its attacks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TargetKind {
    #[default]
    Enemy,
    Attack,
}

impl TargetKind {
    pub const WORDS: [(&'static str, TargetKind); 2] =
        [("enemy", TargetKind::Enemy), ("attack", TargetKind::Attack)];
}

/// Whether the enemy survives being picked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Fate {
    #[default]
    Survives,
    Defeated,
}

/// Whether a lone target is still asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum LoneTarget {
    #[default]
    Asked,
    Taken,
}

/// Whether the defeated can be picked too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DefeatedTargets {
    #[default]
    Excluded,
    Included,
}

/// What happens to an enemy that is picked, and who can be.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Template {
    pub target: TargetKind,
    pub modifiers: Vec<ModifierPlan>,
    pub fate: Fate,
    pub filter: Filter,
    /// The phases it is limited to; empty for none.
    pub phases: BTreeSet<Phase>,
    pub max_targets: u32,
    pub lone_target: LoneTarget,
    pub defeated_targets: DefeatedTargets,
    /// What else happens once for each target.
    pub follow_up: Option<Effect>,
}
