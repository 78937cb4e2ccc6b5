//! How a combat begins; a setup may be wrong, and then every fault is told.

use std::fmt;

use super::card::CardSet;
use super::data::{CombatData, UnknownName};
use super::ids::{CardId, EnemyId};
use super::points::{MOST_POINTS, Supply};

pub const MOST_ENEMIES: usize = 10;
pub const MOST_CARDS: usize = 30;
pub const MOST_ARMOR: u32 = 99;
pub const MOST_HAND_LIMIT: u32 = 30;
pub const MOST_FAME: u32 = 9999;

/// Whether the enemies defend a site with walls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Site {
    #[default]
    Open,
    Fortified,
}

/// The hero as the combat begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeroSetup {
    pub armor: u32,
    pub hand_limit: u32,
    pub fame: u32,
    /// What the hero can make besides the cards; advice counts on nothing else.
    /// `None` when the player does not say.
    pub points: Option<Supply>,
}

impl Default for HeroSetup {
    /// A hero of the first level.
    fn default() -> HeroSetup {
        HeroSetup {
            armor: 2,
            hand_limit: 5,
            fame: 0,
            points: None,
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CombatSetup {
    pub rules: CardSet,
    /// What is drawn is drawn from it.
    pub seed: u64,
    pub enemies: Vec<EnemyId>,
    pub hero: HeroSetup,
    /// Cards, and the units and skills that are ready.
    pub hand: Vec<CardId>,
    pub site: Site,
}

/// One thing wrong with a setup.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupFault {
    #[error("a combat needs an enemy")]
    NoEnemies,
    #[error("{0} enemies are too many; at most {MOST_ENEMIES} can be fought at once")]
    TooManyEnemies(usize),
    #[error("{0} cards are too many; at most {MOST_CARDS} can be listed")]
    TooManyCards(usize),
    #[error("enemies[{place}]: there is no enemy `{}`{}", unknown.name, suggestion(unknown))]
    UnknownEnemy { place: usize, unknown: UnknownName },
    #[error("hand[{place}]: there is no card `{}` in the set {rules}{}", unknown.name, suggestion(unknown))]
    UnknownCard {
        place: usize,
        rules: CardSet,
        unknown: UnknownName,
    },
    #[error("{field}: {given} is out of range; allowed: {least} to {most}")]
    OutOfRange {
        field: String,
        given: u32,
        least: u32,
        most: u32,
    },
}

impl SetupFault {
    /// The field of the setup it is about.
    pub fn field(&self) -> String {
        match self {
            SetupFault::NoEnemies | SetupFault::TooManyEnemies(_) => "enemies".to_owned(),
            SetupFault::TooManyCards(_) => "hand".to_owned(),
            SetupFault::UnknownEnemy { place, .. } => format!("enemies[{place}]"),
            SetupFault::UnknownCard { place, .. } => format!("hand[{place}]"),
            SetupFault::OutOfRange { field, .. } => field.clone(),
        }
    }

    pub fn suggestions(&self) -> &[String] {
        match self {
            SetupFault::UnknownEnemy { unknown, .. } | SetupFault::UnknownCard { unknown, .. } => {
                &unknown.suggestions
            }
            _ => &[],
        }
    }
}

fn suggestion(unknown: &UnknownName) -> String {
    match unknown.suggestions.first() {
        Some(near) => format!(", did you mean `{near}`?"),
        None => String::new(),
    }
}

/// Everything wrong with a setup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupError {
    pub faults: Vec<SetupFault>,
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self.faults.iter().map(SetupFault::to_string).collect();
        f.write_str(&lines.join("\n"))
    }
}

impl std::error::Error for SetupError {}

impl CombatSetup {
    /// Every fault of the setup, in the order of its fields.
    pub fn check(&self, data: &CombatData) -> Result<(), SetupError> {
        let mut faults = Vec::new();
        match self.enemies.len() {
            0 => faults.push(SetupFault::NoEnemies),
            count if count > MOST_ENEMIES => faults.push(SetupFault::TooManyEnemies(count)),
            _ => {}
        }
        for (place, id) in self.enemies.iter().enumerate() {
            if let Err(unknown) = data.enemy(id) {
                faults.push(SetupFault::UnknownEnemy { place, unknown });
            }
        }
        self.check_hero(&mut faults);
        if self.hand.len() > MOST_CARDS {
            faults.push(SetupFault::TooManyCards(self.hand.len()));
        }
        for (place, id) in self.hand.iter().enumerate() {
            if let Err(unknown) = data.card(self.rules, id) {
                faults.push(SetupFault::UnknownCard {
                    place,
                    rules: self.rules,
                    unknown,
                });
            }
        }
        if faults.is_empty() {
            Ok(())
        } else {
            Err(SetupError { faults })
        }
    }

    fn check_hero(&self, faults: &mut Vec<SetupFault>) {
        let hero = &self.hero;
        let mut number = |field: String, given: u32, least: u32, most: u32| {
            if !(least..=most).contains(&given) {
                faults.push(SetupFault::OutOfRange {
                    field,
                    given,
                    least,
                    most,
                });
            }
        };
        number("hero.armor".to_owned(), hero.armor, 1, MOST_ARMOR);
        let limit = hero.hand_limit;
        number("hero.handLimit".to_owned(), limit, 1, MOST_HAND_LIMIT);
        number("hero.fame".to_owned(), hero.fame, 0, MOST_FAME);
        let Some(points) = &hero.points else {
            return;
        };
        let lists = [
            ("rangedSiege", amounts(&points.ranged_siege, |p| p.amount)),
            ("block", amounts(&points.block, |p| p.amount)),
            ("attack", amounts(&points.attack, |p| p.amount)),
        ];
        for (phase, amounts) in lists {
            for (place, amount) in amounts.into_iter().enumerate() {
                let field = format!("hero.points.{phase}[{place}].amount");
                number(field, amount, 1, MOST_POINTS);
            }
        }
    }
}

fn amounts<T>(points: &[T], amount: fn(&T) -> u32) -> Vec<u32> {
    points.iter().map(amount).collect()
}
