//! The setup of a combat, and the check that reports all of its faults.

use std::fmt;

use std::collections::BTreeMap;
use std::sync::Arc;

use super::card::{Card, CardKind, CardSet};
use super::data::{CombatData, UnknownName};
use super::effect::UnitGifts;
use super::holdings::{CardIndex, HeldSkill, Holdings};
use super::ids::{CardId, EnemyId};
use super::mana::{DayTime, Mana, ManaSupply};
use super::points::{MOST_POINTS, StatedPoints};
use super::points_plan::PointPool;
use super::unit::{HeldUnit, Readiness, UnitHealth};
use super::weights::Weights;
use qbcoach_basics::shorten::first_lines;

pub(crate) const MOST_ENEMIES: usize = 10;
pub(crate) const MOST_CARDS: usize = 30;
pub(crate) const MOST_ARMOR: u32 = 99;
pub(crate) const MOST_HAND_LIMIT: u32 = 30;
pub(crate) const MOST_FAME: u32 = 9999;
pub(crate) const MOST_UNITS: usize = 10;
pub(crate) const MOST_SKILLS: usize = 20;
/// The most mana of one color and kind.
pub(crate) const MOST_MANA: u32 = 20;

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
    /// The points the hero can make besides the cards; advice considers no others.
    /// `None` if the player did not state any.
    pub points: Option<StatedPoints>,
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
    /// The random seed that summoned monsters are drawn from.
    pub seed: u64,
    pub enemies: Vec<EnemyId>,
    pub hero: HeroSetup,
    /// Cards, and the units and skills that are ready.
    pub hand: Vec<CardId>,
    pub site: Site,
    /// The mana that the hero can use. A setup that says this, the units, the skills or
    /// the time of day makes the combat count what the hero holds.
    pub mana: Option<ManaSupply>,
    pub units: Option<Vec<UnitSetup>>,
    pub skills: Option<Vec<CardId>>,
    pub time: Option<DayTime>,
    pub weights: Weights,
}

/// A unit as the combat begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitSetup {
    pub unit: CardId,
    pub readiness: Readiness,
    pub health: UnitHealth,
    /// The color of the token that the unit keeps.
    pub token: Option<Mana>,
}

impl From<CardId> for UnitSetup {
    fn from(unit: CardId) -> UnitSetup {
        UnitSetup {
            unit,
            readiness: Readiness::Ready,
            health: UnitHealth::Unhurt,
            token: None,
        }
    }
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
    #[error("enemies[{index}]: there is no enemy `{}`{}", unknown.name, suggestion(unknown))]
    UnknownEnemy { index: usize, unknown: UnknownName },
    #[error("hand[{index}]: there is no card `{}` in the {} set{}", unknown.name, rules.name(), suggestion(unknown))]
    UnknownCard {
        index: usize,
        rules: CardSet,
        unknown: UnknownName,
    },
    #[error("units[{index}]: there is no unit `{}`{}", unknown.name, suggestion(unknown))]
    UnknownUnit { index: usize, unknown: UnknownName },
    #[error("skills[{index}]: there is no skill `{}`{}", unknown.name, suggestion(unknown))]
    UnknownSkill { index: usize, unknown: UnknownName },
    #[error("hand[{index}]: {name} is a {}; name it under `{}s`", kind.word(), kind.word())]
    NotInHand {
        index: usize,
        name: String,
        kind: CardKind,
    },
    #[error("{0} units are too many; at most {MOST_UNITS} can fight")]
    TooManyUnits(usize),
    #[error("{0} skills are too many; at most {MOST_SKILLS} can be listed")]
    TooManySkills(usize),
    #[error("weights.{0}: a weight is a number from 0 to 100")]
    WrongWeight(&'static str),
    #[error("{field}: {given} is out of range; allowed: {least} to {most}")]
    OutOfRange {
        field: String,
        given: u32,
        least: u32,
        most: u32,
    },
}

impl SetupFault {
    /// The field of the setup that is wrong.
    pub fn field(&self) -> String {
        match self {
            SetupFault::NoEnemies | SetupFault::TooManyEnemies(_) => "enemies".to_owned(),
            SetupFault::TooManyCards(_) => "hand".to_owned(),
            SetupFault::UnknownEnemy { index, .. } => format!("enemies[{index}]"),
            SetupFault::UnknownCard { index, .. } => format!("hand[{index}]"),
            SetupFault::UnknownUnit { index, .. } => format!("units[{index}]"),
            SetupFault::UnknownSkill { index, .. } => format!("skills[{index}]"),
            SetupFault::NotInHand { index, .. } => format!("hand[{index}]"),
            SetupFault::TooManyUnits(_) => "units".to_owned(),
            SetupFault::TooManySkills(_) => "skills".to_owned(),
            SetupFault::WrongWeight(weight) => format!("weights.{weight}"),
            SetupFault::OutOfRange { field, .. } => field.clone(),
        }
    }

