//! What the player may do.

use super::card::Mode;
use super::ids::{CardId, InstanceId};
use super::points::{AttackPoints, BlockPoints};

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    PlayCard {
        card: CardId,
        mode: Mode,
    },
    ResolveChoice {
        option: usize,
    },
    DeclareAttack {
        enemies: Vec<InstanceId>,
        points: Vec<AttackPoints>,
    },
    DeclareBlock {
        enemy: InstanceId,
        attack: usize,
        points: Vec<BlockPoints>,
    },
    AssignDamage {
        enemy: InstanceId,
        attack: usize,
    },
    EndPhase,
}

impl Action {
    /// Its name on the wire.
    pub const fn word(&self) -> &'static str {
        match self {
            Action::PlayCard { .. } => "playCard",
            Action::ResolveChoice { .. } => "resolveChoice",
            Action::DeclareAttack { .. } => "declareAttack",
            Action::DeclareBlock { .. } => "declareBlock",
            Action::AssignDamage { .. } => "assignDamage",
            Action::EndPhase => "endPhase",
        }
    }
}
