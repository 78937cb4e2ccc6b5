//! What has been seen of the enemies: facts, with when they were seen.

use super::ids::{EnemyId, InstanceId};
use super::phase::Phase;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Seen {
    Met,
    Summoned {
        by: InstanceId,
    },
    /// One of its attacks was blocked.
    Blocked {
        attack: usize,
    },
    /// One of its attacks hurt the hero.
    Hurt {
        attack: usize,
        wounds: u32,
    },
    Defeated,
    /// A summoned monster is gone.
    Left,
}

impl Seen {
    pub const fn word(&self) -> &'static str {
        match self {
            Seen::Met => "met",
            Seen::Summoned { .. } => "summoned",
            Seen::Blocked { .. } => "blocked",
            Seen::Hurt { .. } => "hurt",
            Seen::Defeated => "defeated",
            Seen::Left => "left",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fact {
    pub enemy: InstanceId,
    pub kind: EnemyId,
    pub what: Seen,
    pub phase: Phase,
    /// The action it happened in, counted from 1; 0 for the setup.
    pub action: u32,
}

/// Every fact, in the order they were seen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Observation {
    facts: Vec<Fact>,
}

impl Observation {
    pub(super) fn add(
        &mut self,
        enemy: &InstanceId,
        kind: EnemyId,
        what: Seen,
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
