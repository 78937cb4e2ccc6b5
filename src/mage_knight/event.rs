//! What an action did, in order.

use std::fmt;

use super::card::Mode;
use super::ids::{CardId, EnemyName, counted, listed};
use super::phase::Phase;
use super::stats::Damage;

/// Why the hand was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    Paralysis,
    KnockOut,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    CardPlayed {
        card: CardId,
        name: String,
        mode: Mode,
    },
    ChoiceOffered {
        description: String,
        options: usize,
    },
    ChoiceMade {
        label: String,
    },
    ModifierApplied {
        /// `None` for the hero and for all enemies.
        enemy: Option<EnemyName>,
        description: String,
    },
    /// Arcane immunity, or the modifier's own condition, kept it away.
    ModifierStopped {
        enemy: EnemyName,
        description: String,
    },
    /// A part of the card found nobody.
    NobodyToTarget {
        description: String,
    },
    Defended {
        defender: EnemyName,
        enemy: EnemyName,
        armor: u32,
    },
    AttackSucceeded {
        enemies: Vec<EnemyName>,
        needed: u32,
        reached: u32,
    },
    /// The points are gone for nothing.
    AttackFailed {
        enemies: Vec<EnemyName>,
        needed: u32,
        reached: u32,
    },
    EnemyDefeated {
        enemy: EnemyName,
        fame: u32,
    },
    BlockSucceeded {
        enemy: EnemyName,
        attack: usize,
        needed: u32,
        reached: u32,
    },
    BlockFailed {
        enemy: EnemyName,
        attack: usize,
        needed: u32,
        reached: u32,
    },
    DamageDealt {
        enemy: EnemyName,
        attack: usize,
        damage: Damage,
    },
    HandLost {
        cards: Vec<CardId>,
        loss: Loss,
    },
    KnockedOut,
    EnemySummoned {
        by: EnemyName,
        enemy: EnemyName,
    },
    /// A summoned monster is gone.
    EnemyLeft {
        enemy: EnemyName,
    },
    PhaseBegan {
        phase: Phase,
    },
    CombatEnded {
        fame_gained: u32,
    },
}

impl Event {
    /// Its name on the wire.
    pub const fn word(&self) -> &'static str {
        match self {
            Event::CardPlayed { .. } => "cardPlayed",
            Event::ChoiceOffered { .. } => "choiceOffered",
            Event::ChoiceMade { .. } => "choiceMade",
            Event::ModifierApplied { .. } => "modifierApplied",
            Event::ModifierStopped { .. } => "modifierStopped",
            Event::NobodyToTarget { .. } => "nobodyToTarget",
            Event::Defended { .. } => "defended",
            Event::AttackSucceeded { .. } => "attackSucceeded",
            Event::AttackFailed { .. } => "attackFailed",
            Event::EnemyDefeated { .. } => "enemyDefeated",
            Event::BlockSucceeded { .. } => "blockSucceeded",
            Event::BlockFailed { .. } => "blockFailed",
            Event::DamageDealt { .. } => "damageDealt",
            Event::HandLost { .. } => "handLost",
            Event::KnockedOut => "knockedOut",
            Event::EnemySummoned { .. } => "enemySummoned",
            Event::EnemyLeft { .. } => "enemyLeft",
            Event::PhaseBegan { .. } => "phaseBegan",
            Event::CombatEnded { .. } => "combatEnded",
        }
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::CardPlayed { name, mode, .. } => write!(f, "{name} is played, {}", mode.word()),
            Event::ChoiceOffered {
                description,
                options,
            } => write!(
                f,
                "to choose: {description} ({})",
                counted(u32::try_from(*options).unwrap_or(u32::MAX), "option")
            ),
            Event::ChoiceMade { label } => write!(f, "chosen: {label}"),
            Event::ModifierApplied { enemy, description } => match enemy {
                Some(enemy) => write!(f, "{enemy}: {description}"),
                None => f.write_str(description),
            },
            Event::ModifierStopped { enemy, description } => {
                write!(f, "{enemy} is not touched: {description}")
            }
            Event::NobodyToTarget { description } => write!(f, "nobody for: {description}"),
            Event::Defended {
                defender,
                enemy,
                armor,
            } => write!(f, "{defender} defends {enemy}: armor +{armor}"),
            Event::AttackSucceeded {
                enemies,
                needed,
                reached,
            } => write!(
                f,
                "the attack on {} succeeds with {reached} of {needed} needed",
                listed(enemies)
            ),
            Event::AttackFailed {
                enemies,
                needed,
                reached,
            } => write!(
                f,
                "the attack on {} fails with {reached} of {needed} needed; the points are gone",
                listed(enemies)
            ),
            Event::EnemyDefeated { enemy, fame } => {
                write!(f, "{enemy} is defeated, {fame} fame")
            }
            Event::BlockSucceeded {
                enemy,
                attack,
                needed,
                reached,
            } => write!(
                f,
                "attack {attack} of {enemy} is blocked with {reached} of {needed} needed"
            ),
            Event::BlockFailed {
                enemy,
                attack,
                needed,
                reached,
            } => write!(
                f,
                "attack {attack} of {enemy} is not blocked with {reached} of {needed} needed; \
                 the points are gone"
            ),
            Event::DamageDealt {
                enemy,
                attack,
                damage,
            } => {
                let wounds = counted(damage.wounds, "wound");
                write!(
                    f,
                    "attack {attack} of {enemy} deals {} damage: ",
                    damage.points
                )?;
                match damage.poison_wounds {
                    0 => write!(f, "{wounds}"),
                    poison => write!(f, "{wounds}, and {poison} to the discard pile"),
                }
            }
            Event::HandLost { cards, loss } => {
                let why = match loss {
                    Loss::Paralysis => "paralysis",
                    Loss::KnockOut => "being knocked out",
                };
                match cards.as_slice() {
                    [] => write!(f, "{why} finds no card in the hand"),
                    cards => write!(f, "{why} discards {}", listed(cards)),
                }
            }
            Event::KnockedOut => f.write_str("the hero is knocked out"),
            Event::EnemySummoned { by, enemy } => write!(f, "{by} summons {enemy}"),
            Event::EnemyLeft { enemy } => write!(f, "{enemy} is gone"),
            Event::PhaseBegan { phase } => write!(f, "phase: {}", phase.name()),
            Event::CombatEnded { fame_gained } => {
                write!(f, "the combat is over, {fame_gained} fame gained")
            }
        }
    }
}