    pub fn suggestions(&self) -> &[String] {
        match self {
            SetupFault::UnknownEnemy { unknown, .. }
            | SetupFault::UnknownCard { unknown, .. }
            | SetupFault::UnknownUnit { unknown, .. }
            | SetupFault::UnknownSkill { unknown, .. } => &unknown.suggestions,
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
        f.write_str(&first_lines(&self.faults))
    }
}

impl std::error::Error for SetupError {}

impl CombatSetup {
    /// Reports every fault of the setup, in the order of its fields.
    pub fn check(&self, data: &CombatData) -> Result<(), SetupError> {
        // Each unknown name is compared with all known ones, so nothing is looked up in
        // lists that are too long.
        let mut faults = self.long_lists();
        if !faults.is_empty() {
            return Err(SetupError { faults });
        }
        if self.enemies.is_empty() {
            faults.push(SetupFault::NoEnemies);
        }
        for (index, id) in self.enemies.iter().enumerate() {
            if let Err(unknown) = data.enemy(id) {
                faults.push(SetupFault::UnknownEnemy { index, unknown });
            }
        }
        self.check_hero(&mut faults);
        for (index, id) in self.hand.iter().enumerate() {
            if let Err(unknown) = self.hand_card(data, id) {
                faults.push(
                    match data.beside_the_hand(id).filter(|_| self.counts(data)) {
                        Some((name, kind)) => SetupFault::NotInHand { index, name, kind },
                        None => SetupFault::UnknownCard {
                            index,
                            rules: self.rules,
                            unknown,
                        },
                    },
                );
            }
        }
        self.check_holdings(data, &mut faults);
        if faults.is_empty() {
            Ok(())
        } else {
            Err(SetupError { faults })
        }
    }

    /// The lists of the setup that are too long.
    fn long_lists(&self) -> Vec<SetupFault> {
        type TooMany = fn(usize) -> SetupFault;
        let units = self.units.as_ref().map_or(0, Vec::len);
        let skills = self.skills.as_ref().map_or(0, Vec::len);
        let lists: [(usize, usize, TooMany); 4] = [
            (self.enemies.len(), MOST_ENEMIES, SetupFault::TooManyEnemies),
            (self.hand.len(), MOST_CARDS, SetupFault::TooManyCards),
            (units, MOST_UNITS, SetupFault::TooManyUnits),
            (skills, MOST_SKILLS, SetupFault::TooManySkills),
        ];
        let long = lists.into_iter().filter(|(count, most, _)| count > most);
        long.map(|(count, _, fault)| fault(count)).collect()
    }

    /// Whether the combat counts mana, units, skills and points. It does if the setup
    /// says one of them, or if the hand has a card that only such combats know.
    pub fn counts(&self, data: &CombatData) -> bool {
        let said = self.mana.is_some()
            || self.units.is_some()
            || self.skills.is_some()
            || self.time.is_some();
        let mut hand = self.hand.iter();
        said || hand.any(|id| data.card(self.rules, id).is_err() && data.deed(id).is_some())
    }

