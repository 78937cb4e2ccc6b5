//! Refusals: why an action is not carried out.

use super::card::Mode;
use super::data::UnknownName;
use super::ids::{CardId, EnemyName, InstanceId, listed};
use super::mana::{ManaPayment, Price};
use super::phase::Phase;
use super::points::MOST_POINTS;
use super::stats::AttackClosed;
use super::unit::{UnitHealth, UnitId};

/// The kinds of refusals, by what the player can do about them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RefusalKind {
    Illegal,
    /// Another action or another phase has to come first.
    OutOfTurn {
        expected: Vec<String>,
    },
    Unknown {
        suggestions: Vec<String>,
    },
    Over,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CombatActionRefusal {
    #[error("the combat is over")]
    Over,
    #[error("{card} has a pending choice: resolve it first")]
    ChoicePending { card: CardId, options: usize },
    #[error("no choice is pending")]
    NothingPending { expected: Vec<String> },
    #[error("{action} is not allowed in the {} phase", phase.name())]
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
    #[error("{card} would have no effect now: {description}")]
    NothingToDo { card: CardId, description: String },
    #[error(
        "this combat does not count mana, units and skills; say `mana`, `units`, `skills` or `day` in its setup"
    )]
    NotCounted,
    #[error("{name} ({}) is not played here: {reason}", mode.word())]
    Unsupported {
        name: String,
        mode: Mode,
        reason: String,
    },
    #[error("{name} cannot be played sideways")]
    NotSideways { name: String },
    #[error("there is not enough mana for {name}: it costs {}", price_words(price))]
    TooLittleMana { name: String, price: Price },
    #[error(
        "{} does not pay for {name}: it costs {}",
        listed(paid),
        price_words(price)
    )]
    WrongPayment {
        name: String,
        price: Price,
        paid: Vec<ManaPayment>,
    },
    #[error("the hero has no skill `{skill}`; {}", held_words(held))]
    NoSuchSkill { skill: CardId, held: Vec<CardId> },
    #[error("{name} was used already")]
    SkillUsed { name: String },
    #[error("there is no {unit}; the hero has {units} units, counted from 0")]
    NoSuchUnit { unit: UnitId, units: usize },
    #[error("{name} cannot act: {}", cannot_act_words(*health))]
    UnitCannotAct { name: String, health: UnitHealth },
    #[error("{name} have no ability {ability}; they have {abilities}, counted from 0")]
    NoSuchAbility {
        name: String,
        ability: usize,
        abilities: usize,
    },
    #[error("{name} used this ability already")]
    AbilityUsed { name: String },
    #[error(
        "no damage can be assigned to {name}: they are wounded, took damage already, or are spared"
    )]
    UnitTakesNoDamage { name: String },
    #[error("no damage is left for {name}")]
    NoDamageLeft { name: String },
    #[error("the attack of {enemy} is an assassination: the hero takes it, not {unit}")]
    OnlyTheHero { unit: String, enemy: EnemyName },
    #[error("the damage of {enemy} goes to {unit} first; name them before others")]
    TakesItFirst { unit: String, enemy: EnemyName },
    #[error("the points of {card} do not count against these enemies")]
    PointsAgainst { card: CardId },
    #[error("there are no special points of {card} in the pool")]
    NoSpecialPoints { card: CardId },
    #[error("the points of {card} are for different attacks")]
    PointsApart { card: CardId },
    #[error(
        "the pool does not reach the {needed} points that are needed; play cards first, or say your points"
    )]
    PoolTooSmall { needed: u32 },
    #[error("the attack names no enemy")]
    NoTargets,
    #[error("the attack names {0} twice")]
    SameTargetTwice(InstanceId),
    #[error("{0} is defeated already")]
    AlreadyDefeated(EnemyName),
    #[error("{0} is fortified twice and cannot be attacked in this phase")]
    DoublyFortified(EnemyName),
    #[error("melee points cannot be used in this phase, only ranged and siege points")]
    MeleeFromAfar,
    #[error("no points are given")]
    NoPoints,
    #[error("{given} points at once are too many; at most {MOST_POINTS}")]
    TooManyPoints { given: u32 },
    #[error("{} {}", enemy, closed_words(*attack, *closed))]
    AttackClosed {
        enemy: EnemyName,
        attack: usize,
        closed: AttackClosed,
    },
    #[error("damage has to be assigned first: {}", listed(.0))]
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

/// "red or white, and black".
fn price_words(price: &Price) -> String {
    let entries: Vec<String> = price
        .iter()
        .map(|colors| {
            let words: Vec<&str> = colors.iter().map(|mana| mana.word()).collect();
            words.join(" or ")
        })
        .collect();
    format!("{} mana", entries.join(", and "))
}

fn held_words(held: &[CardId]) -> String {
    match held {
        [] => "it has none".to_owned(),
        held => format!("it has {}", listed(held)),
    }
}

