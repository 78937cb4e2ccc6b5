//! Events: what an action did, in order.

use std::fmt;

use super::card::Mode;
use super::ids::{CardId, EnemyName, counted, listed};
use super::mana::ManaPayment;
use super::phase::Phase;
use super::stats::Damage;
use super::unit::{UnitHealth, UnitId};

/// Why the hero discarded the hand.
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
    /// Arcane immunity stopped a modifier or a defeat by a card.
    ModifierStopped {
        enemy: EnemyName,
        description: String,
    },
    /// A part of the card was skipped because no enemy is eligible.
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
    /// Too few points: nothing happens, and the points are lost.
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
    /// A summoned monster left the combat.
    EnemyLeft {
        enemy: EnemyName,
    },
    PhaseBegan {
        phase: Phase,
    },
    ManaPaid {
        name: String,
        paid: Vec<ManaPayment>,
    },
    /// Attack or block points were added to the pool.
    PointsGained {
        description: String,
    },
    /// Mana or a boon.
    Gained {
        description: String,
    },
    FameGained {
        fame: u32,
    },
    /// Wounds that the hero took for an effect of the own side.
    WoundsTaken {
        name: String,
        wounds: u32,
    },
    /// A part of an effect does nothing now.
    PartSkipped {
        description: String,
    },
    CardGivenUp {
        card: CardId,
        name: String,
        thrown: bool,
    },
    SkillUsed {
        skill: CardId,
        name: String,
    },
    UnitActivated {
        unit: UnitId,
        name: String,
        description: String,
    },
    UnitHurt {
        name: String,
        health: UnitHealth,
        /// The damage that is left after it.
        left: u32,
    },
    UnitReadied {
        name: String,
    },
    UnitStrengthened {
        name: String,
        resistances: String,
        armor: u32,
    },
    CombatEnded {
        fame_gained: u32,
    },
}

impl Event {
    /// The name of the event on the wire.
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
            Event::ManaPaid { .. } => "manaPaid",
            Event::PointsGained { .. } => "pointsGained",
            Event::Gained { .. } => "gained",
            Event::FameGained { .. } => "fameGained",
            Event::WoundsTaken { .. } => "woundsTaken",
            Event::PartSkipped { .. } => "partSkipped",
            Event::CardGivenUp { .. } => "cardGivenUp",
            Event::SkillUsed { .. } => "skillUsed",
            Event::UnitActivated { .. } => "unitActivated",
            Event::UnitHurt { .. } => "unitHurt",
            Event::UnitReadied { .. } => "unitReadied",
            Event::UnitStrengthened { .. } => "unitStrengthened",
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
                write!(
                    f,
                    "{enemy} is not affected (arcane immunity): {description}"
                )
            }
            Event::NobodyToTarget { description } => write!(f, "no target for: {description}"),
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
                    Loss::KnockOut => "knock-out",
                };
                match cards.as_slice() {
                    [] => write!(f, "{why}: the hero has no card to discard"),
                    cards => write!(f, "{why}: the hero discards {}", listed(cards)),
                }
            }
            Event::KnockedOut => f.write_str("the hero is knocked out"),
            Event::EnemySummoned { by, enemy } => write!(f, "{by} summons {enemy}"),
            Event::EnemyLeft { enemy } => write!(f, "{enemy} leaves the combat"),
            Event::PhaseBegan { phase } => write!(f, "phase: {}", phase.name()),
            Event::ManaPaid { name, paid } => write!(f, "{} paid for {name}", listed(paid)),
            Event::PointsGained { description } => write!(f, "{description}, in the pool"),
            Event::Gained { description } => write!(f, "gained: {description}"),
            Event::FameGained { fame } => write!(f, "{fame} fame gained"),
            Event::WoundsTaken { name, wounds } => {
                write!(
                    f,
                    "{name} costs {} into the hand",
                    counted(*wounds, "wound")
                )
            }
            Event::PartSkipped { description } => write!(f, "not possible now: {description}"),
            Event::CardGivenUp { name, thrown, .. } => match thrown {
                true => write!(f, "{name} leaves the game"),
                false => write!(f, "{name} is discarded"),
            },
            Event::SkillUsed { name, .. } => write!(f, "{name} is used"),
            Event::UnitActivated {
                name, description, ..
            } => write!(f, "{name} act: {description}"),
            Event::UnitHurt { name, health, left } => {
                match health {
                    UnitHealth::Unhurt => write!(f, "{name} take the damage unhurt")?,
                    UnitHealth::Wounded => write!(f, "{name} are wounded")?,
                    UnitHealth::Destroyed => write!(f, "{name} are destroyed")?,
                }
                match left {
                    0 => Ok(()),
                    left => write!(f, "; {left} damage is left"),
                }
            }
            Event::UnitReadied { name } => write!(f, "{name} are ready again"),
            Event::UnitStrengthened {
                name,
                resistances,
                armor,
            } => {
                write!(f, "{name}: resist {resistances}")?;
                match armor {
                    0 => Ok(()),
                    armor => write!(f, ", armor +{armor}"),
                }
            }
            Event::CombatEnded { fame_gained } => {
                write!(f, "the combat is over, {fame_gained} fame gained")
            }
        }
    }
}
