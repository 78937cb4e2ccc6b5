//! The actions of the player.

use super::card::Mode;
use super::ids::{CardId, InstanceId};
use super::mana::ManaPayment;
use super::points::{AttackPoints, BlockPoints};
use super::unit::UnitId;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    PlayCard {
        card: CardId,
        mode: Mode,
        /// The mana that is paid, where mana is counted; empty for the cheapest way.
        pay: Vec<ManaPayment>,
    },
    ResolveChoice {
        option: usize,
    },
    DeclareAttack {
        enemies: Vec<InstanceId>,
        points: Vec<AttackPoints>,
        /// Cards whose special points are spent, whole.
        special: Vec<CardId>,
    },
    DeclareBlock {
        enemy: InstanceId,
        attack: usize,
        points: Vec<BlockPoints>,
        special: Vec<CardId>,
    },
    AssignDamage {
        enemy: InstanceId,
        attack: usize,
        /// The units that take the damage, in this order; the hero takes the rest.
        units: Vec<UnitId>,
    },
    ActivateUnit {
        unit: UnitId,
        ability: usize,
        pay: Vec<ManaPayment>,
    },
    UseSkill {
        skill: CardId,
    },
    EndPhase,
}

impl Action {
    /// The name of the action on the wire.
    pub const fn word(&self) -> &'static str {
        match self {
            Action::PlayCard { .. } => "playCard",
            Action::ResolveChoice { .. } => "resolveChoice",
            Action::DeclareAttack { .. } => "declareAttack",
            Action::DeclareBlock { .. } => "declareBlock",
            Action::AssignDamage { .. } => "assignDamage",
            Action::ActivateUnit { .. } => "activateUnit",
            Action::UseSkill { .. } => "useSkill",
            Action::EndPhase => "endPhase",
        }
    }
}
