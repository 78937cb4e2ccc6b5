//! What the enemies did in the combat: facts, with their phase and action.

use super::ids::{EnemyId, InstanceId};
use super::phase::Phase;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum FactKind {
    Met,
    Summoned {
        by: InstanceId,
    },
    /// One attack of the enemy was blocked.
    Blocked {
        attack: usize,
    },
    /// One attack of the enemy dealt damage to the hero.
    Hurt {
        attack: usize,
        wounds: u32,
    },
    Defeated,
    /// A summoned monster left the combat.
    Left,
}

impl FactKind {
    pub const fn word(&self) -> &'static str {
        match self {
            FactKind::Met => "met",
            FactKind::Summoned { .. } => "summoned",
            FactKind::Blocked { .. } => "blocked",
            FactKind::Hurt { .. } => "hurt",
            FactKind::Defeated => "defeated",
            FactKind::Left => "left",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fact {
    pub enemy: InstanceId,
    pub kind: EnemyId,
    pub what: FactKind,
    pub phase: Phase,
    /// The number of the action, counted from 1; 0 for the setup.
    pub action: u32,
}

/// All facts of a combat, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Observation {
    facts: Vec<Fact>,
}

impl Observation {
    pub(super) fn add(
        &mut self,
        enemy: &InstanceId,
        kind: EnemyId,
        what: FactKind,
        phase: Phase,
        action: u32,
    ) {
        self.facts.push(Fact {
            enemy: enemy.clone(),
            kind,
            what,
            phase,
            action,
        });
    }

    pub(super) fn clear(&mut self) {
        self.facts.clear();
    }

    pub fn facts(&self) -> &[Fact] {
        &self.facts
    }

    /// The facts about one enemy.
    pub fn of<'a>(&'a self, enemy: &'a InstanceId) -> impl Iterator<Item = &'a Fact> {
        self.facts.iter().filter(move |fact| fact.enemy == *enemy)
    }
}
