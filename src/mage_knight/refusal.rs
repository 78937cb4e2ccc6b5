//! Why an action is refused.

use super::card::Mode;
use super::data::UnknownName;
use super::ids::{CardId, EnemyName, InstanceId, listed};
use super::phase::Phase;
use super::points::MOST_POINTS;
use super::stats::AttackClosed;

/// What kind of mistake a refused action is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RefusalKind {
    Illegal,
    /// Another action, or another phase, has its turn first.
    OutOfTurn {
        expected: Vec<String>,
    },
    Unknown {
        suggestions: Vec<String>,
    },
    Over,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("the combat is over")]
    Over,
    #[error("{card} waits for a choice: resolve it first")]
    ChoicePending { card: CardId, options: usize },
    #[error("no choice is pending")]
    NothingPending { expected: Vec<String> },
    #[error("{action} belongs to another phase than {}", phase.name())]
    WrongPhase {
        action: &'static str,
        phase: Phase,
        expected: Vec<Phase>,
    },
    #[error("there is no option {option}; the choice has {options}, counted from 0")]
    NoSuchOption { option: usize, options: usize },
    #[error("`{label}` is not possible any more")]
    OptionGone { label: String },
    #[error("there is no card `{}`", .0.name)]
    UnknownCard(UnknownName),
    #[error("there is no enemy `{}` in this combat", .0.name)]
    UnknownEnemy(UnknownName),
    #[error("{card} is not in the hand")]
    NotInHand { card: CardId },
    #[error("{card} has no {} effect in a combat", mode.word())]
    NoSuchMode { card: CardId, mode: Mode },
    #[error("nothing of {card} can happen now: {description}")]
    NothingToDo { card: CardId, description: String },
    #[error("the attack names no enemy")]
    NoTargets,
    #[error("the attack names {0} twice")]
    SameTargetTwice(InstanceId),
    #[error("{0} is defeated already")]
    AlreadyDefeated(EnemyName),
    #[error("{0} is fortified twice and cannot be attacked in this phase")]
    DoublyFortified(EnemyName),
    #[error("only ranged and siege points count in this phase, none of them melee")]
    MeleeFromAfar,
    #[error("no points are given, so nothing would happen")]
    NoPoints,
    #[error("{given} points at once are too many; at most {MOST_POINTS}")]
    TooManyPoints { given: u32 },
    #[error("{} {}", enemy, closed_words(*attack, *closed))]
    AttackClosed {
        enemy: EnemyName,
        attack: usize,
        closed: AttackClosed,
    },
    #[error("damage is left to assign: {}", listed(.0))]
    DamageLeft(Vec<EnemyName>),
}

fn closed_words(attack: usize, closed: AttackClosed) -> String {
    match closed {
        AttackClosed::EnemyDefeated => "is defeated".to_owned(),
        AttackClosed::NoSuchAttack { attacks } => {
            format!("has no attack {attack}; it has {attacks}, counted from 0")
        }
        AttackClosed::Summons => "summons instead of attacking".to_owned(),
        AttackClosed::DoesNotAttack => "does not attack in this combat".to_owned(),
        AttackClosed::AlreadyBlocked => format!("has its attack {attack} blocked already"),
        AttackClosed::AlreadyDealt => format!("has dealt its attack {attack} already"),
        AttackClosed::LoweredToNothing => {
            format!("has its attack {attack} lowered to 0, which counts as blocked")
        }
    }
}

impl Refusal {
    /// Which rule refuses, as a word for programs.
    pub const fn rule(&self) -> &'static str {
        match self {
            Refusal::Over => "over",
            Refusal::ChoicePending { .. } => "choicePending",
            Refusal::NothingPending { .. } => "nothingPending",
            Refusal::WrongPhase { .. } => "wrongPhase",
            Refusal::NoSuchOption { .. } => "noSuchOption",
            Refusal::OptionGone { .. } => "optionGone",
            Refusal::UnknownCard(_) => "unknownCard",
            Refusal::UnknownEnemy(_) => "unknownEnemy",
            Refusal::NotInHand { .. } => "notInHand",
            Refusal::NoSuchMode { .. } => "noSuchMode",
            Refusal::NothingToDo { .. } => "noTarget",
            Refusal::NoTargets => "noTargets",
            Refusal::SameTargetTwice(_) => "sameTargetTwice",
            Refusal::AlreadyDefeated(_) => "alreadyDefeated",
            Refusal::DoublyFortified(_) => "doublyFortified",
            Refusal::MeleeFromAfar => "meleeFromAfar",
            Refusal::NoPoints => "noPoints",
            Refusal::TooManyPoints { .. } => "tooManyPoints",
            Refusal::AttackClosed { closed, .. } => match closed {
                AttackClosed::EnemyDefeated => "alreadyDefeated",
                AttackClosed::NoSuchAttack { .. } => "noSuchAttack",
                AttackClosed::Summons => "summons",
                AttackClosed::DoesNotAttack => "doesNotAttack",
                AttackClosed::AlreadyBlocked => "alreadyBlocked",
                AttackClosed::AlreadyDealt => "alreadyDealt",
                AttackClosed::LoweredToNothing => "loweredToNothing",
            },
            Refusal::DamageLeft(_) => "damageLeft",
        }
    }

    pub fn kind(&self) -> RefusalKind {
        match self {
            Refusal::Over => RefusalKind::Over,
            Refusal::ChoicePending { .. } => RefusalKind::OutOfTurn {
                expected: vec!["resolveChoice".to_owned()],
            },
            Refusal::NothingPending { expected } => RefusalKind::OutOfTurn {
                expected: expected.clone(),
            },
            Refusal::WrongPhase { expected, .. } => RefusalKind::OutOfTurn {
                expected: expected.iter().map(|p| p.word().to_owned()).collect(),
            },
            Refusal::UnknownCard(unknown) | Refusal::UnknownEnemy(unknown) => {
                RefusalKind::Unknown {
                    suggestions: unknown.suggestions.clone(),
                }
            }
            _ => RefusalKind::Illegal,
        }
    }
}