const fn cannot_act_words(health: UnitHealth) -> &'static str {
    match health {
        UnitHealth::Unhurt => "they have acted already",
        UnitHealth::Wounded => "they are wounded",
        UnitHealth::Destroyed => "they are destroyed",
    }
}

impl CombatActionRefusal {
    /// The rule that refuses the action, as a word for programs.
    pub const fn rule(&self) -> &'static str {
        match self {
            CombatActionRefusal::Over => "over",
            CombatActionRefusal::ChoicePending { .. } => "choicePending",
            CombatActionRefusal::NothingPending { .. } => "nothingPending",
            CombatActionRefusal::WrongPhase { .. } => "wrongPhase",
            CombatActionRefusal::NoSuchOption { .. } => "noSuchOption",
            CombatActionRefusal::OptionGone { .. } => "optionGone",
            CombatActionRefusal::UnknownCard(_) => "unknownCard",
            CombatActionRefusal::UnknownEnemy(_) => "unknownEnemy",
            CombatActionRefusal::NotInHand { .. } => "notInHand",
            CombatActionRefusal::NoSuchMode { .. } => "noSuchMode",
            CombatActionRefusal::NothingToDo { .. } => "noTarget",
            CombatActionRefusal::NotCounted => "notCounted",
            CombatActionRefusal::Unsupported { .. } => "unsupported",
            CombatActionRefusal::NotSideways { .. } => "notSideways",
            CombatActionRefusal::TooLittleMana { .. } => "tooLittleMana",
            CombatActionRefusal::WrongPayment { .. } => "wrongPayment",
            CombatActionRefusal::NoSuchSkill { .. } => "noSuchSkill",
            CombatActionRefusal::SkillUsed { .. } => "skillUsed",
            CombatActionRefusal::NoSuchUnit { .. } => "noSuchUnit",
            CombatActionRefusal::UnitCannotAct { .. } => "unitCannotAct",
            CombatActionRefusal::NoSuchAbility { .. } => "noSuchAbility",
            CombatActionRefusal::AbilityUsed { .. } => "abilityUsed",
            CombatActionRefusal::UnitTakesNoDamage { .. } => "unitTakesNoDamage",
            CombatActionRefusal::NoDamageLeft { .. } => "noDamageLeft",
            CombatActionRefusal::OnlyTheHero { .. } => "onlyTheHero",
            CombatActionRefusal::TakesItFirst { .. } => "takesItFirst",
            CombatActionRefusal::PointsAgainst { .. } => "pointsAgainst",
            CombatActionRefusal::NoSpecialPoints { .. } => "noSpecialPoints",
            CombatActionRefusal::PointsApart { .. } => "pointsApart",
            CombatActionRefusal::PoolTooSmall { .. } => "poolTooSmall",
            CombatActionRefusal::NoTargets => "noTargets",
            CombatActionRefusal::SameTargetTwice(_) => "sameTargetTwice",
            CombatActionRefusal::AlreadyDefeated(_) => "alreadyDefeated",
            CombatActionRefusal::DoublyFortified(_) => "doublyFortified",
            CombatActionRefusal::MeleeFromAfar => "meleeFromAfar",
            CombatActionRefusal::NoPoints => "noPoints",
            CombatActionRefusal::TooManyPoints { .. } => "tooManyPoints",
            CombatActionRefusal::AttackClosed { closed, .. } => match closed {
                AttackClosed::EnemyDefeated => "alreadyDefeated",
                AttackClosed::NoSuchAttack { .. } => "noSuchAttack",
                AttackClosed::Summons => "summons",
                AttackClosed::DoesNotAttack => "doesNotAttack",
                AttackClosed::AlreadyBlocked => "alreadyBlocked",
                AttackClosed::AlreadyDealt => "alreadyDealt",
                AttackClosed::LoweredToNothing => "loweredToNothing",
            },
            CombatActionRefusal::DamageLeft(_) => "damageLeft",
        }
    }

    pub fn kind(&self) -> RefusalKind {
        match self {
            CombatActionRefusal::Over => RefusalKind::Over,
            CombatActionRefusal::ChoicePending { .. } => RefusalKind::OutOfTurn {
                expected: vec!["resolveChoice".to_owned()],
            },
            CombatActionRefusal::NothingPending { expected } => RefusalKind::OutOfTurn {
                expected: expected.clone(),
            },
            CombatActionRefusal::WrongPhase { expected, .. } => RefusalKind::OutOfTurn {
                expected: expected.iter().map(|p| p.word().to_owned()).collect(),
            },
            CombatActionRefusal::UnknownCard(unknown)
            | CombatActionRefusal::UnknownEnemy(unknown) => RefusalKind::Unknown {
                suggestions: unknown.suggestions.clone(),
            },
            _ => RefusalKind::Illegal,
        }
    }
}