    /// The card of the hand with this id.
    fn hand_card<'a>(
        &self,
        data: &'a CombatData,
        id: &CardId,
    ) -> Result<&'a Arc<Card>, UnknownName> {
        if self.counts(data) {
            data.counted_card(self.rules, id)
        } else {
            data.card(self.rules, id)
        }
    }

    fn check_holdings(&self, data: &CombatData, faults: &mut Vec<SetupFault>) {
        if let Some(mana) = &self.mana {
            let lists = [
                ("tokens", &mana.tokens),
                ("crystals", &mana.crystals),
                ("dice", &mana.dice),
            ];
            for (list, amounts) in lists {
                for (color, amount) in amounts.held() {
                    let only_basic = list == "crystals";
                    let most = match only_basic && !color.is_basic() {
                        true => 0,
                        false if only_basic => u32::from(super::mana::MOST_CRYSTALS),
                        false => MOST_MANA,
                    };
                    if u32::from(amount) > most {
                        faults.push(SetupFault::OutOfRange {
                            field: format!("mana.{list}.{}", color.word()),
                            given: u32::from(amount),
                            least: 0,
                            most,
                        });
                    }
                }
            }
        }
        let units = self.units.as_deref().unwrap_or_default();
        for (index, setup) in units.iter().enumerate() {
            if let Err(unknown) = data.unit(&setup.unit) {
                faults.push(SetupFault::UnknownUnit { index, unknown });
            }
        }
        let skills = self.skills.as_deref().unwrap_or_default();
        for (index, id) in skills.iter().enumerate() {
            if let Err(unknown) = data.skill(id) {
                faults.push(SetupFault::UnknownSkill { index, unknown });
            }
        }
        let mut weights = self.weights;
        for word in Weights::WORDS {
            let weight = weights.named(word).map(|weight| *weight);
            if weight.is_none_or(|weight| !(0.0..=Weights::MOST).contains(&weight)) {
                faults.push(SetupFault::WrongWeight(word));
            }
        }
    }

    /// What the hero holds as the combat begins, if the combat counts it.
    pub(super) fn holdings(&self, data: &CombatData) -> Option<Holdings> {
        if !self.counts(data) {
            return None;
        }
        let mana = self.mana.unwrap_or_default();
        let mut cards: BTreeMap<CardId, Arc<Card>> = BTreeMap::new();
        for id in &self.hand {
            let card = data.counted_card(self.rules, id).ok()?;
            cards.insert(id.clone(), card.clone());
        }
        // Wounds of the combat may be discarded or played, too.
        let wound = data.deeds().find(|card| card.kind == CardKind::Wound);
        cards.extend(wound.map(|card| (card.id.clone(), card.clone())));
        let mut skills = Vec::new();
        for id in self.skills.iter().flatten() {
            let skill = data.skill(id).ok()?;
            cards.insert(skill.id.clone(), skill.clone());
            skills.push(HeldSkill {
                id: skill.id.clone(),
                used: false,
            });
        }
        let mut units = Vec::new();
        for setup in self.units.iter().flatten() {
            units.push(HeldUnit {
                kind: data.unit(&setup.unit).ok()?.clone(),
                readiness: setup.readiness,
                health: setup.health,
                took_damage: false,
                used: 0,
                token: setup.token,
                gifts: UnitGifts::default(),
            });
        }
        Some(Holdings {
            time: self.time.unwrap_or_default(),
            first_mana: mana,
            mana,
            units,
            skills,
            pool: PointPool::default(),
            later: Vec::new(),
            later_special: Vec::new(),
            boons: Vec::new(),
            thrown: Vec::new(),
            cards: Arc::new(CardIndex(cards)),
        })
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
            for (index, amount) in amounts.into_iter().enumerate() {
                let field = format!("hero.points.{phase}[{index}].amount");
                number(field, amount, 1, MOST_POINTS);
            }
        }
    }
}

fn amounts<T>(points: &[T], amount: fn(&T) -> u32) -> Vec<u32> {
    points.iter().map(amount).collect()
}
